// Promises of every list: no typed letter is lost, clearing filters works, the browser's Back button leaves the list, a
// failed refresh keeps the rows and recovers, links are real `<a>` elements, files dropped beside a row are ignored.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { onSlowProcessor, useBrowser, waitForRest } from '../support/browser.ts';
import { registerCompany } from '../support/web-companies.ts';
import { createCall, createProject, openSession, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const GERENTE = 'gerente@lumavia.example';
const ADMIN = 'admin@escuta.example';
const PROJETO = demo.amostra.projetoId;

async function openAs(email: string, options = {}): Promise<{ page: Page; session: Session }> {
  const session = await openSession(baseUrl, demo.logins.find((login) => login.email === email)!);
  const page = await newPage(options);
  await signIn(page, session);
  return { page, session };
}

const query = (page: Page) => new URL(page.url()).searchParams;
const shown = (page: Page) => page.getByText(/^Mostrando \d/);

/** Every list with a search box: address, label, role. */
const BOXES = [
  [GERENTE, '/dashboard/suporte', 'Buscar tickets'],
  [GERENTE, `/dashboard/projects/${PROJETO}/ligacoes`, 'Buscar ligações'],
  [GERENTE, '/dashboard/projects?q=sac', 'Buscar projetos'],
  [GERENTE, '/dashboard/templates-insights', 'Buscar templates'],
  [GERENTE, '/dashboard/templates-insights?aba=projetos', 'Buscar projetos e templates'],
  [ADMIN, '/admin/users', 'Buscar usuários'],
  [ADMIN, '/admin/empresas', 'Buscar empresas'],
  [ADMIN, '/admin/projects', 'Buscar projetos'],
  [ADMIN, '/admin/audits', 'Buscar auditorias'],
  [ADMIN, '/admin/leads', 'Buscar pedidos'],
  [ADMIN, '/admin/registros', 'Buscar por e-mail'],
] as const;

const TYPED = 'helena prado de souza lima e silva';
const SHORT = 'helena prado souza';

// All boxes are the same component, so only the test with the slowest processor types into every box; other tests
// use one box for each person. Each person types the whole text into the first box, and a shorter text into others.
it.each([
  [1, [BOXES[0], BOXES[5]]],
  [4, [BOXES[1], BOXES[10]]],
  [6, BOXES],
] as const)(
  'takes every letter in the search boxes, on a processor %i times slower',
  async (times, boxes) => {
    /** A person's boxes, and the window in which the person types into them in turn. */
    const hands = await Promise.all(
      [GERENTE, ADMIN].map(async (email) => ({
        page: (await openAs(email)).page,
        boxes: boxes.filter(([who]) => who === email),
      })),
    );
    const rounds = Math.max(...hands.map(({ boxes }) => boxes.length));
    for (let round = 0; round < rounds; round += 1) {
      const typed = round === 0 ? TYPED : SHORT;
      const open = hands.flatMap(({ page, boxes }) => {
        const box = boxes[round];
        return box ? [{ page, path: box[1], box: page.getByRole('searchbox', { name: box[2] }) }] : [];
      });
      await Promise.all(
        open.map(async ({ page, path, box }) => {
          await page.goto(path);
          await box.fill('');
        }),
      );
      await onSlowProcessor(hands[0]!.page, times, () =>
        Promise.all(
          open.map(async ({ page, path, box }) => {
            for (const word of typed.split(/(?<= )/)) {
              await box.pressSequentially(word.trimEnd(), { delay: 25 });
              // Pauses between words, so that the box sends its text and the answer arrives during the next word.
              if (word.endsWith(' ')) await box.press('Space', { delay: 320 });
            }
            await expect.poll(() => query(page).get('q')).toBe(typed);
            await expect.poll(async () => [path, await box.inputValue()]).toEqual([path, typed]);
          }),
        ),
      );
    }
  },
);

it('clears a search that has not settled yet, on each kind of list', async () => {
  const { page } = await openAs(ADMIN);
  await page.clock.install();
  for (const [path, label] of [
    ['/admin/users?papel=gerente', 'Buscar usuários'],
    ['/dashboard/suporte?tipo=erro', 'Buscar tickets'],
    [`/dashboard/projects/${PROJETO}/ligacoes?status=pendente`, 'Buscar ligações'],
  ] as const) {
    await page.goto(path);
    const box = page.getByRole('searchbox', { name: label });
    await box.pressSequentially('zzz');
    await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
    // Moves the clock long past the moment when a pending search would have reported.
    await page.clock.runFor(2000);
    await expect.poll(() => [...query(page).keys()]).toEqual([]);
    await expect.poll(async () => [path, await box.inputValue()]).toEqual([path, '']);
  }
});

it('lets Back leave a list whose address named a page too far', async () => {
  const { page } = await openAs(ADMIN);
  for (const path of [
    '/admin/users',
    '/dashboard/suporte',
    '/dashboard/projects',
    `/dashboard/projects/${PROJETO}/ligacoes`,
  ]) {
    await page.goto('/dashboard/documentacao');
    await page.getByRole('heading', { level: 1, name: 'Documentação' }).waitFor();
    await page.goto(`${path}?page=99`);
    await expect.poll(() => query(page).get('page')).toBeNull();
    await page.getByRole('listitem').or(page.getByRole('row')).nth(1).waitFor();
    await expect.poll(() => page.getByText('Crie o primeiro').count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Documentação' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard/documentacao');
  }
});

it('keeps what it shows when a refresh fails, and refreshes by itself once the server is back', async () => {
  const { page, session } = await openAs(GERENTE);
  await page.clock.install();
  const nome = `Projeto que fica ${Date.now().toString(36)}`;
  const projetoId = await createProject(session, nome);
  const failure = { status: 502, json: { success: false, error: 'Fora do ar.', message: 'Fora do ar.' } };
  const refocus = () =>
    page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  for (const [path, seen] of [
    ['/dashboard/projects', nome],
    [`/dashboard/projects/${projetoId}`, nome],
    ['/dashboard/suporte', 'Mostrando 1 a'],
  ] as const) {
    await page.goto(path);
    await page.getByText(seen).first().waitFor();
    await page.route('**/api/v1/**', (route) => route.fulfill(failure));
    await page.clock.runFor(60_000);
    await refocus();
    await page.clock.runFor(30_000);
    await page.getByText('Erro de Conexão com o Backend').waitFor();
    await page.getByText(/os dados abaixo podem estar desatualizados/).waitFor();
    await expect.poll(() => page.getByText(seen).count()).toBeGreaterThan(0);
    await expect
      .poll(() => page.getByRole('button', { name: 'Tentar novamente' }).count())
      .toBeGreaterThan(0);

    // A list that failed completely also recovers by itself, without 'Tentar novamente'.
    await page.unroute('**/api/v1/**');
    await page.clock.runFor(90_000);
    await page.getByText('Erro de Conexão com o Backend').waitFor({ state: 'detached' });
    await page.getByText(/os dados abaixo podem estar desatualizados/).waitFor({ state: 'detached' });
  }

  await page.route('**/api/v1/**', (route) => route.fulfill(failure));
  await page.goto('/dashboard/suporte');
  await page.clock.runFor(30_000);
  await page.getByText(/Erro ao carregar tickets/).waitFor();
  await page.getByText('Erro de Conexão com o Backend').waitFor();
  await page.unroute('**/api/v1/**');
  await page.clock.runFor(90_000);
  await shown(page).waitFor();
  await session.api('DELETE', `/projetos/${projetoId}`);
});

it('opens a call in a window of its own, by click and by middle click, and leaves the list as it was', async () => {
  const { page, session } = await openAs(GERENTE);
  const projetoId = await createProject(session, `Janelas ${Date.now().toString(36)}`);
  await createCall(session, projetoId, { numero: '5511955550001', nome: 'Ana' });
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes?q=ana`);
  const row = page.getByRole('row', { name: /95555-0001/ });
  await row.waitFor();
  for (const button of ['left', 'middle'] as const) {
    const opened = page.context().waitForEvent('page');
    // The link covers the whole row.
    await row.click({ button, position: { x: 300, y: 20 } });
    const analysis = await opened;
    await analysis.getByRole('heading', { level: 1, name: /95555-0001/ }).waitFor();
    await analysis.close();
  }
  await expect.poll(() => query(page).get('q')).toBe('ana');
  await row.waitFor();
});

it('shows the same state in two windows of one list', async () => {
  const { page, session } = await openAs(GERENTE);
  const projetoId = await createProject(session, `Duas ${Date.now().toString(36)}`);
  await createCall(session, projetoId, { numero: '5511955550002' });
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  await page.getByRole('row', { name: /95555-0002/ }).waitFor();
  const other = await page.context().newPage();
  await signIn(other, session);
  await other.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  await other.getByRole('button', { name: /Ações da ligação/ }).click();
  await other.getByRole('menuitem', { name: 'Excluir' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await other.getByText('Nenhuma ligação registrada').waitFor();
  await page.bringToFront();
  await page.getByText('Nenhuma ligação registrada').waitFor();
});

it('takes a recording that is dropped on a call, and stays when it is dropped beside one', async () => {
  const { page, session } = await openAs(GERENTE);
  const projetoId = await createProject(session, `Soltar ${Date.now().toString(36)}`);
  await createCall(session, projetoId, { numero: '5511955550003' });
  await page.goto(`/dashboard/projects/${projetoId}/ligacoes`);
  const row = page.getByRole('row', { name: /95555-0003/ });
  await row.waitFor();
  /** Drops a file on the selector's element; returns whether the browser was kept from opening it. */
  const drop = (selector: string) =>
    page.evaluate<boolean>(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'gravacao.mp3', { type: 'audio/mpeg' }));
      const target = document.querySelector(${JSON.stringify(selector)});
      const events = ['dragenter', 'dragover', 'drop'].map(
        (type) => new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }),
      );
      for (const event of events) target.dispatchEvent(event);
      return events[1].defaultPrevented && events[2].defaultPrevented;
    })()`);
  expect(await drop('h1')).toBe(true);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(await drop('tbody tr')).toBe(true);
  await page.getByRole('dialog').getByText('gravacao.mp3').waitFor();
});

