import {
  getMapaDaAuditoria,
  getMapaDaPesquisa,
  MAPA_MAX,
  type Mapa,
} from '@escuta/shared/contracts/confrontos';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { usePollWhileOffline } from '../../lib/events.ts';
import { queryKey } from '../../lib/query.ts';
import { mergeMap, withVerdict } from './map-grid.ts';

/** Whose map it is. */
export type Alvo = { tipo: 'pesquisa' | 'auditoria'; id: string };

const endpointOf = ({ tipo }: Alvo) => (tipo === 'pesquisa' ? getMapaDaPesquisa : getMapaDaAuditoria);
const keyOf = (alvo: Alvo) => queryKey(endpointOf(alvo), { params: { id: alvo.id } });

/** The heat map. Asked for again (a live event, a verdict) it fetches what changed since, and puts it into what is there. */
export function useHeatMap(alvo: Alvo) {
  const client = useQueryClient();
  const key = keyOf(alvo);
  const endpoint = endpointOf(alvo);
  return useQuery<Mapa, Error>({
    queryKey: key,
    // Kept for as long as it is looked at: a rest of it would only be asked for whole again.
    staleTime: 60_000,
    refetchInterval: usePollWhileOffline(15_000),
    queryFn: async ({ signal }) => {
      const params = { id: alvo.id };
      const before = client.getQueryData<Mapa>(key);
      if (before) {
        const { data } = await call(endpoint, { params, query: { desde: before.ate }, signal });
        const merged = mergeMap(before, data, MAPA_MAX);
        if (merged) return merged;
      }
      return (await call(endpoint, { params, query: {}, signal })).data;
    },
  });
}

/** Shows a verdict on every map that is open before the server has answered. @returns how to take it back */
export async function showVerdict(
  client: QueryClient,
  entrevistaId: string,
  perguntaId: string,
  letra: string | null,
): Promise<() => void> {
  const filters = {
    predicate: ({ queryKey: [id] }: { queryKey: readonly unknown[] }) =>
      id === getMapaDaPesquisa.id || id === getMapaDaAuditoria.id,
  };
  // An answer under way says what was before.
  await client.cancelQueries(filters);
  const before = client.getQueriesData<Mapa>(filters);
  client.setQueriesData<Mapa>(filters, (mapa) => mapa && withVerdict(mapa, entrevistaId, perguntaId, letra));
  return () => {
    for (const [key, mapa] of before) client.setQueryData(key, mapa);
  };
}
