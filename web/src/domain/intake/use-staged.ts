import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useRefresh } from '../../kit/mutation.ts';
import { apiQuery, queryKey } from '../../lib/network/query.ts';
import { type IntakeKind, type Staged, stateLine } from './kind.ts';

type AnyKind = IntakeKind<never, never>;

/** Loads an intake, and reloads it at its state's interval. A new version refreshes the answers that depend on it. */
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

/** Returns a function that caches the intake contained in an answer, so that no further request is needed. */
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
