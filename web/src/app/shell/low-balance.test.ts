import { expect, it } from 'vitest';
import { dismissNotice, isNoticeDismissed } from './low-balance.ts';

it('stays away for the day, the company and the level that was dismissed', () => {
  const notice = { empresaId: 'a', nivel: 'baixo', dia: '2026-11-21' } as const;
  expect(isNoticeDismissed(notice)).toBe(false);
  dismissNotice(notice);
  expect(isNoticeDismissed(notice)).toBe(true);
  expect(isNoticeDismissed({ ...notice, dia: '2026-11-22' })).toBe(false);
  expect(isNoticeDismissed({ ...notice, nivel: 'zero' })).toBe(false);
  expect(isNoticeDismissed({ ...notice, empresaId: 'b' })).toBe(false);
});
