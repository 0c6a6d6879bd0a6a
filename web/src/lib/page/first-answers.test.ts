import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../network/api.ts';
import { askFirst, type FirstAsks, firstAddresses, takeFirst } from './first-answers.ts';

const ID = '01a208b4-91dd-7288-9caf-cf3ecb6d3596';
const ASKS: FirstAsks = [
  ['/dashboard', ['/dashboard']],
  [
    '/dashboard/projects/:projectId/ligacoes',
    ['/projetos/:projectId/auditoria-items?limit=10&page=1', '/projetos/:projectId'],
  ],
];
const addresses = (pathname: string, search: string, basis: string | null) =>
  firstAddresses(ASKS, pathname, search, basis);
afterEach(() => vi.restoreAllMocks());

it('asks what the page asks, and only of an address that says nothing more', () => {
  const calls = `/dashboard/projects/${ID}/ligacoes`;
  expect(addresses(calls, '', null)).toEqual([
    `/projetos/${ID}/auditoria-items?limit=10&page=1`,
    `/projetos/${ID}`,
    '/users/profile',
  ]);
  expect(addresses(calls, '?status=erro', null)).toEqual(['/users/profile']);
  expect(addresses(calls, '', 'ligacao')).toEqual(['/users/profile']);
  expect(addresses('/', '', 'entrada')).toEqual(['/dashboard', '/users/profile']);
  expect(addresses('/dashboard/projects/new/ligacoes', '', null)).toEqual(['/users/profile']);
  expect(addresses('/auth', '', null)).toEqual([]);
});

it('hands each answer out once, to the session that asked', async () => {
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'));
  askFirst('/api', ['/a', '/b'], 'token');
  expect(sent.mock.calls.map(([url]) => url)).toEqual(['/api/a', '/api/b']);
  expect(takeFirst('/api/a', 'another')).toBeNull();
  expect(takeFirst('/api/a', 'token')).toBeNull();
  expect((await takeFirst('/api/b', 'token'))?.status).toBe(200);
  expect(takeFirst('/api/b', 'token')).toBeNull();
});

it('leaves an answer that came too long ago, and one that failed to whoever wants it', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no line'));
  askFirst('/api', ['/old', '/failed'], 'token');
  await expect(takeFirst('/api/failed', 'token')).rejects.toThrow('no line');
  const now = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(now + 60_000);
  expect(takeFirst('/api/old', 'token')).toBeNull();
});

it('forgets what nobody has taken when something is sent that may change it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 204 }));
  askFirst('/api/v1', ['/a', '/b'], 'token');
  const endpoint = { id: 'x.y', path: '/y', kind: 'json', access: { who: 'public' } } as const;
  await call({ ...endpoint, method: 'GET' } as never);
  expect(takeFirst('/api/v1/a', 'token')).not.toBeNull();
  await call({ ...endpoint, method: 'POST' } as never);
  expect(takeFirst('/api/v1/b', 'token')).toBeNull();
});
