// The table of an item's life, walked cell by cell on real rows: each act by the function that the product calls.
import { isDeepStrictEqual } from 'node:util';
import { ATOS_ITEM, ESTADOS_ITEM, VIDA_DO_ITEM } from '@escuta/shared/domain/life/item';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { act, BEFORE, type Chao, itemIn, layGround, predictBoth, stateNow } from '../support/item-life.ts';
import { LONGO } from '../support/longo.ts';

let test: TestApp;
let chao: Chao;

beforeAll(async () => {
  test = await createTestApp();
  chao = await layGround(test);
});
afterAll(() => test.close());

it.each(ESTADOS_ITEM)('%s: every act does what the table says', async (estado) => {
  const found: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const ato of ATOS_ITEM) {
    const item = await itemIn(chao, estado);
    expect(await stateNow(chao, item)).toBe(estado);
    const resposta = await act(chao, item, ato);
    found[ato] = { resposta, estado: await stateNow(chao, item) };
    const cell = VIDA_DO_ITEM[estado][ato];
    if (typeof cell === 'object' && 'para' in cell) {
      wanted[ato] = { resposta: { feito: true }, estado: cell.para === 'antes' ? BEFORE[estado] : cell.para };
    } else if (typeof cell === 'object' && 'recusa' in cell) {
      wanted[ato] = { resposta: { recusado: cell.recusa }, estado };
    } else {
      wanted[ato] = { resposta: { nada: true }, estado };
    }
  }
  expect(found).toEqual(wanted);
});

it('only a gerente replaces or removes a recording that a result rests on', async () => {
  for (const estado of ESTADOS_ITEM) {
    for (const ato of ATOS_ITEM) {
      const cell = VIDA_DO_ITEM[estado][ato];
      if (typeof cell !== 'object' || !('so' in cell) || ato === 'anexar_por_lote') continue;
      const item = await itemIn(chao, estado);
      expect(await act(chao, item, ato, 'usuario'), `${estado} ${ato}`).toEqual({
        recusado: 'sem_permissao',
      });
      expect(await stateNow(chao, item)).toBe(estado);
    }
  }
});

/** All pairs of acts in all states; in `npm test` every tenth, by a fixed seed. */
const PAIRS = ESTADOS_ITEM.flatMap((estado) =>
  ATOS_ITEM.flatMap((a, at) => ATOS_ITEM.slice(at).map((b) => ({ estado, a, b }))),
);
const SEED = 7;
const drawn = LONGO ? PAIRS : PAIRS.filter((_, index) => (index * 31 + SEED) % 10 === 0);

it(`two people at once end as one after the other would (${drawn.length} pairs)`, {
  timeout: 900_000,
}, async () => {
  const wrong: unknown[] = [];
  for (const { estado, a, b } of drawn) {
    const item = await itemIn(chao, estado);
    const both = await Promise.allSettled([
      act(chao, item, a, 'gerente'),
      act(chao, item, b, 'outro_gerente'),
    ]);
    const respostas = both.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
    const found = { respostas, estado: await stateNow(chao, item) };
    const ab = predictBoth(estado, [a, b]);
    const ba = predictBoth(estado, [b, a]);
    const orders = [ab, { ...ba, respostas: [ba.respostas[1], ba.respostas[0]] }];
    if (!orders.some((order) => isDeepStrictEqual(order, found))) wrong.push({ estado, a, b, found, orders });
  }
  expect(wrong).toEqual([]);
});
