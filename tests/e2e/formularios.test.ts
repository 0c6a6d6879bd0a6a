// The pages never discard typed text unasked, even if a session expires, two people edit, or the CPU is slow.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { onSlowProcessor, useBrowser, waitForRest } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { createProject, openSession, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const SENHA = 'Escuta-2026-teste';
let company: OwnCompany;
let admin: Session;

beforeAll(async () => {
  company = await registerCompany(baseUrl, `Rede Palavra ${Date.now()}`);
  admin = await openSession(baseUrl, demo.logins.find(({ email }) => email === 'admin@escuta.example')!);
});

async function openAs(session: Session, path: string): Promise<Page> {
  const page = await newPage();
  await signIn(page, session);
  await page.goto(path);
  return page;
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;
const questionOn = (page: Page) => page.getByRole('alertdialog', { name: 'Descartar alterações?' });

/** Checks that the page asks before it discards text, and that 'Continuar editando' keeps everything. */
async function staysAfterQuestion(page: Page): Promise<void> {
  await questionOn(page).getByRole('button', { name: 'Continuar editando' }).click();
  await questionOn(page).waitFor({ state: 'detached' });
  // The page below reacts to keys and clicks only once the dialog has disappeared completely.
  await waitForRest(page);
}

async function openProfileDirty(segmento: string): Promise<Page> {
  const page = await openAs(company.gerente, '/dashboard');
  await page.getByRole('link', { name: 'Configurações' }).click();
  await page.getByLabel('Segmento').fill(segmento);
  return page;
}

it('asks before Back, Ctrl+K and Sair leave a page with typed changes, and keeps them', async () => {
  const page = await openProfileDirty('Telecomunicações');
  await page.evaluate('history.back()');
  await staysAfterQuestion(page);
  await expect.poll(() => pathOf(page)).toBe('/dashboard/profile');
  await expect.poll(() => page.getByLabel('Segmento').inputValue()).toBe('Telecomunicações');

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await palette.fill('Suporte');
  await page.getByRole('option', { name: 'Suporte', selected: true }).waitFor();
  await palette.press('Enter');
  await staysAfterQuestion(page);
  await expect.poll(() => pathOf(page)).toBe('/dashboard/profile');

  await page.getByRole('button', { name: /^Minha Conta/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await staysAfterQuestion(page);
  await expect.poll(() => page.getByLabel('Segmento').inputValue()).toBe('Telecomunicações');

  await page.evaluate('history.back()');
  await questionOn(page).getByRole('button', { name: 'Descartar' }).click();
  await page.waitForURL('**/dashboard');
});

longo.test(
  'asks before Esc, ✕, a click beside and Back close a dialog with typed text; an empty one closes at once',
  async () => {
    const page = await openAs(company.gerente, '/dashboard');
    await page.getByRole('link', { name: 'Suporte' }).first().click();
    // The previous page also has a 'Novo Ticket', and stays until this one has loaded.
    await page.getByRole('heading', { level: 1, name: 'Suporte' }).waitFor();
    const open = () => page.getByRole('button', { name: 'Novo Ticket' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Novo Ticket de Suporte' });
    await open();
    await dialog.getByLabel('Título').fill('Áudio sem som');
    const ways: (() => Promise<unknown>)[] = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 400),
      () => dialog.getByRole('button', { name: 'Fechar' }).click(),
      () => dialog.getByRole('button', { name: 'Cancelar' }).click(),
      () => page.evaluate('history.back()'),
    ];
    for (const leave of ways) {
      await leave();
      await staysAfterQuestion(page);
      await expect.poll(() => dialog.getByLabel('Título').inputValue()).toBe('Áudio sem som');
    }
    await page.keyboard.press('Escape');
    await questionOn(page).getByRole('button', { name: 'Descartar' }).click();
    await dialog.waitFor({ state: 'detached' });

    await open();
    await expect.poll(() => dialog.getByLabel('Título').inputValue()).toBe('');
    await page.evaluate('history.back()');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => pathOf(page)).toBe('/dashboard/suporte');
  },
);

longo.test('keeps what is typed in one tab of a company when the other is saved', async () => {
  const page = await openAs(admin, `/admin/empresas/${company.id}/edit`);
  await page.getByLabel('Segmento').fill('Pesquisa de opinião');
  await page.getByRole('tab', { name: 'Configuração de Telefonia' }).click();
  await page.getByLabel('URL do Asterisk').fill('http://pbx.teste.example:8088');
  await page.getByLabel('Usuário').fill('escuta');
  await page.locator('input[name=password]').fill('segredo');
  await page.getByRole('button', { name: 'Criar configuração' }).click();
  await page.getByText('Configuração Asterisk criada').waitFor();
  await page.getByRole('tab', { name: 'Informações Gerais' }).click();
  await expect.poll(() => page.getByLabel('Segmento').inputValue()).toBe('Pesquisa de opinião');
});

longo.test(
  'gives back what was typed when the session ends in the middle of it, to the same person only',
  async () => {
    // Signs in through the form, not with `signIn`'s init script, so that the storage stays as the sign-in leaves it.
    const page = await newPage();
    const enter = async (senha: string) => {
      await page.getByLabel('CNPJ').fill(company.cnpj);
      await page.getByLabel('E-mail').fill(company.email);
      await page.getByLabel('Senha', { exact: true }).fill(senha);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    };
    await page.goto('/auth');
    await enter(SENHA);
    await page.waitForURL('**/dashboard');
    await page.goto('/dashboard/profile');
    await page.getByLabel('Segmento').fill('Cobrança');
    let refuse = true;
    await page.route('**/api/v1/empresa', (route) =>
      refuse && route.request().method() === 'PUT'
        ? route.fulfill({ status: 401, json: { message: 'Sessão expirada.', code: 'nao_autenticado' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.waitForURL('**/auth');
    await page.getByText('o texto digitado foi salvo').waitFor();
    await expect.poll(() => page.evaluate('Object.values(sessionStorage).join()')).not.toContain('senha');
    refuse = false;
    await enter(SENHA);
    await page.waitForURL('**/dashboard/profile');
    await page.getByText('Recuperamos o que você digitou.').waitFor();
    await expect.poll(() => page.getByLabel('Segmento').inputValue()).toBe('Cobrança');
    await page.getByRole('button', { name: 'Salvar alterações' }).click();
    await page.getByText('Dados da empresa salvos!').waitFor();
    const saved = await company.gerente.api<{ segmento: string }>('GET', `/empresas/${company.id}`);
    expect(saved.segmento).toBe('Cobrança');
    await page.getByText('Recuperamos o que você digitou.').waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate("Object.keys(sessionStorage).filter((key) => key.startsWith('rascunho:'))"))
      .toEqual([]);
  },
);

longo.test('keeps both edits of two people who change one record', async () => {
  const page = await newPage();
  await signIn(page, admin);
  await page.clock.install();
  await page.goto(`/admin/processing-control?empresa=${company.id}`);
  await page.getByRole('button', { name: 'Editar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Configurações Avançadas' });
  const noise = dialog.getByRole('switch', { name: 'Redução de Ruído' });
  const before = await noise.isChecked();
  await admin.api('PUT', '/processing-config/advanced', {
    empresaId: company.id,
    projetoId: null,
    audioProcessingConfig: { noise_reduction: !before },
  });
  // Moves the clock until the page's data are old enough to be requested again when the window gets the focus.
  await Promise.all([
    page.waitForResponse((answer) => answer.url().endsWith(`/processing-config/${company.id}`)),
    page.clock
      .fastForward(11_000)
      .then(() => page.evaluate("window.dispatchEvent(new Event('visibilitychange'))")),
  ]);
  // The switch, which was not touched, shows the record's new state.
  await expect.poll(() => noise.isChecked()).toBe(!before);
  await dialog.getByLabel('Max Tentativas').fill('7');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/processing-config/advanced')),
    dialog.getByRole('button', { name: 'Salvar' }).click(),
  ]);
  expect(sent.postDataJSON()).toEqual({
    empresaId: company.id,
    projetoId: null,
    retryConfig: { max_retries: 7 },
  });
});

longo.test(
  'corrects a character in the middle of a CNPJ, and keeps every letter on a CPU six times slower',
  async () => {
    const page = await newPage();
    await page.goto('/auth');
    const cnpj = page.getByLabel('CNPJ');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('cnpj');
    await expect.poll(() => cnpj.getAttribute('autocomplete')).toBe('off');
    await cnpj.pressSequentially('11922333000181');
    await expect.poll(() => cnpj.inputValue()).toBe('11.922.333/0001-81');
    await page.evaluate('document.activeElement.setSelectionRange(4, 4)');
    await cnpj.press('Backspace');
    await cnpj.press('2');
    await expect.poll(() => cnpj.inputValue()).toBe('11.222.333/0001-81');
    await expect.poll(() => page.evaluate('document.activeElement.selectionStart')).toBe(4);

    const slow = await openAs(company.gerente, '/dashboard/suporte');
    await slow.getByRole('button', { name: 'Novo Ticket' }).first().click();
    const text = 'helena prado de souza lima e silva, ligação 0800 770 1234';
    const dialog = slow.getByRole('dialog', { name: 'Novo Ticket de Suporte' });
    const posts: string[] = [];
    slow.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/suporte/tickets'))
        posts.push(request.url());
    });
    await onSlowProcessor(slow, 6, async () => {
      await dialog.getByLabel('Descrição').pressSequentially(text, { delay: 15 });
      await expect.poll(() => dialog.getByLabel('Descrição').inputValue()).toBe(text);
      await dialog.getByLabel('Título').pressSequentially(text, { delay: 15 });
      await dialog.getByRole('button', { name: 'Criar Ticket' }).dblclick();
      await dialog.waitFor({ state: 'detached' });
    });
    expect(posts).toHaveLength(1);
  },
);

longo.test('says a refused sign-in at the form, and puts the focus where one types again', async () => {
  const page = await newPage();
  await page.goto('/auth');
  await page.getByLabel('CNPJ').fill(company.cnpj);
  await page.getByLabel('E-mail').fill(company.email);
  await page.getByLabel('Senha', { exact: true }).fill('errada-mesmo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.locator('form').getByRole('alert').getByText('Não foi possível entrar').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password');
  await expect.poll(() => page.locator('[data-sonner-toast]').count()).toBe(0);
});

longo.test('registers a call once when the answer to the first press was lost', async () => {
  const projetoId = await createProject(company.gerente, 'Ligações repetidas');
  const page = await openAs(company.gerente, `/dashboard/projects/${projetoId}/ligacoes`);
  await page.getByRole('button', { name: 'Nova Ligação' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova Ligação' });
  await dialog.getByLabel('Número de destino').fill('1130004455');
  await dialog.getByLabel('Início da chamada').fill('040520261000');
  await dialog.getByLabel('Fim da chamada').fill('040520261003');
  let answers = 0;
  await page.route('**/items/ligacao', async (route) => {
    // At the first press the server creates the call, but the connection breaks before the answer arrives.
    const answer = await route.fetch();
    answers += 1;
    return answers === 1 ? route.abort() : route.fulfill({ response: answer });
  });
  const save = dialog.getByRole('button', { name: 'Registrar ligação' });
  await save.click();
  await dialog.getByRole('alert').getByText('Erro ao criar ligação.').waitFor();
  await save.click();
  await page.getByText('Ligação registrada', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(answers).toBe(2);
  const items = await company.gerente.api<unknown[]>('GET', `/projetos/${projetoId}/auditoria-items`);
  expect(items).toHaveLength(1);
});

longo.test('scrolls the list of a picker inside of a dialog', async () => {
  for (let n = 1; n <= 12; n += 1) await createProject(company.gerente, `Projeto da lista ${n}`);
  const page = await openAs(company.gerente, '/dashboard/suporte');
  await page.getByRole('button', { name: 'Novo Ticket' }).first().click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Projeto/ })
    .click();
  const list = page.getByRole('listbox');
  await list.getByRole('option').nth(9).waitFor();
  const top = () => list.evaluate((box) => (box as unknown as { scrollTop: number }).scrollTop);
  await expect.poll(() => top()).toBe(0);
  await list.hover();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 120);
      return top();
    })
    .toBeGreaterThan(0);
});

longo.test('asks before a changed telephony server is left or another one is chosen', async () => {
  const page = await openAs(company.gerente, '/dashboard/profile?aba=asterisk');
  const timeout = page.getByLabel('Timeout (ms)');
  await timeout.fill('9000');
  await page.getByRole('link', { name: 'Suporte' }).first().click();
  await staysAfterQuestion(page);
  await page.getByRole('button', { name: 'Nova configuração' }).click();
  await staysAfterQuestion(page);
  await expect.poll(() => timeout.inputValue()).toBe('9000');
  await page.getByRole('button', { name: 'Nova configuração' }).click();
  await questionOn(page).getByRole('button', { name: 'Descartar' }).click();
  await page.getByRole('button', { name: 'Criar configuração' }).waitFor();
  await expect.poll(() => timeout.inputValue()).toBe('30000');
});
