import { act, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter, createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { readCell, useOpenCell, writeCell } from './use-open-cell.ts';

const E = '019a0000-0000-7000-8000-000000000001';
const P = '019a0000-0000-7000-8000-000000000002';
const Q = '019a0000-0000-7000-8000-000000000003';

it('reads what it wrote, and nothing else', () => {
  const query = writeCell('?aba=resultados', { entrevistaId: E, perguntaId: P });
  expect(readCell(`?${query}`)).toEqual({ entrevistaId: E, perguntaId: P });
  expect(new URLSearchParams(query).get('aba')).toBe('resultados');
  expect(writeCell(query, null)).toBe('aba=resultados');
  for (const wrong of ['', 'x', E, `${E}.`, `${E}.x`, `${E}.${P}.${Q}`]) {
    expect(readCell(`?celula=${wrong}`), wrong).toBeNull();
  }
});

function Page() {
  const { aberta, open, close } = useOpenCell();
  return (
    <>
      <output>{aberta?.perguntaId ?? 'nenhuma'}</output>
      <button type="button" onClick={() => open({ entrevistaId: E, perguntaId: P })}>
        abrir
      </button>
      <button type="button" onClick={() => open({ entrevistaId: E, perguntaId: Q })}>
        seguir
      </button>
      <button type="button" onClick={close}>
        fechar
      </button>
    </>
  );
}

function show(at = '/mapa') {
  const router = createMemoryRouter(
    [
      { path: '/antes', element: 'antes' },
      { path: '/mapa', element: <Page /> },
    ],
    { initialEntries: ['/antes', at], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const shows = (what: string) => screen.findByText(what);
  return { router, press, shows };
}

it('opens in one step of the history, which Back and closing undo', async () => {
  const { router, press, shows } = show();
  press('abrir');
  await shows(P);
  press('seguir');
  await shows(Q);
  // The address is written a moment later, and names the first cell until then.
  await expect.poll(() => router.state.location.search).toContain(Q);
  await router.navigate(-1);
  await shows('nenhuma');
  expect(router.state.location.pathname).toBe('/mapa');
  await router.navigate(1);
  await shows(Q);
  press('fechar');
  await shows('nenhuma');
  await expect.poll(() => router.state.location.search).toBe('');
  await router.navigate(-1);
  await shows('antes');
});

it('of a link it opens, and closes without leaving the page', async () => {
  const { router, press, shows } = show(`/mapa?celula=${E}.${P}`);
  await shows(P);
  press('fechar');
  await shows('nenhuma');
  await expect.poll(() => router.state.location.search).toBe('');
  expect(router.state.location.pathname).toBe('/mapa');
});

it('opened again before the browser has gone back, it stays open', async () => {
  window.history.replaceState(null, '', '/mapa');
  // A browser's own history goes back asynchronously.
  const router = createBrowserRouter([{ path: '/mapa', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const cell = () => new URLSearchParams(window.location.search).get('celula');
  press('abrir');
  await screen.findByText(P);
  await expect.poll(cell).toBe(`${E}.${P}`);
  press('fechar');
  press('seguir');
  await expect.poll(cell).toBe(`${E}.${Q}`);
  await screen.findByText(Q);
  window.history.back();
  await screen.findByText('nenhuma');
  expect(cell()).toBeNull();
  router.dispose();
});

it('Back, pressed before the browser has gone back, closes what was opened meanwhile', async () => {
  window.history.replaceState(null, '', '/antes');
  const router = createBrowserRouter([
    { path: '/antes', element: 'antes' },
    { path: '/mapa', element: <Page /> },
  ]);
  render(<RouterProvider router={router} />);
  await router.navigate('/mapa');
  await router.navigate('/mapa?pagina=2');
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  await screen.findByText('nenhuma');
  press('abrir');
  await screen.findByText(P);
  await expect.poll(() => window.location.search).toContain('celula');
  // Goes back two steps at once: the page's own step and the person's, as in a slow browser.
  const { history } = window;
  const go = history.go.bind(history);
  history.go = (by = 0) => go(by - 1);
  press('fechar');
  Reflect.deleteProperty(history, 'go');
  press('seguir');
  await expect.poll(() => window.location.search).toBe('');
  await screen.findByText('nenhuma');
  expect(window.location.pathname).toBe('/mapa');
  router.dispose();
});

it('Back closes it, pressed before the page has drawn the step that opening made', async () => {
  window.history.replaceState(null, '', '/mapa');
  const router = createBrowserRouter([{ path: '/mapa', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  await screen.findByText('nenhuma');
  // Nothing is rendered until the opening and the step back are both done.
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'abrir' }));
    while (!window.location.search.includes('celula')) await new Promise((resolve) => setTimeout(resolve, 5));
    const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await back;
  });
  await screen.findByText('nenhuma');
  expect(window.location.search).toBe('');
  router.dispose();
});

it('Back closes it, pressed while the address of the one that was gone on to waits to be written', async () => {
  window.history.replaceState(null, '', '/mapa');
  const router = createBrowserRouter([{ path: '/mapa', element: <Page /> }]);
  render(<RouterProvider router={router} />);
  await screen.findByText('nenhuma');
  fireEvent.click(screen.getByRole('button', { name: 'abrir' }));
  await screen.findByText(P);
  await expect.poll(() => window.location.search).toContain(P);
  const setTimer = vi.spyOn(window, 'setTimeout').mockReturnValueOnce(4711 as never);
  const clearTimer = vi.spyOn(window, 'clearTimeout');
  fireEvent.click(screen.getByRole('button', { name: 'seguir' }));
  const write = setTimer.mock.calls[0]?.[0] as () => void;
  setTimer.mockRestore();
  await act(async () => {
    const back = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
    window.history.back();
    await back;
    // The timer that is pending fires before the page has rendered the step back.
    if (!clearTimer.mock.calls.some(([timer]) => (timer as unknown) === 4711)) write();
  });
  clearTimer.mockRestore();
  await screen.findByText('nenhuma');
  expect(window.location.search).toBe('');
  router.dispose();
});
