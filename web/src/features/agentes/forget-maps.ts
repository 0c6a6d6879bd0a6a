import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { topicKey } from '../../lib/network/query.ts';

/**
 * Forgets the heat maps at hand: they ask for the rows that changed only, and no row changes with the name of who did
 * it.
 */
export function useForgetMaps(): () => void {
  const client = useQueryClient();
  return useCallback(() => client.removeQueries({ queryKey: topicKey('mapas') }), [client]);
}
