import {
  createTemplateTest,
  getTemplateTest,
  type TesteTemplateWire,
} from '@escuta/shared/contracts/template-tests';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallInput, call, errorMessage } from '../../lib/api.ts';
import { apiQuery } from '../../lib/query.ts';
import { toast } from '../../lib/toast.ts';

/** How often a test under way is asked after, ms. */
const POLL_MS = 1000;

export type TestInput = CallInput<typeof createTemplateTest>['body'];

const isOpen = (test: TesteTemplateWire | undefined) =>
  test === undefined || test.status === 'pendente' || test.status === 'executando';

/** Starts a test and follows it until it has ended. */
export function useTemplateTest() {
  const [id, setId] = useState<string | null>(null);
  const begin = useMutation({
    mutationFn: (body: TestInput) => call(createTemplateTest, { body }),
    onSuccess: ({ data }) => setId(data.id),
    onError: (error) => toast.error(errorMessage(error, 'Erro ao testar template')),
  });
  const test = useQuery({
    ...apiQuery(getTemplateTest, { params: { id: id ?? '' } }),
    enabled: id !== null,
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (isOpen(state.data?.data) ? POLL_MS : false),
  });
  return {
    begin: begin.mutate,
    test: id === null ? undefined : test.data,
    error: id === null ? null : test.error,
    retry: () => void test.refetch(),
    running: begin.isPending || (id !== null && isOpen(test.data) && !test.isError),
    /** Forgets the last one: another call was chosen. */
    clear: () => setId(null),
  };
}
