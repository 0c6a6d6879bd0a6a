import { expect, it } from 'vitest';
import { csvText } from './statement-csv.ts';

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SOMA(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u200b=1',
  '\ufeff\u200d =1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SOMA(A1)',
  '\u200b＝1',
])('a text that a spreadsheet may take for a formula is kept as text: %j', (text) => {
  expect(csvText(text)).toBe(`'${text}`);
});

it.each(['', 'Compra', '1=1', 'a@b.co', '\u200bCompra', '100 - 20'])('another stays as it is: %j', (text) => {
  expect(csvText(text)).toBe(text);
});
