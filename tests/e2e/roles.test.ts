// Links that each role sees, and the pages to which typed addresses lead (specification 1, §2.1 and §6).
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { follow, useBrowser } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import { openSession, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const open = (email: string): Promise<Session> =>
  openSession(baseUrl, demo.logins.find((one) => one.email === email)!);

/** Screens for administrators only. */
const ADMIN_ONLY = [
  '/admin',
  '/admin/projects',
  '/admin/audits',
  '/admin/processing-control',
  '/admin/leads',
  '/admin/pacotes',
  '/admin/registros',
  '/admin/modelos',
];
/** Pages for administrators and managers. */
const MANAGERS = ['/admin/users', '/admin/empresas', '/admin/falhas'];

async function links(session: Session): Promise<{ page: Page; names: string[] }> {
  const page = await newPage();
  await signIn(page, session);
  await page.goto('/dashboard/profile');
  await page.getByRole('heading', { name: 'Configurações', exact: true }).waitFor();
  const names = await page.locator('aside ul a').allInnerTexts();
  return { page, names: names.map((name) => name.trim().replace(/\s+/g, ' ')) };
}

async function expectLeadsTo(page: Page, typed: string, target: string): Promise<void> {
  await page.goto(typed);
  await page.waitForURL((url) => url.pathname === target);
}

const DENIED = { name: 'Acesso Negado', exact: true } as const;
const expectStays = (page: Page, target: string) =>
  expect.poll(() => page.evaluate('location.pathname')).toBe(target);

/** Checks that address and menu stay, and that the page says why it is closed and to which roles it is open. */
async function expectRefused(page: Page, targets: readonly string[]): Promise<void> {
  for (const [index, target] of targets.entries()) {
    await (index === 0 ? page.goto(target) : follow(page, target));
    await page.getByRole('heading', DENIED).waitFor();
    await page.getByText(/exige o papel de .*administrador/).waitFor();
    await expect.poll(() => page.getByRole('navigation', { name: 'Principal' }).count()).toBe(1);
    await expectStays(page, target);
  }
}

/** Checks that each screen opens at its address. */
async function expectOpens(page: Page, targets: readonly string[]): Promise<void> {
  for (const [index, target] of targets.entries()) {
    await (index === 0 ? page.goto(target) : follow(page, target));
    await page.locator('main h1').waitFor();
    await expect.poll(() => page.getByRole('heading', DENIED).count()).toBe(0);
    await expectStays(page, target);
  }
}

async function status(session: Session | null, path: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    headers: session ? { authorization: `Bearer ${session.token}` } : {},
  });
  return response.status;
}

it('shows administrators everything, in the order of the specification', async () => {
  const { page, names } = await links(await open('admin@escuta.example'));
  const principal = ['Início', 'Call Center', 'Créditos', 'Suporte'];
  expect(names.filter((name) => principal.includes(name))).toEqual(principal);
  await page.getByRole('heading', { name: 'ADMINISTRAÇÃO' }).waitFor();
  const admin = [
    'Painel Admin',
    'Empresas',
    'Usuários',
    'Todos os Projetos',
    'Todas as Auditorias',
    'Leads',
    'Pacotes de Créditos',
    'Controle de Processamento',
    'Fila de Falhas',
    'Tarefas',
    'Modelos',
    'Registro de Ações',
  ];
  expect(names.slice(names.indexOf('Painel Admin'))).toEqual([...admin, 'Configurações']);
  await expectOpens(page, [...ADMIN_ONLY, ...MANAGERS]);
});

