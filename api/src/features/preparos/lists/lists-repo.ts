// SQL: one statement reads a page of a sheet's rows or of an archive's recordings, because there may be thousands of
// them.

import type { Database, Db } from '@escuta/prisma/db';
import type { SituacaoGravacao, SituacaoLinha } from '@escuta/shared/contracts/surveys/preparos';
import type { OrigemGravacao } from '@escuta/shared/domain/audit-preparation';
import type { ColunaLida, PapelColuna } from '@escuta/shared/domain/survey-file/columns/columns';
import { REGRA_PROPOSTA, type RegraPar } from '@escuta/shared/domain/survey-file/pairing/pairing';
import { escapeLike } from '@escuta/shared/platform/database/like';
import { all, join, literal, param, type Sql, sql, when } from '@escuta/shared/platform/database/sql';
import { type Page, type PageAsked, pageOf, windowOf } from '../../../reads/page-repo.ts';

/** Kinds of columns that name a row and are searched. */
const NAMES = ['identificador', 'nome', 'telefone', 'data', 'entrevistador', 'arquivo'] as const;
type Name = (typeof NAMES)[number];

/** A number that exceeds the number of columns of any readable sheet. */
const COLUNAS_MAX = 10_000;

/** The cell of a row `l` by kind of column; null if absent or empty. */
export type Cells = Record<Name, Sql>;
export function cellsOf(colunas: readonly Pick<ColunaLida, 'n' | 'papel'>[]): Cells {
  const cell = (papel: PapelColuna): Sql => {
    const n = colunas.find((coluna) => coluna.papel === papel && coluna.n >= 0 && coluna.n < COLUNAS_MAX)?.n;
    return n === undefined ? literal('null::text') : sql`nullif(btrim(l.celulas[${n + 1}::int]), '')`;
  };
  return Object.fromEntries(NAMES.map((name) => [name, cell(name)])) as Cells;
}

/** True if one of the texts contains `q`, without accents and case. */
const holds = (columns: readonly Sql[], q: string): Sql => {
  const term = param(escapeLike(q));
  const matches = columns.map(
    (column) => sql`escuta_normaliza(coalesce(${column}, '')) like '%' || escuta_normaliza(${term}) || '%'`,
  );
  return sql`(${join(matches, ' or ')})`;
};

type Asked = PageAsked & { q?: string | undefined };

export type GravacaoDaLinha = {
  id: string;
  nome: string;
  duracao_ms: number | null;
  regra: RegraPar | null;
  nao_auditar: boolean;
  motivo: string | null;
};

export type LinhaRow = {
  n: number;
  identificador: string | null;
  nome: string | null;
  telefone: string | null;
  data: string | null;
  entrevistador: string | null;
  nao_auditar: boolean;
  gravacao: GravacaoDaLinha | null;
};

/** Longest shown text of a cell, characters. */
const CELULA = 300;

const linhaColumns = (
  cells: Cells,
): Sql => sql`l.n, left(${cells.identificador}, ${CELULA}) as identificador, left(${cells.nome}, ${CELULA}) as nome,
  left(${cells.telefone}, ${CELULA}) as telefone, left(${cells.data}, ${CELULA}) as data,
  left(${cells.entrevistador}, ${CELULA}) as entrevistador, l.nao_auditar,
  case when g.id is not null then json_build_object('id', g.id, 'nome', g.nome, 'duracao_ms', g.duracao_ms, 'regra',
    g.regra,
    'nao_auditar', g.nao_auditar, 'motivo', g.motivo) end as gravacao`;
const DA_LINHA = literal('left join preparo_gravacoes g on g.preparo_id = l.preparo_id and g.linha_n = l.n');

/** Rows of the sheet in order, rows without a recording last. */
export async function listLinhas(
  db: Db,
  preparoId: string,
  cells: Cells,
  { situacao, ...page }: Asked & { situacao?: SituacaoLinha | undefined },
): Promise<Page<LinhaRow>> {
  const bySituacao: Record<SituacaoLinha, Sql> = {
    com_gravacao: literal('g.id is not null'),
    sem_gravacao: literal('g.id is null and not l.nao_auditar'),
    nao_auditar: literal('(l.nao_auditar or coalesce(g.nao_auditar, false))'),
    par_proposto: sql`g.regra = ${REGRA_PROPOSTA}`,
  };
  const where = all([
    sql`l.preparo_id = ${preparoId}::uuid`,
    when(situacao, (one) => bySituacao[one]),
    when(page.q, (q) =>
      holds([cells.identificador, cells.nome, cells.telefone, cells.arquivo, sql`g.nome`], q),
    ),
  ]);
  // A single scan of the rows counts the matches and sorts their numbers; cells are read only for the page's rows.
  const { rows } = await db.sql<LinhaRow & { total: number; sem: boolean }>(
    sql`with achadas as materialized (select l.n, g.id is null as sem from preparo_linhas l ${DA_LINHA} where ${where}),
        pagina as (select n, sem from achadas order by sem, n ${windowOf(page)})
      select t.total, linhas.* from (select count(*)::int as total from achadas) t
        left join lateral (select pagina.sem, ${linhaColumns(cells)} from pagina
          join preparo_linhas l on l.preparo_id = ${preparoId}::uuid and l.n = pagina.n ${DA_LINHA}) linhas on true
      order by linhas.sem, linhas.n`,
  );
  return {
    rows: rows.filter(({ n }) => n !== null).map(({ total: _, sem: __, ...row }) => row),
    total: rows[0]?.total ?? 0,
    exato: true,
  };
}

