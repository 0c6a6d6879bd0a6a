import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { UnsavedGate } from '../../kit/form/unsaved-gate.tsx';
import { toast } from '../browser/toast.ts';
import { useLogout } from './logout.ts';
import { session } from './session.ts';

const token = `x.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.x`;
const user = { id: 'u', email: 'ana@x.example', user_metadata: { role: 'usuario', empresa_id: 'e' } };

/**
 * A browser with this number of the person's interviews; 'nenhum': the interview runner's database does not exist;
 * 'mudo': the database never answers.
 */
function browserWith(held: number | 'nenhum' | 'mudo'): void {
  const open = (name: string) => {
    expect(name).toBe('escuta-campo-e.u');
    const asked: Record<string, unknown> = {};
    const answer = (request: Record<string, unknown>, result: unknown) => {
      request.result = result;
      queueMicrotask(() => (request.onsuccess as () => void)());
      return request;
    };
    if (held === 'nenhum') {
      asked.error = new DOMException('desfeita', 'AbortError');
      asked.transaction = { abort: () => queueMicrotask(() => (asked.onerror as () => void)()) };
      queueMicrotask(() => (asked.onupgradeneeded as () => void)());
      return asked;
    }
    if (held === 'mudo') return asked;
    const store = { count: () => answer({}, held) };
    return answer(asked, { transaction: () => ({ objectStore: () => store }), close: () => undefined });
  };
  vi.stubGlobal('indexedDB', { open });
}

function SignOut() {
  const logout = useLogout();
  return (
    <button type="button" onClick={logout}>
      Sair daqui
    </button>
  );
}

/** Renders a page. `asks`: true inside the signed-in area, which can show a confirmation; false for a public page. */
function open({ asks = true } = {}): void {
  const element = (
    <>
      {asks ? <UnsavedGate /> : null}
      <SignOut />
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}
const leave = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Sair daqui' })));

beforeEach(() => {
  session.start({ token, user });
  localStorage.setItem('campo:dono', 'e.u');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  session.end('outra-aba');
  session.acknowledgeEnd();
  localStorage.clear();
});

it('says which interviews are not sent yet before it signs out, and leaves the runner to nobody', async () => {
  browserWith(2);
  open();
  await leave();
  await screen.findByText(/^2 entrevistas ainda não foram enviadas\. Elas ficam guardadas neste aparelho/);
  fireEvent.click(screen.getByRole('button', { name: 'Ficar' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(session.get()).not.toBeNull();
  expect(localStorage.getItem('campo:dono')).toBe('e.u');
  await leave();
  fireEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  await waitFor(() => expect(session.get()).toBeNull());
  expect(localStorage.getItem('campo:dono')).toBeNull();
});

it('keeps somebody else’s runner theirs', async () => {
  localStorage.setItem('campo:dono', 'e.outra');
  browserWith(0);
  open();
  await leave();
  await waitFor(() => expect(session.get()).toBeNull());
  expect(localStorage.getItem('campo:dono')).toBe('e.outra');
});

it.each(['nenhum', 'mudo', 'sem'] as const)('never keeps anybody from signing out: %s', async (how) => {
  vi.useFakeTimers();
  if (how === 'sem') vi.stubGlobal('indexedDB', undefined);
  else browserWith(how);
  open();
  await leave();
  await act(() => vi.runOnlyPendingTimersAsync());
  expect(session.get()).toBeNull();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('says it with the sign-out where nobody asks', async () => {
  const said = vi.spyOn(toast, 'success').mockImplementation(() => undefined);
  browserWith(1);
  open({ asks: false });
  await leave();
  await waitFor(() => expect(session.get()).toBeNull());
  expect(said).toHaveBeenCalledWith('Você saiu!', {
    description: expect.stringContaining('1 entrevista ainda não foi enviada. Ela fica guardada'),
  });
});
