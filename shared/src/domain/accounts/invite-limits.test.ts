import { expect, it } from 'vitest';
import { inviteLimit } from './invite-limits.ts';

it("50 open invitations, then as many as were accepted; the administrator's number overrides", () => {
  expect(inviteLimit({ aceitos: 1, convitesMax: null })).toBe(50);
  expect(inviteLimit({ aceitos: 50, convitesMax: null })).toBe(50);
  expect(inviteLimit({ aceitos: 320, convitesMax: null })).toBe(320);
  expect(inviteLimit({ aceitos: 320, convitesMax: 10 })).toBe(10);
  expect(inviteLimit({ aceitos: 1, convitesMax: 2000 })).toBe(2000);
  expect(inviteLimit({ aceitos: 1, convitesMax: 0 })).toBe(0);
});
