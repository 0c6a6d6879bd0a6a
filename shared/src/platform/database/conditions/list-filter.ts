import type { Filtros, Pedidos, Um } from '../../../domain/filters/filtro-valor.ts';
import { type Sql, when } from '../sql.ts';

/** The condition of each filter of a list; a filter without a line does not compile. */
export type ListConditions<F extends Filtros> = {
  readonly [N in keyof F]: (valor: Um<F[N]['valor']>) => Sql;
};

/** The conditions of the filters that were asked for, in the table's order, so that PostgreSQL takes the index that fits these. */
export const askedConditions = <F extends Filtros>(conditions: ListConditions<F>, asked: Pedidos<F>): Sql[] =>
  Object.entries(conditions)
    .map(([name, condition]) => when(asked[name], condition as (valor: unknown) => Sql))
    .filter((one) => one !== null);
