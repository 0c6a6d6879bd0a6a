// SQL: answers are counted by PostgreSQL, in a fixed number of statements, of at most DISTRIBUICAO_MAX interviews.

import { DISTRIBUICAO_MAX, TEXTOS_MAX } from '@escuta/shared/contracts/distribuicao';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, type Sql, sql } from '@escuta/shared/node/sql';
import type { Pool } from 'pg';
import { AGENTE, type Alvo, cutOf, interviewsOf, type Recorte, targetInScope } from './target.ts';

export type VersaoRow = {
  id: string;
  numero: number;
  questionarioId: string;
  questionarioNome: string;
  conteudo: unknown;
  entrevistas: number;
};
export type EntrevistasRow = { total: number; contadas: number; auditadas: number; versoes: VersaoRow[] };

/** Which wording (its place in a list) a question of a version is, and of whom it is asked. */
export type Lugar = {
  redacao: number;
  versaoId: string;
  perguntaId: string;
  mostrarSe: { perguntaId: string; opcoes: readonly string[] } | null;
};

type Pedido = { alvo: Alvo; recorte: Recorte };

/** The interviews `e` that count: concluded ones, the newest. */
const counted = ({ alvo, recorte }: Pedido): Sql => sql`select e.id, e.questionario_versao_id as versao_id
  from entrevistas e ${AGENTE}
  where ${all([interviewsOf(alvo), sql`e.situacao = 'concluida'`, cutOf(recorte)])}
  order by e.created_at desc, e.id desc limit ${DISTRIBUICAO_MAX}`;

/** How many interviews count, and their versions, the newest first; null outside the scope. */
export async function readCounted(pool: Pool, scope: Scope, pedido: Pedido): Promise<EntrevistasRow | null> {
  const { alvo, recorte } = pedido;
  const { rows } = await pool.query<EntrevistasRow>(
    sql`with e as (${counted(pedido)}),
      v as (select e.versao_id, count(*)::int as entrevistas from e group by 1)
      select (select count(*)::int from e) as contadas,
        (select count(*)::int from e join entrevista_matriz m on m.entrevista_id = e.id) as auditadas,
        (select count(*)::int from entrevistas e ${AGENTE}
          where ${all([interviewsOf(alvo), sql`e.situacao = 'concluida'`, cutOf(recorte)])}) as total,
        coalesce((select json_agg(json_build_object('id', q.id, 'numero', q.numero, 'questionarioId', q.questionario_id,
            'questionarioNome', t.nome, 'conteudo', q.conteudo, 'entrevistas', v.entrevistas)
            order by q.questionario_id, q.numero desc)
          from v join questionario_versoes q on q.id = v.versao_id join questionarios t on t.id = q.questionario_id), '[]') as versoes
      ${targetInScope(scope, alvo)}`.statement(),
  );
  return rows[0] ?? null;
}

/**
 * Answers of the interviews that count, each with the wording it answers, and whether its verdict in force is 'confere' (`ok`).
 */
const answers = (
  pedido: Pedido,
  lugares: readonly Lugar[],
): Sql => sql`e as materialized (${counted(pedido)}),
  lugares as (select * from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb)
    as l (redacao int, "versaoId" uuid, "perguntaId" uuid, "mostrarSe" jsonb)),
  respondidas as (
    select l.redacao, r.opcoes, r.texto_resposta as texto,
      coalesce(coalesce(c.veredito_pessoa, c.veredito) = 'confere', false) as ok
    from e join respostas r on r.entrevista_id = e.id
    join lugares l on l."versaoId" = e.versao_id and l."perguntaId" = r.pergunta_id
    left join confrontos c on c.entrevista_id = e.id and c.pergunta_id = r.pergunta_id and c.vigente
    where cardinality(r.opcoes) > 0 or coalesce(r.texto_resposta, '') <> ''
  )`;

export type ContadaRow = { redacao: number; todas: number; conferem: number };

/** How many answered each wording. Only for a target in the scope, as all below. */
export async function countAnswered(
  pool: Pool,
  pedido: Pedido,
  lugares: readonly Lugar[],
): Promise<ContadaRow[]> {
  const { rows } = await pool.query<ContadaRow>(
    sql`with ${answers(pedido, lugares)}
      select redacao, count(*)::int as todas, count(*) filter (where ok)::int as conferem from respondidas group by 1`.statement(),
  );
  return rows;
}

/** Of whom a wording with a condition was asked: interviews whose typed answers meet it. */
export async function countAsked(
  pool: Pool,
  pedido: Pedido,
  lugares: readonly Lugar[],
): Promise<{ redacao: number; versaoId: string; n: number }[]> {
  if (lugares.length === 0) return [];
  const { rows } = await pool.query<{ redacao: number; versaoId: string; n: number }>(
    sql`with e as materialized (${counted(pedido)})
      select l.redacao, l."versaoId", count(*)::int as n
      from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb) as l (redacao int, "versaoId" uuid, "mostrarSe" jsonb)
      join e on e.versao_id = l."versaoId"
      join respostas r on r.entrevista_id = e.id and r.pergunta_id = (l."mostrarSe" ->> 'perguntaId')::uuid
      where exists (select from jsonb_array_elements_text(l."mostrarSe" -> 'opcoes') o (id) where o.id::uuid = any (r.opcoes))
      group by 1, 2`.statement(),
  );
  return rows;
}

