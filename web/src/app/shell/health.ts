import { health } from '@escuta/shared/contracts/sistema';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/query.ts';

/** How often the back end is asked, ms. */
export const HEALTH_POLL_MS = 60_000;

/** State of the back end: asked on load, every 60 s and when the browser comes back online. */
export function useHealth(): {
  /** The back end cannot be reached (or does not answer 200). */
  falhou: boolean;
  /** Only the sample recordings can be transcribed. */
  demonstracao: boolean;
  checking: boolean;
  check: () => void;
} {
  const query = useQuery({
    ...apiQuery(health),
    refetchInterval: HEALTH_POLL_MS,
    refetchOnReconnect: 'always',
    // Offline is precisely what the banner is there to say.
    networkMode: 'always',
    retry: 1,
    retryDelay: 1000,
  });
  return {
    falhou: query.isError,
    demonstracao: query.data?.dependencias.ia.modo === 'demonstracao',
    checking: query.isFetching,
    check: () => void query.refetch(),
  };
}
