import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSessionStore, decodeToken, empresaIdOf, papelOf, type SessionUser } from './session.ts';

const NOW = 1_800_000_000_000;

function token(payload: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const base64 = btoa(String.fromCharCode(...bytes));
  return `x.${base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')}.y`;
}

const user: SessionUser = {
  id: 'u1',
  email: 'ana@aurora.com.br',
  user_metadata: { role: 'gerente', empresa_id: 'e1' },
};
const good = token({ exp: NOW / 1000 + 60, nome: 'João' });

beforeEach(() => localStorage.clear());

describe('decodeToken', () => {
  it('reads the payload of a token and refuses anything else', () => {
    expect(decodeToken(good)).toMatchObject({ exp: NOW / 1000 + 60, nome: 'João' });
    for (const text of ['', 'abc', 'a.b.c', `x.${btoa('[]')}.y`, token({ semExp: 1 })])
      expect(decodeToken(text)).toBeNull();
  });
});

describe('role and company', () => {
  it('take the role from the metadata, then role, then the first of roles', () => {
    expect(papelOf({ ...user, role: 'admin', roles: ['usuario'] })).toBe('gerente');
    expect(papelOf({ id: 'u', email: 'e', role: 'admin', roles: ['usuario'] })).toBe('admin');
    expect(papelOf({ id: 'u', email: 'e', roles: ['usuario', 'admin'] })).toBe('usuario');
    expect(papelOf({ id: 'u', email: 'e', roles: [] })).toBeNull();
  });

  it('take the company from the metadata, then the user, then the token', () => {
    const payload = { exp: 1, user_metadata: { empresa_id: 'c' }, empresa_id: 'd' };
    expect(empresaIdOf({ ...user, empresa_id: 'b' }, payload)).toBe('e1');
    expect(empresaIdOf({ id: 'u', email: 'e', empresa_id: 'b' }, payload)).toBe('b');
    expect(empresaIdOf({ id: 'u', email: 'e' }, payload)).toBe('c');
    expect(empresaIdOf({ id: 'u', email: 'e' }, { exp: 1, empresa_id: 'd' })).toBe('d');
    expect(empresaIdOf({ id: 'u', email: 'e' }, null)).toBeNull();
  });
});

describe('session store', () => {
  it('starts, is found again by the next page load, and ends', () => {
    const store = createSessionStore(localStorage, () => NOW);
    expect(store.get()).toBeNull();
    store.start({ token: good, user, empresa: { id: 'e1', nome: 'Aurora' } });
    expect(store.get()).toMatchObject({ papel: 'gerente', empresaId: 'e1', empresa: { nome: 'Aurora' } });

    const reloaded = createSessionStore(localStorage, () => NOW);
    expect(reloaded.get()).toEqual(store.get());

    reloaded.end('logout');
    expect(reloaded.get()).toBeNull();
    expect(reloaded.lastEnd()).toBe('logout');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('clears what is expired or malformed at start', () => {
    const expired = token({ exp: NOW / 1000 - 1 });
    for (const [raw, end] of [
      [expired, 'expirada'],
      ['not-a-token', null],
    ] as const) {
      localStorage.setItem('token', raw);
      localStorage.setItem('user', JSON.stringify(user));
      const store = createSessionStore(localStorage, () => NOW);
      expect(store.get()).toBeNull();
      expect(store.lastEnd()).toBe(end);
      expect(localStorage.length).toBe(0);
    }
    localStorage.setItem('token', good);
    localStorage.setItem('user', '{"id":');
    expect(createSessionStore(localStorage, () => NOW).get()).toBeNull();
  });

  it('refuses an answer whose token does not hold', () => {
    const store = createSessionStore(localStorage, () => NOW);
    expect(() => store.start({ token: 'x', user })).toThrow('Resposta da API em formato inesperado');
    expect(store.get()).toBeNull();
  });

  it('notices the end of the token, and tells the listeners once', () => {
    let now = NOW;
    const store = createSessionStore(localStorage, () => now);
    store.start({ token: good, user });
    const listener = vi.fn();
    store.subscribe(listener);
    store.check();
    expect(listener).not.toHaveBeenCalled();
    now += 61_000;
    store.check();
    store.check();
    expect(listener).toHaveBeenCalledTimes(1);
    expect(store.get()).toBeNull();
    expect(store.lastEnd()).toBe('expirada');
  });

  it('does not end before the server has told its time: a device’s clock says nothing of a token', () => {
    let now: number | null = null;
    const store = createSessionStore(localStorage, () => now);
    // The token expired long ago, but the server's time is not known yet.
    const long = token({ exp: 1 });
    store.start({ token: long, user });
    store.check();
    expect(store.get()?.token).toBe(long);
    expect(createSessionStore(localStorage, () => null).get()?.token).toBe(long);
    now = NOW;
    store.check();
    expect(store.get()).toBeNull();
    expect(store.lastEnd()).toBe('expirada');
  });

  it('notices a sign-out and a sign-in made in another tab', () => {
    const here = createSessionStore(localStorage, () => NOW);
    const there = createSessionStore(localStorage, () => NOW);
    here.start({ token: good, user });
    there.check();
    expect(there.get()?.user.email).toBe(user.email);
    here.end('logout');
    there.check();
    expect(there.get()).toBeNull();
    expect(there.lastEnd()).toBe('outra-aba');
  });
});
