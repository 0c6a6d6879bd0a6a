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

/** Whose map it is. */
export type Alvo = { tipo: 'pesquisa' | 'auditoria'; id: string };

const endpointOf = ({ tipo }: Alvo) => (tipo === 'pesquisa' ? getMapaDaPesquisa : getMapaDaAuditoria);

/**
 * The heat map, of those interviews that `recorte` leaves; the last one is shown until another's has come. Asked for
 * again (a live event, a verdict) it fetches what changed since, and puts it into what is there.
 */
export function useHeatMap(alvo: Alvo, recorte: Recorte) {
  const client = useQueryClient();
  const endpoint = endpointOf(alvo);
  const params = { id: alvo.id };
  const key = queryKey(endpoint, { params, query: recorte });
  return useQuery<Mapa, Error>({
    queryKey: key,
    // Kept for as long as it is looked at: a rest of it would only be asked for whole again.
    staleTime: 60_000,
    refetchInterval: usePollWhileOffline(15_000),
    // Never the rows of another survey.
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

/** Shows a verdict on every map that is open before the server has answered. @returns how to take it back */
export async function showVerdict(
  client: QueryClient,
  entrevistaId: string,
  perguntaId: string,
  letra: string,
  byPerson: boolean,
): Promise<() => void> {
  const filters = { queryKey: topicKey('mapas') };
  // An answer under way says what was before.
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
