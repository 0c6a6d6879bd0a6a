import { BUSCA_PAPEIS, searchFilter } from '@escuta/shared/contracts/busca';
import { DIRECOES_PROCURADAS } from '@escuta/shared/domain/call-direction';
import type { Filtro } from '@escuta/shared/domain/filtro';
import { DATAS, NENHUM, SENTIMENTOS } from '@escuta/shared/domain/filtro-campos';
import { conditionsOf } from '@escuta/shared/domain/filtro-endereco';
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
  direcao: oneOf(DIRECOES_PROCURADAS),
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
    direcao: asked.direcao,
    sentimento: asked.sentimento,
    nota_de: nota?.de,
    nota_ate: nota?.ate,
    alertas: asked.alertas,
    duracao_de: duracao?.de,
    duracao_ate: duracao?.ate,
  };
}
export type SearchQuery = ReturnType<typeof searchQuery>;

/** In which conversations it is looked for, as a filter that can be kept. */
export function filterOfSearch({ q: _, papel: __, projeto_id, ...query }: SearchQuery): Filtro {
  const todas: Filtro[] = [];
  if (projeto_id) todas.push({ campo: 'projeto', op: 'um_de', valor: [projeto_id] });
  if (query.data === 'ligacao') {
    if (query.de) todas.push({ campo: 'data_ligacao', op: 'de', valor: query.de });
    if (query.ate) todas.push({ campo: 'data_ligacao', op: 'ate', valor: query.ate });
  }
  const rest = searchFilter({ ...query, q: '' });
  return { todas: [...todas, ...('todas' in rest ? rest.todas : [rest])] };
}

type Box = Partial<Record<keyof typeof SEARCH_FILTERS, string>>;

/** The boxes that say a kept search's filter (`filterOfSearch`). */
export function boxesOf(filtro: Filtro): Box {
  const said: Box = {};
  const ends: Record<'nota' | 'duracao', { de?: number; ate?: number }> = { nota: {}, duracao: {} };
  for (const { campo, op, valor } of conditionsOf(filtro)) {
    if (campo === 'projeto') said.projeto = valor[0] ?? '';
    else if (campo === 'agente') said.agente = valor[0] ?? '';
    else if (campo === 'direcao') said.direcao = valor[0] ?? '';
    else if (campo === 'sentimento') said.sentimento = valor[0] ?? '';
    else if (campo === 'alertas') said.alertas = op === 'de' ? 'com' : 'sem';
    else if (campo === 'nota' || campo === 'duracao') ends[campo][op] = valor;
    else if (campo === 'data_ligacao' || campo === 'data_entrada') {
      said[op] = valor;
      said.data = campo === 'data_entrada' ? 'entrada' : 'ligacao';
    }
  }
  for (const [campo, table] of [
    ['nota', NOTAS],
    ['duracao', DURACOES],
  ] as const) {
    const { de, ate } = ends[campo];
    const found = Object.entries(table).find(([, one]) => one.de === de && one.ate === ate);
    if (found) said[campo] = found[0];
  }
  return said;
}
