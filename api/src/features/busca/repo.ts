// SQL: each statement is written for one index of busca_falas (decision 24); Prisma does not know these indices.

import type { Db } from '@escuta/prisma/db';
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import type { PrecisaoInicio } from '@escuta/shared/domain/interview/device/start';
import { companyScope, empresaIdOf, type Scope } from '@escuta/shared/domain/scope';
import { filterSql } from '@escuta/shared/platform/database/conditions/filter';
import { ITEM_PRECISION } from '@escuta/shared/platform/database/conditions/start';
import {
  all,
  inScope,
  int,
  isoTime,
  ofScope,
  param,
  type Sql,
  sql,
  when,
} from '@escuta/shared/platform/database/sql';
import { RecentValues } from '../../reads/recent-values.ts';

/** Greatest number of projects searched, recently changed first. */
const PROJETOS_LIMITE = 300;

/** Position of a row in the order, newest first. */
export type Lugar = { quando: string; itemId: string; id: string };
/** The searched times, from `de` to `ate` (exclusive); ISO 8601. */
export type Janela = { de: string; ate: string };

export type Alvo = {
  /** The company of all `projetos`; null if the request names projects, or the projects belong to several companies. */
  empresaId: string | null;
  projetos: readonly string[];
  tsquery: string;
  papeis: readonly string[] | null;
  agenteId: string | null;
  filtro: Filtro;
};

/**
 * The lexicon's entry of a word: its stems in the index, and by month its number of sides (a party's words in a call).
 */
export type PalavraConhecida = {
  palavra: string;
  radicais: string[];
  /** Pairs of a month's first day and the number of sides with the word in that month. */
  meses: [string, number][];
  /** True if only one form of the word was said, so that no side is counted twice. */
  umaForma: boolean;
};

/** Stems of words, cached for all callers, because the database needs half a millisecond for each word. */
const radicaisDe = new RecentValues<string[]>({ ttlMs: 3_600_000, max: 5000 });

/** The data that a search needs before its start. */
export type Terreno = {
  /** Ids of the searched projects of the scope; `fora`: number of the scope's projects that are not searched. */
  projetos: string[];
  fora: number;
  /** True while a company's index is being built. */
  indexando: boolean;
  /** The words with stems and counts; '' counts all sides of each month. */
  palavras: PalavraConhecida[];
};

/** Reads a search's `Terreno` in one statement. */
export async function groundOf(
  db: Db,
  scope: Scope,
  projetoId: string | undefined,
  palavras: readonly string[],
): Promise<Terreno> {
  const where = all([ofScope(scope, sql`p.empresa_id`), when(projetoId, (id) => sql`p.id = ${id}::uuid`)]);
  const asked = ['', ...palavras].map((palavra) => ({
    palavra,
    radicais: palavra === '' ? [''] : (radicaisDe.get(palavra) ?? null),
  }));
  // `p` is materialized, because otherwise its stems (half a millisecond each) would be computed for each row of words.
  const { rows } = await db.sql<Omit<Terreno, 'fora'> & { todos: number }>(
    sql`with projetos as materialized (
        select p.id, p.empresa_id, count(*) over ()::int as todos from projetos p where ${where}
        order by p.updated_at desc, p.id desc limit ${int(PROJETOS_LIMITE)}
      ), p as materialized (
        select palavra, coalesce(radicais, escuta_radicais(palavra)) as radicais
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as u (palavra text, radicais text[])
      )
      select coalesce((select json_agg(id) from projetos), '[]') as projetos,
      coalesce((select max(todos) from projetos), 0) as todos,
        exists (select from tarefas t where t.tipo = 'reindexar' and t.status in ('pendente', 'executando')
          and t.empresa_id in (select empresa_id from projetos)) as indexando,
        (select json_agg(json_build_object('palavra', p.palavra, 'radicais', p.radicais, 'meses', coalesce(m.meses,
          '[]'), 'umaForma', coalesce(m.uma, true)))
          from p, lateral (
            select json_agg(json_build_array(m.mes, m.docs)) as meses, bool_and(m.uma) as uma from (
              select l.mes, sum(l.docs)::int as docs, count(*) = count(distinct l.projeto_id) as uma from lexico_mes l
              where l.projeto_id = any((select array_agg(id) from projetos)::uuid[])
                and case when p.palavra = '' then l.forma = '' else l.forma <> '' end
                and (l.lexema = any(p.radicais) or l.raiz = any(p.radicais)) group by l.mes) m) m) as palavras`,
    `busca_terreno${empresaIdOf(scope) ? '-empresa' : ''}${projetoId ? '-um' : ''}`,
  );
  const { todos = 0, ...found } = rows[0] ?? { projetos: [], indexando: false, palavras: [] };
  for (const [at, { palavra, radicais }] of found.palavras.entries())
    if (asked[at]?.radicais === null) radicaisDe.set(palavra, radicais);
  return { ...found, fora: todos - found.projetos.length };
}

