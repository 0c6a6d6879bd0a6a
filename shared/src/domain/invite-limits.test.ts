import { expect, it } from 'vitest';
import { inviteLimit } from './invite-limits.ts';

it('50 convites em aberto, depois tantos quantos foram aceitos; o que o administrador diz vale mais', () => {
  expect(inviteLimit({ aceitos: 1, convitesMax: null })).toBe(50);
  expect(inviteLimit({ aceitos: 50, convitesMax: null })).toBe(50);
  expect(inviteLimit({ aceitos: 320, convitesMax: null })).toBe(320);
  expect(inviteLimit({ aceitos: 320, convitesMax: 10 })).toBe(10);
  expect(inviteLimit({ aceitos: 1, convitesMax: 2000 })).toBe(2000);
  expect(inviteLimit({ aceitos: 1, convitesMax: 0 })).toBe(0);
});
