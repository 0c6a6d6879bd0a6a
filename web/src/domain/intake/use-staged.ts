import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from '../../kit/mutation.ts';
import { apiQuery, queryKey } from '../../lib/network/query.ts';
import { type IntakeKind, type Staged, stateLine } from './kind.ts';

type AnyKind = IntakeKind<never, never>;

/** An intake, followed as its table of states says; what was read of it is asked for again when it is another. */
export function useStaged<Intake extends Staged>(
  kind: IntakeKind<Intake, never>,
  id: string,
): UseQueryResult<Intake> {
  const refresh = useRefresh(kind.topic);
  const intakeOf = (answer: unknown): Intake => (answer as { data: Intake }).data;
  const query = useQuery({
    ...apiQuery(kind.get, { params: { id } }),
    select: intakeOf,
    refetchInterval: ({ state }) =>
      state.data ? (stateLine(kind, intakeOf(state.data).estado).poll ?? false) : false,
    refetchOnWindowFocus: 'always',
  });
  const seen = query.data && `${query.data.estado}:${query.data.versao}`;
  const before = useRef(seen);
  useEffect(() => {
    if (before.current !== undefined && before.current !== seen) void refresh();
    before.current = seen;
  }, [seen, refresh]);
  return query;
}

/** Puts an intake in place that an act answered with: nobody waits until it was asked for again. */
export function usePutStaged({ get }: Pick<AnyKind, 'get'>): (answer: unknown) => void {
  const client = useQueryClient();
  return useCallback(
    (answer) => {
      const { id } = (answer as { data: { id: string } }).data;
      client.setQueryData(queryKey(get, { params: { id } }), answer);
    },
    [client, get],
  );
}
