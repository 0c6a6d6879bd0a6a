import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { topicKey } from '../../lib/network/query.ts';

/** Makes a function that drops cached heat maps, which request changed rows only; a new name changes no row. */
export function useForgetMaps(): () => void {
  const client = useQueryClient();
  return useCallback(() => client.removeQueries({ queryKey: topicKey('mapas') }), [client]);
}
