import { literal, type Sql } from '../sql.ts';

/** As `WORKS_IN_OFFICE`, for a statement that is one text. */
export const WORKS_IN_OFFICE_TEXT = `not exists (
  select from membro_direitos so_campo where so_campo.membro_id = m.id and so_campo.direito = 'so_campo')` as const;

/** True if account `m` works in the office too: it takes assignments, notices and mails (right `so_campo`). */
export const WORKS_IN_OFFICE: Sql = literal(WORKS_IN_OFFICE_TEXT);
