// SQL: PostgreSQL counts answers, in a fixed number of statements over a bounded number of interviews.

import type { Db } from '@escuta/prisma/db';
import { TEXTOS_MAX } from '@escuta/shared/contracts/operation/distribuicao';
import type { Ligacao, Teste } from '@escuta/shared/domain/interview/questionnaire/conditions';
import type { Scope } from '@escuta/shared/domain/scope';
import { COUNTED } from '@escuta/shared/platform/database/conditions/counted';
import { APAGADA } from '@escuta/shared/platform/database/conditions/given-work';
import { all, type Sql, sql } from '@escuta/shared/platform/database/sql';
import {
  AGENTE,
  type Alvo,
  cutOf,
  interviewsOf,
  type Recorte,
  targetInScope,
} from '../../../field/target.ts';

export type VersaoRow = {
  id: string;
  numero: number;
  questionarioId: string;
  questionarioNome: string;
  conteudo: unknown;
  entrevistas: number;
};
export type EntrevistasRow = { total: number; contadas: number; auditadas: number; versoes: VersaoRow[] };

/** A question of a version, with its condition; `redacao`: index of its wording in the caller's list. */
export type Lugar = {
  redacao: number;
  versaoId: string;
  perguntaId: string;
  condicao: { liga: Ligacao; testes: readonly Teste[] } | null;
};

/** `limite`: greatest number of interviews to count, the newest. */
type Pedido = { alvo: Alvo; recorte: Recorte; limite: number };

const CONTA = sql`${COUNTED} and not ${APAGADA}`;

/** Selects the interviews `e` to count: the newest of the target, up to `limite`. */
const counted = ({
  alvo,
  recorte,
  limite,
}: Pedido): Sql => sql`select e.id, e.questionario_versao_id as versao_id
  from entrevistas e ${AGENTE}
  where ${all([interviewsOf(alvo), CONTA, cutOf(recorte)])}
  order by e.created_at desc, e.id desc limit ${limite}`;

/** Number of counted interviews and their versions, newest first; null outside the scope. */
export async function readCounted(db: Db, scope: Scope, pedido: Pedido): Promise<EntrevistasRow | null> {
  const { alvo, recorte } = pedido;
  const { rows } = await db.sql<EntrevistasRow>(
    sql`with e as (${counted(pedido)}),
      v as (select e.versao_id, count(*)::int as entrevistas from e group by 1)
      select (select count(*)::int from e) as contadas,
        (select count(*)::int from e join entrevista_matriz m on m.entrevista_id = e.id) as auditadas,
        (select count(*)::int from entrevistas e ${AGENTE}
          where ${all([interviewsOf(alvo), CONTA, cutOf(recorte)])}) as total,
        coalesce((select json_agg(json_build_object('id', q.id, 'numero', q.numero, 'questionarioId', q.questionario_id,
            'questionarioNome', t.nome, 'conteudo', q.conteudo, 'entrevistas', v.entrevistas)
            order by q.questionario_id, q.numero desc)
          from v join questionario_versoes q on q.id = v.versao_id join questionarios t on t.id = q.questionario_id),
          '[]') as versoes
      ${targetInScope(scope, alvo)}`,
  );
  return rows[0] ?? null;
}

/** A text without case, accents and repeated blanks. */
const plain = (text: Sql): Sql =>
  sql`regexp_replace(btrim(escuta_normaliza(coalesce(${text}, ''))), '\\s+', ' ', 'g')`;

/** The typed number of an answer `r` in stored form. */
const TYPED_NUMBER = sql`case when cardinality(r.opcoes) = 0
  and btrim(r.texto_resposta) ~ '^-?[0-9][0-9.]{0,20}(,[0-9]{1,6})?$'
  then replace(replace(btrim(r.texto_resposta), '.', ''), ',', '.')::float8 end`;

/** Condition: answer `r` passes the test `t.um`, like passesTest (conditions.ts); a result of null counts as false. */
const TEST_PASSES = sql`(cardinality(r.opcoes) > 0 or btrim(coalesce(r.texto_resposta, '')) <> '') and case
  when t.um ? 'opcoes' then exists (select from jsonb_array_elements_text(t.um -> 'opcoes') o (id)
    where o.id::uuid = any (r.opcoes))
  when t.um ? 'exceto' then not exists (select from jsonb_array_elements_text(t.um -> 'exceto') o (id)
    where o.id::uuid = any (r.opcoes))
  when t.um ? 'contem' then strpos(${plain(sql`r.texto_resposta`)}, ${plain(sql`t.um ->> 'contem'`)}) > 0
  else ${TYPED_NUMBER} >= coalesce((t.um ->> 'de')::float8, '-infinity')
    and ${TYPED_NUMBER} <= coalesce((t.um ->> 'ate')::float8, 'infinity') end`;

/** Counts the interviews whose typed answers meet a wording's condition. */
export async function countAsked(
  db: Db,
  pedido: Pedido,
  lugares: readonly Lugar[],
): Promise<{ redacao: number; versaoId: string; n: number }[]> {
  if (lugares.length === 0) return [];
  const { rows } = await db.sql<{ redacao: number; versaoId: string; n: number }>(
    sql`with e as materialized (${counted(pedido)})
      select l.redacao, l."versaoId", count(*)::int as n
      from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb) as l (redacao int, "versaoId" uuid, condicao jsonb)
      join e on e.versao_id = l."versaoId"
      where (select case l.condicao ->> 'liga' when 'ou' then bool_or(t.passa) else bool_and(t.passa) end
        from (select coalesce(${TEST_PASSES}, false) as passa
          from jsonb_array_elements(l.condicao -> 'testes') t (um)
          left join respostas r on r.entrevista_id = e.id and r.pergunta_id = (t.um ->> 'perguntaId')::uuid) t)
      group by 1, 2`,
  );
  return rows;
}

