import { describe, expect, it } from 'vitest';
import { entryTarget, guardTarget } from './guard-rules.ts';

const all = ['admin', 'gerente', 'usuario'];

describe('guardTarget', () => {
  it('sends nobody to /auth, and a user without a role as well', () => {
    expect(guardTarget(null, all)).toBe('/auth');
    expect(guardTarget({ papel: null }, all)).toBe('/auth');
  });

  it('sends a role that is not in the list to /', () => {
    expect(guardTarget({ papel: 'usuario' }, ['admin'])).toBe('/');
    expect(guardTarget({ papel: 'supervisor' }, all)).toBe('/');
  });

  it('lets the listed roles in', () => {
    for (const papel of all) expect(guardTarget({ papel }, all)).toBeNull();
    expect(guardTarget({ papel: 'admin' }, ['admin'])).toBeNull();
  });

  it('leads to / after a sign-out', () => {
    expect(guardTarget(null, all, true)).toBe('/');
  });
});

describe('entryTarget', () => {
  it('sends whoever may open it to the dashboard, and nobody in circles', () => {
    for (const papel of all) expect(entryTarget({ papel })).toBe('/dashboard');
    for (const papel of [null, 'supervisor']) expect(entryTarget({ papel })).toBeNull();
    expect(entryTarget(null)).toBeNull();
  });
});
