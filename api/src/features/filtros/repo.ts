// SQL: limits and names of saved filters are checked under a lock of the company.

import type { Db } from '@escuta/prisma/db';
import type { DitoSalvo } from '@escuta/shared/contracts/calls/filtros';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import type { Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { lock } from '@escuta/shared/platform/database/locks';
import { type Sql, sql } from '@escuta/shared/platform/database/sql';

type Own = Extract<Scope, { kind: 'empresa' }>;

export type FiltroRow = {
  id: string;
  nome: string;
  filtro: unknown;
  /** Words searched in conversations; null: a filter of calls. */
  dito: string | null;
  dito_por: 'agente' | 'cliente' | null;
  da_empresa: boolean;
  /** Author; null: account deleted. */
  autor_id: string | null;
  autor_nome: string | null;
  updated_at: Date;
};

const COLUMNS = sql`f.id, f.nome, f.filtro, f.dito, f.dito_por, f.da_empresa, f.autor_id, u.nome as autor_nome,
  f.updated_at`;
/** Condition: filters `f` visible to a person of the company. */
const seenBy = ({ empresaId }: Own, usuarioId: string): Sql =>
  sql`f.empresa_id = ${empresaId} and (f.da_empresa or f.autor_id = ${usuarioId})`;

/** The filters visible to a person, by name, at most `limit`. */
export async function listFiltros(
  db: Db,
  scope: Own,
  usuarioId: string,
  limit: number,
): Promise<FiltroRow[]> {
  const { rows } = await db.sql<FiltroRow>(
    sql`select ${COLUMNS} from filtros_salvos f left join usuarios u on u.id = f.autor_id
      where ${seenBy(scope, usuarioId)} order by escuta_normaliza(f.nome), f.id limit ${limit}`,
    'filtros_lista',
  );
  return rows;
}

/** Finds a filter by id; null if the person may not see the filter. */
export async function findFiltro(
  db: Db,
  scope: Own,
  usuarioId: string,
  id: string,
): Promise<FiltroRow | null> {
  const { rows } = await db.sql<FiltroRow>(
    sql`select ${COLUMNS} from filtros_salvos f left join usuarios u on u.id = f.autor_id
      where f.id = ${id} and ${seenBy(scope, usuarioId)}`,
    'filtros_um',
  );
  return rows[0] ?? null;
}

export async function lockFiltros(db: Db, { empresaId }: Own): Promise<void> {
  await lock(db, 'filtros', empresaId);
}

/**
 * Number of shared filters and of the author's own, and whether the author has another filter of this name. `autorId`:
 * null if the author's account was deleted.
 */
export async function roomFor(
  db: Db,
  { empresaId }: Own,
  autorId: string | null,
  filtro: { id: string | null; nome: string },
): Promise<{ empresa: number; pessoa: number; repetido: boolean }> {
  const { rows } = await db.sql<{ empresa: number; pessoa: number; repetido: boolean }>(
    sql`select count(*) filter (where f.da_empresa)::int as empresa,
        count(*) filter (where not f.da_empresa and f.autor_id = ${autorId}::uuid)::int as pessoa,
        coalesce(bool_or(f.autor_id is not distinct from ${autorId}::uuid
          and escuta_normaliza(f.nome) = escuta_normaliza(${filtro.nome})), false) as repetido
      from filtros_salvos f where f.empresa_id = ${empresaId} and f.id is distinct from ${filtro.id}::uuid`,
    'filtros_lugar',
  );
  return rows[0] as { empresa: number; pessoa: number; repetido: boolean };
}

/**
 * Stores a new filter.
 * @returns its id
 */
export async function addFiltro(
  db: Db,
  { empresaId }: Own,
  autorId: string,
  given: { nome: string; filtro: Filtro; dito: DitoSalvo | null; da_empresa: boolean },
): Promise<string> {
  const id = newId();
  await db.sql(
    sql`insert into filtros_salvos (id, empresa_id, autor_id, nome, filtro, dito, dito_por, da_empresa)
      values (${id}, ${empresaId}, ${autorId}, ${given.nome}, ${JSON.stringify(given.filtro)}::jsonb,
        ${given.dito?.q ?? null}, ${given.dito?.papel ?? null}, ${given.da_empresa})`,
  );
  return id;
}

export async function saveFiltro(
  db: Db,
  { empresaId }: Own,
  id: string,
  given: {
    nome?: string | undefined;
    filtro?: Filtro | undefined;
    dito?: DitoSalvo | undefined;
    da_empresa?: boolean | undefined;
  },
): Promise<void> {
  const filtro = given.filtro === undefined ? null : JSON.stringify(given.filtro);
  await db.sql(
    sql`update filtros_salvos set nome = coalesce(${given.nome ?? null}, nome),
        filtro = coalesce(${filtro}::jsonb, filtro),
        da_empresa = coalesce(${given.da_empresa ?? null}::boolean, da_empresa),
        dito = coalesce(${given.dito?.q ?? null}, dito),
        dito_por = case when ${given.dito !== undefined} then ${given.dito?.papel ?? null}
          else dito_por end, updated_at = now()
      where id = ${id} and empresa_id = ${empresaId}`,
  );
}

export async function removeFiltro(db: Db, scope: Own, id: string): Promise<void> {
  await db.within(scope).filtroSalvo.deleteMany({ where: { id, empresaId: scope.empresaId } });
}
