import { randomUUID } from 'node:crypto';
import type { Db } from '@escuta/prisma/db';
import { companyScope } from '@escuta/shared/domain/scope';
import { insertEnvio, nameUpload } from '../../intake/upload-repo.ts';
import type { StoredFile } from './portal-form.ts';

/**
 * Inserts a stored file as an upload of a single part, because the worker reads uploads, and removes the object's row
 * of pending objects. Runs in the transaction that inserts the file's owner.
 */
export async function attachFile(
  db: Db,
  { preparoId, empresaId, criadoPor }: { preparoId: string; empresaId: string; criadoPor: string | null },
  { papel, tamanho, sha256, chave }: StoredFile,
): Promise<void> {
  const id = randomUUID();
  const envio = { id, empresa_id: empresaId, dono: 'preparo', dono_id: preparoId, papel } as const;
  await insertEnvio(db, { ...envio, criadoPor, inteiro: tamanho });
  const { envioParte, objetoPendente } = db.within(companyScope(empresaId));
  const data = { envioId: id, n: 1, empresaId, tamanho, sha256, chaveObjeto: chave };
  await envioParte.create({ data, select: { n: true } });
  await objetoPendente.deleteMany({ where: { chave, empresaId } });
  await nameUpload(db, envio);
}
