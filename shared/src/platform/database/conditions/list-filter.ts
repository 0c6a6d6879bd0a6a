import type { Filtros, Pedidos, Um } from '../../../domain/filters/filtro-valor.ts';
import { type Sql, when } from '../sql.ts';

export type ListConditions<F extends Filtros> = {
  readonly [N in keyof F]: (valor: Um<F[N]['valor']>) => Sql;
};

/** The requested filters' conditions in the order of `conditions`, which is the order of the list's index. */
export const askedConditions = <F extends Filtros>(conditions: ListConditions<F>, asked: Pedidos<F>): Sql[] =>
  Object.entries(conditions)
    .map(([name, condition]) => when(asked[name], condition as (valor: unknown) => Sql))
    .filter((one) => one !== null);