longo.test(
  'shows the administrator the whole menu in one window, in two groups that fold and stay folded',
  async () => {
    const { page } = await links(await open('admin@escuta.example'));
    await page.setViewportSize({ width: 1280, height: 800 });
    const menu = page.getByRole('navigation', { name: 'Principal' });
    const inside = async (name: string): Promise<boolean> => {
      const [seen, own] = await Promise.all([
        menu.boundingBox(),
        menu.getByRole('link', { name, exact: true }).boundingBox(),
      ]);
      return (
        seen !== null && own !== null && own.y >= seen.y && own.y + own.height <= seen.y + seen.height + 0.5
      );
    };
    for (const name of [
      'Início',
      'Empresas',
      'Leads',
      'Pacotes de Créditos',
      'Modelos',
      'Registro de Ações',
    ]) {
      await expect.poll(async () => [name, await inside(name)]).toEqual([name, true]);
    }

    const clientes = menu.getByRole('button', { name: 'Clientes' });
    const empresas = menu.getByRole('link', { name: 'Empresas', exact: true });
    await clientes.click();
    await expect.poll(() => clientes.getAttribute('aria-expanded')).toBe('false');
    await expect.poll(() => empresas.isVisible()).toBe(false);
    await expect.poll(() => menu.getByRole('link', { name: 'Modelos' }).isVisible()).toBe(true);
    await page.reload();
    await menu.getByRole('link', { name: 'Modelos' }).waitFor();
    await expect.poll(() => empresas.isVisible()).toBe(false);
    // Opening a page must unfold its group in the menu and scroll the menu to it, even in a low window.
    await page.setViewportSize({ width: 1280, height: 420 });
    await page.goto('/admin/leads');
    await expect.poll(() => clientes.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => inside('Leads')).toBe(true);
  },
);

it('gives managers their users above Configurações, and no administration', async () => {
  const gerente = await open('gerente@lumavia.example');
  const { page, names } = await links(gerente);
  expect(names.slice(-5)).toEqual(['Usuários', 'Registros', 'Fila de Falhas', 'Tarefas', 'Configurações']);
  await expect.poll(() => page.getByText('ADMINISTRAÇÃO').count()).toBe(0);
  expect(names).not.toContain('Empresas');
  await expectRefused(page, ADMIN_ONLY);
  await expectOpens(page, MANAGERS);
  // The API refuses what the screens hide.
  for (const path of ['/admin/leads', '/admin/registros', '/admin/auditorias', '/admin/stats']) {
    expect(await status(gerente, path)).toBe(403);
  }
  for (const path of ['/users', '/registros', '/acessos']) expect(await status(gerente, path)).toBe(200);
});

it('keeps a usuario to the daily work', async () => {
  const usuario = await open('analista@lumavia.example');
  const { page, names } = await links(usuario);
  expect(names).toContain('Call Center');
  expect(names.at(-1)).toBe('Configurações');
  expect(names).not.toContain('Usuários');
  await expect.poll(() => page.getByText('ADMINISTRAÇÃO').count()).toBe(0);
  await expectRefused(page, [...ADMIN_ONLY, ...MANAGERS]);
  for (const path of ['/users', '/registros', '/acessos', '/admin/leads', '/admin/registros']) {
    expect(await status(usuario, path)).toBe(403);
  }
});

it('sends nobody, and a user without a role, to the sign-in; a strange role to the root', async () => {
  const page = await newPage();
  for (const typed of ['/dashboard', '/dashboard/profile', ...ADMIN_ONLY, ...MANAGERS]) {
    await expectLeadsTo(page, typed, '/auth');
  }
  for (const path of ['/users', '/empresas', '/admin/leads']) expect(await status(null, path)).toBe(401);

  const { token } = await open('analista@lumavia.example');
  const noRole = await newPage();
  await signIn(noRole, { token, user: { id: 'u', email: 'sem@papel.example' } } as Session);
  await expectLeadsTo(noRole, '/dashboard/profile', '/auth');
  await noRole.getByText('Sua conta está sendo configurada').waitFor();

  const strange = await newPage();
  await signIn(strange, {
    token,
    user: { id: 'u', email: 'x@papel.example', role: 'supervisor' },
  } as Session);
  await expectLeadsTo(strange, '/dashboard/profile', '/');
});
