import { type Sql, sql } from '@escuta/shared/platform/database/sql';

/**
 * SQL for a version's readable questions, and a question's readable options, as rows with a single jsonb column. Skips
 * unreadable ones, so that they never make a page fail (like interview/questionnaire/stored-questionnaire.ts of
 * shared/src/domain).
 */
export const questionsOf = (conteudo: Sql): Sql => sql`jsonb_path_query(${conteudo},
  'lax $.perguntas[*] ? (@.type() == "object" && @.id.type() == "string" && @.texto.type() == "string")')`;
export const optionsOf = (pergunta: Sql): Sql => sql`jsonb_path_query(${pergunta},
  'lax $.opcoes[*] ? (@.type() == "object" && @.id.type() == "string")')`;
/** A question's whole text (`wholeText`): its battery's, then its own. */
export const wholeTextOf = (pergunta: Sql): Sql =>
  sql`concat_ws(' ', ${pergunta} -> 'bateria' ->> 'texto', ${pergunta} ->> 'texto')`;