export type Lado = Lugar & { papel: string };

const KEY = sql`b.quando, b.item_id, b.id, b.papel, b.bloco`;
const FOUND = sql`${isoTime(sql`b.quando`)} as quando, b.item_id as "itemId", b.id, b.papel`;
const NEWEST = sql`order by b.quando desc, b.item_id desc, b.id desc`;

function within({ de, ate }: Janela, apos: Lugar | null): Sql {
  const rest = apos
    ? sql`(b.quando, b.item_id, b.id) < (${apos.quando}::timestamptz, ${apos.itemId}::uuid, ${apos.id}::uuid)`
    : sql`true`;
  return sql`b.quando >= ${de}::timestamptz and b.quando < ${ate}::timestamptz
    and ${rest}`;
}

function furtherConditions({ papeis, agenteId, filtro }: Alvo): Sql {
  const semFiltro = 'todas' in filtro && filtro.todas.length === 0;
  return all([
    papeis ? sql`b.papel = any(${papeis}::text[])` : null,
    // This condition on an indexed column excludes nearly all other rows. The filter below handles merged agents.
    agenteId
      ? sql`b.agente_id in (select a.id from agentes a where a.id = ${agenteId}::uuid
        or a.fundido_em_id = ${agenteId}::uuid
          or a.id in (select f.fundido_em_id from agentes f where f.id = ${agenteId}::uuid))`
      : null,
    semFiltro
      ? null
      : sql`exists (select from auditoria_itens i where i.id = b.item_id and ${filterSql(filtro)})`,
  ]);
}

/** Condition: block `b` is the first match of its side (a party's words in a call), so that a side is shown once. */
const firstBlock = (
  { tsquery }: Alvo,
  { de, ate }: Janela,
) => sql`(b.bloco = 0 or not exists (select from busca_falas o
  where o.item_id = b.item_id and o.papel = b.papel and o.quando = b.quando and o.bloco < b.bloco
    and o.vetor @@ ${tsquery}::tsquery
    and o.quando >= ${de}::timestamptz and o.quando < ${ate}::timestamptz))`;

/**
 * For rare words: finds by the GIN index all matching sides (a party's words in a call) of `janela`, then takes the
 * newest. `todos`: number of matches.
 */
export function rareStatement(alvo: Alvo, janela: Janela, apos: Lugar | null, limite: number) {
  return sql`with b as materialized (
      select ${KEY} from busca_falas b where b.projeto_id = any(${alvo.projetos}::uuid[])
        and b.vetor @@ ${alvo.tsquery}::tsquery
        and ${within(janela, apos)} and ${furtherConditions(alvo)} and ${firstBlock(alvo, janela)}
    ) select ${FOUND}, (select count(*)::int from b) as todos from b ${NEWEST} limit ${int(limite)}`.statement();
}

export async function rareSides(
  db: Db,
  alvo: Alvo,
  janela: Janela,
  apos: Lugar | null,
  limite: number,
): Promise<{ lados: Lado[]; todos: number }> {
  const { rows } = await db.query<Lado & { todos: number }>(rareStatement(alvo, janela, apos, limite));
  return { lados: rows.map(({ todos: _, ...lado }) => lado), todos: rows[0]?.todos ?? 0 };
}

