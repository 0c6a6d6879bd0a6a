import {
  getMapaDaAuditoria,
  getMapaDaPesquisa,
  MAPA_MAX,
  type Mapa,
} from '@escuta/shared/contracts/surveys/confrontos';
import { hashKey, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/network/api.ts';
import { usePollWhileOffline } from '../../../lib/network/events.ts';
import { queryKey, topicKey } from '../../../lib/network/query.ts';
import type { Recorte } from './map-filters.tsx';
import { mergeMap, withVerdict } from './map-grid.ts';

/** The survey or the audit whose interviews the map shows. */
export type Alvo = { tipo: 'pesquisa' | 'auditoria'; id: string };

const endpointOf = ({ tipo }: Alvo) => (tipo === 'pesquisa' ? getMapaDaPesquisa : getMapaDaAuditoria);

/**
 * The heat map of the interviews in `recorte`. While the map for a new `recorte` loads, the last map stays. A refetch
 * (live event, verdict) requests only the changes and merges them.
 */
export function useHeatMap(alvo: Alvo, recorte: Recorte) {
  const client = useQueryClient();
  const endpoint = endpointOf(alvo);
  const params = { id: alvo.id };
  const key = queryKey(endpoint, { params, query: recorte });
  return useQuery<Mapa, Error>({
    queryKey: key,
    // The map stays fresh for a minute; a live event or a verdict requests the changes earlier.
    staleTime: 60_000,
    refetchInterval: usePollWhileOffline(15_000),
    // While another survey loads, the rows of the last survey are not shown.
    placeholderData: (previous, query) =>
      hashKey([query?.queryKey[1]]) === hashKey([params]) ? previous : undefined,
    queryFn: async ({ signal }) => {
      const before = client.getQueryData<Mapa>(key);
      if (before) {
        const { data } = await call(endpoint, { params, query: { ...recorte, desde: before.ate }, signal });
        const merged = mergeMap(before, data, MAPA_MAX);
        if (merged) return merged;
      }
      return (await call(endpoint, { params, query: recorte, signal })).data;
    },
  });
}

/**
 * Shows a verdict on every cached map before the server answers.
 * @returns a function that restores the maps
 */
export async function showVerdict(
  client: QueryClient,
  entrevistaId: string,
  perguntaId: string,
  letra: string,
  byPerson: boolean,
): Promise<() => void> {
  const filters = { queryKey: topicKey('mapas') };
  // Cancels requests under way, because their answers would restore the old verdict.
  await client.cancelQueries(filters);
  const before = client.getQueriesData<Mapa>(filters);
  client.setQueriesData<Mapa>(
    filters,
    (mapa) => mapa && withVerdict(mapa, entrevistaId, perguntaId, letra, byPerson),
  );
  return () => {
    for (const [key, mapa] of before) client.setQueryData(key, mapa);
  };
}
