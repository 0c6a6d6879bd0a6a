/** Readers of an address that follow the filters of shared (filtro-valor.ts, filtro-tabela.ts), whose rows say what may stand there. */
import { NENHUM } from '@escuta/shared/domain/filters/filtro-campos';
import {
  type CampoDe,
  type Lista,
  type NoEndereco,
  PARAMETROS,
  type ParametroDe,
} from '@escuta/shared/domain/filters/filtro-tabela';
import type { Filtros, Um, Valor } from '@escuta/shared/domain/filters/filtro-valor';
import { aDay, anId, anyText, type FilterReader, oneOf } from './filter-params.ts';

const READERS: { readonly [T in Valor['tipo']]: (valor: Extract<Valor, { tipo: T }>) => FilterReader } = {
  texto: () => anyText,
  id: () => anId,
  id_ou_nenhum: () => (given) => (given === NENHUM ? NENHUM : anId(given)),
  dia: () => aDay,
  logico: () => oneOf(['true', 'false']),
  inteiro:
    ({ min, max }) =>
    (given) =>
      /^\d{1,6}$/.test(given) && Number(given) >= min && Number(given) <= max ? String(Number(given)) : '',
  palavra: ({ de }) => oneOf(de),
};
const readerOf = (valor: Valor): FilterReader =>
  (READERS[valor.tipo] as (valor: Valor) => FilterReader)(valor);

/** A value as the address has it. */
type Written<V> = V extends string ? V : string;

/** Readers of the filters of a list. */
export const readersOf = <F extends Filtros>(filtros: F) =>
  Object.fromEntries(
    Object.entries(filtros).map(([name, { valor }]) => [name, readerOf(valor)]),
  ) as unknown as { readonly [N in keyof F]: FilterReader<Written<Um<F[N]['valor']>>> };

type CallReaders<L extends Lista> = {
  readonly [C in CampoDe<L> as ParametroDe<C>]: FilterReader<Written<NoEndereco<C>>>;
};
/** Readers of the filters of a list of calls; whose days they are is each page's own. */
export function callReaders<L extends Lista>(lista: L): CallReaders<L> {
  const readers: Record<string, FilterReader> = {};
  for (const one of PARAMETROS[lista]) {
    readers[one.nome] = one.palavras ? oneOf(Object.keys(one.palavras)) : readerOf(one.um);
  }
  return readers as CallReaders<L>;
}
