import { expect, it } from 'vitest';
import { withoutEdges } from './edges.ts';
import type { Row } from './rows.ts';
import { textOfRow } from './rows.ts';

const HEIGHT = 800;
const row = (base: number, text: string): Row => ({
  base,
  size: 10,
  segments: [{ text, x0: 50, x1: 50 + text.length * 5, base, size: 10, artifact: false }],
});
const page = (last: Row) => ({
  height: HEIGHT,
  rows: [720, 732, 744, 756, 768].map((y) => row(y, 'Texto')).concat(last),
});

it('takes a number below the page for its number, and one among its lines for a code', () => {
  const shown = (last: Row) =>
    withoutEdges([page(last)])
      .rows[0]?.map(textOfRow)
      .at(-1);
  expect(shown(row(790, '1'))).toBe('Texto');
  expect(shown(row(780, '1'))).toBe('1');
});
