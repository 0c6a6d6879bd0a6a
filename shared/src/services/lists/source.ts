/** Where the rows of an export come from: one statement of each kind, made of the columns that were chosen. */

import type { PedidoExportacao } from '../../domain/exports/export-request.ts';
import { exportOf, type TipoExportacao } from '../../domain/exports/exports.ts';
import { join, type Sql, sql } from '../../platform/database/sql.ts';

/** A column's value as an expression, and the joins (by their names in the source) without which it does not stand. */
export type Expressao<J extends string> = Sql | { valor: Sql; de: J };

/** Rows of a kind: `base` with its alias, what may be joined to it, which of it, in what order. */
export type Fonte<J extends string = string> = {
  base: Sql;
  /** In the order in which they are written: a later one may name an earlier one. */
  juncoes: { readonly [K in J]: { sql: Sql; precisa?: readonly J[] } };
  colunas: Readonly<Record<string, Expressao<J>>>;
  onde: Sql;
  ordem: Sql;
};

const isSql = (one: Expressao<string>): one is Sql => !('valor' in one);

/** The statement that gives the chosen columns of a source, in their order. */
export function rowsSql(fonte: Fonte, chosen: readonly string[]): Sql {
  const values: Sql[] = [];
  const wanted = new Set<string>();
  const want = (name: string): void => {
    for (const before of fonte.juncoes[name]?.precisa ?? []) want(before);
    wanted.add(name);
  };
  for (const chave of chosen) {
    const one = fonte.colunas[chave];
    if (!one) throw new RangeError(`no column ${chave}`);
    values.push(isSql(one) ? one : one.valor);
    if (!isSql(one)) want(one.de);
  }
  const joins = Object.entries(fonte.juncoes)
    .filter(([name]) => wanted.has(name))
    .map(([, one]) => one.sql);
  return sql`select ${join(values, ', ')} from ${fonte.base} ${join(joins, ' ')} where ${fonte.onde} order by ${fonte.ordem}`;
}

/** The statement that counts a source's rows (`n`), up to one more than `max`. */
export const countSql = (fonte: Pick<Fonte, 'base' | 'onde'>, max: number): Sql =>
  sql`select count(*)::int as n from (select from ${fonte.base} where ${fonte.onde} limit ${max + 1}) contadas`;

/** Which columns of a kind are asked for, as its table says them. */
export const columnsOf = ({ tipo, colunas }: Pick<PedidoExportacao, 'colunas'> & { tipo: TipoExportacao }) =>
  colunas.flatMap((chave) => {
    const found = exportOf(tipo).colunas[chave];
    return found ? [{ chave, ...found }] : [];
  });
