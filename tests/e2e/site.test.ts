// The public site: weight, text without script, header, demo request, legal texts, refused registrations.
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { follow, useBrowser, waitForRest } from '../support/browser.ts';
import { expectNoSeriousViolation, openSession } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
/** Opens a page that loads pictures as they come near the visible part. */
const { newPage: newWholePage } = useBrowser({ whole: true });

/** Greatest size of the landing page's scripts, and of a picture, bytes as transferred. */
const LANDING_SCRIPT = 120_000;
const PICTURE = 90_000;
const TITLE = /Todas as ligações ouvidas/;

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      scrollTo({ top: y, behavior: 'instant' });
      // Waits until the page is drawn: then it requests what lies near the visible part.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    scrollTo({ top: 0, behavior: 'instant' });
  })()`);
  await page.waitForFunction(
    '[...document.images].every((image) => image.complete && image.naturalWidth > 0)',
  );
}

it('loads within its budget, in place, with every picture at its size', async () => {
  const page = await newWholePage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const sizes = { script: [] as Promise<number>[], image: [] as Promise<number>[] };
  page.on('requestfinished', (request) => {
    const kind = request.resourceType();
    if (kind !== 'script' && kind !== 'image') return;
    sizes[kind].push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.addInitScript(`
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto('/');
  await waitForRest(page);
  const script = (await Promise.all(sizes.script)).reduce((sum, size) => sum + size, 0);
  expect(script).toBeGreaterThan(50_000);
  expect(script).toBeLessThanOrEqual(LANDING_SCRIPT);
  // Pictures below the fold load only on demand.
  const early = sizes.image.length;
  await scrollThrough(page);
  await waitForRest(page);
  expect(sizes.image.length).toBeGreaterThan(early);
  expect(Math.max(...(await Promise.all(sizes.image)))).toBeLessThanOrEqual(PICTURE);
  await expect
    .poll(() =>
      page.evaluate(
        `[...document.images].filter((one) => !one.alt || Math.abs(one.naturalWidth / one.naturalHeight - one.width / one.height) > 0.02).length`,
      ),
    )
    .toBe(0);
  await expect.poll(() => page.evaluate<number>('window.shift')).toBeLessThan(0.05);
  expect(errors).toEqual([]);
});

