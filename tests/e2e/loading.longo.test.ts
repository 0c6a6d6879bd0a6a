// Lists that load other rows: earlier rows stay readable, and a bar shows the loading.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type FirstAsks, firstAddresses } from '../../web/src/lib/page/first-answers.ts';
import { useBrowser, waitForRest } from '../support/browser.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  type Session,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

type List = {
  name: string;
  /** E-mail of the demo account that opens the list. */
  email: string;
  /** Creates a row if the demo scenario has none; returns the page's path. */
  open: (session: Session) => Promise<string>;
  /** Matches the address of the request that loads the list. */
  request: RegExp;
  /** Selector of the rows' region while they load. */
  busy: string;
  /** Uses the page so that the list requests other rows, for example by a search. */
  ask: (page: Page) => Promise<void>;
  options?: Parameters<typeof newPage>[0];
};

const search = (name: string) => (page: Page) => page.getByRole('searchbox', { name }).fill('outra coisa');

const LISTS: List[] = [
  {
    name: 'a table of the administrator',
    email: 'admin@escuta.example',
    open: async () => '/admin/users',
    request: /\/api\/v1\/users\?.*outra/,
    busy: 'main [aria-busy="true"]:has(table)',
    ask: search('Buscar usuários'),
  },
  {
    name: 'the calls of a project',
    email: 'gerente@lumavia.example',
    open: async (session) => {
      const projetoId = await createProject(session, `Carga ${randomUUID().slice(0, 6)}`);
      await createCall(session, projetoId, { numero: '11900000001', nome: 'Dora Lima' });
      return `/dashboard/projects/${projetoId}/ligacoes`;
    },
    request: /\/api\/v1\/projetos\/[^/]+\/[^?]+\?.*outra/,
    busy: 'main [aria-busy="true"]:has(table)',
    ask: search('Buscar ligações'),
  },
  {
    name: 'the tickets',
    email: 'gerente@lumavia.example',
    open: async (session) => {
      await session.api('POST', '/suporte/tickets', {
        titulo: `Carga ${randomUUID().slice(0, 6)}`,
        descricao: 'Texto do ticket de teste.',
        tipo: 'erro',
        severidade: 'baixa',
      });
      return '/dashboard/suporte';
    },
    request: /\/api\/v1\/suporte\/tickets\?.*outra/,
    busy: 'main [aria-busy="true"]:has(table)',
    ask: search('Buscar tickets'),
  },
  {
    name: 'the templates',
    email: 'gerente@lumavia.example',
    open: async () => '/dashboard/templates-insights',
    request: /\/api\/v1\/insight-templates\?.*outra/,
    busy: 'ul[aria-label="Templates"][aria-busy="true"]',
    ask: search('Buscar templates'),
  },
  {
    name: 'the projects and their templates',
    email: 'gerente@lumavia.example',
    open: async () => '/dashboard/templates-insights?aba=projetos',
    request: /\/api\/v1\/insight-templates\/projetos\?.*outra/,
    busy: 'ul[aria-label="Projetos e templates"][aria-busy="true"]',
    ask: search('Buscar projetos e templates'),
  },
  {
    name: 'the statement on a phone',
    email: 'gerente@horizonte.example',
    open: async () => '/dashboard/credits?aba=extrato',
    request: /\/api\/v1\/creditos\/extrato\/[^?]+\?.*tipo=/,
    busy: 'ul[aria-label="Extrato de créditos"][aria-busy="true"]',
    ask: async (page) => {
      await page.getByRole('combobox', { name: 'Tipo' }).click();
      await page.getByRole('option', { name: 'Compra', exact: true }).click();
    },
    options: PHONE,
  },
];

it.each(LISTS)('keeps what is read readable while other rows load: $name', async (list) => {
  const session = await openSession(baseUrl, demo.logins.find(({ email }) => email === list.email)!);
  const page = await newPage(list.options);
  await signIn(page, session);
  await page.goto(await list.open(session));
  // The first rows have loaded, and no request is pending.
  await page.locator(list.busy.replace('[aria-busy="true"]', '[aria-busy="false"]')).first().waitFor();
  await waitForRest(page);
  // Holds the server's answer back until the page has been checked.
  let answer = () => {};
  const looked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(list.request, async (route) => {
    await looked;
    await route.continue();
  });
  await list.ask(page);
  await page.locator(list.busy).waitFor();
  await expectNoSeriousViolation(page, { loading: true });
  const bar = page.locator('main').getByRole('progressbar', { name: /^Carregando / });
  await bar.waitFor();
  answer();
  await bar.waitFor({ state: 'detached' });
});

type ScreenLine = { path: string; first?: { asks: readonly string[]; at?: string } };
/** Imports the list of screens by a computed path, so that TypeScript does not check the pages imported there. */
async function askedFirst(): Promise<FirstAsks> {
  const lines = new URL('../../web/src/app/screens.ts', import.meta.url).pathname;
  const { privateScreens }: { privateScreens: ScreenLine[] } = await import(lines);
  return privateScreens.flatMap(({ path, first }) =>
    first ? [[first.at ?? path, first.asks] as const] : [],
  );
}

it.each([
  { name: 'the dashboard', path: async () => '/dashboard', addresses: /\/api\/v1\/dashboard(\?|$)/ },
  {
    name: 'the calls of a project',
    path: async (session: Session) =>
      `/dashboard/projects/${await createProject(session, `Carga ${randomUUID().slice(0, 6)}`)}/ligacoes`,
    addresses: /\/auditoria-items\?/,
  },
  { name: 'an analysis', path: async () => demo.amostra.pagina, addresses: /\/resultados$/ },
  { name: 'a report', path: async () => '/dashboard/relatorios/volume', addresses: /\/relatorios\/volume/ },
])('asks what a page asks first before its code is there: $name', async ({ path, addresses }) => {
  const session = await openSession(
    baseUrl,
    demo.logins.find(({ email }) => email === 'gerente@lumavia.example')!,
  );
  const page = await newPage();
  await signIn(page, session);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname + search);
  });
  const address = await path(session);
  await page.goto(address);
  await page.locator('main h1').waitFor();
  await waitForRest(page);
  const [first] = firstAddresses(await askedFirst(), address, '', null).map((one) => `/api/v1${one}`);
  expect(asked[0]).toBe(first);
  // The page uses the early request's answer: it does not request the same data again, not even by another address.
  expect(new Set(asked.filter((one) => addresses.test(one)))).toEqual(new Set([first]));
});
