// SQL: figures of a survey or an audit are counted by PostgreSQL, set by set, in a fixed number of statements.

import { FALHAS_INAUDIVEIS, INAUDIVEIS_MAX } from '@escuta/shared/domain/interview/figures';
import { LETRA_DO_VEREDITO } from '@escuta/shared/domain/interview/matrix';
import { VEREDITOS, type Veredito } from '@escuta/shared/domain/interview/verdict';
import type { EntrevistaOuvida } from '@escuta/shared/domain/interview/verification';
import type { Scope } from '@escuta/shared/domain/scope';
import { all, int, join, type Sql, sql } from '@escuta/shared/node/sql';
import type { Queryable } from '@escuta/shared/node/transaction';
import { questionsOf } from '../../stored-questions.ts';
import { CHANGED_BY_CORRECTION, CORRECTION_OF_CELL } from './correction-of-cell.ts';
import {
  AGENTE,
  AGENTE_ID,
  type Alvo,
  cutOf,
  interviewsOf,
  matrixOf,
  type Recorte,
  targetInScope,
} from './target.ts';

export type Contada = { audiveis: number } & Record<Veredito, number>;
export type Totais = {
  auditadas: number;
  /** Processed, and without a verdict because nothing can be heard or understood in the recording. */
  inaudiveis: number;
  ia: Contada;
  revisada: Contada;
  total: number;
  concluidas: number;
  /** Finished, not audited, and without a file although nobody refused to be recorded. */
  semGravacao: number;
  gravacaoRecusada: number;
  revisadas: number;
  corrigidas: number;
  ofensas: number;
};

/** How often a letter stands in a row's text. */
const count = (column: Sql, veredito: Veredito): Sql =>
  sql`(length(${column}) - length(replace(${column}, ${LETRA_DO_VEREDITO[veredito]}, '')))`;

/** Counts of all verdicts over rows of the matrix, and of the interviews among them that can be heard, as JSON. */
function counted(column: Sql): Sql {
  const sums = VEREDITOS.map(
    (veredito) => sql`${veredito}::text, coalesce(sum(${count(column, veredito)}), 0)`,
  );
  const applicable = sql`(length(${column}) - ${count(column, 'nao_se_aplica')})`;
  return sql`json_build_object(${join(sums, ', ')}, 'audiveis',
    count(*) filter (where m.tem_fala and ${count(column, 'inaudivel')} <= ${applicable} * ${INAUDIVEIS_MAX}::float8))`;
}

/** The totals of a survey or an audit; null outside the scope. */
export async function readTotals(
  pool: Queryable,
  scope: Scope,
  alvo: Alvo,
  recorte: Recorte,
): Promise<Totais | null> {
  const cut = cutOf(recorte);
  const { rows } = await pool.query<{ linha: Totais }>(
    sql`with m as (
        select m.* from entrevista_matriz m join entrevistas e on e.id = m.entrevista_id ${AGENTE}
        where ${all([matrixOf(alvo), cut])}
      ), auditadas as (
        select count(*) as auditadas, ${counted(sql`m.codigos_ia`)} as ia, ${counted(sql`m.codigos`)} as revisada,
          coalesce(sum(length(translate(m.marcas, 'm-', ''))), 0) as revisadas
        from m
      ), corrigidas as (
        select count(*) as corrigidas from m join confrontos c on c.entrevista_id = m.entrevista_id and c.vigente
        where m.codigos <> m.codigos_ia and c.veredito_pessoa is null and ${CHANGED_BY_CORRECTION}
      ), feitas as (
        select count(*) as total, count(*) filter (where e.situacao = 'concluida') as concluidas,
          count(*) filter (where e.situacao = 'concluida' and e.gravacao <> 'recusada' and x.entrevista_id is null
            and not exists (select from auditoria_itens i where i.entrevista_id = e.id and i.arquivo_nome is not null)
          ) as "semGravacao",
          count(*) filter (where e.gravacao = 'recusada') as "gravacaoRecusada",
          count(*) filter (where x.entrevista_id is null and exists (
            select from auditoria_itens i join lateral (
              select r.codigo_motivo from execucoes r where r.item_id = i.id order by r.created_at desc, r.id desc limit 1
            ) r on r.codigo_motivo = any (${[...FALHAS_INAUDIVEIS]}::text[])
            where i.entrevista_id = e.id and i.status = 'erro')) as inaudiveis
        from entrevistas e left join entrevista_matriz x on x.entrevista_id = e.id ${AGENTE}
        where ${all([interviewsOf(alvo), cut])}
      ), ofensas as (
        select coalesce(sum(jsonb_array_length(r.ofensas)), 0) as ofensas from m, lateral (
          select case when jsonb_typeof(r.analise_texto -> 'ofensas') = 'array' then r.analise_texto -> 'ofensas' else '[]' end as ofensas
          from auditoria_resultados r where r.item_id = m.item_id and r.status_processamento = 'concluido'
          order by r.created_at desc, r.id desc limit 1) r
      )
      select (select json_build_object('auditadas', a.auditadas, 'ia', a.ia, 'revisada', a.revisada, 'revisadas', a.revisadas, 'corrigidas', k.corrigidas, 'inaudiveis', f.inaudiveis,
          'total', f.total, 'concluidas', f.concluidas, 'semGravacao', f."semGravacao", 'gravacaoRecusada', f."gravacaoRecusada",
          'ofensas', o.ofensas) from auditadas a, corrigidas k, feitas f, ofensas o) as linha
      ${targetInScope(scope, alvo)}`.statement(),
  );
  return rows[0]?.linha ?? null;
}

