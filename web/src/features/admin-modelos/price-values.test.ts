// @vitest-environment node
import { expect, it } from 'vitest';
import { type PriceValues, priceForm } from './price-values.ts';

it.each([
  ['2020-01-01T10:00', 'Informe uma data e hora no futuro.'],
  ['31/02/2030 10:00', 'Informe data e hora válidas, como 31/12/2026 10:15.'],
  ['', 'Informe data e hora válidas, como 31/12/2026 10:15.'],
])('says of a price from %j: %s', (vigenteDe, message) => {
  const values: PriceValues = { unidade: 'token_entrada', valor: '4,00', quando: 'depois', vigenteDe };
  const read = priceForm.safeParse(values);
  expect(read.error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([['vigenteDe', message]]);
  expect(priceForm.safeParse({ ...values, quando: 'agora' }).success).toBe(true);
});
