import { expect, it } from 'vitest';
import { kappaOf } from './kappa.ts';

const table = (simSim: number, simNao: number, naoSim: number, naoNao: number) => ({
  simSim,
  simNao,
  naoSim,
  naoNao,
});

it.each([
  // Expected kappas: textbook examples. Expected intervals: NumPy with a numeric gradient of kappa over the
  // multinomial; Student's quantile from SciPy.
  { of: table(20, 5, 10, 15), kappa: 0.4, de: 0.1207, ate: 0.62 },
  { of: table(45, 15, 25, 15), kappa: 0.1304, de: -0.0643, ate: 0.3199 },
  { of: table(25, 0, 0, 5), kappa: 1, de: 0.5692, ate: 1 },
  { of: table(15, 0, 0, 15), kappa: 1, de: 0.7173, ate: 1 },
  { of: table(90, 3, 2, 5), kappa: 0.6398, de: 0.319, ate: 0.8703 },
  { of: table(200, 4, 6, 40), kappa: 0.8645, de: 0.7569, ate: 0.9298 },
])('gives $of its kappa and interval, with a width also where all agree', ({ of, kappa, de, ate }) => {
  const found = kappaOf(of);
  expect(found?.kappa).toBeCloseTo(kappa, 4);
  expect(found?.intervalo.de).toBeCloseTo(de, 3);
  expect(found?.intervalo.ate).toBeCloseTo(ate, 3);
});

it('does not change when met and not met change places, nor when the raters do', () => {
  const straight = kappaOf(table(45, 15, 25, 15));
  for (const other of [table(15, 25, 15, 45), table(45, 25, 15, 15)]) {
    expect(kappaOf(other)?.kappa).toBeCloseTo(straight?.kappa ?? Number.NaN, 12);
    expect(kappaOf(other)?.intervalo.de).toBeCloseTo(straight?.intervalo.de ?? Number.NaN, 12);
  }
});

it.each([
  ['three that agree', table(2, 0, 0, 1)],
  ['29 judgements', table(15, 0, 0, 14)],
  ['both always met', table(90, 0, 0, 0)],
  ['the AI always met', table(80, 30, 0, 0)],
  ['a word that one of them used four times', table(90, 4, 0, 4)],
])('gives none of %s: what it would say does not hold', (_name, of) => {
  expect(kappaOf(of)).toBeNull();
});
