// SQL: the cells that count in figures of interviewers; a survey's results and an interviewer's sheet use the same SQL.

import type { Db } from '@escuta/prisma/db';
import {
  TAXAS_DE_CAMPO,
  type TaxaDeCampo,
  type UnidadesDoEntrevistador,
} from '@escuta/shared/domain/interview/device/field-quality';
import { ACUSACOES } from '@escuta/shared/domain/interview/verdicts/verdict';
import { all, join, literal, type Sql, sql } from '@escuta/shared/platform/database/sql';
import { AGENTE, AGENTE_ID, type AlvoDeCelulas, countedCut, matrixOf, type Recorte } from './target.ts';

/** Sums from which domain/intervals/ratio.ts computes an interval; each row counts `x` of its `c` cells. */
export const unitsOf = (x: Sql, c: Sql): Sql => sql`json_build_object(
    'unidades', count(*) filter (where ${c} > 0), 'x', coalesce(sum(${x}), 0), 'c', coalesce(sum(${c}), 0),
    'xx', coalesce(sum(${x} * ${x}), 0), 'xc', coalesce(sum(${x} * ${c}), 0), 'cc', coalesce(sum(${c} * ${c}), 0))`;

/** Cells `c` in force of the audited interviews that match a filter. */
export const cells = (alvo: AlvoDeCelulas, recorte: Recorte): Sql => sql`entrevista_matriz m
  join entrevistas e on e.id = m.entrevista_id ${AGENTE}
  join confrontos c on c.entrevista_id = m.entrevista_id and c.vigente
  where ${all([matrixOf(alvo), countedCut(recorte)])}`;

export const IN_FORCE = sql`coalesce(c.veredito_pessoa, c.veredito)`;

/**
 * Condition: cell `c` rests on an unreadable cell of the sheet, and no person has judged `c`, so `c` counts for no
 * interviewer.
 */
export const UNREAD = sql`(c.planilha is not null and c.veredito_pessoa is null)`;

/**
 * Like `cells`, for figures of interviewers: a cell with an unreadable sheet cell has neither verdict nor reading;
 * merged agents are one.
 */
export const countedCells = (alvo: AlvoDeCelulas, recorte: Recorte): Sql =>
  sql`(select c.entrevista_id, c.pergunta_id, ${AGENTE_ID} as agente_id,
    case when not ${UNREAD} then ${IN_FORCE} end as v,
      c.leitura, c.leitura_provada and not ${UNREAD} as leitura_provada, c.sentimento
    from ${cells(alvo, recorte)}) c`;

/** Conditions of each field rate: numerator `n` and denominator `d`. */
export const TAXAS: Record<TaxaDeCampo, { n: Sql; d: Sql }> = {
  fidelidade: {
    n: sql`c.leitura_provada and c.leitura in ('exata', 'menor')`,
    d: sql`c.leitura_provada and c.leitura in ('exata', 'menor', 'maior')`,
  },
  omissao: { n: sql`c.v = 'nao_perguntada'`, d: sql`c.v not in ('nao_se_aplica', 'inaudivel')` },
  // Denominator: cells judged as asked, and open cells whose question was found in the recording.
  inducao: {
    n: sql`c.v = 'induzida'`,
    d: sql`(c.v in ('confere', 'diverge', 'induzida')
      or (c.v = 'a_revisar' and c.leitura_provada and c.leitura not in ('nao_feita', 'inaudivel')))`,
  },
  digitacao: { n: sql`c.v = 'diverge'`, d: sql`c.v in ('diverge', 'confere')` },
};

export const countWhere = (condition: Sql): Sql => sql`count(*) filter (where ${condition})`;

/**
 * The interviews of each interviewer as units of the rates. The target must be in the scope.
 * @param atFault faulty questions, left out
 */
export async function countUnits(
  db: Db,
  alvo: AlvoDeCelulas,
  recorte: Recorte,
  atFault: readonly string[],
): Promise<(UnidadesDoEntrevistador & { agenteId: string | null })[]> {
  const own = sql`not c.pergunta_id = any (${atFault}::uuid[])`;
  const x = (taxa: TaxaDeCampo | 'proprias') => literal(`i.${taxa}_x` as const);
  const c = (taxa: TaxaDeCampo | 'proprias') => literal(`i.${taxa}_c` as const);
  const conditions = {
    ...TAXAS,
    proprias: {
      n: sql`${own} and c.v = any (${[...ACUSACOES]}::text[])`,
      d: sql`${own} and c.v <> 'nao_se_aplica'`,
    },
  };
  const names = [...TAXAS_DE_CAMPO, 'proprias'] as const;
  const inInterview = names.map(
    (name) =>
      sql`${countWhere(conditions[name].n)} as ${literal(`${name}_x` as const)}, ${countWhere(conditions[name].d)}
        as ${literal(`${name}_c` as const)}`,
  );
  const units = names.map((name) => sql`${unitsOf(x(name), c(name))} as ${literal(name)}`);
  const { rows } = await db.sql<UnidadesDoEntrevistador & { agenteId: string | null }>(
    sql`select i.agente_id as "agenteId", ${join(units, ', ')} from (
        select c.agente_id, ${join(inInterview, ', ')}
        from ${countedCells(alvo, recorte)} group by c.entrevista_id, c.agente_id
      ) i group by 1`,
  );
  return rows;
}
