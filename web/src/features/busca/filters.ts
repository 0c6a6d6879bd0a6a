import { BUSCA_PAPEIS } from '@escuta/shared/contracts/busca';
import { DATAS, NENHUM, SENTIMENTOS } from '@escuta/shared/domain/filtro';
import { BUSCA_CARACTERES_MAX } from '@escuta/shared/domain/search-query';
import { type AskedFilters, aDay, anId, type FilterReader, oneOf } from '../../kit/list/filter-params.ts';

/** Scores and lengths as people sort them; the address holds the name. */
export const NOTAS = {
  baixa: { label: 'Nota até 49', de: undefined, ate: 49 },
  media: { label: 'Nota de 50 a 79', de: 50, ate: 79 },
  alta: { label: 'Nota de 80 a 100', de: 80, ate: undefined },
} as const;
export const DURACOES = {
  curta: { label: 'Até 1 minuto', de: undefined, ate: 60 },
  media: { label: 'De 1 a 5 minutos', de: 60, ate: 300 },
  longa: { label: 'Mais de 5 minutos', de: 300, ate: undefined },
} as const;
const names = <K extends string>(table: Readonly<Record<K, unknown>>) => Object.keys(table) as K[];

const query: FilterReader = (value) => value.slice(0, BUSCA_CARACTERES_MAX);
const agent: FilterReader = (value) => (value === NENHUM ? value : anId(value));

/** The search in the address. */
export const SEARCH_FILTERS = {
  q: query,
  papel: oneOf(BUSCA_PAPEIS),
  projeto: anId,
  agente: agent,
  data: oneOf(DATAS),
  de: aDay,
  ate: aDay,
  sentimento: oneOf(SENTIMENTOS),
  nota: oneOf(names(NOTAS)),
  alertas: oneOf(['com', 'sem']),
  duracao: oneOf(names(DURACOES)),
};

/** What the API is asked. */
export function searchQuery(asked: AskedFilters<typeof SEARCH_FILTERS>) {
  const nota = asked.nota && NOTAS[asked.nota];
  const duracao = asked.duracao && DURACOES[asked.duracao];
  return {
    q: asked.q ?? '',
    papel: asked.papel,
    projeto_id: asked.projeto,
    agente_id: asked.agente,
    data: asked.data ?? ('ligacao' as const),
    de: asked.de,
    ate: asked.ate,
    sentimento: asked.sentimento,
    nota_de: nota?.de,
    nota_ate: nota?.ate,
    alertas: asked.alertas,
    duracao_de: duracao?.de,
    duracao_ate: duracao?.ate,
  };
}
export type SearchQuery = ReturnType<typeof searchQuery>;
