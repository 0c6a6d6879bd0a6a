// Parts of all screens: the sign-in and its size, the frame, lost connections, signing out.
import { expect, it } from 'vitest';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { expectNoSeriousViolation, openSession, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const login = demo.logins[0]!;

/** Greatest size of the sign-in's scripts, bytes as transferred. */
const SIGN_IN_SCRIPT = 120_000;
/** Greatest number of a signed-in page's script files: each costs a request, whatever its size. */
const SIGNED_IN_FILES = 30;

it('loads the sign-in within its budget, and says what is wrong with what was typed', async () => {
  const page = await newPage();
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto('/auth');
  await page.getByText(/Backend: \d/).waitFor();
  await waitForRest(page);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(50_000);
  expect(total).toBeLessThanOrEqual(SIGN_IN_SCRIPT);
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByText('Campos obrigatórios').waitFor();
  await page.getByLabel('CNPJ').fill(login.cnpj);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByLabel('Senha', { exact: true }).fill('senha-errada');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByText('CNPJ, e-mail ou senha inválidos.').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/auth');

  await page.getByText('Esqueceu a senha?').click();
  await page.getByRole('button', { name: 'Enviar link' }).waitFor();
  await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('');
});

it('loads a signed-in page in a few files, none of them twice', async () => {
  const page = await newPage();
  await signIn(page, await openSession(baseUrl, login));
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/dashboard/credits');
  await page.getByRole('heading', { name: 'Créditos de Auditoria' }).waitFor();
  await waitForRest(page);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.length).toBeLessThanOrEqual(SIGNED_IN_FILES);
  expect(new Set(scripts).size).toBe(scripts.length);
});

it('keeps the sidebar as it was left, leaves by Sair, and guards what is behind the sign-in', async () => {
  const page = await newPage();
  await page.goto('/auth');
  await page.getByLabel('CNPJ').fill(login.cnpj);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByLabel('Senha', { exact: true }).fill(login.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByText('Aqui está um resumo da sua conta.').waitFor();

  const link = page.getByRole('navigation').getByRole('link', { name: 'Call Center' });
  const width = async () => (await link.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(200);
  // Keys work once the page is interactive.
  await waitForRest(page);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBeLessThan(50);
  await page.reload();
  await page.getByText('Aqui está um resumo da sua conta.').waitFor();
  await expect.poll(() => width()).toBeLessThan(50);
  // Keys work once the page is interactive.
  await waitForRest(page);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBeGreaterThan(200);

  await page.getByRole('button', { name: new RegExp(login.email) }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByText('Você saiu!').waitFor();
  await expect.poll(() => page.evaluate('localStorage.getItem("token")')).toBeNull();
  await page.goto('/dashboard/projects');
  await page.waitForURL('**/auth*');
});

/** Script that sets the page's clock 13 hours ahead of the server's, which is longer than a session lasts. */
const CLOCK_AHEAD = `{
  const Right = Date;
  const now = () => Right.now() + 13 * 3_600_000;
  globalThis.Date = class extends Right {
    constructor(...given) { if (given.length > 0) super(...given); else super(now()); }
    static now() { return now(); }
  };
}`;

it('leads on, after the sign-in, to the page that a link asked for, whatever the time is on the device', async () => {
  const page = await newPage();
  await page.addInitScript(CLOCK_AHEAD);
  await page.goto('/dashboard/credits?aba=extrato');
  await page.waitForURL('**/auth*');
  await page.getByLabel('CNPJ').fill(login.cnpj);
  await page.getByLabel('E-mail').fill(login.email);
  await page.getByLabel('Senha', { exact: true }).fill(login.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Créditos de Auditoria' }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?aba=extrato');
  await page.getByText('O relógio deste aparelho está 13 horas adiantado').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Créditos de Auditoria' }).waitFor();
});

it('says that the server is lost while the health check fails', async () => {
  const page = await newPage();
  await signIn(page, await openSession(baseUrl, login));
  await page.route('**/api/v1/health', (route) => route.abort());
  await page.goto('/dashboard/projects');
  await page.getByText('Erro de Conexão com o Backend').waitFor();
  await page
    .getByText(
      'Não foi possível conectar ao servidor. Algumas funcionalidades podem estar indisponíveis. Por favor, tente novamente mais tarde.',
    )
    .waitFor();
  await expectNoSeriousViolation(page);
});

it('says that a page does not exist', async () => {
  const page = await newPage();
  await page.goto('/nao-existe');
  await page.getByText('404').waitFor();
  await page.getByText('Opa! Pagina não encontrada!').waitFor();
  await page.getByRole('link', { name: 'Voltar para home' }).waitFor();
  await expectNoSeriousViolation(page);
});
