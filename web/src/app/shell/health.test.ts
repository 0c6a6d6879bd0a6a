import { getHealth } from '@escuta/shared/contracts/operation/sistema';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/network/api.ts';
import { queryKey } from '../../lib/network/query.ts';
import { retryWhenBack } from './health.ts';

const gone = new ApiError(502, 'desconhecido', 'HTTP 502');
const serving = { dependencias: { postgres: 'ok' } };
const refused = new ApiError(403, 'sem_permissao', 'Não.');

/** A client whose getHealth and lists answer as configured by the test. */
function scene() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers = { health: vi.fn(), list: vi.fn(), other: vi.fn() };
  const watch = (key: readonly unknown[], queryFn: () => Promise<unknown>) =>
    new QueryObserver(client, { queryKey: key, queryFn }).subscribe(() => undefined);
  const stop = retryWhenBack(client);
  const begin = () => {
    watch(queryKey(getHealth), answers.health);
    watch(['lista'], answers.list);
    watch(['outra'], answers.other);
  };
  return { client, answers, begin, stop };
}

it('asks again for what the outage failed, once the back end answers, and for nothing that was refused', async () => {
  const { client, answers, begin, stop } = scene();
  answers.health.mockRejectedValue(gone);
  answers.list.mockRejectedValue(gone);
  answers.other.mockRejectedValue(refused);
  begin();
  await vi.waitFor(() => expect(client.getQueryState(['lista'])?.status).toBe('error'));
  await vi.waitFor(() => expect(client.getQueryState(queryKey(getHealth))?.status).toBe('error'));

  answers.health.mockResolvedValue(serving);
  answers.list.mockResolvedValue(['linha']);
  await client.refetchQueries({ queryKey: queryKey(getHealth) });
  await vi.waitFor(() => expect(client.getQueryData(['lista'])).toEqual(['linha']));
  expect(answers.other).toHaveBeenCalledTimes(1);
  stop();
});

it('asks for the getHealth at the first failure, and does not chase an answer that fails by itself', async () => {
  const { client, answers, begin, stop } = scene();
  answers.health.mockResolvedValue(serving);
  answers.list.mockResolvedValue(['linha']);
  answers.other.mockResolvedValue([]);
  begin();
  await vi.waitFor(() => expect(client.getQueryData(['lista'])).toEqual(['linha']));
  expect(answers.health).toHaveBeenCalledTimes(1);

  answers.list.mockRejectedValue(gone);
  await client.refetchQueries({ queryKey: ['lista'] });
  await vi.waitFor(() => expect(answers.health).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(answers.list).toHaveBeenCalledTimes(2);
  stop();
});

it('waits for the database, not only for the server before it', async () => {
  const { client, answers, begin, stop } = scene();
  answers.health.mockResolvedValue({ dependencias: { postgres: 'falha' } });
  answers.list.mockRejectedValue(gone);
  answers.other.mockResolvedValue([]);
  begin();
  await vi.waitFor(() => expect(client.getQueryState(['lista'])?.status).toBe('error'));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(answers.list).toHaveBeenCalledTimes(1);

  answers.list.mockResolvedValue(['linha']);
  answers.health.mockResolvedValue(serving);
  await client.refetchQueries({ queryKey: queryKey(getHealth) });
  await vi.waitFor(() => expect(client.getQueryData(['lista'])).toEqual(['linha']));
  stop();
});
