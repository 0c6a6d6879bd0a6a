import { type Sql, sql } from '@escuta/shared/platform/database/sql';

/** SQL: ids of an account's agents and of agents merged into them. @param inCompany condition on a company id column */
const ownAgents = (
  usuarioId: string | Sql,
  inCompany: (column: Sql) => Sql,
): Sql => sql`array(select c.id from agentes c
    left join agentes f on f.id = c.fundido_em_id
  where coalesce(f.usuario_id, c.usuario_id) = ${usuarioId}::uuid and ${inCompany(sql`c.empresa_id`)}
    and (c.usuario_id = ${usuarioId}::uuid or c.fundido_em_id in (select m.id from agentes m
      where m.usuario_id = ${usuarioId}::uuid)))`;

/** SQL after `from`: rows `r` of the sheets that an account received as an interviewer. */
export const ownSheetRows = (usuarioId: string | Sql, inCompany: (column: Sql) => Sql): Sql =>
  sql`agente_retornos r where r.agente_id = any(${ownAgents(usuarioId, inCompany)}) and r.folha_dia is not null`;