export async function countOptions(
  pool: Pool,
  pedido: Pedido,
  lugares: readonly Lugar[],
): Promise<(ContadaRow & { opcaoId: string })[]> {
  const { rows } = await pool.query<ContadaRow & { opcaoId: string }>(
    sql`with ${answers(pedido, lugares)}
      select redacao, o.id as "opcaoId", count(*)::int as todas, count(*) filter (where ok)::int as conferem
      from respondidas, unnest(opcoes) as o (id) group by 1, 2`.statement(),
  );
  return rows;
}

export type TextoRow = ContadaRow & { texto: string; diferentes: number };

/** The most frequent answers in words of each of `redacoes`; a choice's own words ('outro') are among them. */
export async function listTexts(
  pool: Pool,
  pedido: Pedido,
  lugares: readonly Lugar[],
  redacoes: readonly number[],
): Promise<TextoRow[]> {
  if (redacoes.length === 0) return [];
  const { rows } = await pool.query<TextoRow>(
    sql`with ${answers(pedido, lugares)}, textos as (
        select redacao, min(btrim(texto)) as texto, count(*)::int as todas, count(*) filter (where ok)::int as conferem,
          count(*) over (partition by redacao)::int as diferentes,
          row_number() over (partition by redacao order by count(*) desc, min(btrim(texto))) as lugar
        from respondidas where redacao = any (${[...redacoes]}::int[]) and btrim(coalesce(texto, '')) <> ''
        group by redacao, escuta_normaliza(btrim(texto))
      )
      select redacao, texto, todas, conferem, diferentes from textos where lugar <= ${TEXTOS_MAX} order by redacao, lugar`.statement(),
  );
  return rows;
}

/** Answers that are numbers, as shared/src/domain/interview/typed-answer.ts writes them. */
const numbers = (
  pedido: Pedido,
  lugares: readonly Lugar[],
  redacoes: readonly number[],
): Sql => sql`${answers(pedido, lugares)},
  numeros as materialized (
    select redacao, ok, replace(replace(texto, '.', ''), ',', '.')::float8 as valor
    from respondidas where redacao = any (${[...redacoes]}::int[]) and texto ~ '^-?[0-9][0-9.]{0,20}(,[0-9]{1,6})?$'
  )`;

type Resumo = { media: number; mediana: number; q1: number; q3: number; minimo: number; maximo: number };
export type NumerosRow = {
  redacao: number;
  todas: Resumo;
  conferem: Resumo | null;
  inteiros: boolean;
};

const summary = (
  which: Sql,
): Sql => sql`case when count(*) filter (where ${which}) > 0 then json_build_object(
  'media', avg(valor) filter (where ${which}), 'minimo', min(valor) filter (where ${which}), 'maximo', max(valor) filter (where ${which}),
  'q1', percentile_cont(0.25) within group (order by valor) filter (where ${which}),
  'mediana', percentile_cont(0.5) within group (order by valor) filter (where ${which}),
  'q3', percentile_cont(0.75) within group (order by valor) filter (where ${which})) end`;

/** What the numbers of each of `redacoes` add up to; those without a number are left out. */
export async function summarizeNumbers(
  pool: Pool,
  pedido: Pedido,
  lugares: readonly Lugar[],
  redacoes: readonly number[],
): Promise<NumerosRow[]> {
  if (redacoes.length === 0) return [];
  const { rows } = await pool.query<NumerosRow>(
    sql`with ${numbers(pedido, lugares, redacoes)}
      select redacao, ${summary(sql`true`)} as todas, ${summary(sql`ok`)} as conferem, bool_and(valor = floor(valor)) as inteiros
      from numeros group by 1`.statement(),
  );
  return rows;
}

export type FaixasPedidas = { redacao: number; inicio: number; largura: number; quantas: number };

/** How many numbers fall in each range, by its place; ranges without any are left out. */
export async function countRanges(
  pool: Pool,
  pedido: Pedido,
  lugares: readonly Lugar[],
  faixas: readonly FaixasPedidas[],
): Promise<(ContadaRow & { faixa: number })[]> {
  if (faixas.length === 0) return [];
  const { rows } = await pool.query<ContadaRow & { faixa: number }>(
    sql`with ${numbers(
      pedido,
      lugares,
      faixas.map(({ redacao }) => redacao),
    )}
      select n.redacao, greatest(0, least(floor((n.valor - f.inicio) / f.largura + 1e-9), f.quantas - 1))::int as faixa,
        count(*)::int as todas, count(*) filter (where n.ok)::int as conferem
      from numeros n join jsonb_to_recordset(${JSON.stringify(faixas)}::jsonb)
        as f (redacao int, inicio float8, largura float8, quantas int) using (redacao)
      group by 1, 2`.statement(),
  );
  return rows;
}
