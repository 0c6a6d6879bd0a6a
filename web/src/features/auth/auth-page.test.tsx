import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../lib/browser/toast.ts';
import { session } from '../../lib/network/session.ts';
import BOOTSTRAP from '../../theme-bootstrap.js?raw';
import AuthPage from './auth-page.tsx';

const tokenFor = (exp = Date.now() / 1000 + 600) => `x.${btoa(JSON.stringify({ exp }))}.y`;
const user = { id: 'u1', email: 'ana@aurora.com.br', role: 'gerente', empresa_id: 'e1' };

interface Answers {
  login?: () => Response;
  forgot?: () => Response;
  version?: () => Response;
}

function serve({ login, forgot, version }: Answers): ReturnType<typeof vi.fn> {
  const mock = vi.fn(async (url: string) => {
    if (url.endsWith('/version')) return (version ?? (() => Response.json({ version: '9.9.9' })))();
    if (url.endsWith('/auth/login') && login) return login();
    if (url.endsWith('/auth/forgot-password') && forgot) return forgot();
    throw new TypeError('Failed to fetch');
  });
  vi.stubGlobal('fetch', mock);
  return mock;
}

async function open(): Promise<void> {
  render(
    <MemoryRouter initialEntries={['/auth']}>
      <Routes>
        <Route path="/auth" element={<AuthPage />} />
        <Route path="/dashboard" element={<p>painel</p>} />
      </Routes>
    </MemoryRouter>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}

function fill(): void {
  fireEvent.change(screen.getByLabelText('CNPJ'), { target: { value: '11222333000181' } });
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ana@aurora.com.br' } });
  fireEvent.change(screen.getByLabelText('Senha'), { target: { value: 'segredo' } });
}

/** Expects a message in the form, where it stays, and no toast. */
function expectTold(title: string, description?: string): void {
  const alert = screen.getByText(title).closest('[role=alert]');
  expect(alert?.closest('form')).not.toBeNull();
  if (description) expect(alert?.textContent).toBe(title + description);
  expect(toast.error).not.toHaveBeenCalled();
}

async function press(name: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(() => vi.advanceTimersByTimeAsync(0));
}

beforeEach(() => {
  vi.useFakeTimers();
  for (const kind of ['success', 'error', 'warning', 'info'] as const)
    vi.spyOn(toast, kind).mockImplementation(() => undefined);
});
afterEach(() => {
  session.end('logout');
  localStorage.clear();
  sessionStorage.clear();
  session.acknowledgeEnd();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('login mode', () => {
  it('signs in and goes to the dashboard after half a second', async () => {
    const fetched = serve({
      login: () => Response.json({ success: true, data: { token: tokenFor(), user } }),
    });
    await open();
    fill();
    await press('Entrar');
    expect(screen.getByRole('button', { name: 'Processando...' })).toBeDefined();
    expect(session.get()?.empresaId).toBe('e1');
    const sent = fetched.mock.calls.find(([url]) => String(url).endsWith('/auth/login')) ?? [];
    expect(JSON.parse(String((sent[1] as RequestInit).body))).toEqual({
      cnpj: '11.222.333/0001-81',
      email: 'ana@aurora.com.br',
      password: 'segredo',
    });
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(screen.queryByText('painel')).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.getByText('painel')).toBeDefined();
  });

  it('asks nothing of the server while a field is missing, and marks the fields', async () => {
    const fetched = serve({});
    await open();
    await press('Entrar');
    expectTold('Campos obrigatórios');
    expect(screen.getByLabelText('CNPJ').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText('CNPJ'));
    expect(fetched.mock.calls.every(([url]) => String(url).endsWith('/version'))).toBe(true);
  });

  it("shows the server's words for a refusal and lets the person try again", async () => {
    serve({ login: () => Response.json({ message: 'CNPJ, e-mail ou senha incorretos.' }, { status: 401 }) });
    await open();
    fill();
    await press('Entrar');
    expectTold('Não foi possível entrar', 'CNPJ, e-mail ou senha incorretos.');
    expect((screen.getByRole('button', { name: 'Entrar' }) as HTMLButtonElement).disabled).toBe(false);
    expect(session.get()).toBeNull();
  });

  it('says when the server cannot be reached', async () => {
    serve({});
    await open();
    fill();
    await press('Entrar');
    expectTold('Erro de conexão', 'Não foi possível conectar com o servidor. Verifique sua conexão.');
  });

  it('refuses an answer of another shape', async () => {
    serve({ login: () => Response.json({ success: true }) });
    await open();
    fill();
    await press('Entrar');
    expectTold('Não foi possível entrar', 'Resposta da API em formato inesperado');
  });

  it('shows and hides the password', async () => {
    serve({});
    await open();
    expect(screen.getByLabelText('Senha').getAttribute('type')).toBe('password');
    await press('Mostrar senha');
    expect(screen.getByLabelText('Senha').getAttribute('type')).toBe('text');
  });
});

it('remembers the company of the last sign-in, and begins at what is still to be typed', async () => {
  serve({ login: () => Response.json({ success: true, data: { token: tokenFor(), user } }) });
  await open();
  expect(document.activeElement).toBe(screen.getByLabelText('CNPJ'));
  fill();
  await press('Entrar');
  session.end('logout');
  cleanup();
  await open();
  expect(screen.getByLabelText<HTMLInputElement>('CNPJ').value).toBe('11.222.333/0001-81');
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('');
  // On a shared computer a person can make the form forget the company.
  await press('Usar outra empresa');
  expect(screen.getByLabelText<HTMLInputElement>('CNPJ').value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('CNPJ'));
  expect(screen.queryByRole('button', { name: 'Usar outra empresa' })).toBeNull();
  cleanup();
  await open();
  expect(screen.getByLabelText<HTMLInputElement>('CNPJ').value).toBe('');
});

it('knows company and e-mail of a session that was lost: only the password is typed again', async () => {
  serve({ login: () => Response.json({ success: true, data: { token: tokenFor(), user } }) });
  await open();
  fill();
  await press('Entrar');
  session.end('expirada');
  cleanup();
  await open();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('ana@aurora.com.br');
  expect(document.activeElement).toBe(screen.getByLabelText('Senha'));
});

it('takes over what was typed into the page as it was drawn, the CNPJ punctuated, and leaves the focus and the caret', async () => {
  const fetched = serve({ login: () => Response.json({ message: 'Não.' }, { status: 401 }) });
  vi.spyOn(console, 'error');
  localStorage.setItem('ultimo-cnpj', '99.999.999/0001-91');
  const page = (
    <MemoryRouter initialEntries={['/auth']}>
      <AuthPage />
    </MemoryRouter>
  );
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = renderToString(page);
  fill();
  const cnpj = screen.getByLabelText<HTMLInputElement>('CNPJ');
  cnpj.focus();
  cnpj.setSelectionRange(3, 3);
  render(page, { container: box, hydrate: true });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByLabelText('CNPJ')).toBe(cnpj);
  expect([cnpj.value, cnpj.selectionStart]).toEqual(['11.222.333/0001-81', 4]);
  expect(document.activeElement).toBe(cnpj);
  await press('Entrar');
  const sent = fetched.mock.calls.find(([url]) => String(url).endsWith('/auth/login')) ?? [];
  expect(JSON.parse(String((sent[1] as RequestInit).body))).toEqual({
    cnpj: '11.222.333/0001-81',
    email: 'ana@aurora.com.br',
    password: 'segredo',
  });
  expectTold('Não foi possível entrar', 'Não.');
  expect(console.error).not.toHaveBeenCalled();
  cleanup();
  box.remove();
});

it('keeps what was typed, the focus and the press where the drawn page was changed by another hand and is drawn anew', async () => {
  const fetched = serve({ login: () => Response.json({ message: 'Não.' }, { status: 401 }) });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  localStorage.setItem('ultimo-cnpj', '99.999.999/0001-91');
  window.history.replaceState(null, '', '/auth');
  // Runs the script as the browser does: a classic script in the head.
  window.Function(BOOTSTRAP)();
  const page = (
    <MemoryRouter initialEntries={['/auth']}>
      <AuthPage />
    </MemoryRouter>
  );
  const box = document.body.appendChild(document.createElement('div'));
  box.dataset.desenho = '/auth';
  box.id = 'root';
  box.innerHTML = renderToString(page);
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ana@aurora.com.br' } });
  const password = screen.getByLabelText<HTMLInputElement>('Senha');
  fireEvent.change(password, { target: { value: 'segredo' } });
  password.focus();
  fireEvent.submit(password.form!);
  // Password managers insert an element beside a field, which changes the prerendered page.
  screen.getByLabelText('E-mail').after(document.createElement('div'));
  const onRecoverableError = vi.fn();
  render(page, { container: box, hydrate: true, onRecoverableError });
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(onRecoverableError).toHaveBeenCalled();
  const anew = screen.getByLabelText<HTMLInputElement>('Senha');
  expect(anew).not.toBe(password);
  expect(document.activeElement).toBe(anew);
  const sent = fetched.mock.calls.filter(([url]) => String(url).endsWith('/auth/login'));
  expect(sent.map(([, init]) => JSON.parse(String((init as RequestInit).body)))).toEqual([
    { cnpj: '99.999.999/0001-91', email: 'ana@aurora.com.br', password: 'segredo' },
  ]);
  expect(box.dataset.desenho).toBeUndefined();
  cleanup();
  box.remove();
});

describe('forgot mode', () => {
  it('clears the fields when the mode changes and sends the link', async () => {
    serve({ forgot: () => Response.json({ success: true, message: 'Enviado.' }) });
    await open();
    fill();
    await press('Esqueceu a senha?');
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).value).toBe('');
    expect(screen.queryByLabelText('CNPJ')).toBeNull();
    await press('Enviar link');
    expectTold('Campo obrigatório');
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ana@aurora.com.br' } });
    await press('Enviar link');
    expect(toast.success).toHaveBeenCalledWith('Email de recuperação enviado', { description: 'Enviado.' });
    await press('Voltar para o login');
    expect((screen.getByLabelText('E-mail') as HTMLInputElement).value).toBe('');
  });

  it("tells a failure with the catalogue's words", async () => {
    serve({ forgot: () => Response.json({ message: 'Muitas tentativas.' }, { status: 429 }) });
    await open();
    await press('Esqueceu a senha?');
    fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ana@aurora.com.br' } });
    await press('Enviar link');
    expectTold('Erro ao enviar email', 'Muitas tentativas.');
  });
});

describe('arrival', () => {
  it('sends an authenticated user to the dashboard at once', async () => {
    serve({});
    session.start({ token: tokenFor(), user });
    await open();
    expect(screen.getByText('painel')).toBeDefined();
  });

  it('tells a user without a role that the account is being configured, and stays', async () => {
    serve({});
    session.start({ token: tokenFor(), user: { id: 'u', email: 'novo@aurora.com.br' } });
    await open();
    expect(screen.queryByText('painel')).toBeNull();
    await vi.dynamicImportSettled();
    expect(toast.info).toHaveBeenCalledWith('Sua conta está sendo configurada', expect.anything());
  });

  it('shows the versions of both ends', async () => {
    serve({});
    await open();
    expect(screen.getByText(/Backend: 9\.9\.9/)).toBeDefined();
    expect(screen.getByText(/Frontend: 1\.2\.0/)).toBeDefined();
  });

  it('shows N/A for the back end when it does not answer', async () => {
    serve({ version: () => Response.error() });
    await open();
    expect(screen.getByText(/Backend: N\/A/)).toBeDefined();
  });
});
