import { expect, it } from 'vitest';
import { addressOf, placeOf } from './place.ts';

const ID = '019a0000-0000-7000-8000-00000000000a';
const of = (address: string) => placeOf(new URL(address, 'https://x.example'));

it('knows the field home, a questionnaire, and an interview of it', () => {
  expect(of('/entrevista/')).toEqual({ questionarioId: null, entrevistaId: null });
  expect(of('/entrevista/inicio')).toEqual({ questionarioId: null, entrevistaId: null });
  expect(of(`/entrevista/${ID}`)).toEqual({ questionarioId: ID, entrevistaId: null });
  expect(of(`/entrevista/${ID}?entrevista=${ID}`)).toEqual({ questionarioId: ID, entrevistaId: ID });
  // An invalid interview id is ignored. An invalid questionnaire id is kept: the server then does not find it.
  expect(of('/entrevista/x?entrevista=../y')).toEqual({ questionarioId: 'x', entrevistaId: null });
});

it('writes addresses that it reads', () => {
  for (const address of ['/entrevista/', `/entrevista/${ID}`, `/entrevista/${ID}?entrevista=${ID}`]) {
    expect(addressOf(of(address))).toBe(address);
  }
});