/** Per question and option, number of interviews in which the option was said but not typed, or typed but not said. */
export type DivergenciaRow = { perguntaId: string; opcao: string; naoMarcada: number; naoDita: number };

/** Counts, by option, the answers whose verdict in force is 'diverge'. The target must be in the scope. */
export async function countOptionDifferences(db: Db, pedido: Pedido): Promise<DivergenciaRow[]> {
  const { rows } = await db.sql<DivergenciaRow>(
    sql`with e as materialized (${counted(pedido)})
      select c.pergunta_id as "perguntaId", o.opcao, count(*) filter (where o.dita)::int as "naoMarcada",
        count(*) filter (where not o.dita)::int as "naoDita"
      from e join confrontos c on c.entrevista_id = e.id and c.vigente
        and coalesce(c.veredito_pessoa, c.veredito) = 'diverge'
      cross join lateral (select unnest(c.opcoes_nao_marcadas) as opcao, true as dita
        union all select unnest(c.opcoes_nao_ditas), false) o
      group by 1, 2 order by 1, count(*) desc, 2`,
  );
  return rows;
}

type Contagem = { redacao: number; todas: number; conferem: number };
export type RespostasRow = {
  respondidas: (Contagem & { auditadas: number })[];
  /** Number of the sheet's cells that could not be read; their answers are unknown. */
  ilegiveis: { redacao: number; n: number }[];
  opcoes: (Contagem & { opcaoId: string })[];
  /** The most frequent texts of each wording, and the wording's number of different texts. */
  textos: (Contagem & { texto: string; diferentes: number })[];
  valores: (Contagem & { valor: number })[];
};

/**
 * Counts answers by wording: all, and those with the verdict 'confere' in force. Counts texts for the wordings in
 * `emPalavras`, numbers for those in `emNumeros`. The target must be in the scope.
 */
export async function countAnswers(
  db: Db,
  pedido: Pedido,
  lugares: readonly Lugar[],
  { emPalavras, emNumeros }: { emPalavras: readonly number[]; emNumeros: readonly number[] },
): Promise<RespostasRow> {
  // Groups equal answers first, so that later steps read few rows.
  const { rows } = await db.sql<RespostasRow>(
    sql`with e as materialized (${counted(pedido)}),
      lugares as materialized (select * from jsonb_to_recordset(${JSON.stringify(lugares)}::jsonb)
        as l (redacao int, "versaoId" uuid, "perguntaId" uuid)),
      grupos as materialized (
        select l.redacao, r.opcoes, btrim(coalesce(r.texto_resposta, '')) as texto,
          r.celula_estado is not null as ilegivel, count(*)::int as todas,
          count(*) filter (where coalesce(c.veredito_pessoa, c.veredito) = 'confere')::int as conferem,
          count(*) filter (where coalesce(c.veredito_pessoa, c.veredito)
            in ('confere', 'diverge', 'nao_perguntada', 'induzida'))::int
            as auditadas
        from e join respostas r on r.entrevista_id = e.id
        join lugares l on l."versaoId" = e.versao_id and l."perguntaId" = r.pergunta_id
        left join confrontos c on c.entrevista_id = e.id and c.pergunta_id = r.pergunta_id and c.vigente
        where cardinality(r.opcoes) > 0 or btrim(coalesce(r.texto_resposta, '')) <> '' or r.celula_estado is not null
        group by 1, 2, 3, 4
      ), ilegiveis as (
        select redacao, sum(todas) as n from grupos where ilegivel group by 1
      ), respondidas as (
        select redacao, sum(todas) as todas, sum(conferem) as conferem, sum(auditadas) as auditadas
        from grupos where not ilegivel group by 1
      ), opcoes as (
        select redacao, o.id as "opcaoId", sum(todas) as todas, sum(conferem) as conferem
        from grupos, unnest(opcoes) as o (id) group by 1, 2
      ), textos as (
        select redacao, min(texto) as texto, sum(todas) as todas, sum(conferem) as conferem,
          count(*) over (partition by redacao) as diferentes,
          row_number() over (partition by redacao order by sum(todas) desc, min(texto)) as lugar
        from grupos where redacao = any (${[...emPalavras]}::int[]) and texto <> ''
        group by redacao, escuta_normaliza(texto)
      ), valores as (
        select redacao, replace(replace(texto, '.', ''), ',', '.')::float8 as valor, sum(todas) as todas,
        sum(conferem) as conferem
        from grupos where redacao = any (${[...emNumeros]}::int[]) and texto ~ '^-?[0-9][0-9.]{0,20}(,[0-9]{1,6})?$'
        group by 1, 2
      )
      select coalesce((select json_agg(t) from respondidas t), '[]') as respondidas,
        coalesce((select json_agg(t) from ilegiveis t), '[]') as ilegiveis,
        coalesce((select json_agg(t) from opcoes t), '[]') as opcoes,
        coalesce((select json_agg(t order by t.redacao, t.lugar) from textos t where t.lugar <= ${TEXTOS_MAX}), '[]')
          as textos,
        coalesce((select json_agg(t) from valores t), '[]') as valores`,
  );
  return rows[0] ?? { respondidas: [], ilegiveis: [], opcoes: [], textos: [], valores: [] };
}
