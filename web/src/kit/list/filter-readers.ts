/**
 * Reads filters from an address and makes the API's query of them. The valid values come from the filter tables in
 * shared (filtro-valor.ts, filtro-tabela.ts).
 */
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import {
  type CampoDe,
  type Lista,
  type NoEndereco,
  PARAMETROS,
  type ParametroDe,
} from '@escuta/shared/domain/filters/filtro-tabela';
import type { Filtros, LinhaDeFiltro, NaTela, Um, Valor } from '@escuta/shared/domain/filters/filtro-valor';
import { type AskedFilters, aDay, anId, anyText, type FilterReader, oneOf } from './filter-params.ts';

const READERS: { readonly [T in Valor['tipo']]: (valor: Extract<Valor, { tipo: T }>) => FilterReader } = {
  texto: () => anyText,
  id: () => anId,
  id_ou_nenhum: () => (given) => (given === NENHUM ? NENHUM : anId(given)),
  dia: () => aDay,
  logico: ({ palavras = ['true', 'false'] }) => oneOf(palavras.filter((one) => one !== undefined)),
  fracao: () => (given) => (/^(0([.]\d{1,6})?|1)$/.test(given) ? given : ''),
  inteiro:
    ({ min, max }) =>
    (given) =>
      /^\d{1,6}$/.test(given) && Number(given) >= min && Number(given) <= max ? String(Number(given)) : '',
  palavra: ({ de }) => oneOf(de),
};
const readerOf = (valor: Valor): FilterReader =>
  (READERS[valor.tipo] as (valor: Valor) => FilterReader)(valor);

/** Type of a value as written in the address. */
type Written<V> = V extends string ? V : string;
/** Values that a page's address may have for a filter. */
export type Offered<L extends LinhaDeFiltro> = L extends { opcoes: readonly (infer O extends string)[] }
  ? O
  : L extends { valor: { palavras: readonly (infer O extends string)[] } }
    ? O
    : Written<Um<L['valor']>>;
/** Readers of the filters of a list, by their names in a page's address. */
export type ReadersOf<F extends Filtros> = {
  readonly [N in keyof F as NaTela<F, N>]: FilterReader<Offered<F[N]>>;
};
/** Filters that a page's address may have. */
export type Shown<F extends Filtros> = {
  [N in keyof F]: F[N] extends { endereco: null } ? never : N;
}[keyof F];
/** The filters as parameters of the API's query. */
type Query<F extends Filtros> = {
  [N in Shown<F>]:
    | (F[N] extends { valor: { tipo: 'logico' } } ? 'true' | 'false' : Offered<F[N]>)
    | undefined;
} & { page: number };

export interface PageFilters<F extends Filtros> {
  readers: ReadersOf<F>;
  /** Makes the API's query from the filters of an address. */
  ask: (asked: AskedFilters<ReadersOf<F>>) => Query<F>;
}

/** Makes, from a list's filters, the readers of its page's address and the API's query. */
export function filtersOf<F extends Filtros>(filtros: F): PageFilters<F> {
  const rows = Object.entries(filtros).flatMap(([name, { endereco = name, ...row }]) =>
    endereco === null ? [] : [{ name, endereco, ...row }],
  );
  const readers = Object.fromEntries(
    rows.map(({ endereco, valor, opcoes }) => [endereco, opcoes ? oneOf(opcoes) : readerOf(valor)]),
  );
  const asked = (valor: Valor, given: string | undefined) =>
    valor.tipo === 'logico' && valor.palavras && given !== undefined
      ? String(given === valor.palavras[0])
      : given;
  return {
    readers: readers as unknown as ReadersOf<F>,
    ask: ({ page, ...given }) =>
      ({
        page,
        ...Object.fromEntries(
          rows.map(({ name, endereco, valor }) => [
            name,
            asked(valor, (given as Readonly<Record<string, string | undefined>>)[endereco]),
          ]),
        ),
      }) as Query<F>,
  };
}

type CallReaders<L extends Lista> = {
  readonly [C in CampoDe<L> as ParametroDe<C>]: FilterReader<Written<NoEndereco<C>>>;
};
/** Readers of the filters of a list of calls, except the kind of date, which each page reads itself. */
export function callReaders<L extends Lista>(lista: L): CallReaders<L> {
  const readers: Record<string, FilterReader> = {};
  for (const one of PARAMETROS[lista]) {
    readers[one.nome] = one.palavras ? oneOf(Object.keys(one.palavras)) : readerOf(one.um);
  }
  return readers as CallReaders<L>;
}
