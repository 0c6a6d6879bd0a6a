import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { topicKey } from '../../lib/network/query.ts';

/** Drops cached heat maps: they request changed rows only, and a renamed interviewer changes no row. */
export function useForgetMaps(): () => void {
  const client = useQueryClient();
  return useCallback(() => client.removeQueries({ queryKey: topicKey('mapas') }), [client]);
}
