import type { Scope } from '../../../domain/scope.ts';
import { inScope, literal, type Sql, sql } from '../sql.ts';

/** True if the project with this alias is a company's example. */
export const isExample = <A extends string>(alias: A) =>
  `(${alias}.exemplo_item_id is not null or ${alias}.exemplo_pesquisa_id is not null)` as const;

export const IS_EXAMPLE: Sql = literal(isExample('p'));

/**
 * Excludes example projects from a figure, except on an example project's own page. `coluna`: the project column;
 * `empresa`: parameter with the company's id (null: all companies).
 */
export function semExemplos(coluna: Sql, scope: Scope): Sql;
export function semExemplos(coluna: string, empresa: `$${number}`): string;
export function semExemplos(coluna: Sql | string, empresa: Scope | `$${number}`): Sql | string {
  if (typeof empresa === 'string') {
    return `${coluna} not in (select exemplo.id from projetos exemplo
    where ${isExample('exemplo')} and ${inScope(empresa, 'exemplo.empresa_id')})`;
  }
  return sql`${coluna} not in (select exemplo.id from projetos exemplo
    where ${literal(isExample('exemplo'))} and ${inScope(empresa, sql`exemplo.empresa_id`)})`;
}
