// SQL: saving an export's choice of columns replaces the choice of the same name, within limits, under a company lock.

import type { Db } from '@escuta/prisma/db';
import type { FormatoExportacao, TipoExportacao } from '@escuta/shared/domain/exports/exports';
import type { Scope } from '@escuta/shared/domain/scope';
import { newId } from '@escuta/shared/platform/database/ids';
import { lock } from '@escuta/shared/platform/database/locks';
import { all, type Sql, sql, when } from '@escuta/shared/platform/database/sql';

type Own = Extract<Scope, { kind: 'empresa' }>;

export type ModeloRow = {
  id: string;
  tipo: TipoExportacao;
  nome: string;
  formato: FormatoExportacao;
  colunas: string[];
  planilhas: string[];
  da_empresa: boolean;
  /** Author; null: account deleted. */
  autor_id: string | null;
  autor_nome: string | null;
};

/** Condition: choices `m` visible to a person of the company. */
const seenBy = ({ empresaId }: Own, usuarioId: string): Sql =>
  sql`m.empresa_id = ${empresaId}::uuid and (m.da_empresa or m.autor_id = ${usuarioId}::uuid)`;

/** The choices visible to a person, by name, at most `limit`; `id`: only this choice. */
export async function listModelos(
  db: Db,
  scope: Own,
  usuarioId: string,
  { tipo, id, limit }: { tipo?: TipoExportacao | undefined; id?: string; limit: number },
): Promise<ModeloRow[]> {
  const { rows } = await db.sql<ModeloRow>(
    sql`select m.id, m.tipo, m.nome, m.formato, m.colunas, m.planilhas, m.da_empresa, m.autor_id,
      coalesce(u.nome, u.email) as autor_nome
      from exportacao_modelos m left join usuarios u on u.id = m.autor_id
      where ${all([
        seenBy(scope, usuarioId),
        when(tipo, (one) => sql`m.tipo = ${one}`),
        when(id, (one) => sql`m.id = ${one}::uuid`),
      ])} order by escuta_normaliza(m.nome), m.id limit ${limit}`,
  );
  return rows;
}

export async function lockModelos(db: Db, { empresaId }: Own): Promise<void> {
  await lock(db, 'escolhasDeExportacao', empresaId);
}

/** Number of the company's shared choices and of the person's own choices, except one with the given name. */
export async function countModelos(
  db: Db,
  { empresaId }: Own,
  autorId: string,
  { tipo, nome }: { tipo: TipoExportacao; nome: string },
): Promise<{ empresa: number; pessoa: number }> {
  const { rows } = await db.sql<{ empresa: number; pessoa: number }>(
    sql`select count(*) filter (where m.da_empresa)::int as empresa,
        count(*) filter (where not m.da_empresa and m.autor_id = ${autorId}::uuid)::int as pessoa
      from exportacao_modelos m where m.empresa_id = ${empresaId}::uuid
        and not (m.autor_id = ${autorId}::uuid and m.tipo = ${tipo} and m.nome = ${nome})`,
    'modelos_exportacao_lugar',
  );
  return rows[0] as { empresa: number; pessoa: number };
}

/**
 * Saves a choice; replaces the author's choice of the same kind and name.
 * @returns its id
 */
export async function saveModelo(
  db: Db,
  { empresaId }: Own,
  autorId: string,
  given: Pick<ModeloRow, 'tipo' | 'nome' | 'formato' | 'colunas' | 'planilhas' | 'da_empresa'>,
): Promise<string> {
  const { rows } = await db.sql<{ id: string }>(
    sql`insert into exportacao_modelos (id, empresa_id, autor_id, tipo, nome, formato, colunas, planilhas, da_empresa)
      values (${newId()}, ${empresaId}, ${autorId}, ${given.tipo}, ${given.nome}, ${given.formato}, ${given.colunas},
        ${given.planilhas},
        ${given.da_empresa})
      on conflict (empresa_id, autor_id, tipo, nome) do update set formato = excluded.formato,
      colunas = excluded.colunas,
        planilhas = excluded.planilhas, da_empresa = excluded.da_empresa
      returning id`,
  );
  return (rows[0] as { id: string }).id;
}

export async function removeModelo(db: Db, scope: Own, id: string): Promise<void> {
  await db.within(scope).exportacaoModelo.deleteMany({ where: { id, empresaId: scope.empresaId } });
}
