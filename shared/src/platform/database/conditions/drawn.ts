import { sql } from '../sql.ts';

/** Drawn call `s` belongs to a sample of all calls of its days: only the mean of such a sample holds for all. */
export const DRAWN_OF_ALL = sql`exists (select from amostras a where a.id = s.amostra_id
  and a.filtro = '{"todas": []}'::jsonb)`;
