import { literal, type Sql } from '../sql.ts';

/** The SQL of `WORKS_IN_OFFICE`, as text. */
export const WORKS_IN_OFFICE_TEXT = `not exists (
  select from membro_direitos so_campo where so_campo.membro_id = m.id and so_campo.direito = 'so_campo')` as const;

/** True if account `m` also works in the office (no right `so_campo`): it gets assignments, notices and mails. */
export const WORKS_IN_OFFICE: Sql = literal(WORKS_IN_OFFICE_TEXT);
