import { type Sql, sql } from '@escuta/shared/platform/database/sql';

/**
 * A version's questions and a question's options inside a statement, as far as they can be read: what is stored is never a reason for
 * a page to fail (shared/src/domain/interview/questionnaire/stored-questionnaire.ts reads the same in TypeScript). Rows of one jsonb column.
 */
export const questionsOf = (conteudo: Sql): Sql => sql`jsonb_path_query(${conteudo},
  'lax $.perguntas[*] ? (@.type() == "object" && @.id.type() == "string" && @.texto.type() == "string")')`;
export const optionsOf = (pergunta: Sql): Sql => sql`jsonb_path_query(${pergunta},
  'lax $.opcoes[*] ? (@.type() == "object" && @.id.type() == "string")')`;
