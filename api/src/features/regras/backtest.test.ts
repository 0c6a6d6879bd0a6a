import type { Database } from '@escuta/prisma/db';
import { afterEach, expect, it, vi } from 'vitest';
import type { Session } from '../../sign-in/session.ts';
import { testRegra } from './backtest.ts';

const FILTRO = { campo: 'nota', op: 'ate', valor: 40 } as const;
const id = (n: number) => `01a224fa-ac06-740a-96cd-${String(n).padStart(12, '0')}`;

afterEach(() => {
  vi.restoreAllMocks();
});

it('a condition too slow for a step is read with fewer calls, also by the next answer', async () => {
  const steps: number[] = [];
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  // 1,000 calls, of which more than 30 at once take too long.
  let left = 1000;
  const read: Parameters<typeof testRegra>[3] = async (_db, _own, _filtro, { passo }) => {
    steps.push(passo);
    if (passo > 30) return null;
    const vistos = Math.min(passo, left);
    left -= vistos;
    // Each step uses up the time for one answer.
    clock += 1200;
    return { vistos, ultimo: { entrada: '2026-11-20T12:00:00.000Z', id: id(left) }, n: 0, achadas: [] };
  };
  const session = { ownScope: { kind: 'empresa', empresaId: id(1) } } as Session;
  const ask = (cursor: string | null) =>
    testRegra({ db: {} as Database }, session, { filtro: FILTRO, janela: null, cursor }, read);
  const { cursor } = await ask(null);
  expect(steps).toEqual([500, 25]);
  await ask(cursor);
  expect(steps).toEqual([500, 25, 25]);
});
