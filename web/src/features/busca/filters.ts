import { BUSCA_PAPEIS } from '@escuta/shared/contracts/calls/busca';
import { DATAS } from '@escuta/shared/domain/filters/filtro-campos';
import { asListAddress, conditionsOf, listFilter } from '@escuta/shared/domain/filters/filtro-endereco';
import type { EnderecoLido, Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import { BUSCA_CARACTERES_MAX } from '@escuta/shared/domain/filters/search-query';
import { type AskedFilters, oneOf } from '../../kit/list/filter-params.ts';
import { callReaders } from '../../kit/list/filter-readers.ts';

/** Ranges of scores and, below, of lengths. The page's address has the keys of the chosen ranges. */
export const NOTAS = {
  baixa: { label: 'Pontuação até 49', de: undefined, ate: 49 },
  media: { label: 'Pontuação de 50 a 79', de: 50, ate: 79 },
  alta: { label: 'Pontuação de 80 a 100', de: 80, ate: undefined },
} as const;
export const DURACOES = {
  curta: { label: 'Até 1 minuto', de: undefined, ate: 60 },
  media: { label: 'De 1 a 5 minutos', de: 60, ate: 300 },
  longa: { label: 'Mais de 5 minutos', de: 300, ate: undefined },
} as const;
const names = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[];

const { agente_id, projeto_id, de, ate, direcao, sentimento, alertas } = callReaders('busca');

/** Parameters of the search in the page's address. */
export const SEARCH_FILTERS = {
  q: (value: string) => value.slice(0, BUSCA_CARACTERES_MAX),
  papel: oneOf(BUSCA_PAPEIS),
  projeto: projeto_id,
  agente: agente_id,
  data: oneOf(DATAS),
  de,
  ate,
  direcao,
  sentimento,
  nota: oneOf(names(NOTAS)),
  alertas,
  duracao: oneOf(names(DURACOES)),
};

/** Converts the filters in the address to the parameters of the API's search. */
export function searchQuery({
  page: _,
  q = '',
  projeto,
  agente,
  data = 'ligacao',
  nota,
  duracao,
  ...asked
}: AskedFilters<typeof SEARCH_FILTERS>) {
  return {
    ...asked,
    q,
    data,
    projeto_id: projeto,
    agente_id: agente,
    nota_de: nota && NOTAS[nota].de,
    nota_ate: nota && NOTAS[nota].ate,
    duracao_de: duracao && DURACOES[duracao].de,
    duracao_ate: duracao && DURACOES[duracao].ate,
  };
}
export type SearchQuery = ReturnType<typeof searchQuery>;

/** The conditions of the search on conversations, as a filter that can be saved. */
export const filterOfSearch = (query: SearchQuery): Filtro => listFilter(query, 'busca');

/** Values of the search's filter boxes for a saved filter; the inverse of `filterOfSearch`. */
export function boxesOf(filtro: Filtro): Partial<Record<keyof typeof SEARCH_FILTERS, string>> {
  const address: Partial<EnderecoLido<'busca'>> = Object.assign(
    {},
    ...conditionsOf(filtro).map((one) => asListAddress(one, 'busca')),
  );
  const {
    projeto_id: projeto,
    agente_id: agente,
    nota_de,
    nota_ate,
    duracao_de,
    duracao_ate,
    ...said
  } = address;
  const boxes = {
    ...said,
    projeto,
    agente,
    nota: nameOf(NOTAS, nota_de, nota_ate),
    duracao: nameOf(DURACOES, duracao_de, duracao_ate),
  };
  return Object.fromEntries(Object.entries(boxes).filter(([, value]) => value !== undefined));
}

/** Name of the range in `table` that has these bounds. */
const nameOf = (
  table: Readonly<Record<string, { de: number | undefined; ate: number | undefined }>>,
  de: number | undefined,
  ate: number | undefined,
) => Object.entries(table).find(([, one]) => one.de === de && one.ate === ate)?.[0];