export type CelulasRow = {
  perguntaId: string;
  agenteId: string | null;
  entrevistas: number;
  porVeredito: Record<Veredito, number>;
  fieis: number;
  maiores: number;
  feitas: number;
  sentimentoSoma: number;
  sentimentoN: number;
};

/** Cells `c` in force of the audited interviews, with what was asked for. */
const cells = (alvo: Alvo, recorte: Recorte): Sql => sql`entrevista_matriz m
  join entrevistas e on e.id = m.entrevista_id ${AGENTE}
  join confrontos c on c.entrevista_id = m.entrevista_id and c.vigente
  where ${all([matrixOf(alvo), cutOf(recorte)])}`;

const IN_FORCE = sql`coalesce(c.veredito_pessoa, c.veredito)`;

/** Cell `c` rests on an unread cell of the sheet, and no person has judged it: it counts for no interviewer. */
const UNREAD = sql`(c.planilha is not null and c.veredito_pessoa is null)`;

/**
 * Cells counted by question and interviewer (merged agents are one). A cell that rests on an unread cell of the sheet
 * counts with no verdict and no reading. Only for a target that is in the scope.
 */
export async function countCells(pool: Queryable, alvo: Alvo, recorte: Recorte): Promise<CelulasRow[]> {
  const sums = VEREDITOS.map(
    (veredito) => sql`${veredito}::text, count(*) filter (where c.v = ${veredito}::text)`,
  );
  const { rows } = await pool.query<CelulasRow>(
    sql`select c.pergunta_id as "perguntaId", c.agente_id as "agenteId", count(*)::int as entrevistas,
        json_build_object(${join(sums, ', ')}) as "porVeredito",
        count(*) filter (where c.leitura_provada and c.leitura in ('exata', 'menor'))::int as fieis,
        count(*) filter (where c.leitura_provada and c.leitura = 'maior')::int as maiores,
        count(*) filter (where c.v in ('confere', 'diverge', 'induzida')
          or (c.v = 'a_revisar' and c.leitura_provada and c.leitura not in ('nao_feita', 'inaudivel')))::int as feitas,
        coalesce(sum(c.sentimento), 0)::float8 as "sentimentoSoma", count(c.sentimento)::int as "sentimentoN"
      from (select c.pergunta_id, ${AGENTE_ID} as agente_id, case when not ${UNREAD} then ${IN_FORCE} end as v,
          c.leitura, c.leitura_provada and not ${UNREAD} as leitura_provada, c.sentimento
        from ${cells(alvo, recorte)}) c
      group by 1, 2`.statement(),
  );
  return rows;
}

export type PerguntaRow = {
  id: string;
  codigo: string;
  texto: string;
  versoes: number;
};

/** The questions of every version that was audited, as the newest that has each words it; in the order of the newest version. */
export async function listQuestions(pool: Queryable, alvo: Alvo, recorte: Recorte): Promise<PerguntaRow[]> {
  const { rows } = await pool.query<PerguntaRow>(
    sql`with versoes as (
        select v.id, v.numero, v.questionario_id, v.created_at, v.conteudo from questionario_versoes v where v.id in (
          select m.questionario_versao_id from entrevista_matriz m join entrevistas e on e.id = m.entrevista_id ${AGENTE}
          where ${all([matrixOf(alvo), cutOf(recorte)])})
      ), perguntas as (
        select p ->> 'id' as id, p, n, v.questionario_id, v.created_at, v.numero,
          row_number() over (partition by p ->> 'id' order by v.created_at desc, v.numero desc) as idade,
          dense_rank() over (partition by p ->> 'id' order by p ->> 'texto', p -> 'opcoes') as redacao
        from versoes v, ${questionsOf(sql`v.conteudo`)} with ordinality t (p, n)
      )
      select id, p ->> 'codigo' as codigo, p ->> 'texto' as texto,
        (select count(distinct t.redacao)::int from perguntas t where t.id = perguntas.id) as versoes
      from perguntas where idade = 1 order by questionario_id, created_at desc, numero desc, n`.statement(),
  );
  return rows;
}

