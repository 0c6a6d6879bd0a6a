/**
 * Advisory locks of a transaction. Each class has a number of its own, so that a lock of one class never meets one of another: the 64-bit key
 * is hashtextextended(key, class), and two keys of one class collide once in about 2^32 keys (birthday bound). Class 0 is the
 * migrations' own functions'.
 */

import type { Db } from '@escuta/prisma/db';
import { int, type Sql, sql } from './sql.ts';

/** Numbers of the classes; a number is never used again for something else. 20 is that of whoever migrates (scripts/lib/migrate.mjs). */
export const TRAVAS = {
  primeiroAdministrador: 1,
  contas: 2,
  chaveDeAssinatura: 3,
  precos: 4,
  pacotes: 5,
  relay: 6,
  tarefas: 7,
  preparos: 8,
  lotesDeGravacao: 9,
  filtros: 10,
  escolhasDeExportacao: 11,
  leads: 12,
  sons: 13,
  ramais: 14,
  agentes: 15,
  nomesDeAgentes: 16,
  testesDeTemplate: 17,
  notificacoes: 18,
  acessosRecusados: 19,
} as const;
export type Trava = keyof typeof TRAVAS;

/** The 64-bit key of a lock, as a condition of a statement. */
const keyOf = (trava: Trava, chave: string): Sql =>
  sql`hashtextextended(${chave}::text, ${int(TRAVAS[trava])})`;

/**
 * Waits for a lock and holds it until the transaction ends. `chave`: a company, a project or a sound; empty: the installation's one lock.
 * `shared`: beside others that share it; it waits only for a lock that is not shared.
 */
export async function lock(
  db: Db,
  trava: Trava,
  chave = '',
  { shared = false }: { shared?: boolean } = {},
): Promise<void> {
  const key = keyOf(trava, chave);
  await db.query(
    shared
      ? sql`select pg_advisory_xact_lock_shared(${key})`.statement(`trava-${TRAVAS[trava]}-junto`)
      : sql`select pg_advisory_xact_lock(${key})`.statement(`trava-${TRAVAS[trava]}`),
  );
}

/** Takes a lock until the transaction ends, unless somebody holds it. @returns whether it was taken */
export async function tryLock(db: Db, trava: Trava, chave = ''): Promise<boolean> {
  const { rows } = await db.sql<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(trava, chave)}) as mine`,
    `trava-${TRAVAS[trava]}-se`,
  );
  return rows[0]?.mine ?? false;
}
