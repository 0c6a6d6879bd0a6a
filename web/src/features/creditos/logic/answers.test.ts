import { expect, it } from 'vitest';
import { balanceOf, listOf } from './answers.ts';

it('gives what a good answer holds', () => {
  expect(listOf({ success: true, data: [1] })).toEqual([1]);
  expect(balanceOf({ success: true, data: { saldo: 0 } })).toEqual({ saldo: 0 });
});

it('says that an answer is not what was expected', () => {
  const message = 'Resposta inesperada da API';
  const broken = JSON.parse('[null, {"success":false,"data":[]}, {"success":true,"data":{"saldo":"9"}}]');
  for (const answer of broken) {
    expect(() => listOf(answer)).toThrow(message);
    expect(() => balanceOf(answer)).toThrow(message);
  }
});
