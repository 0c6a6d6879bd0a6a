import type { Db } from '@escuta/prisma/db';
import { VERSION } from '../../domain/version.ts';
import type { KeyRing } from '../crypto/crypto.ts';
import { canOpen, readSealedRows } from '../crypto/sealed-values.ts';
import { buildId } from '../process/build-id.ts';

/** Reason, for the operator, why a process must not start. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}

/** True for an undefined table or column, which no migration has created yet. */
const isMissing = (error: unknown) => ['42P01', '42703'].includes((error as { code?: string }).code ?? '');

async function orNone<T>(work: () => Promise<T[]>): Promise<T[]> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

export const BESIDE_NEWER =
  'O banco de dados já foi preparado por uma versão mais nova, que só acrescentou: este processo é de antes da atualização. Conclua-a.';

/** Suffix of additive migrations, which the previous version tolerates (decision 28). */
const ONLY_ADDS = /_expandir$/;

const readApplied = (db: Db): Promise<string[]> =>
  orNone(async () => {
    const { rows } = await db.query<{ nome: string }>(
      `select migration_name as nome from _prisma_migrations
       where finished_at is not null and rolled_back_at is null order by 1`,
    );
    return rows.map(({ nome }) => nome);
  });

/**
 * Refuses a database too old for this version's migrations.
 * @param isTooOld decides by the database's migrations
 * @param passBy commit of the required intermediate version
 * @throws StartRefusedError, or the database's error
 */
export async function refuseTooOldSchema(
  db: Db,
  isTooOld: (applied: readonly string[]) => boolean,
  passBy: string,
): Promise<void> {
  if (!isTooOld(await readApplied(db))) return;
  throw new StartRefusedError(
    `O banco de dados é de uma versão da Escuta anterior a ${passBy}, e esta (${VERSION}, ${buildId()}) não o atualiza direto. Nada foi mudado.\n` +
      `O que fazer: instale a versão do commit ${passBy}, inicie-a uma vez (ela aplica as suas migrações) e depois instale esta ` +
      '(docs/operacao/atualizar-e-voltar.md).',
  );
}

/**
 * Refuses a database migrated by a newer version, because old code would write unexpected data.
 * @param ours this version's migrations
 * @param options.beside accepts additive migrations, for a restart during an update
 * @returns the newer version's migrations
 * @throws StartRefusedError, or the database's error
 */
export async function refuseNewerSchema(
  db: Db,
  ours: readonly string[],
  options: { beside?: boolean } = {},
): Promise<string[]> {
  const known = new Set(ours);
  const newer = (await readApplied(db)).filter((nome) => !known.has(nome));
  if (newer.length === 0 || (options.beside && newer.every((nome) => ONLY_ADDS.test(nome)))) return newer;
  throw new StartRefusedError(
    `O banco de dados é de uma versão mais nova da Escuta do que esta (${VERSION}, ${buildId()}): ` +
      `tem migrações que esta não conhece (${newer.slice(-3).join(', ')}). Nada foi mudado.\n` +
      'O que fazer: volte à versão mais nova, ou, para ficar nesta, restaure a cópia feita antes da atualização ' +
      '(docs/operacao/atualizar-e-voltar.md).',
  );
}

/**
 * Refuses keys that cannot open the sealed values: these would be lost, and a different key of the same name would seal
 * new values.
 * @param ring null: ENCRYPTION_KEYS is not set
 * @param options.lost the operator declares the keys lost (CHAVES_PERDIDAS): refuses nothing
 * @returns unreadable values, like 'tabela (chave)'
 * @throws StartRefusedError, or the database's error
 */
export async function refuseMissingKeys(
  db: Db,
  ring: KeyRing | null,
  options: { lost?: boolean } = {},
): Promise<string[]> {
  const rows = await orNone(() => readSealedRows(db, { inUse: true }));
  const shut = rows.filter((row) => ring === null || !canOpen(ring, row));
  const names = shut.map(({ tabela, chave }) => `${tabela} (chave "${chave}")`);
  if (names.length === 0 || options.lost) return names;
  const what =
    ring === null ? 'ENCRYPTION_KEYS não está definida' : 'ENCRYPTION_KEYS não abre o que está cifrado';
  throw new StartRefusedError(
    `${what}, e o banco de dados tem segredos cifrados: ${names.join(', ')}. Nada foi mudado.\n` +
      'O que fazer: ponha de volta no .env a linha ENCRYPTION_KEYS desta instalação (ela está na cópia do .env). ' +
      'Se a chave se perdeu para sempre, ponha uma nova com OUTRO nome (k2:…) e CHAVES_PERDIDAS=true: a Escuta inicia, e ' +
      'senhas de telefonia e chaves de API têm de ser feitas de novo.',
  );
}
