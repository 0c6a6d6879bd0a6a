import {
  createTemplateTest,
  getTemplateTest,
  type TesteTemplateWire,
} from '@escuta/shared/contracts/insights/template-tests';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { type CallInput, errorMessage } from '../../../lib/network/api.ts';
import { apiQuery } from '../../../lib/network/query.ts';

/** Polling interval of a running test, ms. */
const POLL_MS = 1000;

export type TestInput = CallInput<typeof createTemplateTest>['body'];

const isOpen = (test: TesteTemplateWire | undefined) =>
  test === undefined || test.status === 'pendente' || test.status === 'executando';

/** Starts a test and polls until it has ended. */
export function useTemplateTest() {
  const [id, setId] = useState<string | null>(null);
  const begin = useApiMutation(createTemplateTest, {
    failed: null,
    onDone: ({ data }) => setId(data.id),
    onFailed: (error) => toast.error(errorMessage(error, 'Erro ao testar o template')),
  });
  const test = useQuery({
    ...apiQuery(getTemplateTest, { params: { id: id ?? '' } }),
    enabled: id !== null,
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (isOpen(state.data?.data) ? POLL_MS : false),
  });
  return {
    begin: (body: TestInput) => void begin.attempt({ body }),
    test: id === null ? undefined : test.data,
    error: id === null ? null : test.error,
    retry: () => void test.refetch(),
    running: begin.busy || (id !== null && isOpen(test.data) && !test.isError),
    /** Forgets the last test, after another call was chosen. */
    clear: () => setId(null),
  };
}