/** Finds row `n` of a prepared audit's sheet, with its recording. */
export async function findLinha(
  db: Db,
  preparoId: string,
  cells: Cells,
  n: number,
): Promise<LinhaRow | null> {
  const { rows } = await db.sql<LinhaRow>(
    sql`select ${linhaColumns(cells)} from preparo_linhas l ${DA_LINHA} where l.preparo_id = ${preparoId}::uuid
      and l.n = ${n}`,
  );
  return rows[0] ?? null;
}

export type GravacaoRow = {
  id: string;
  origem: OrigemGravacao;
  nome: string;
  tamanho: number | null;
  duracao_ms: number | null;
  motivo: string | null;
  linha: number | null;
  regra: RegraPar | null;
  candidatas: { linha: number; nome: string }[];
  nao_auditar: boolean;
  repetida_de: string | null;
};

/** Columns of recording `g`; `cells` gives the names of its candidate rows `l`. */
const gravacaoColumns = (
  cells: Cells,
): Sql => sql`g.id, g.origem, g.nome, g.tamanho::float8 as tamanho, g.duracao_ms, g.motivo, g.linha_n as linha, g.regra,
  g.nao_auditar,
  (select d.nome from preparo_gravacoes d where d.preparo_id = g.preparo_id and d.sha256 = g.sha256 and d.id <> g.id
    order by d.origem, d.indice limit 1) as repetida_de,
  coalesce((select json_agg(json_build_object('linha', l.n, 'nome',
    left(coalesce(${cells.nome}, ${cells.identificador}, 'Linha ' || l.n), ${CELULA}))
      order by l.n) from preparo_linhas l where l.preparo_id = g.preparo_id and l.n = any (g.candidatas[1:20])),
      '[]') as candidatas`;

/** Recordings: main recordings first, then by order in the archive. */
export function listGravacoes(
  db: Database,
  preparoId: string,
  cells: Cells,
  { situacao, ...page }: Asked & { situacao?: SituacaoGravacao | undefined },
): Promise<Page<GravacaoRow>> {
  const bySituacao: Record<SituacaoGravacao, Sql> = {
    com_linha: literal('g.linha_n is not null'),
    sem_linha: literal('g.linha_n is null and g.motivo is null and not g.nao_auditar'),
    ambigua: literal(
      'g.linha_n is null and g.motivo is null and not g.nao_auditar and cardinality(g.candidatas) > 0',
    ),
    recusada: literal('g.motivo is not null'),
    nao_auditar: literal('g.nao_auditar'),
  };
  const where = all([
    sql`g.preparo_id = ${preparoId}::uuid`,
    when(situacao, (one) => bySituacao[one]),
    when(page.q, (q) => holds([sql`g.nome`], q)),
  ]);
  const found = sql`preparo_gravacoes g where ${where}`;
  return pageOf<GravacaoRow>(
    db,
    page,
    (window) => sql`with pagina as (select g.id from ${found} order by g.origem, g.indice ${window})
      select ${gravacaoColumns(cells)} from pagina join preparo_gravacoes g using (id) order by g.origem, g.indice`,
    found,
  );
}

/** Finds a prepared audit's recording. */
export async function findGravacao(
  db: Db,
  preparoId: string,
  cells: Cells,
  id: string,
): Promise<GravacaoRow | null> {
  const { rows } = await db.sql<GravacaoRow>(
    sql`select ${gravacaoColumns(cells)} from preparo_gravacoes g where g.preparo_id = ${preparoId}::uuid
      and g.id = ${id}::uuid`,
  );
  return rows[0] ?? null;
}

/** Finds the storage place of a recording's bytes. */
export async function findSound(
  db: Db,
  preparoId: string,
  id: string,
): Promise<{
  nome: string;
  chave_objeto: string | null;
  tamanho: number | null;
  tipo: string | null;
  sha256: string | null;
  item_id: string | null;
} | null> {
  const { rows } = await db.sql(
    sql`select nome, chave_objeto, tamanho::float8 as tamanho, tipo, sha256, item_id from preparo_gravacoes
      where preparo_id = ${preparoId}::uuid and id = ${id}::uuid`,
    'preparo_som',
  );
  return rows[0] ?? null;
}
