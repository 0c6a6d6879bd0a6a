/** A filter as the address of a list says it, and back, by the rows of filtro-tabela.ts. */
import {
  CAMPOS_FILTRO,
  type CampoFiltro,
  type Condicao,
  type EnderecoLido,
  type Filtro,
  LISTAS,
  type LinhaDoFiltro,
  type Lista,
  linhasDe,
  type NomeDe,
} from './filtro-tabela.ts';
import type { Valor } from './filtro-valor.ts';

/** What an address says of a list's filters, as it is written there or as a schema read it. */
type EnderecoDaLista<L extends Lista = 'ligacoes'> = {
  readonly [N in keyof EnderecoLido<L>]?: EnderecoLido<L>[N] | string | undefined;
};

/** Every condition of a filter, whatever it stands under. */
export function conditionsOf(filtro: Filtro): Condicao[] {
  if ('campo' in filtro) return [filtro];
  if ('nao' in filtro) return conditionsOf(filtro.nao);
  return ('todas' in filtro ? filtro.todas : filtro.qualquer).flatMap(conditionsOf);
}

/** A value of an address as conditions hold it. */
function read(valor: Valor | undefined, given: unknown): unknown {
  if (valor?.tipo === 'inteiro') return Number(given);
  return typeof given === 'string' ? given.trim() : given;
}

/** The conditions that an address puts on one field. */
function conditionsOn([campo, { ops, endereco }]: [CampoFiltro, LinhaDoFiltro], asked: object): Condicao[] {
  return Object.entries(endereco).flatMap(([nome, says]) => {
    const given: unknown = (asked as Record<string, unknown>)[nome];
    if (given === undefined || given === '') return [];
    const [op, valor] =
      typeof says === 'string' ? [says, read(ops[says], given)] : (says[String(given)] ?? []);
    if (valor === undefined || valor === '') return [];
    return [{ campo, op, valor: op === 'um_de' ? [valor] : valor } as Condicao];
  });
}

/** The filter that the address of a list says. */
export function listFilter<const L extends Lista = 'ligacoes'>(
  asked: EnderecoDaLista<L>,
  lista: L = 'ligacoes' as L,
): { todas: Condicao[] } {
  const dias = asked.data || LISTAS[lista];
  const rows = linhasDe(lista).filter(([, { data = dias }]) => data === dias);
  return { todas: rows.flatMap((row) => conditionsOn(row, asked)) };
}

/** What one condition says in the address of a list; null where the address has no word for it. */
function asAddress({ campo, op, valor }: Condicao, lista: Lista): Record<string, unknown> | null {
  const { em, endereco, data }: LinhaDoFiltro = CAMPOS_FILTRO[campo] as unknown as LinhaDoFiltro;
  if (!em.includes(lista)) return null;
  for (const [nome, says] of Object.entries(endereco)) {
    if (says === op) {
      const one = Array.isArray(valor) ? (valor.length === 1 ? valor[0] : undefined) : valor;
      return one === undefined ? null : { ...(data && { data }), [nome]: one };
    }
    const word = typeof says === 'object' && Object.keys(says).find((one) => isSaid(says[one], op, valor));
    if (word) return { [nome]: word };
  }
  return null;
}

const isSaid = (said: readonly [string, unknown] | undefined, op: string, valor: unknown): boolean =>
  said?.[0] === op && said[1] === valor;

/** Conditions that all have to hold; null where a filter is anything else. */
export function allOf(filtro: Filtro): Condicao[] | null {
  if ('campo' in filtro) return [filtro];
  if (!('todas' in filtro)) return null;
  const parts = filtro.todas.map(allOf);
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/**
 * The address that says a filter, as `listFilter` reads it; null when the filter says more than an address can: a choice between
 * conditions, a contrary, several values, days of both kinds.
 */
export function asListAddress<const L extends Lista = 'ligacoes'>(
  filtro: Filtro,
  lista: L = 'ligacoes' as L,
): EnderecoLido<L> | null {
  const address: Record<string, unknown> = {};
  for (const condicao of allOf(filtro) ?? [null]) {
    const said = condicao && asAddress(condicao, lista);
    if (!said) return null;
    for (const [name, value] of Object.entries(said)) {
      // Said twice, as two days from which on: an address has one place for it. Whose days they are may be said again.
      if (name in address && (name !== 'data' || address.data !== value)) return null;
      address[name] = value;
    }
  }
  return address as EnderecoLido<L>;
}

/** A filter in words: each field once, with the parameters of the address that say it. */
export interface FiltroDito {
  campo: CampoFiltro;
  parametros: string[];
  texto: string;
}

/** What is asked in words, a field after the other. `nomes`: how a page names the ids of a field. */
export function saidFilters(
  conditions: readonly Condicao[],
  nomes: { readonly [C in CampoFiltro]?: NomeDe } = {},
): FiltroDito[] {
  return linhasDe().flatMap(([campo, linha]) => {
    const asked = conditions.filter((one) => one.campo === campo);
    if (asked.length === 0) return [];
    const pedido = Object.fromEntries(asked.map(({ op, valor }) => [op, valor]));
    const texto = linha.dito(pedido, nomes[campo] ?? (() => 'alguém'));
    return [{ campo, parametros: Object.keys(linha.endereco), texto }];
  });
}
