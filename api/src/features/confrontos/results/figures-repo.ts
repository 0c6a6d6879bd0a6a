// SQL: PostgreSQL counts the figures of a survey or audit in a fixed number of statements.

import type { Db } from '@escuta/prisma/db';
import { type CelulasContadas, TAXAS_DE_CAMPO } from '@escuta/shared/domain/interview/device/field-quality';
import {
  type Contagens,
  FALHAS_INAUDIVEIS,
  INAUDIVEIS_MAX,
  VALIDAM,
} from '@escuta/shared/domain/interview/verdicts/figures';
import { LETRA_DO_VEREDITO } from '@escuta/shared/domain/interview/verdicts/matrix';
import { VEREDITOS, type Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';
import type { EntrevistaOuvida } from '@escuta/shared/domain/interview/verdicts/verification';
import type { Scope } from '@escuta/shared/domain/scope';
import { IN_COUNT, inReview, NO_INTERVIEW } from '@escuta/shared/platform/database/conditions/counted';
import { all, int, join, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import {
  cells,
  countedCells,
  countWhere,
  IN_FORCE,
  TAXAS,
  unitsOf,
} from '../../../field/counted-cells-repo.ts';
import { questionsOf, wholeTextOf } from '../../../field/stored-questions.ts';
import {
  AGENTE,
  AGENTE_ID,
  type Alvo,
  countedCut,
  cutOf,
  interviewsOf,
  matrixOf,
  type Recorte,
  targetInScope,
} from '../../../field/target.ts';
import { CHANGED_BY_CORRECTION, CORRECTION_OF_CELL } from '../corrections/correction-of-cell.ts';

export type Contada = Pick<Contagens, 'audiveis' | 'porVeredito' | 'porEntrevista'>;
export type Totais = {
  auditadas: number;
  /** Processed interviews without verdict because their recording is inaudible or unintelligible. */
  inaudiveis: number;
  ia: Contada;
  revisada: Contada;
  total: number;
  concluidas: number;
  /** Finished interviews with neither an audit nor a file, although the recording was not refused. */
  semGravacao: number;
  gravacaoRecusada: number;
  /** Interviews that a person put on hold (`emEspera`) or rejected (`rejeitadas`), counted separately. */
  emEspera: number;
  rejeitadas: number;
  revisadas: number;
  corrigidas: number;
  ofensas: number;
};

/** Number of a row's cells with a verdict: counts the verdict's letter in the row's text of letters. */
const count = (column: Sql, veredito: Veredito): Sql =>
  sql`(length(${column}) - length(replace(${column}, ${LETRA_DO_VEREDITO[veredito]}, '')))`;

/** The column of CTE `lados` with a row's number of cells of a verdict. */
const inRow = (veredito: Veredito): Sql => literal(`l.${veredito}` as const);

/** Makes two rows of each row of CTE `m`, with cells by verdict: the AI's first verdicts, and those in force. */
const LADOS = sql`lados as materialized (
        select l.*, l.letras - l.nao_se_aplica as aplicaveis, ${join(VALIDAM.map(inRow), ' + ')} as validadas
        from (select v.lado, m.tem_fala, length(v.letras) as letras, ${join(
          VEREDITOS.map((one) => sql`${count(sql`v.letras`, one)} as ${literal(one)}`),
          ', ',
        )}
          from m cross join lateral (values ('ia', m.codigos_ia), ('revisada', m.codigos)) v (lado, letras)) l
      )`;

/** Counts over the rows of a side of CTE `lados`, as JSON. */
function counted(lado: 'ia' | 'revisada'): Sql {
  const sums = VEREDITOS.map((one) => sql`${one}::text, coalesce(sum(${inRow(one)}), 0)`);
  return sql`(select json_build_object('porVeredito', json_build_object(${join(sums, ', ')}),
      'audiveis', count(*) filter (where l.tem_fala and l.inaudivel <= l.aplicaveis * ${INAUDIVEIS_MAX}::float8),
      'porEntrevista', json_build_object(
        'validadas', ${unitsOf(sql`l.validadas`, sql`l.aplicaveis`)},
        'corretas', ${unitsOf(sql`l.confere`, sql`l.validadas`)},
        'corretasDasAplicaveis', ${unitsOf(sql`l.confere`, sql`l.aplicaveis`)}))
    from lados l where l.lado = ${lado})`;
}

/** The totals of a survey or an audit in the scope. */
export async function readTotals(db: Db, scope: Scope, alvo: Alvo, recorte: Recorte): Promise<Totais | null> {
  const cut = countedCut(recorte);
  const { rows } = await db.sql<{ linha: Totais }>(
    sql`with m as (
        select m.* from entrevista_matriz m join entrevistas e on e.id = m.entrevista_id ${AGENTE}
        where ${all([matrixOf(alvo), cut])}
      ), ${LADOS}, auditadas as (
        select count(*) as auditadas, coalesce(sum(length(translate(m.marcas, 'm-', ''))), 0) as revisadas
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
              select r.codigo_motivo from execucoes r where r.item_id = i.id order by r.created_at desc,
              r.id desc limit 1
            ) r on r.codigo_motivo = any (${[...FALHAS_INAUDIVEIS]}::text[])
            where i.entrevista_id = e.id and i.status = 'erro')) as inaudiveis
        from entrevistas e left join entrevista_matriz x on x.entrevista_id = e.id ${AGENTE}
        where ${all([interviewsOf(alvo), cut, sql`not ${NO_INTERVIEW}`])}
      ), fora as (
        select ${inReview('em_espera')} as "emEspera", ${inReview('rejeitada')} as rejeitadas
        from entrevistas e ${AGENTE} where ${all([interviewsOf(alvo), sql`not ${IN_COUNT}`, cutOf(recorte)])}
      ), ofensas as (
        select coalesce(sum(jsonb_array_length(r.ofensas)), 0) as ofensas from m, lateral (
          select case when jsonb_typeof(r.analise_texto -> 'ofensas') = 'array' then r.analise_texto -> 'ofensas'
            else '[]' end as ofensas
          from auditoria_resultados r where r.item_id = m.item_id and r.status_processamento = 'concluido'
          order by r.created_at desc, r.id desc limit 1) r
      )
      select (select json_build_object('auditadas', a.auditadas, 'ia', ${counted('ia')}, 'revisada',
        ${counted('revisada')}, 'revisadas', a.revisadas, 'corrigidas', k.corrigidas, 'inaudiveis', f.inaudiveis,
          'total', f.total, 'concluidas', f.concluidas, 'semGravacao', f."semGravacao", 'gravacaoRecusada',
          f."gravacaoRecusada",
          'emEspera', d."emEspera", 'rejeitadas', d.rejeitadas,
          'ofensas', o.ofensas) from auditadas a, corrigidas k, feitas f, fora d, ofensas o) as linha
      ${targetInScope(scope, alvo)}`,
  );
  return rows[0]?.linha ?? null;
}

/** Counts cells by question and interviewer. The target must be in the scope. */
export async function countCells(db: Db, alvo: Alvo, recorte: Recorte): Promise<CelulasContadas[]> {
  const sums = VEREDITOS.map(
    (veredito) => sql`${veredito}::text, ${countWhere(sql`c.v = ${veredito}::text`)}`,
  );
  const taxas = TAXAS_DE_CAMPO.map(
    (taxa) =>
      sql`${taxa}::text, json_build_object('n', ${countWhere(TAXAS[taxa].n)}, 'd', ${countWhere(TAXAS[taxa].d)})`,
  );
  const { rows } = await db.sql<CelulasContadas>(
    sql`select c.pergunta_id as "perguntaId", c.agente_id as "agenteId",
        json_build_object(${join(sums, ', ')}) as "porVeredito", json_build_object(${join(taxas, ', ')}) as taxas,
        coalesce(sum(c.sentimento), 0)::float8 as "sentimentoSoma", count(c.sentimento)::int as "sentimentoN"
      from ${countedCells(alvo, recorte)} group by 1, 2`,
  );
  return rows;
}

export type PerguntaRow = {
  id: string;
  codigo: string;
  texto: string;
  versoes: number;
};

/** The questions of all audited versions in their newest wording, in the order of the newest version. */
export async function listQuestions(db: Db, alvo: Alvo, recorte: Recorte): Promise<PerguntaRow[]> {
  const { rows } = await db.sql<PerguntaRow>(
    sql`with versoes as (
        select v.id, v.numero, v.questionario_id, v.created_at, v.conteudo from questionario_versoes v where v.id in (
          select m.questionario_versao_id from entrevista_matriz m
            join entrevistas e on e.id = m.entrevista_id ${AGENTE}
          where ${all([matrixOf(alvo), countedCut(recorte)])})
      ), perguntas as (
        select p ->> 'id' as id, p, n, v.questionario_id, v.created_at, v.numero,
          row_number() over (partition by p ->> 'id' order by v.created_at desc, v.numero desc) as idade,
          dense_rank() over (partition by p ->> 'id' order by ${wholeTextOf(sql`p`)}, p -> 'opcoes') as redacao
        from versoes v, ${questionsOf(sql`v.conteudo`)} with ordinality t (p, n)
      )
      select id, p ->> 'codigo' as codigo, ${wholeTextOf(sql`p`)} as texto,
        (select count(distinct t.redacao)::int from perguntas t where t.id = perguntas.id) as versoes
      from perguntas where idade = 1 order by questionario_id, created_at desc, numero desc, n`,
  );
  return rows;
}

export type EntrevistadorRow = { id: string | null; nome: string | null; entrevistas: number };

/** Interviewers with their number of audited interviews. The target must be in the scope. */
export async function listInterviewers(db: Db, alvo: Alvo, recorte: Recorte): Promise<EntrevistadorRow[]> {
  const { rows } = await db.sql<EntrevistadorRow>(
    sql`select n.id, a.nome, n.entrevistas from (
        select ${AGENTE_ID} as id, count(*)::int as entrevistas
        from entrevista_matriz m join entrevistas e on e.id = m.entrevista_id ${AGENTE}
        where ${all([matrixOf(alvo), countedCut(recorte)])} group by 1
      ) n left join agentes a on a.id = n.id order by a.nome nulls last, n.id`,
  );
  return rows;
}

const CORRETORES_MAX = 10;

export type CorrecoesRow = { por: string | null; celulas: number; de: Date; ate: Date };

/** Corrections that caused verdicts in force, by person. The target must be in the scope. */
export async function listCorrections(db: Db, alvo: Alvo, recorte: Recorte): Promise<CorrecoesRow[]> {
  const { rows } = await db.sql<CorrecoesRow>(
    sql`select k.quem ->> 'por' as por, count(*)::int as celulas, min((k.quem ->> 'em')::timestamptz) as de,
        max((k.quem ->> 'em')::timestamptz) as ate
      from (select (${CORRECTION_OF_CELL}) as quem from ${cells(alvo, recorte)} and m.codigos <> m.codigos_ia
        and c.veredito_pessoa is null and ${CHANGED_BY_CORRECTION}) k
      where k.quem is not null group by 1 order by 2 desc, 1 limit ${int(CORRETORES_MAX)}`,
  );
  return rows;
}

/** Mean of the interviews' mean sentiments, -1 to 1. The target must be in the scope. */
export async function meanSentiment(db: Db, alvo: Alvo, recorte: Recorte): Promise<number | null> {
  const { rows } = await db.sql<{ media: number | null }>(
    sql`select avg(n.media)::float8 as media from (
        select avg(c.sentimento) as media from ${cells(alvo, recorte)} group by c.entrevista_id
      ) n`,
  );
  return rows[0]?.media ?? null;
}

/** The AI's error rate is computed from the newest interviews played by people, at most this many. */
const OUVIDAS_MAX = 2000;

/**
 * Interviews of the random sample that people played completely, with verdicts as letters. The target must be in the
 * scope.
 */
export async function listHeard(db: Db, alvo: Alvo, recorte: Recorte): Promise<EntrevistaOuvida[]> {
  const letters = (veredito: Sql): Sql =>
    sql`string_agg(escuta_letra_veredito(${veredito}), '' order by c.ordem)`;
  const { rows } = await db.sql<EntrevistaOuvida>(
    sql`with ouvidas as materialized (
        select v.entrevista_id, v.codigos_ia, v.chance from verificacoes v
          join entrevistas e on e.id = v.entrevista_id ${AGENTE}
        where ${all([
          alvo.tipo === 'pesquisa' ? sql`v.pesquisa_id = ${alvo.id}::uuid` : null,
          sql`v.resultado = 'ouvida' and v.codigos_ia is not null`,
          interviewsOf(alvo),
          countedCut(recorte),
        ])}
        order by v.feita_em desc limit ${OUVIDAS_MAX}
      )
      select o.codigos_ia as ouvidos, o.chance, l.ia, l.vigentes, l.ilegiveis from ouvidas o join lateral (
        select ${letters(sql`coalesce(c.veredito_inicial, c.veredito)`)} as ia, ${letters(IN_FORCE)} as vigentes,
          string_agg(case when c.planilha is null then '-' else 'p' end, '' order by c.ordem) as ilegiveis
        from confrontos c where c.entrevista_id = o.entrevista_id and c.vigente
      ) l on l.ia is not null`,
  );
  return rows;
}
