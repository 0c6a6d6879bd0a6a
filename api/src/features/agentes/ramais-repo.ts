// SQL: the periods of agents' extensions change under a company lock; an imported list is compared with all agents.

import type { Db } from '@escuta/prisma/db';
import { type Scope, whereScope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { momentOf, sql } from '@escuta/shared/platform/database/sql';
import type { Trecho } from '@escuta/shared/services/calls/call-agents';
import { DatabaseError } from 'pg';

export type RamalRow = { id: string; ramal: string; de: Date | null; ate: Date | null };
/**
 * A requested period of an extension. `de` and `ate` are instants as text; null: the period has no start, or no end.
 */
export type Periodo = { ramal: string; de: string | null; ate: string | null };

export const asTrecho = ({ ramal, de, ate }: Pick<RamalRow, 'ramal' | 'de' | 'ate'>): Trecho => ({
  ramal,
  de: de?.toISOString() ?? null,
  ate: ate?.toISOString() ?? null,
});

const PERIODO = { id: true, ramal: true, de: true, ate: true } as const;
const COLUMNS = sql`r.id, r.ramal, r.de, r.ate`;

/** The periods of an agent, newest first, at most `limit`. */
export function listRamais(db: Db, scope: Scope, agenteId: string, limit: number): Promise<RamalRow[]> {
  return db.within(scope).agenteRamal.findMany({
    where: { agenteId, ...whereScope(scope) },
    select: PERIODO,
    orderBy: [
      { ate: { sort: 'desc', nulls: 'first' } },
      { de: { sort: 'desc', nulls: 'last' } },
      { ramal: 'asc' },
      { id: 'asc' },
    ],
    take: limit,
  });
}

/** Finds a period of an agent by id; null if the scope has no such period. */
export function findRamal(db: Db, scope: Scope, agenteId: string, id: string): Promise<RamalRow | null> {
  return db
    .within(scope)
    .agenteRamal.findFirst({ where: { id, agenteId, ...whereScope(scope) }, select: PERIODO });
}

/** The agent who has the extension in an overlapping period, ignoring period `except`. */
export async function findOverlap(
  db: Db,
  empresaId: string,
  { ramal, de, ate }: Periodo,
  except: string | null,
): Promise<{ id: string; agente_id: string; nome: string; de: Date | null; ate: Date | null } | null> {
  const { rows } = await db.sql<{
    id: string;
    agente_id: string;
    nome: string;
    de: Date | null;
    ate: Date | null;
  }>(
    sql`select r.id, r.agente_id, a.nome, r.de, r.ate from agente_ramais r join agentes a on a.id = r.agente_id
      where r.empresa_id = ${empresaId} and r.ramal = escuta_ramal(${ramal}) and r.id is distinct from ${except}::uuid
        and tstzrange(r.de, r.ate) && tstzrange(${de}::timestamptz, ${ate}::timestamptz)
      order by r.de nulls first limit 1`,
  );
  return rows[0] ?? null;
}

export async function insertRamal(
  db: Db,
  agente: { id: string; empresa_id: string },
  { ramal, de, ate }: Periodo,
): Promise<RamalRow> {
  const { rows } = await db.sql<RamalRow>(
    sql`insert into agente_ramais as r (id, empresa_id, agente_id, ramal, de, ate)
      values (${newId()}, ${agente.empresa_id}, ${agente.id}, escuta_ramal(${ramal}), ${de}::timestamptz,
        ${ate}::timestamptz) returning ${COLUMNS}`,
  );
  return rows[0] as RamalRow;
}

export async function saveRamal(db: Db, id: string, { ramal, de, ate }: Periodo): Promise<RamalRow> {
  const { rows } = await db.sql<RamalRow>(
    sql`update agente_ramais r set ramal = escuta_ramal(${ramal}), de = ${de}::timestamptz, ate = ${ate}::timestamptz
      where r.id = ${id} returning ${COLUMNS}`,
  );
  return rows[0] as RamalRow;
}

export async function removeRamal(db: Db, scope: Scope, id: string): Promise<void> {
  await db.within(scope).agenteRamal.deleteMany({ where: { id, ...whereScope(scope) } });
}

export function countRamais(db: Db, scope: Scope, agenteId: string): Promise<number> {
  return db.within(scope).agenteRamal.count({ where: { agenteId, ...whereScope(scope) } });
}

/** Number of periods by agent of a company; agents without periods are missing. */
export async function ramaisPerAgente(db: Db, empresaId: string): Promise<Map<string, number>> {
  const { rows } = await db.sql<{ agente_id: string; n: number }>(
    sql`select agente_id, count(*)::int as n from agente_ramais where empresa_id = ${empresaId} group by agente_id`,
  );
  return new Map(rows.map(({ agente_id, n }) => [agente_id, n]));
}

/** Converts São Paulo clock times to instants, in the given order. */
export async function instantsOf(db: Db, local: readonly string[]): Promise<string[]> {
  const { rows } = await db.sql<{ em: Date }>(
    sql`select ${momentOf(sql`t`)} as em
      from unnest(${local}::text[]) with ordinality as g (t, n) order by n`,
  );
  return rows.map(({ em }) => em.toISOString());
}

export type Conhecido = { id: string; nome: string; normal: string; matricula: string | null };

/** All unmerged agents of a company, with normalised names. */
export async function knownAgentes(
  db: Db,
  empresaId: string,
): Promise<(Conhecido & { apelidos: string[] })[]> {
  const { rows } = await db.sql<Conhecido & { apelidos: string[] }>(
    sql`select a.id, a.nome, escuta_normaliza(a.nome) as normal, a.matricula,
        array(select n.apelido from agente_apelidos n where n.agente_id = a.id) as apelidos
      from agentes a where a.empresa_id = ${empresaId} and a.fundido_em_id is null order by a.id`,
  );
  return rows;
}

/** Normalises names for comparison, in the given order. */
export async function normaliseNames(db: Db, nomes: readonly string[]): Promise<string[]> {
  const { rows } = await db.sql<{ nome: string }>(
    sql`select escuta_normaliza(t) as nome from unnest(${nomes}::text[]) with ordinality as g (t, n) order by n`,
  );
  return rows.map(({ nome }) => nome);
}

/** True if the database refused a period because a concurrent period overlaps. */
export const isOverlap = (error: unknown): boolean =>
  error instanceof DatabaseError && error.constraint === 'agente_ramais_sem_sobreposicao';