/**
 * Result of reading in order: the matching sides, the last row read (null: no more rows) and the number of rows read.
 * Row and number are only given if fewer than `limite` sides match.
 */
export type Passeio = { lados: Lado[]; ultimo: Lugar | null; vistos: number };

/**
 * For frequent words: reads up to `passo` newest rows until `limite` of them match. The last of the `passo` rows is
 * found in the index alone.
 */
export function walkStatement(
  alvo: Alvo,
  janela: Janela,
  apos: Lugar | null,
  { passo, limite }: { passo: number; limite: number },
) {
  const newest = sql`${within(janela, apos)} ${NEWEST} limit ${int(passo)}`;
  const of = (owner: Sql, columns: Sql) =>
    sql`select ${columns} from busca_falas b where ${owner} and ${newest}`;
  const [only, ...others] = alvo.projetos;
  const step = (columns: Sql): Sql => {
    if (alvo.empresaId)
      return of(
        sql`b.empresa_id = ${alvo.empresaId}::uuid and b.projeto_id = any(${alvo.projetos}::uuid[])`,
        columns,
      );
    // For a single project the index has the rows in order, so only the needed rows are read.
    if (only !== undefined && others.length === 0) return of(sql`b.projeto_id = ${only}::uuid`, columns);
    return sql`select b.* from unnest(${alvo.projetos}::uuid[]) as p (id),
      lateral (${of(sql`b.projeto_id = p.id`, columns)}) b
      ${NEWEST} limit ${int(passo)}`;
  };
  return sql`with vistos as materialized (${step(sql`b.quando, b.item_id, b.id, null as papel`)}),
    achados as materialized (select ${FOUND} from (${step(sql`${KEY}, b.vetor, b.agente_id`)}) b
      where b.vetor @@ ${alvo.tsquery}::tsquery and ${furtherConditions(alvo)}
        and ${firstBlock(alvo, janela)} ${NEWEST} limit ${int(limite)})
    select case when c.falta then (select count(*)::int from vistos) else 0 end as vistos,
      case when c.falta then (select row_to_json(l) from (select ${FOUND} from vistos b order by b.quando, b.item_id,
        b.id limit 1) l) end as ultimo,
      coalesce((select json_agg(a) from achados a), '[]') as lados
    from (select count(*) < ${int(limite)} as falta from achados) c`.statement();
}

export async function walk(
  db: Db,
  alvo: Alvo,
  janela: Janela,
  apos: Lugar | null,
  step: { passo: number; limite: number },
): Promise<Passeio> {
  const { rows } = await db.query<Passeio>(walkStatement(alvo, janela, apos, step));
  return rows[0] ?? { lados: [], ultimo: null, vistos: 0 };
}

/** Counts matching sides (a party's words in a call) of a time window, up to `limite`. */
export async function countSides(db: Db, alvo: Alvo, janela: Janela, limite: number): Promise<number> {
  const { rows } = await db.sql<{ n: number }>(
    sql`select count(*)::int as n from (select from busca_falas b where b.projeto_id = any(${alvo.projetos}::uuid[])
      and b.vetor @@ ${alvo.tsquery}::tsquery and ${within(janela, null)} and ${furtherConditions(alvo)}
        and ${firstBlock(alvo, janela)}
      limit ${int(limite)}) achados`,
  );
  return rows[0]?.n ?? 0;
}

export type LadoDescrito = {
  id: string;
  item_id: string;
  execucao_id: string;
  papel: string;
  quando: Date;
  inicio_precisao: PrecisaoInicio | null;
  /** Blocks of the side, in order. `lugares`: positions of the searched words, by requested index entry. */
  blocos: { marcos: number[]; ordens: number[]; lugares: Record<string, number[]> | null }[];
  tipo_item: string;
  projeto_id: string;
  projeto_nome: string;
  agente_id: string | null;
  agente_nome: string | null;
  nome_entrevistado: string | null;
  numero_destino: string | null;
  ramal: string | null;
  call_duration: number | null;
  nota: number | null;
  sentimento: string | null;
  gravacao: boolean;
};

