import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetServerTime } from '../../lib/network/server-clock.ts';
import { session } from '../../lib/network/session.ts';
import type { FieldStore } from '../log/model.ts';
import { authorise } from './authorise.ts';
import { contact, explainNoNew, markRevoked } from './device.ts';
import { askAgain } from './owner.ts';
import { memoryStore } from './storage/memory-store.ts';

const OWNER = 'e.u';
const token = `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.x`;
const user = { id: 'u', email: 'ana@x.example', user_metadata: { role: 'usuario', empresa_id: 'e' } };

let store: FieldStore;
const asked: { id: string }[] = [];
beforeEach(() => {
  store = memoryStore();
  asked.length = 0;
  session.start({ token, user });
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { id: string };
    asked.push(body);
    const data = {
      id: body.id,
      segredo: `apa_${asked.length}`,
      autorizado_ate: new Date(Date.now() + 1e9).toISOString(),
      empresa: { id: 'e', nome: 'Instituto' },
      usuario: { id: 'u', nome: 'Ana' },
    };
    return new Response(JSON.stringify({ success: true, data }), { status: 201 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.end('logout');
  localStorage.clear();
  forgetServerTime();
});

it('registers a device once, whoever asks meanwhile', async () => {
  const both = await Promise.all([authorise({ owner: OWNER, store }), authorise({ owner: OWNER, store })]);
  expect(both.map((one) => one?.segredo)).toEqual(['apa_1', 'apa_1']);
  await authorise({ owner: OWNER, store });
  expect(asked).toHaveLength(1);
});

it('registers nothing for somebody else’s session', async () => {
  expect(await authorise({ owner: 'e.outra', store })).toBeUndefined();
  expect(asked).toEqual([]);
});

it('does not authorise a revoked device by a session that was there all along: only by a new one', async () => {
  const first = (await authorise({ owner: OWNER, store }))!;
  await store.setMeta('aparelho', { ...first, situacao: 'revogado' });
  expect((await authorise({ owner: OWNER, store }))?.situacao).toBe('revogado');
  expect(asked).toHaveLength(1);
  askAgain(OWNER, 'autorizar');
  expect(await authorise({ owner: OWNER, store })).toMatchObject({ situacao: 'ativo', segredo: 'apa_2' });
  // All requests name the same device.
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
});

it('renews what has run out, and forgets the PIN of whoever signed in for that', async () => {
  const first = (await authorise({ owner: OWNER, store }))!;
  await store.setMeta('aparelho', { ...first, autorizadoAte: Date.now() - 1 });
  await store.setMeta('pin', { sal: '', hash: '', voltas: 1, erros: 9, esperarAte: 0 });
  askAgain(OWNER, 'pin');
  expect(await authorise({ owner: OWNER, store })).toMatchObject({ segredo: 'apa_2' });
  expect(await store.meta('pin')).toBeUndefined();
});

it('does not authorise an erased device by a session that was there all along: only by a new one', async () => {
  const first = (await authorise({ owner: OWNER, store }))!;
  const registers = fetch;
  const said: { apagado: boolean }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    said.push(JSON.parse(String(init.body)));
    const data = { situacao: 'a_apagar', membro_ativo: true, autorizado_ate: new Date().toISOString() };
    return new Response(JSON.stringify({ success: true, data }), { status: 200 });
  });
  expect(await contact(store)).toBe(false);
  expect(said.map(({ apagado }) => apagado)).toEqual([false, true]);
  vi.stubGlobal('fetch', registers);
  expect(await authorise({ owner: OWNER, store })).toBeUndefined();
  expect(asked).toHaveLength(1);
  askAgain(OWNER, 'autorizar');
  expect(await authorise({ owner: OWNER, store })).toMatchObject({ situacao: 'ativo' });
  // The device gets a new id: the erased registration stays erased.
  expect(asked.at(-1)!.id).not.toBe(first.id);
  expect(await store.meta('apagado')).toBeUndefined();
});

it('is told that the company is out of use: it keeps its authorisation, sends nothing, and says so', async () => {
  await authorise({ owner: OWNER, store });
  const tell = (empresa_ativa: boolean) =>
    vi.stubGlobal('fetch', async () =>
      Response.json({
        success: true,
        data: {
          situacao: 'ativo',
          membro_ativo: empresa_ativa,
          empresa_ativa,
          autorizado_ate: new Date(Date.now() + 1e9).toISOString(),
        },
      }),
    );
  tell(false);
  expect(await contact(store)).toBe(false);
  // Other requests fail as if the credential were unknown, but the cause is the inactive company, not a revocation.
  await markRevoked(store);
  const off = await store.meta('aparelho');
  expect(off?.situacao).toBe('ativo');
  expect(explainNoNew(off, Date.now())).toContain('A empresa está arquivada');
  tell(true);
  expect(await contact(store)).toBe(true);
  expect(explainNoNew(await store.meta('aparelho'), Date.now())).toBeNull();
});

it('holds its authorisation by the server’s time, with a network and without, though its clock is a year ahead', async () => {
  const server = Date.now();
  const YEAR = 365 * 24 * 3_600_000;
  const date = new Date(server).toUTCString();
  const until = new Date(server + 30 * 24 * 3_600_000).toISOString();
  vi.spyOn(Date, 'now').mockImplementation(() => server + YEAR);
  const data = { situacao: 'ativo', membro_ativo: true, empresa_ativa: true, autorizado_ate: until };
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const { id } = JSON.parse(String(init.body)) as { id?: string };
    if (id !== undefined) asked.push({ id });
    const registered = {
      id,
      segredo: 'apa',
      empresa: { id: 'e', nome: 'I' },
      usuario: { id: 'u', nome: 'A' },
    };
    return Response.json({ success: true, data: { ...registered, ...data } }, { headers: { date } });
  });
  await authorise({ owner: OWNER, store });
  expect(await contact(store)).toBe(true);
  // The device is not registered a second time, even after a reload without a network.
  await authorise({ owner: OWNER, store });
  expect(asked).toHaveLength(1);
  expect(explainNoNew(await store.meta('aparelho'))).toBeNull();
  forgetServerTime();
  expect(explainNoNew(await store.meta('aparelho'))).toBeNull();
  expect(explainNoNew({ ...(await store.meta('aparelho'))!, autorizadoAte: server - 1 })).toContain('venceu');
});
