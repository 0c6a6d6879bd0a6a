import { act, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { toast } from '../../../lib/browser/toast.ts';
import { session } from '../../../lib/network/session.ts';
import UpdatePasswordPage from './update-password-page.tsx';

beforeEach(() => {
  for (const kind of ['success', 'error'] as const) vi.spyOn(toast, kind).mockImplementation(() => undefined);
});

const account = {
  finalidade: 'convite',
  email: 'novo@aurora.com.br',
  empresa: 'Aurora',
  cnpj: '11222333000181',
  nome: '',
  expira_em: '2026-12-01T00:00:00.000Z',
};

function SignIn() {
  const { state } = useLocation();
  return <p>entrada {JSON.stringify(state)}</p>;
}

function serve(answers: Record<string, () => Response>) {
  const mock = vi.fn(async (url: string, _init?: RequestInit) => {
    const [, answer] = Object.entries(answers).find(([path]) => url.endsWith(path)) ?? [];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
  vi.stubGlobal('fetch', mock);
  return mock;
}

async function open(address = '/update-password#token=segredo'): Promise<void> {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/update-password" element={<UpdatePasswordPage />} />
        <Route path="/auth" element={<SignIn />} />
        <Route path="/entrevista/inicio" element={<p>campo</p>} />
      </Routes>
    </MemoryRouter>,
  );
  await act(async () => undefined);
}

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(async () => undefined);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it('says of a confirmation link without its secret that it was cut', async () => {
  serve({});
  await open('/update-password#confirmar=');
  expect(screen.getByRole('alert').textContent).toContain('O link está incompleto.');
});

it('takes an invitation with the name, says that its button accepts the terms, and signs in', async () => {
  const fetched = serve({
    '/verify': () => Response.json({ success: true, data: account }),
    '/confirm': () =>
      Response.json({
        success: true,
        message: 'Senha definida. A sua conta já está aberta.',
        data: {
          token: `x.${btoa(JSON.stringify({ exp: Date.now() / 1000 + 600 }))}.y`,
          user: { id: 'u', email: account.email, role: 'usuario', so_campo: true },
        },
      }),
  });
  await open();
  expect(screen.getByRole('heading', { name: 'Aceitar o convite' })).toBeDefined();
  expect(screen.getByText('11.222.333/0001-81')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Nova Senha'), { target: { value: 'segredo-9' } });
  fireEvent.change(screen.getByLabelText('Confirme a Nova Senha'), { target: { value: 'segredo-9' } });
  expect(screen.getByText(/Ao tocar em “Aceitar e entrar”, você aceita os/)).toBeDefined();
  await press('Aceitar e entrar');
  expect(screen.getByText('Informe o seu nome.')).toBeDefined();
  expect(fetched.mock.calls.some(([url]) => url.endsWith('/confirm'))).toBe(false);
  fireEvent.change(screen.getByLabelText(/Seu nome/), { target: { value: 'Ana Lima' } });
  await press('Aceitar e entrar');
  const sent = fetched.mock.calls.find(([url]) => url.endsWith('/confirm'))?.[1];
  expect(JSON.parse(String(sent?.body))).toEqual({
    token: 'segredo',
    newPassword: 'segredo-9',
    nome: 'Ana Lima',
  });
  expect(screen.getByText('campo')).toBeDefined();
  expect([session.get()?.user.email, session.get()?.soCampo]).toEqual([account.email, true]);
  session.end('logout');
});

it('tells a link that died from a server that does not answer', async () => {
  serve({
    '/verify': () =>
      Response.json({ message: 'Este link expirou. Peça um novo.', code: 'link_invalido' }, { status: 410 }),
  });
  await open();
  expect(screen.getByText('Este link expirou. Peça um novo.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Pedir um novo link' }).getAttribute('href')).toBe(
    '/auth?modo=recuperar',
  );
});

it('offers another try when the link could not be checked', async () => {
  let up = false;
  serve({
    '/verify': () =>
      up
        ? Response.json({ success: true, data: { ...account, finalidade: 'redefinicao', nome: null } })
        : Response.json({ message: 'Em manutenção.', code: 'indisponivel' }, { status: 503 }),
  });
  await open();
  expect(screen.getByText('Não foi possível conferir o link')).toBeDefined();
  up = true;
  await press('Tentar novamente');
  expect(screen.getByRole('heading', { name: 'Definir nova senha' })).toBeDefined();
});