/** Reads the calls of sides, and the positions of the searched words. */
export async function describeSides(
  db: Db,
  scope: Scope,
  lados: readonly Lado[],
  radicais: readonly string[],
): Promise<LadoDescrito[]> {
  // Sides come newest first, so the first and the last side limit the months to read.
  const [first, last] = [param(lados[0]?.quando ?? null), param(lados.at(-1)?.quando ?? null)];
  const shown = (quando: Sql) => sql`${quando} between ${last}::timestamptz and ${first}::timestamptz`;
  const { rows } = await db.sql<LadoDescrito>(
    sql`select b.id, b.item_id, b.execucao_id, b.papel, b.quando,
        (select json_agg(json_build_object('marcos', o.marcos, 'ordens', o.ordens, 'lugares', (
            select json_object_agg(v.lexeme, v.positions) from unnest(ts_filter(setweight(o.vetor, 'A',
              ${radicais}::text[]), '{a}')) v
            where v.lexeme = any(${radicais}::text[]) and v.positions is not null)) order by o.bloco)
          from busca_falas o where o.item_id = b.item_id and o.papel = b.papel and o.quando = b.quando
            and ${shown(sql`o.quando`)}) as blocos,
        ${ITEM_PRECISION} as inicio_precisao, i.tipo_item, i.projeto_id, p.nome as projeto_nome, a.id as agente_id,
          a.nome as agente_nome, i.nome_entrevistado,
        i.numero_destino, i.ramal, i.call_duration, round(q.pontuacao * 100)::int as nota, q.sentimento,
        i.arquivo_path is not null as gravacao
      from unnest(${lados.map(({ id }) => id)}::uuid[], ${lados.map(({ quando }) => quando)}::timestamptz[])
          with ordinality as l (id, quando, n)
        join busca_falas b on b.id = l.id and b.quando = l.quando and ${shown(sql`b.quando`)}
        join auditoria_itens i on i.id = b.item_id and ${inScope(scope, sql`i.empresa_id`)}
        join projetos p on p.id = i.projeto_id
        left join item_qualidade q on q.item_id = i.id
        left join agentes dito on dito.id = b.agente_id
        left join agentes a on a.id = coalesce(dito.fundido_em_id, dito.id)
      order by l.n`,
    'busca_lados',
  );
  return rows;
}

/** The indexed word most similar to a word that the index lacks; null if no indexed word is similar enough. */
export async function similarWord(
  db: Db,
  projetos: readonly string[],
  palavra: string,
): Promise<string | null> {
  const { rows } = await db.sql<{ forma: string }>(
    sql`select s.forma from (
        select l.forma, l.docs from lexico_mes l where l.projeto_id = any(${projetos}::uuid[])
          and l.forma operator(public.%) ${palavra} limit 500) s
      where public.similarity(s.forma, ${palavra}) >= 0.4 and s.forma !~ '[0-9]'
      group by s.forma order by public.similarity(s.forma, ${palavra}) desc, sum(s.docs) desc, s.forma limit 1`,
    'busca_parecida',
  );
  return rows[0]?.forma ?? null;
}

/** Locks a company; false if there is none. */
export async function lockCompany(db: Db, empresaId: string): Promise<boolean> {
  const { rowCount } = await db.sql(sql`select from empresas where id = ${empresaId} for update`);
  return rowCount === 1;
}

/** True while a task rebuilds a company's index. */
export async function isBeingReindexed(db: Db, empresaId: string): Promise<boolean> {
  const where = { empresaId, tipo: 'reindexar', status: { in: ['pendente', 'executando'] } };
  return (
    (await db.within(companyScope(empresaId)).tarefa.findFirst({ where, select: { id: true } })) !== null
  );
}
