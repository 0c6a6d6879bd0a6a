import { getMapaDaAuditoria, getMapaDaPesquisa } from '@escuta/shared/contracts/confrontos';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/**
 * Forgets the heat maps at hand: they ask for the rows that changed only, and no row changes with the name of who did it.
 */
export function useForgetMaps(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    for (const { id } of [getMapaDaPesquisa, getMapaDaAuditoria]) client.removeQueries({ queryKey: [id] });
  }, [client]);
}
