// The table of an interview's life, checked act by act on real rows, with the product's own functions.
import { isDeepStrictEqual } from 'node:util';
import { ASPECTOS, type Aspecto, ATOS_ENTREVISTA } from '@escuta/shared/domain/life/interview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  act,
  type Campo,
  canMeet,
  interviewIn,
  layField,
  predict,
  predictBoth,
  readState,
  SITUACOES,
  type Situacao,
} from '../support/interview-life.ts';
import { LONGO } from '../support/longo.ts';

let test: TestApp;
let campo: Campo;

beforeAll(async () => {
  test = await createTestApp();
  campo = await layField(test);
});
afterAll(() => test.close());

const ALL = Object.keys(SITUACOES) as Situacao[];

it('each state of each aspect occurs in a situation', () => {
  for (const aspecto of Object.keys(ASPECTOS) as Aspecto[]) {
    expect(new Set(Object.values(SITUACOES).map((one) => one[aspecto])), aspecto).toEqual(
      new Set<string>(ASPECTOS[aspecto]),
    );
  }
});

it.each(ALL)('%s: every act does what the table says', async (situacao) => {
  const found: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const ato of ATOS_ENTREVISTA) {
    const entrevista = await interviewIn(campo, situacao);
    expect(await readState(campo, entrevista)).toEqual(SITUACOES[situacao]);
    found[ato] = { resposta: await act(campo, entrevista, ato), estado: await readState(campo, entrevista) };
    wanted[ato] = predict(SITUACOES[situacao], ato);
  }
  expect(found).toEqual(wanted);
});

/**
 * All pairs of acts by two people in all states, except the two acts that resemble other decisions. `npm test` checks
 * every tenth pair, chosen by a fixed seed.
 */
const MEETING = ATOS_ENTREVISTA.filter((ato) => ato !== 'por_em_espera' && ato !== 'devolver');
const PAIRS = ALL.flatMap((situacao) =>
  MEETING.flatMap((a, at) => MEETING.slice(at).map((b) => ({ situacao, a, b }))),
).filter(({ a, b }) => canMeet(a, b));
const SEED = 7;
const drawn = LONGO ? PAIRS : PAIRS.filter((_, index) => (index * 31 + SEED) % 10 === 0);

it(`two people at once end as one after the other would (${drawn.length} pairs)`, {
  timeout: 900_000,
}, async () => {
  const wrong: unknown[] = [];
  for (const { situacao, a, b } of drawn) {
    const entrevista = await interviewIn(campo, situacao);
    const both = await Promise.allSettled([act(campo, entrevista, a), act(campo, entrevista, b)]);
    const respostas = both.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
    const found = { respostas, estado: await readState(campo, entrevista) };
    const state = SITUACOES[situacao];
    const orders = [
      ...predictBoth(state, [a, b]),
      ...predictBoth(state, [b, a]).map(({ respostas: [one, other], estado }) => ({
        respostas: [other, one],
        estado,
      })),
    ];
    if (!orders.some((order) => isDeepStrictEqual(order, found)))
      wrong.push({ situacao, a, b, found, orders });
  }
  expect(wrong).toEqual([]);
});
