import type { Scope } from '../../../domain/scope.ts';
import { inScope, type Sql, sql } from '../sql.ts';

/**
 * Leaves example projects out of a figure. `coluna`: the project column; `empresa`: the numbered parameter of the
 * company (null: all). A project's own page shows its own figures.
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
