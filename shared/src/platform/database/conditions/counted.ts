/** Conditions on interviews `e` that count; the SQL function `escuta_conta_na_cota` says the same of goals. */
import { FORA_DAS_CONTAS, type RevisaoEntrevista } from '../../../domain/interview/verdicts/review-state.ts';
import { type Sql, sql } from '../sql.ts';

/** True if a person's decision leaves interview `e` in figures, maps, boards and samples. */
export const IN_COUNT: Sql = sql`e.revisao <> all (${[...FORA_DAS_CONTAS]}::text[])`;

/** True if interview `e` counts as done: concluded, not in quarantine, not left out by a decision. */
export const COUNTED: Sql = sql`(e.situacao = 'concluida' and e.quarentena is null and ${IN_COUNT})`;

/** Number of rows `e` in a review state. */
export const inReview = (revisao: RevisaoEntrevista): Sql =>
  sql`count(*) filter (where e.revisao = ${revisao}::text)::int`;

/** True if `e` is no interview: it ended politely by its own rules, or the respondent refused to take part. */
export const NO_INTERVIEW: Sql = sql`(e.desfecho is not null or e.consentimento is not distinct from 'recusou')`;
