import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { session } from '../../lib/network/session.ts';
import { Guard, RoleGuard } from './guards.tsx';

const token = `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.y`;

function open(papeis: readonly string[]): void {
  render(
    <MemoryRouter initialEntries={['/dentro']}>
      <Routes>
        <Route path="/" element={<p>raiz</p>} />
        <Route path="/auth" element={<p>entrada</p>} />
        <Route
          path="/dentro"
          element={
            <Guard papeis={papeis}>
              <p>dentro</p>
            </Guard>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
}

const clear = (): void => {
  session.end('outra-aba');
  session.acknowledgeEnd();
};
beforeEach(clear);
afterEach(clear);

it('lets a listed role in and follows the session out again', () => {
  session.start({ token, user: { id: 'u', email: 'a@b.co', role: 'usuario' } });
  open(['usuario']);
  expect(screen.getByText('dentro')).toBeDefined();
  act(() => session.end('recusada'));
  expect(screen.getByText('entrada')).toBeDefined();
});

it('leads to / after a sign-out', () => {
  session.start({ token, user: { id: 'u', email: 'a@b.co', role: 'usuario' } });
  open(['usuario']);
  act(() => session.end('logout'));
  expect(screen.getByText('raiz')).toBeDefined();
});

it('sends nobody to the sign-in and a foreign role to /', () => {
  open(['admin']);
  expect(screen.getByText('entrada')).toBeDefined();
});

it('sends a role that is not in the list to /', () => {
  session.start({ token, user: { id: 'u', email: 'a@b.co', role: 'usuario' } });
  open(['admin']);
  expect(screen.getByText('raiz')).toBeDefined();
});

it('leads a field-only account from a page of the office to its own home, also once it was narrowed', () => {
  session.start({ token, user: { id: 'u', email: 'a@b.co', role: 'usuario' } });
  render(
    <MemoryRouter initialEntries={['/dashboard/busca']}>
      <Routes>
        <Route path="/auth" element={<p>entrada</p>} />
        {['/dashboard/busca', '/dashboard/campo'].map((path) => (
          <Route
            key={path}
            path={path}
            element={
              <Guard papeis={['usuario']}>
                <RoleGuard papeis={['usuario']} field={path.endsWith('campo')}>
                  <p>{path}</p>
                </RoleGuard>
              </Guard>
            }
          />
        ))}
      </Routes>
    </MemoryRouter>,
  );
  expect(screen.getByText('/dashboard/busca')).toBeDefined();
  act(() => session.saveFieldOnly(true));
  expect(screen.getByText('/dashboard/campo')).toBeDefined();
});
