import type { Db } from '@escuta/prisma/db';
import type { ModelCatalog } from '@escuta/shared/services/runs/model-catalog';
import { expect, it, vi } from 'vitest';
import { PaidCalls } from './paid-calls.ts';

const target = { alvo: { provedor: 'openai', modelo: 'm' }, request: 'pedido' } as const;
const paga = { resposta: { texto: 'oi' }, uso: {}, latenciaMs: 5 } as never;

function callsOver(tries: (Error | { resposta: unknown })[]) {
  const stores: string[] = [];
  const within = () => ({ chamadaProvedor: { findMany: async () => [] } });
  const query = vi.fn(async ({ name }: { name: string }) => {
    stores.push(name);
    const next = tries.shift();
    if (next instanceof Error) throw next;
    return { rows: [next] };
  });
  const run = { execucaoId: 'e', empresaId: 'c', projetoId: 'p', itemId: 'i', etapa: 'negocio' } as const;
  const observer = { answered: vi.fn(), booked: vi.fn() };
  const catalog = { prices: async () => [] } as unknown as ModelCatalog;
  return {
    calls: new PaidCalls({ query, within } as unknown as Db, catalog, run, observer),
    stores,
    observer,
  };
}
const failure = (code: string) => Object.assign(new Error('recusado'), { code });

it.each([
  ['what the database cannot hold', '22P05'],
  ['what belongs to nothing any more', '23503'],
])('gives %s up at once: no later try ends otherwise', async (_what, code) => {
  const { calls, stores, observer } = callsOver([failure(code)]);
  await expect(calls.call('k', target, async () => paga)).rejects.toMatchObject({ code });
  expect(stores).toHaveLength(1);
  expect(observer.booked).not.toHaveBeenCalled();
});

it('keeps a paid answer over a database that is away for a moment, and asks the provider once', async () => {
  const { calls, stores, observer } = callsOver([failure('57P03'), { resposta: { texto: 'oi' } }]);
  const ask = vi.fn(async () => paga);
  expect(await calls.call('k', target, ask)).toEqual({ texto: 'oi' });
  expect(await calls.call('k', target, ask)).toEqual({ texto: 'oi' });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(stores).toHaveLength(2);
  expect(observer.booked).toHaveBeenCalledTimes(1);
});

it('finds what was paid for by the words of an earlier version, and asks by its own', async () => {
  const { calls } = callsOver([{ resposta: { texto: 'de antes' } }, { resposta: { texto: 'de agora' } }]);
  const alvo = { provedor: 'openai', modelo: 'm' } as const;
  const ask = vi.fn(async () => paga);
  await calls.call('k', { alvo, request: 'palavras de antes' }, ask);
  const now = { alvo, request: 'palavras de agora', earlier: ['palavras de antes'] };
  expect(await calls.call('k', now, ask)).toEqual({ texto: 'de antes' });
  expect(await calls.call('outra', now, ask)).toEqual({ texto: 'de agora' });
  expect(ask).toHaveBeenCalledTimes(2);
});
