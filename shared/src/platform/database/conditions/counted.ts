import { FORA_DAS_CONTAS, type RevisaoEntrevista } from '../../../domain/interview/verdicts/review-state.ts';
import { type Sql, sql } from '../sql.ts';

/** True if no decision excludes interview `e` from figures, maps, boards and samples. */
export const IN_COUNT: Sql = sql`e.revisao <> all (${[...FORA_DAS_CONTAS]}::text[])`;

/** True if interview `e` counts as done, also for goals (SQL function `escuta_conta_na_cota`). */
export const COUNTED: Sql = sql`(e.situacao = 'concluida' and e.quarentena is null and ${IN_COUNT})`;

export const inReview = (revisao: RevisaoEntrevista): Sql =>
  sql`count(*) filter (where e.revisao = ${revisao}::text)::int`;

/** True if `e` is no interview: a rule ended it early, or the respondent refused. */
export const NO_INTERVIEW: Sql = sql`(e.desfecho is not null or e.consentimento is not distinct from 'recusou')`;
