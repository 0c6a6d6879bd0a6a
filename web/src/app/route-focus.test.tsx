import { act, render, screen } from '@testing-library/react';
import { createRoot } from 'react-dom/client';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { RouteFocus } from './route-focus.tsx';

const site = (
  <MemoryRouter initialEntries={['/antes']}>
    <RouteFocus />
    <button type="button">Minha Conta</button>
    <main id="conteudo" tabIndex={-1}>
      <Routes>
        <Route path="/antes" element={<Link to="/nova">Nova Pesquisa</Link>} />
        <Route
          path="/nova"
          element={
            <>
              <h1 data-route-heading tabIndex={-1}>
                Novo Projeto
              </h1>
              <input aria-label="Nome" />
            </>
          }
        />
      </Routes>
    </main>
  </MemoryRouter>
);
const focused = () =>
  document.activeElement?.textContent || document.activeElement?.getAttribute('aria-label');
/** Waits for the next frame, so that work scheduled for it is done. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('takes the focus to the heading, also from the button of the menu that led there', async () => {
  render(site);
  act(() => screen.getByRole('link', { name: 'Nova Pesquisa' }).click());
  expect(focused()).toBe('Novo Projeto');
  // A menu focuses its button when it closes.
  screen.getByRole('button', { name: 'Minha Conta' }).focus();
  await act(nextFrame);
  expect(focused()).toBe('Novo Projeto');
});

it('leaves the focus to whoever is in a field of the page as soon as that is drawn', async () => {
  // As in the product, effects run after drawing, when the browser has time for them.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  root.render(site);
  await vi.waitFor(() => screen.getByRole('link', { name: 'Nova Pesquisa' }));
  const drawn = new Promise<void>((resolve) => {
    new MutationObserver((_, observer) => {
      const field = box.querySelector('input');
      if (!field) return;
      observer.disconnect();
      field.focus();
      resolve();
    }).observe(box, { childList: true, subtree: true });
  });
  screen.getByRole('link', { name: 'Nova Pesquisa' }).click();
  await drawn;
  await nextFrame();
  expect(focused()).toBe('Nome');
  root.unmount();
  await nextFrame();
});
