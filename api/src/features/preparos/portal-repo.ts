// SQL: a file that came in one piece is written down as an upload of one part, which the worker reads like any other.

import { randomUUID } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { PREPARO_GUARDA_DIAS } from '@escuta/shared/domain/audit-preparation';
import { int, sql } from '@escuta/shared/node/sql';
import type { StoredFile } from './portal-form.ts';

/** Writes down a file that is stored, whole: its announcement goes with it. In the transaction that writes down what it is of. */
export async function attachFile(
  db: Db,
  { preparoId, empresaId, criadoPor }: { preparoId: string; empresaId: string; criadoPor: string | null },
  { papel, tamanho, sha256, chave }: StoredFile,
): Promise<void> {
  const envioId = randomUUID();
  await db.sql(
    sql`insert into envios (id, empresa_id, papel, preparo_id, tipo, estado, tamanho, partes, criado_por, expira_em)
      values (${envioId}, ${empresaId}, ${papel}, ${preparoId}, 'application/octet-stream', 'concluido', ${tamanho}, 1, ${criadoPor},
        now() + make_interval(days => ${int(PREPARO_GUARDA_DIAS)}))`,
    'portal_envio',
  );
  await db.sql(
    sql`insert into envio_partes (envio_id, n, empresa_id, tamanho, sha256, chave_objeto)
      values (${envioId}, 1, ${empresaId}, ${tamanho}, ${sha256}, ${chave})`,
    'portal_parte',
  );
  await db.sql(sql`delete from objetos_pendentes where chave = ${chave}`, 'portal_anexado');
  await db.sql(
    sql`update preparo_arquivos set envio_id = ${envioId} where preparo_id = ${preparoId} and papel = ${papel}`,
    'portal_arquivo',
  );
}
