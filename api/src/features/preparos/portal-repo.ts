// SQL: a file that came in one piece is written down as an upload of one part, which the worker reads like any other.

import { randomUUID } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { PREPARO_GUARDA_DIAS } from '@escuta/shared/domain/audit-preparation';
import { companyScope } from '@escuta/shared/domain/scope';
import { int, sql } from '@escuta/shared/platform/database/sql';
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
  const { envioParte, objetoPendente, preparoArquivo } = db.within(companyScope(empresaId));
  const data = { envioId, n: 1, empresaId, tamanho, sha256, chaveObjeto: chave };
  await envioParte.create({ data, select: { n: true } });
  await objetoPendente.deleteMany({ where: { chave, empresaId } });
  await preparoArquivo.updateMany({ where: { preparoId, papel, empresaId }, data: { envioId } });
}