it('holds a company’s long name in one line, and says it whole on hover', async () => {
  const nome = `Companhia ${'Extraordinariamente '.repeat(7)}Longa`;
  const { id } = await registerCompany(baseUrl, nome);
  const { page } = await openAs(ADMIN);
  await page.goto(`/admin/users?empresa=${id}`);
  const row = page.getByRole('row', { name: /Extraordinariamente/ });
  await row.waitFor();
  await waitForRest(page);
  expect((await row.boundingBox())!.height).toBeLessThan(70);
  await expect.poll(() => row.getByTitle(nome).count()).toBe(1);
});

it('offers targets of 44 px to a thumb', async () => {
  const { page } = await openAs(GERENTE, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  for (const path of ['/dashboard', '/dashboard/suporte', `/dashboard/projects/${PROJETO}/ligacoes`]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path !== '/dashboard') await shown(page).waitFor();
    // A link inside a sentence may be as small as its words (WCAG 2.5.8); a control that stands alone may not.
    await waitForRest(page);
    const small = await page.evaluate<
      string[]
    >(`[...document.querySelectorAll('button, input, [role=combobox], [role=tab]')]
      .filter((one) => one.checkVisibility() && !one.closest('.sr-only') && !one.disabled)
      .map((one) => [one, one.getBoundingClientRect()])
      .filter(([one, { width, height }]) => width > 1 && height < 43.5)
      .map(([one, { height }]) => (one.getAttribute('aria-label') ?? one.textContent) + ' ' + Math.round(height))`);
    expect([path, small]).toEqual([path, []]);
  }
});
