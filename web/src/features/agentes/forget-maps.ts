import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { topicKey } from '../../lib/network/query.ts';

/** Drops cached heat maps after a renaming, because a refetch requests only changed rows, and a name changes no row. */
export function useForgetMaps(): () => void {
  const client = useQueryClient();
  return useCallback(() => client.removeQueries({ queryKey: topicKey('mapas') }), [client]);
}
