import type { Scope } from '../../../domain/scope.ts';
import { inScope, type Sql, sql } from '../sql.ts';

/**
 * Excludes example projects from a figure. `coluna`: the project column; `empresa`: number of the company's parameter
 * (null: all). A project's own page shows its figures.
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
