import { expect, it } from 'vitest';
import { distinctReasons } from './distinct-reasons.ts';

const choose = (...calls: string[][]) => distinctReasons(calls, (reason) => reason);

it('shows another reason in each call, and repeats one only where a call has no other', () => {
  expect(
    choose(['aviso', 'nome'], ['aviso', 'nome', 'prazo'], ['aviso', 'nome', 'prazo'], ['aviso'], []),
  ).toEqual(['aviso', 'nome', 'prazo', 'aviso', undefined]);
  expect(choose(['aviso'], ['aviso'])).toEqual(['aviso', 'aviso']);
});
