import { expect, it } from 'vitest';
import { PHONE_FORMS } from '../../../../tests/support/phone-forms.ts';
import { digitsKey } from '../call-sheet/call-key.ts';
import { e164 } from '../interview/signals/overlap.ts';
import { phoneKey } from './phone-key.ts';

it.each(PHONE_FORMS)('%j is the number %s', (written, number) => {
  expect(phoneKey(written)).toBe(number);
});

it('is the number of the key of calls and of the signals, too', () => {
  const forms = PHONE_FORMS.filter(([, number]) => number === '11987654321').map(([written]) => written);
  expect(new Set(forms.map(digitsKey))).toEqual(new Set(['11987654321']));
  expect(new Set(forms.map(e164))).toEqual(new Set(['+5511987654321']));
});