it('is read without script, and described to search engines; nothing else is', async () => {
  const page = await newPage({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('heading', { name: TITLE }).waitFor();
  for (const text of ['MAIS POPULAR', 'R$ 3.960', '4.000 auditorias por mês', 'Sob Consulta']) {
    await page.getByText(text, { exact: true }).waitFor();
  }
  await expect.poll(() => page.title()).toContain('auditoria de ligações');
  await expect
    .poll(() => page.locator('meta[name="description"]').getAttribute('content'))
    .toContain('call center');
  await expect.poll(() => page.locator('link[rel="canonical"]').count()).toBe(1);
  await expect.poll(() => page.locator('meta[name="robots"]').count()).toBe(0);
  for (const path of ['/auth', '/dashboard', '/update-password']) {
    await page.goto(path);
    await expect
      .poll(() => page.locator('meta[name="robots"]').getAttribute('content'), { message: path })
      .toBe('noindex');
    await expect
      .poll(() => page.getByRole('heading').allTextContents(), { message: path })
      .toEqual(path === '/auth' ? ['Entrar na sua conta'] : []);
    await page.locator('noscript p').waitFor();
  }
  // The sign-in shows without script, says that it needs script, and submits nothing.
  await page.goto('/auth');
  await expect.poll(() => page.title()).toBe('Entrar · Escuta');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByLabel('Senha', { exact: true }).fill('segredo-meu');
  await page.getByLabel('Senha', { exact: true }).press('Enter');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect.poll(() => page.locator('noscript').textContent()).toContain('ative o JavaScript');
  expect([page.url(), asked]).toEqual([`${baseUrl}/auth`, []]);
  const robots = await (await fetch(`${baseUrl}/robots.txt`)).text();
  expect(robots).toContain('Disallow: /dashboard');
});

it('leads to its sections, and has a header that turns solid', async () => {
  const page = await newPage();
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect.poll(() => header.getAttribute('data-solido')).toBe('false');
  await page.mouse.wheel(0, 60);
  await expect.poll(() => header.getAttribute('data-solido')).toBe('true');

  await page.getByRole('navigation', { name: 'Seções do site', exact: true }).getByText('Planos').click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#planos');
  const top = async () => (await page.locator('#planos').boundingBox())?.y ?? Number.NaN;
  await expect.poll(async () => Math.abs((await top()) - 64)).toBeLessThan(3);
  // A link from another page also leads to a section of the landing page.
  await page.goto('/termos-de-uso');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contato' }).click();
  await page.getByRole('heading', { name: 'Ouça a sua operação inteira' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Solicitar Demonstração' }).last().click();
  await page.waitForURL('**/register');
  await page.goBack();
  for (const plano of ['Essencial', 'Profissional']) {
    const link = page.getByRole('link', { name: `Começar Agora com o plano ${plano}` });
    await expect.poll(() => link.getAttribute('href')).toBe('/register');
  }
});

it('takes a demo request, and says what is missing or what failed', async () => {
  const page = await newPage();
  // Holds the page's script back, so that the button is pressed before the script has loaded.
  let come = () => {};
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/assets\/landing-page-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Solicitar Demo', exact: true }).click();
  expect(await dialog.count()).toBe(0);
  come();
  await dialog.getByLabel('Nome').fill('Otávio Lins');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Por favor, preencha todos os campos.').waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByLabel('E-mail').fill('otavio@exemplo');
  await dialog.getByLabel('Telefone').fill('81 3333-4444');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Informe um e-mail válido.').waitFor();
  await dialog.getByLabel('E-mail').fill('otavio@exemplo.example');

  await page.route('**/leads/demo', (route) => route.fulfill({ status: 500, body: '{}' }));
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Ocorreu um erro ao enviar seus dados. Tente novamente.').waitFor();
  await expect.poll(() => dialog.getByLabel('Nome').inputValue()).toBe('Otávio Lins');
  await page.unroute('**/leads/demo');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await page.getByText('Seus dados foram enviados. Entraremos em contato em breve.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Fale com um especialista' }).click();
  await expect.poll(() => dialog.getByLabel('Nome').inputValue()).toBe('');
  const admin = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  const leads = await admin.api<{ nome: string }[]>('GET', '/admin/leads?q=otavio@exemplo.example');
  expect(leads.map(({ nome }) => nome)).toEqual(['Otávio Lins']);
});

/** Opens an address and holds back its scripts, except the one run before the first paint; `come` releases them. */
async function openHeldBack(
  options: Parameters<typeof newPage>[0],
  path: string,
  kept: Record<string, string> = {},
) {
  const page = await newPage(options);
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  let come = () => {};
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/assets\/(?!theme-)[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.addInitScript(`
    for (const [key, value] of ${JSON.stringify(Object.entries(kept))}) localStorage.setItem(key, value);
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(path, { waitUntil: 'commit' });
  return { page, errors, come };
}

it.each([
  { of: 'the form that stands before its script', changes: null },
  // Password managers change a form like this; React then reports an error and draws the page again.
  {
    of: 'such a form that another hand changed',
    changes: `document.querySelector('[name="email"]').after(document.createElement('div'))`,
  },
])('signs in from $of, with what was typed and pressed meanwhile', async ({ changes }) => {
  const login = demo.logins[0]!;
  const { page, errors, come } = await openHeldBack({}, '/auth');
  const password = page.getByLabel('Senha', { exact: true });
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('cnpj');
  await page.keyboard.type(login.cnpj.replace(/\W/g, ''));
  await page.getByLabel('E-mail').fill(login.email);
  await password.pressSequentially(login.senha);
  const moved: string[] = [];
  page.on('framenavigated', () => moved.push(page.url()));
  const sent: unknown[] = [];
  page.on('request', (request) => request.url().endsWith('/auth/login') && sent.push(request.postDataJSON()));
  await password.press('Enter');
  const button = page.getByRole('button', { name: 'Entrar', exact: true });
  // The button is dimmed while the sign-in waits for its answer.
  await expect
    .poll(() => page.evaluate(`getComputedStyle(document.querySelector('form [type="submit"]')).opacity`))
    .toBe('0.55');
  await button.click();
  expect([moved, sent]).toEqual([[], []]);
  if (changes) await page.evaluate(changes);
  come();
  await page.getByText('Aqui está um resumo da sua conta.').waitFor();
  // Two presses send once, with the form's values.
  expect(sent).toEqual([{ cnpj: formatCnpj(login.cnpj), email: login.email, password: login.senha }]);
  expect(moved.filter((url) => url.includes('?'))).toEqual([]);
  expect(errors.length).toBe(changes ? 1 : 0);
});

it.each([
  { name: 'light', options: { colorScheme: 'light' as const } },
  {
    name: 'a phone, dark',
    options: {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      colorScheme: 'dark' as const,
    },
  },
])(
  'keeps what is typed, the focus and the caret when the sign-in’s script comes: $name',
  async ({ options }) => {
    const { page, errors, come } = await openHeldBack(options, '/auth', {
      'ultimo-cnpj': '11.222.333/0001-81',
    });
    const cnpj = page.getByLabel('CNPJ');
    const email = page.getByLabel('E-mail');
    // The first empty field is focused.
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('email');
    await expect.poll(() => cnpj.inputValue()).toBe('11.222.333/0001-81');
    await page.evaluate('document.fonts.ready');
    await waitForRest(page, { loading: true });
    await expectNoSeriousViolation(page, { loading: true });
    await email.fill('ana@aurora.com.br');
    await cnpj.fill('1922333000181');
    await page.evaluate('document.activeElement.setSelectionRange(1, 1)');
    const before = await page.evaluate<number>('window.shift');
    const picture = await page.locator('main').boundingBox();
    come();
    await page.getByText(/Backend: \d/).waitFor();
    await waitForRest(page);
    await cnpj.press('1');
    await expect.poll(() => cnpj.inputValue()).toBe('11.922.333/0001-81');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('cnpj');
    await expect.poll(() => email.inputValue()).toBe('ana@aurora.com.br');
    await expect.poll(() => page.locator('main').boundingBox()).toEqual(picture);
    // Allows for the shift caused by the product's version below the form, which arrives last.
    expect((await page.evaluate<number>('window.shift')) - before).toBeLessThan(0.01);
    // The page reads the values typed before its code arrived: only the password is missing.
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('Informe a senha.').waitFor();
    expect(await page.getByText(/^Informe o/).count()).toBe(0);
    expect(errors).toEqual([]);
  },
);

it('shows nothing of the drawn sign-in to whom it is not for', async () => {
  const { page, errors, come } = await openHeldBack({}, '/auth?modo=recuperar');
  await expect.poll(() => page.evaluate('document.readyState')).toBe('interactive');
  expect(await page.locator('form').count()).toBe(0);
  come();
  await page.getByRole('heading', { name: 'Recuperar a senha' }).waitFor();
  await page.getByRole('button', { name: 'Enviar link' }).waitFor();
  expect(await page.getByLabel('CNPJ').count()).toBe(0);
  const session = await openSession(baseUrl, demo.logins[0]!);
  const entries = { user: JSON.stringify(session.user), token: session.token };
  const signedIn = await openHeldBack({}, '/auth', entries);
  await expect.poll(() => signedIn.page.locator('form').count()).toBe(1);
  await expect.poll(() => signedIn.page.locator('form').isVisible()).toBe(false);
  signedIn.come();
  await signedIn.page.getByText('Aqui está um resumo da sua conta.').waitFor();
  expect([...errors, ...signedIn.errors]).toEqual([]);
});

it('knows who is signed in: no landing page, an account menu on the legal texts, a way out', async () => {
  const page = await newPage();
  const login = demo.logins[0]!;
  const session = await openSession(baseUrl, login);
  // Stores the session once: an init script would store it again at each page load, and so undo the sign-out.
  await page.goto('/robots.txt');
  const entries = Object.entries({ user: JSON.stringify(session.user), token: session.token });
  await page.evaluate(
    `for (const [key, value] of ${JSON.stringify(entries)}) localStorage.setItem(key, value);`,
  );
  await page.goto('/');
  await page.waitForURL('**/dashboard');

  await page.goto('/politica-de-privacidade');
  const header = page.getByRole('banner');
  await expect.poll(() => header.getAttribute('data-solido')).toBe('true');
  await expect
    .poll(() => header.getByRole('link', { name: /Escuta/ }).getAttribute('href'))
    .toBe('/dashboard');
  await expect.poll(() => header.getByText('Entrar').count()).toBe(0);
  await header.getByRole('button', { name: `Minha Conta: ${login.email}` }).click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Perfil' }).getAttribute('href'))
    .toBe('/dashboard/profile');
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByText('Logout realizado com sucesso.').waitFor();
  await page.getByRole('heading', { name: TITLE }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/');
  await page.goto('/dashboard/projects');
  await page.waitForURL('**/auth*');
});

it.each([
  { name: 'Política de Privacidade', path: '/politica-de-privacidade', section: 'Seus direitos' },
  { name: 'Termos de Uso', path: '/termos-de-uso', section: 'Obrigações da empresa cliente' },
])('shows the $name with the operator of the installation', async ({ name, path, section }) => {
  const page = await newPage();
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText(/operada por Escuta Auditoria Ltda\./).waitFor();
  await page.getByRole('link', { name: 'contato@escuta.example' }).first().waitFor();
  await page.getByText(/Versão de \d\d\/\d\d\/\d{4}/).waitFor();
  await page.getByRole('navigation', { name: 'Conteúdo' }).getByText(section).click();
  await expect
    .poll(async () => (await page.getByRole('heading', { name: section }).boundingBox())?.y ?? 999)
    .toBeLessThan(140);
  await expectNoSeriousViolation(page);
});

it('says that registration is closed, and whom to ask', async () => {
  const page = await newPage();
  await page.route('**/api/v1/operador', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, cadastroAberto: false } } });
  });
  await page.goto('/register');
  await page.getByText(/O cadastro de novas empresas está fechado/).waitFor();
  await page.getByRole('link', { name: 'contato@escuta.example' }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Cadastrar' }).count()).toBe(0);
  await expectNoSeriousViolation(page);
});

it.each([
  {
    name: 'light',
    options: { colorScheme: 'light' as const },
    looked: ['/', '/auth', '/register', '/update-password'],
  },
  { name: 'dark', options: { colorScheme: 'dark' as const }, looked: ['/', '/register', '/termos-de-uso'] },
  {
    name: 'a phone, dark',
    options: {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      colorScheme: 'dark' as const,
    },
    looked: ['/'],
  },
])('passes axe and fits the screen: $name', async ({ options, looked }) => {
  const page = await newPage({ reducedMotion: 'reduce', ...options });
  for (const [index, path] of [
    '/',
    '/auth',
    '/register',
    '/update-password',
    '/politica-de-privacidade',
    '/termos-de-uso',
  ].entries()) {
    await (index === 0 ? page.goto(path) : follow(page, path));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    await expect
      .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'), { message: path })
      .toBeLessThanOrEqual(0);
    if (looked.includes(path)) await expectNoSeriousViolation(page);
  }
});

it('has a menu on a phone, closed by Escape and by going somewhere', async () => {
  const page = await newPage({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Menu do site' });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await menu.waitFor();
  await expectNoSeriousViolation(page);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await menu.getByRole('link', { name: 'Benefícios' }).click();
  await menu.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nada sem evidência' }).waitFor();
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await menu.getByRole('button', { name: 'Solicitar Demo' }).click();
  await page.getByRole('dialog').getByLabel('Telefone').waitFor();
});
