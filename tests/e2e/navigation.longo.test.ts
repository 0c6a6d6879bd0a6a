// Navigation: many tabs, slow code, restored positions, unknown addresses.
import { expect, it } from 'vitest';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { createCall, createProject, openSession, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const gerente = () => openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'gerente')!);

it('works in as many tabs as one opens, each hearing of changes', async () => {
  const session = await gerente();
  const first = await newPage();
  await signIn(first, session);
  const tabs = [first];
  for (let n = 1; n < 9; n += 1) {
    const tab = await first.context().newPage();
    await signIn(tab, session);
    tabs.push(tab);
  }
  const projetoId = await createProject(session, 'Muitas abas');
  await createCall(session, projetoId, { numero: '1133330000' });
  const project = `/dashboard/projects/${projetoId}/ligacoes`;
  for (const tab of tabs) {
    await tab.goto(project);
    await tab.getByRole('table').getByRole('row').nth(1).waitFor();
  }
  // The first tab's request is answered although eight other tabs listen for changes.
  await first.getByRole('link', { name: 'Suporte' }).click();
  await first.getByRole('heading', { name: 'Suporte', exact: true }).waitFor();

  await createCall(session, projetoId, { numero: '11998877665' });
  for (const tab of tabs.slice(1)) await tab.getByRole('row', { name: /99887-7665/ }).waitFor();
});

it('comes back to where a page was left, and begins a new one at its top', async () => {
  const page = await newPage({ viewport: { width: 1280, height: 500 } });
  await signIn(page, await gerente());
  await page.goto('/dashboard');
  const ticket = page.getByText('Tickets de Suporte');
  await ticket.waitFor();
  await page.getByRole('table').first().waitFor();
  // Waits for the page's full height: while the page grows, this position does not exist.
  await waitForRest(page);
  const place = () => page.evaluate<number>('Math.round(scrollY)');
  await page.evaluate('scrollTo(0, 420)');
  await expect.poll(place).toBe(420);
  await page.getByRole('link', { name: 'Call Center' }).click();
  await page.getByRole('heading', { name: 'Meus Projetos' }).waitFor();
  await expect.poll(() => place()).toBe(0);
  await page.goBack();
  await ticket.waitFor();
  await expect.poll(place).toBe(420);
});

it('shows at once where a click leads while the page is on its way', async () => {
  const page = await newPage();
  await signIn(page, await gerente());
  await page.goto('/dashboard');
  await page.getByText('Aqui está um resumo da sua conta.').waitFor();
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/assets\/suporte-page/, async (route) => {
    await held;
    await route.continue();
  });
  const link = page.getByRole('link', { name: 'Suporte', exact: true });
  const colour = () =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('nav a[href="/dashboard/suporte"]')).fontWeight`,
    );
  const before = await colour();
  await link.click();
  await page.getByRole('progressbar', { name: 'Carregando a página' }).waitFor();
  await expect.poll(colour).not.toBe(before);
  release?.();
  await page.getByRole('heading', { name: 'Suporte', exact: true }).waitFor();
  await page.getByRole('progressbar', { name: 'Carregando a página' }).waitFor({ state: 'detached' });
});

it('keeps the menu round an address that leads nowhere', async () => {
  const page = await newPage();
  await signIn(page, await gerente());
  await page.goto('/dashboard/nada');
  await page.getByText('Opa! Pagina não encontrada!').waitFor();
  await page.getByText('/dashboard/nada').waitFor();
  await page.getByRole('navigation', { name: 'Principal' }).getByText('Call Center').click();
  await page.getByRole('heading', { name: 'Meus Projetos' }).waitFor();
});

it('says so, and helps on, when the signed-in area of a page left open is no longer on the server', async () => {
  const login = demo.logins.find(({ papel }) => papel === 'gerente')!;
  const page = await newPage();
  await page.goto('/auth');
  // As after an update of the product, the file that this page requests has another name.
  await page.route(/assets\/full-app/, (route) => route.fulfill({ status: 404, body: 'não há' }));
  await page.getByLabel('CNPJ').fill(login.cnpj);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByLabel('Senha', { exact: true }).fill(login.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Não foi possível carregar esta página' }).waitFor();
  await page.unroute(/assets\/full-app/);
  await page.getByRole('button', { name: 'Recarregar página' }).click();
  await page.getByText('Aqui está um resumo da sua conta.').waitFor();
});
