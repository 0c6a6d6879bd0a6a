/** A filter as the address of a list says it, and back, by the rows of filtro-tabela.ts. */
import {
  type CampoFiltro,
  type Condicao,
  type EnderecoLido,
  type Filtro,
  LINHAS,
  LISTAS,
  type Lista,
  type NomeDe,
  PARAMETROS,
  type ParametroLido,
} from './filtro-tabela.ts';

/** The filters in a list's address, as written there or as a schema read them. */
type EnderecoDaLista<L extends Lista = 'ligacoes'> = {
  readonly [N in keyof EnderecoLido<L>]?: EnderecoLido<L>[N] | string | undefined;
};

/** Every condition of a filter, whatever it stands under. */
export function conditionsOf(filtro: Filtro): Condicao[] {
  if ('campo' in filtro) return [filtro];
  if ('nao' in filtro) return conditionsOf(filtro.nao);
  return ('todas' in filtro ? filtro.todas : filtro.qualquer).flatMap(conditionsOf);
}

/** The operation and value that an address's parameter stands for; undefined: none. */
function read(parametro: ParametroLido, given: unknown): readonly [op: string, valor: unknown] | undefined {
  if (parametro.palavras) return parametro.palavras[String(given)];
  const { op, um } = parametro;
  const valor = um.tipo === 'inteiro' ? Number(given) : typeof given === 'string' ? given.trim() : given;
  return valor === '' ? undefined : [op, op === 'um_de' ? [valor] : valor];
}

/** The filter that the address of a list says. */
export function listFilter<const L extends Lista = 'ligacoes'>(
  asked: EnderecoDaLista<L>,
  lista: L = 'ligacoes' as L,
): { todas: Condicao[] } {
  const dias = asked.data || LISTAS[lista];
  const todas: Condicao[] = [];
  for (const parametro of PARAMETROS[lista]) {
    const given = (asked as Readonly<Record<string, unknown>>)[parametro.nome];
    if (given === undefined || given === '' || (parametro.data ?? dias) !== dias) continue;
    const said = read(parametro, given);
    if (said) todas.push({ campo: parametro.campo, op: said[0], valor: said[1] } as Condicao);
  }
  return { todas };
}

/** The parameters of one condition in a list's address; null where the address has no word for it. */
function asAddress({ campo, op, valor }: Condicao, lista: Lista): Record<string, unknown> | null {
  for (const { nome, data, ...parametro } of PARAMETROS[lista]) {
    if (parametro.campo !== campo) continue;
    const one = Array.isArray(valor) && valor.length === 1 ? valor[0] : valor;
    const said = parametro.palavras
      ? Object.entries(parametro.palavras).find(([, [of, asks]]) => of === op && asks === valor)?.[0]
      : parametro.op === op && !Array.isArray(one)
        ? one
        : undefined;
    if (said !== undefined) return { ...(data && { data }), [nome]: said };
  }
  return null;
}

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

/** The conditions in words, a field after the other. `nomes`: how a page names the ids of a field. */
export function saidFilters(
  conditions: readonly Condicao[],
  nomes: { readonly [C in CampoFiltro]?: NomeDe } = {},
): FiltroDito[] {
  return LINHAS.flatMap(([campo, linha]) => {
    const asked = conditions.filter((one) => one.campo === campo);
    if (asked.length === 0) return [];
    const pedido = Object.fromEntries(asked.map(({ op, valor }) => [op, valor]));
    const texto = linha.dito(pedido, nomes[campo] ?? (() => 'alguém'));
    return [{ campo, parametros: Object.keys(linha.endereco), texto }];
  });
}
