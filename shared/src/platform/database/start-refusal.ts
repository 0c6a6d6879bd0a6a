import type { Db } from '@escuta/prisma/db';
import { VERSION } from '../../domain/version.ts';
import type { KeyRing } from '../crypto/crypto.ts';
import { opens, readSealedRows } from '../crypto/sealed-values.ts';
import { buildId } from '../process/build-id.ts';

/** Why a process may not start over this database, for the operator. Anything else that fails may mend itself. */
export class StartRefusedError extends Error {
  override readonly name = 'StartRefusedError';
}

/** Undefined table or column: a database that no migration of that table has reached yet. */
const isMissing = (error: unknown) => ['42P01', '42703'].includes((error as { code?: string }).code ?? '');

async function orNone<T>(work: () => Promise<T[]>): Promise<T[]> {
  try {
    return await work();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** What a process says that starts all the same, for the operator. */
export const BESIDE_NEWER =
  'O banco de dados já foi preparado por uma versão mais nova, que só acrescentou: este processo é de antes da atualização. Conclua-a.';

/** How the name of a migration ends that only adds: the version before runs beside it (decision 28). */
const ONLY_ADDS = /_expandir$/;

/** Names of the migrations that a database has, in order; none where it has no table of them. */
const readApplied = (db: Db): Promise<string[]> =>
  orNone(async () => {
    const { rows } = await db.query<{ nome: string }>(
      `SELECT migration_name AS nome FROM _prisma_migrations
       WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`,
    );
    return rows.map(({ nome }) => nome);
  });

/**
 * Refuses a database from which this version knows no way: it would be taken for one that has what it lacks.
 * @param isTooOld says so of the names of its migrations
 * @param passBy the commit of the version that it has to pass through
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
 * Refuses a database that a newer version of the product has migrated: older code would write what the newer one does
 * not expect.
 * @param ours names that a database of this version may have
 * @param options.beside for a process that was there before an update and starts again in its middle: what the newer version only added is
 * no reason to stay away
 * @returns the migrations that only the newer version knows
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
 * Refuses keys that do not open what is sealed in the database: going on would lose it without a word, and seal new values
 * under a second key of the same name.
 * @param ring null: ENCRYPTION_KEYS is not set
 * @param options.lost the operator says that the keys are gone for good (CHAVES_PERDIDAS): nothing is refused
 * @returns what does not open, 'tabela (chave)' each
 * @throws StartRefusedError, or the database's error
 */
export async function refuseMissingKeys(
  db: Db,
  ring: KeyRing | null,
  options: { lost?: boolean } = {},
): Promise<string[]> {
  const rows = await orNone(() => readSealedRows(db, { inUse: true }));
  const shut = rows.filter((row) => ring === null || !opens(ring, row));
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
