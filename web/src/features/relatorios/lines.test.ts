import type { SerieWire } from '@escuta/shared/contracts/insights/relatorios';
import { expect, it } from 'vitest';
import { linesOf } from './lines.ts';

const behind = { lista: 'ligacoes' as const, filtro: {} };
/** A daily series from 01/11 on. Each entry is [value, number of calls, value of the previous period]. */
function days(
  unidade: SerieWire['unidade'],
  values: readonly (readonly [number | null, number, number | null])[],
): SerieWire {
  return {
    chave: 'x',
    nome: 'X',
    unidade,
    pontos: values.map(([valor, n, antes], index) => {
      const dia = `2026-11-${String(index + 1).padStart(2, '0')}`;
      return { de: dia, ate: dia, valor, n, ...behind, anterior: { valor: antes, n: n && 1, ...behind } };
    }),
  };
}

it('draws the mean of seven days weighed by the calls of each, from the first whole week on', () => {
  // On thirteen of the days a single call scores 100 %; on the other day nine calls score 20 %.
  const series = days(
    'nota',
    Array.from({ length: 14 }, (_, day) => (day === 7 ? [0.2, 9, 0.5] : [1, 1, 0.5])),
  );
  const { lines, values } = linesOf([series], 'dia');
  expect(lines.map(({ label }) => label)).toEqual(['Período anterior, média de 7 dias', 'Média de 7 dias']);
  expect(values.map(({ media }) => media)).toEqual([
    ...Array(6).fill(null),
    1,
    ...Array(7).fill((6 * 1 + 9 * 0.2) / 15),
  ]);
  expect(values.at(-1)?.anterior).toBe(0.5);
});

it('counts calls by the day, all series of a column together, and a day without any as none', () => {
  const done = days(
    'ligacoes',
    Array.from({ length: 14 }, (_, day) => [day < 7 ? 2 : 0, day < 7 ? 2 : 0, 1]),
  );
  const failed = days(
    'ligacoes',
    Array.from({ length: 14 }, () => [1, 1, 0]),
  );
  const { values } = linesOf([done, failed], 'dia');
  expect([values[6], values[13]]).toEqual([
    { media: 3, anterior: 1 },
    { media: 1, anterior: 1 },
  ]);
});

it('compares weeks and months with those before as they are, and has no line without a former figure', () => {
  const weeks = days('ligacoes', [
    [4, 4, 9],
    [5, 5, 7],
  ]);
  const { lines, values } = linesOf([weeks], 'semana');
  expect(lines.map(({ label }) => label)).toEqual(['Período anterior']);
  expect(values).toEqual([{ anterior: 9 }, { anterior: 7 }]);
  const first = days('ligacoes', [
    [4, 4, null],
    [2, 2, null],
  ]);
  for (const { anterior } of first.pontos) anterior.n = 0;
  expect(linesOf([first], 'mes')).toEqual({ lines: [], values: [{}, {}] });
  expect(linesOf([days('nota', [[0.4, 4, 0.9]])], 'mes')).toEqual({ lines: [], values: [{}] });
});

it('draws no mean over fewer than two weeks of days', () => {
  const week = days(
    'ligacoes',
    Array.from({ length: 8 }, () => [1, 1, 2]),
  );
  expect(linesOf([week], 'dia').lines.map(({ label }) => label)).toEqual(['Período anterior']);
});
