import type { Db } from '@escuta/prisma/db';
import type { PedidoExportacao } from '../../domain/exports/export-request.ts';
import { exportOf, type TipoExportacao } from '../../domain/exports/exports.ts';
import { join, type Sql, sql } from '../../platform/database/sql.ts';

/** Turns a column's values into cells, by further statements of the same snapshot. */
export type Leitura = (db: Db, values: readonly unknown[]) => Promise<readonly unknown[]>;

export type Expressao<J extends string> = Sql | { valor: Sql; de: J; ler?: Leitura };

export type Fonte<J extends string = string> = {
  base: Sql;
  /** Joins in written order; later joins may use earlier ones. */
  juncoes: { readonly [K in J]: { sql: Sql; precisa?: readonly J[] } };
  colunas: Readonly<Record<string, Expressao<J>>>;
  onde: Sql;
  ordem: Expressao<J>;
};

const isSql = (one: Expressao<string>): one is Sql => !('valor' in one);

/** Turns a column's values into cells; null: the values are cells. */
export function readingOf({ colunas }: Fonte, chave: string): Leitura | null {
  const one = colunas[chave];
  return one && !isSql(one) ? (one.ler ?? null) : null;
}

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
  const { ordem } = fonte;
  if (!isSql(ordem)) want(ordem.de);
  const joins = Object.entries(fonte.juncoes)
    .filter(([name]) => wanted.has(name))
    .map(([, one]) => one.sql);
  return sql`select ${join(values, ', ')} from ${fonte.base} ${join(joins, ' ')} where ${fonte.onde}
    order by ${isSql(ordem) ? ordem : ordem.valor}`;
}

/** Counts a source's rows (`n`), up to `max` plus one. */
export const countSql = (fonte: Pick<Fonte, 'base' | 'onde'>, max: number): Sql =>
  sql`select count(*)::int as n from (select from ${fonte.base} where ${fonte.onde} limit ${max + 1}) contadas`;

export const columnsOf = ({ tipo, colunas }: Pick<PedidoExportacao, 'colunas'> & { tipo: TipoExportacao }) =>
  colunas.flatMap((chave) => {
    const found = exportOf(tipo).colunas[chave];
    return found ? [{ chave, ...found }] : [];
  });
