/**
 * Transaction-level advisory locks: the key is hashtextextended(key, class). A collision is probable only among about
 * 2^32 keys (birthday bound). Class 0 belongs to migrations.
 */

import type { Db } from '@escuta/prisma/db';
import { int, type Sql, sql } from './sql.ts';

/** Class numbers, never reused. 20 is the migration lock (scripts/lib/migrate.mjs). */
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
  amostras: 25,
  /** A company's rules, while a worker judges by them or a person edits them. */
  regras: 21,
} as const;
export type Trava = keyof typeof TRAVAS;

const keyOf = (trava: Trava, chave: string): Sql =>
  sql`hashtextextended(${chave}::text, ${int(TRAVAS[trava])})`;

/**
 * Waits for a lock and holds it until the transaction ends.
 * @param chave company, project or sound; empty: one lock for the installation
 * @param shared lets others hold the lock if they also share it
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

/**
 * Takes a lock until the transaction ends, if the lock is free.
 * @returns true if the lock was free
 */
export async function tryLock(db: Db, trava: Trava, chave = ''): Promise<boolean> {
  const { rows } = await db.sql<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(trava, chave)}) as mine`,
    `trava_${TRAVAS[trava]}_se`,
  );
  return rows[0]?.mine ?? false;
}

/**
 * True if nobody changes the goals of questionnaire `id`; prevents changes until the transaction ends, by the lock of
 * `escuta_trava_metas`.
 */
export const goalsAreFree = (id: Sql): Sql =>
  sql`pg_try_advisory_xact_lock_shared(hashtextextended('metas|' || ${id}::text, 0))`;
