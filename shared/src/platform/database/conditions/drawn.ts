import { sql } from '../sql.ts';

/** True if call `s` was drawn from all calls of its sample's days; only such calls' mean is valid for all calls. */
export const DRAWN_OF_ALL = sql`exists (select from amostras a where a.id = s.amostra_id
  and a.filtro = '{"todas": []}'::jsonb)`;
