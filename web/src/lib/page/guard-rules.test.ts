import { describe, expect, it } from 'vitest';
import { destinationOf, entryTarget, guardTarget, wantedPage } from './guard-rules.ts';

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

describe('destinationOf', () => {
  it('leads on to the page that was asked for, its filters included', () => {
    const state = wantedPage({ pathname: '/dashboard/suporte', search: '?ticket=1' });
    expect(destinationOf(state)).toBe('/dashboard/suporte?ticket=1');
  });

  it('leads back to the runner, which is no page of the router, and to no other that an address names', () => {
    expect(destinationOf(null, '?destino=%2Fentrevista%2Fabc%3Fentrevista%3D1')).toBe(
      '/entrevista/abc?entrevista=1',
    );
    for (const search of [
      '?destino=/dashboard',
      '?destino=//x.example/entrevista/',
      '?destino=https://x.example',
      '?destino=',
    ]) {
      expect(destinationOf(null, search)).toBe('/dashboard');
    }
  });

  it('leads to the dashboard for anything else, and never out of the product', () => {
    for (const state of [
      null,
      'x',
      {},
      { destino: 1 },
      { destino: '//outro.example' },
      { destino: 'https://x.example' },
    ]) {
      expect(destinationOf(state)).toBe('/dashboard');
    }
  });
});
