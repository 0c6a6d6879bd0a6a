// SQL: a file that came in one piece is written down as an upload of one part, which the worker reads like any other.

import { randomUUID } from 'node:crypto';
import { PREPARO_GUARDA_DIAS } from '@escuta/shared/domain/audit-preparation';
import { int, sql } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';
import type { StoredFile } from './portal-form.ts';

/** Writes down a file that is stored, whole: its announcement goes with it. In the transaction that writes down what it is of. */
export async function attachFile(
  db: Queryable,
  { preparoId, empresaId, criadoPor }: { preparoId: string; empresaId: string; criadoPor: string | null },
  { papel, tamanho, sha256, chave }: StoredFile,
): Promise<void> {
  const envioId = randomUUID();
  await db.query(
    sql`insert into envios (id, empresa_id, papel, preparo_id, tipo, estado, tamanho, partes, criado_por, expira_em)
      values (${envioId}, ${empresaId}, ${papel}, ${preparoId}, 'application/octet-stream', 'concluido', ${tamanho}, 1, ${criadoPor},
        now() + make_interval(days => ${int(PREPARO_GUARDA_DIAS)}))`.statement('portal_envio'),
  );
  await db.query(
    sql`insert into envio_partes (envio_id, n, empresa_id, tamanho, sha256, chave_objeto)
      values (${envioId}, 1, ${empresaId}, ${tamanho}, ${sha256}, ${chave})`.statement('portal_parte'),
  );
  await db.query(sql`delete from objetos_pendentes where chave = ${chave}`.statement('portal_anexado'));
  await db.query(
    sql`update preparo_arquivos set envio_id = ${envioId} where preparo_id = ${preparoId} and papel = ${papel}`.statement(
      'portal_arquivo',
    ),
  );
}
