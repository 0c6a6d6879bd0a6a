/** Converts filters to and from a list's URL, by the rows of filtro-tabela.ts. */
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

type EnderecoDaLista<L extends Lista = 'ligacoes'> = {
  readonly [N in keyof EnderecoLido<L>]?: EnderecoLido<L>[N] | string | undefined;
};

export function conditionsOf(filtro: Filtro): Condicao[] {
  if ('campo' in filtro) return [filtro];
  if ('nao' in filtro) return conditionsOf(filtro.nao);
  return ('todas' in filtro ? filtro.todas : filtro.qualquer).flatMap(conditionsOf);
}

function readParameter(
  parametro: ParametroLido,
  given: unknown,
): readonly [op: string, valor: unknown] | undefined {
  if (parametro.palavras) return parametro.palavras[String(given)];
  const { op, um } = parametro;
  const valor = um.tipo === 'inteiro' ? Number(given) : typeof given === 'string' ? given.trim() : given;
  return valor === '' ? undefined : [op, op === 'um_de' ? [valor] : valor];
}

/** Converts a list's URL parameters to a filter. */
export function listFilter<const L extends Lista = 'ligacoes'>(
  asked: EnderecoDaLista<L>,
  lista: L = 'ligacoes' as L,
): { todas: Condicao[] } {
  const dias = asked.data || LISTAS[lista];
  const todas: Condicao[] = [];
  for (const parametro of PARAMETROS[lista]) {
    const given = (asked as Readonly<Record<string, unknown>>)[parametro.nome];
    if (given === undefined || given === '' || (parametro.data ?? dias) !== dias) continue;
    const said = readParameter(parametro, given);
    if (said) todas.push({ campo: parametro.campo, op: said[0], valor: said[1] } as Condicao);
  }
  return { todas };
}

/** URL parameters of a condition; null if a URL cannot express the condition. */
function toParameters({ campo, op, valor }: Condicao, lista: Lista): Record<string, unknown> | null {
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

/** Returns a filter's conditions if they are only combined by AND; else null. */
export function allOf(filtro: Filtro): Condicao[] | null {
  if ('campo' in filtro) return [filtro];
  if (!('todas' in filtro)) return null;
  const parts = filtro.todas.map(allOf);
  return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
}

/** Inverts `listFilter`; null if a URL cannot express the filter. */
export function asListAddress<const L extends Lista = 'ligacoes'>(
  filtro: Filtro,
  lista: L = 'ligacoes' as L,
): EnderecoLido<L> | null {
  const address: Record<string, unknown> = {};
  for (const condicao of allOf(filtro) ?? [null]) {
    const said = condicao && toParameters(condicao, lista);
    if (!said) return null;
    for (const [name, value] of Object.entries(said)) {
      // A URL has one value per parameter; only `data` may repeat with the same value.
      if (name in address && (name !== 'data' || address.data !== value)) return null;
      address[name] = value;
    }
  }
  return address as EnderecoLido<L>;
}

/** One field's filter in words, with its URL parameters. */
export interface FiltroDito {
  campo: CampoFiltro;
  parametros: string[];
  texto: string;
}

/** Says conditions in words, by field. `nomes`: display names of ids. */
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