export type EntrevistadorRow = { id: string | null; nome: string | null; entrevistas: number };

/** Who did the audited interviews, and how many. Only for a target in the scope. */
export async function listInterviewers(
  pool: Queryable,
  alvo: Alvo,
  recorte: Recorte,
): Promise<EntrevistadorRow[]> {
  const { rows } = await pool.query<EntrevistadorRow>(
    sql`select n.id, a.nome, n.entrevistas from (
        select ${AGENTE_ID} as id, count(*)::int as entrevistas
        from entrevista_matriz m join entrevistas e on e.id = m.entrevista_id ${AGENTE}
        where ${all([matrixOf(alvo), cutOf(recorte)])} group by 1
      ) n left join agentes a on a.id = n.id order by a.nome nulls last, n.id`.statement(),
  );
  return rows;
}

/** Persons that are named at most. */
const CORRETORES_MAX = 10;

export type CorrecoesRow = { por: string | null; celulas: number; de: Date; ate: Date };

/** The corrections that verdicts in force follow from, by person. Only for a target in the scope. */
export async function listCorrections(
  pool: Queryable,
  alvo: Alvo,
  recorte: Recorte,
): Promise<CorrecoesRow[]> {
  const { rows } = await pool.query<CorrecoesRow>(
    sql`select k.quem ->> 'por' as por, count(*)::int as celulas, min((k.quem ->> 'em')::timestamptz) as de,
        max((k.quem ->> 'em')::timestamptz) as ate
      from (select (${CORRECTION_OF_CELL}) as quem from ${cells(alvo, recorte)} and m.codigos <> m.codigos_ia
        and c.veredito_pessoa is null and ${CHANGED_BY_CORRECTION}) k
      where k.quem is not null group by 1 order by 2 desc, 1 limit ${int(CORRETORES_MAX)}`.statement(),
  );
  return rows;
}

/** Mean of the interviews' mean sentiment, -1 to 1; null without any. Only for a target in the scope. */
export async function meanSentiment(pool: Queryable, alvo: Alvo, recorte: Recorte): Promise<number | null> {
  const { rows } = await pool.query<{ media: number | null }>(
    sql`select avg(n.media)::float8 as media from (
        select avg(c.sentimento) as media from ${cells(alvo, recorte)} group by c.entrevista_id
      ) n`.statement(),
  );
  return rows[0]?.media ?? null;
}

/** Most heard interviews that the AI's error rate is counted from: the newest. */
const OUVIDAS_MAX = 2000;

/** The interviews of the random sample that people heard whole, each as letters. Only for a target in the scope. */
export async function listHeard(pool: Queryable, alvo: Alvo, recorte: Recorte): Promise<EntrevistaOuvida[]> {
  const letters = (veredito: Sql): Sql =>
    sql`string_agg(escuta_letra_veredito(${veredito}), '' order by c.ordem)`;
  const { rows } = await pool.query<EntrevistaOuvida>(
    sql`with ouvidas as materialized (
        select v.entrevista_id, v.codigos_ia, v.chance from verificacoes v join entrevistas e on e.id = v.entrevista_id ${AGENTE}
        where ${all([
          alvo.tipo === 'pesquisa' ? sql`v.pesquisa_id = ${alvo.id}::uuid` : null,
          sql`v.resultado = 'ouvida' and v.codigos_ia is not null`,
          interviewsOf(alvo),
          cutOf(recorte),
        ])}
        order by v.feita_em desc limit ${OUVIDAS_MAX}
      )
      select o.codigos_ia as ouvidos, o.chance, l.ia, l.vigentes, l.ilegiveis from ouvidas o join lateral (
        select ${letters(sql`coalesce(c.veredito_inicial, c.veredito)`)} as ia, ${letters(IN_FORCE)} as vigentes,
          string_agg(case when c.planilha is null then '-' else 'p' end, '' order by c.ordem) as ilegiveis
        from confrontos c where c.entrevista_id = o.entrevista_id and c.vigente
      ) l on l.ia is not null`.statement(),
  );
  return rows;
}
