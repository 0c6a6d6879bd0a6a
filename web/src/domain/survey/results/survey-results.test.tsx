import type { Mapa } from '@escuta/shared/contracts/surveys/confrontos';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '../../../lib/network/session.ts';
import { SurveyResults } from './survey-results.tsx';

const ID = (n: number) => `019a0000-0000-7000-8000-00000000000${n}`;
const VERSION = { id: ID(1), questionario_id: ID(2), questionario_nome: 'Preços', numero: 1 };
const MAP: Mapa = {
  versoes: [{ ...VERSION, perguntas: [{ id: ID(3), codigo: 'P1', texto: 'Como é o preço?' }] }],
  entrevistadores: [],
  filtros: { versoes: [VERSION], entrevistadores: [], sem_entrevistador: true },
  linhas: [
    {
      ...{ id: ID(4), item: ID(5), nome: 'Ana', agente: null, versao: ID(1), em: '2026-03-02T10:00:00Z' },
      ...{ propria: false, c: 'C', ia: 'C', m: '-' },
    },
  ],
  total: 1,
  ate: '2026-03-02T10:00:00Z',
} as Mapa;

/** Renders an audit's results: requests for the map get `map`, requests for the figures stay pending. */
function show(map: Mapa): void {
  vi.stubGlobal('fetch', async (url: string) =>
    new URL(url, 'http://x').pathname.endsWith('/mapa')
      ? new Response(JSON.stringify({ success: true, data: map }), {
          headers: { 'content-type': 'application/json' },
        })
      : new Promise(() => undefined),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <SurveyResults alvo={{ tipo: 'auditoria', id: ID(9) }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
beforeEach(() => {
  // jsdom has no `document.fonts`; the map listens to it, to redraw when fonts arrive.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  const claims = btoa(JSON.stringify({ sub: 'ana', exp: Math.floor(Date.now() / 1000) + 3600 }));
  session.start({
    token: `a.${claims}.c`,
    user: { id: 'ana', email: 'ana@horizonte.example', role: 'gerente' },
  });
});
afterEach(() => {
  cleanup();
  Reflect.deleteProperty(document, 'fonts');
  session.end('logout');
  session.acknowledgeEnd();
  vi.unstubAllGlobals();
});

it('shows the map of an audit before its figures have come', async () => {
  show(MAP);
  expect(await screen.findByRole('grid', { name: 'Mapa das respostas' })).toBeTruthy();
});

it('shows no empty map before it is known that an audit has interviews', async () => {
  show({ ...MAP, versoes: [], linhas: [], total: 0 });
  await expect.poll(() => document.querySelectorAll('[aria-busy="true"]').length).toBe(1);
  expect(screen.queryByText('Nenhuma entrevista auditada')).toBeNull();
});
