import type { Scope } from '@escuta/shared/domain/scope';
import { inScope, type Sql, sql } from '@escuta/shared/platform/database/sql';

/**
 * Leaves the example projects out of a figure: the company did not make that call. `coluna` names the project of what is
 * counted; where parameters are numbered by hand, the second is the one with the company (null: every one). A project's own
 * page shows its own figures.
 */
export function semExemplos(coluna: Sql, scope: Scope): Sql;
export function semExemplos(coluna: string, empresa: `$${number}`): string;
export function semExemplos(coluna: Sql | string, empresa: Scope | `$${number}`): Sql | string {
  if (typeof empresa === 'string') {
    return `${coluna} not in (select exemplo.id from projetos exemplo
    where exemplo.exemplo_item_id is not null and ${inScope(empresa, 'exemplo.empresa_id')})`;
  }
  return sql`${coluna} not in (select exemplo.id from projetos exemplo
    where exemplo.exemplo_item_id is not null and ${inScope(empresa, sql`exemplo.empresa_id`)})`;
}
