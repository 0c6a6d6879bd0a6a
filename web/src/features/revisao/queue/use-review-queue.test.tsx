import { listReviewQueue } from '@escuta/shared/contracts/insights/insights';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import * as apiModule from '../../../lib/network/api.ts';
import { createQueryClient, queryKey } from '../../../lib/network/query.ts';
import { useFreshPage, useReviewQueue } from './use-review-queue.ts';

const FILTERS = { projeto: '', categoria: '', prioridade: '', data: '', de: '', ate: '' } as never;

it('asks a live event for the page in focus alone, however many were read', async () => {
  let order = [...'abcdefgh'];
  const asked: string[] = [];
  vi.spyOn(apiModule, 'call').mockImplementation(async (...args: unknown[]) => {
    const { query } = args[1] as { query: { cursor?: string } };
    asked.push(query.cursor ?? '');
    const from = query.cursor ? order.findIndex((id) => id > query.cursor!) : 0;
    const ids = order.slice(from, from + 2);
    const last = ids.at(-1) ?? '';
    const proximo = last === order.at(-1) ? null : last;
    const rest = { total: order.length, totalExato: true, configuracao: [], minhasRevisoes: { n: 0 } };
    return { success: true, data: { insights: ids.map((id) => ({ id })), proximo, ...rest } };
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(
    ({ focused }) => {
      const queue = useReviewQueue(FILTERS);
      useFreshPage(queue, focused);
      return queue;
    },
    { wrapper, initialProps: { focused: 'c' } },
  );
  const shown = () => result.current.insights.map(({ id }) => id).join('');
  await vi.waitFor(() => expect(shown()).toBe('ab'));
  for (const ids of ['abcd', 'abcdef', 'abcdefgh']) {
    await act(() => result.current.query.fetchNextPage());
    await vi.waitFor(() => expect(shown()).toBe(ids));
  }
  expect(asked).toEqual(['', 'b', 'd', 'f']);

  // Another person judges 'd'.
  order = order.filter((id) => id !== 'd');
  await act(() => client.invalidateQueries({ queryKey: queryKey(listReviewQueue) }));
  await vi.waitFor(() => expect(shown()).toBe('abcefgh'));
  expect(asked.slice(4)).toEqual(['b']);
  expect(result.current.summary?.total).toBe(7);

  // A manual refresh loads all pages.
  order = order.filter((id) => id !== 'a');
  await act(() => result.current.refresh());
  await vi.waitFor(() => expect(shown()).toBe('bcefgh'));
});
