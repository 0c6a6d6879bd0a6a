// Credits in a browser: a single purchase despite double clicks and lost answers, the statement and its file, other
// roles, the administrator's packages, the low-balance banner.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { follow, useBrowser } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import { registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, openSession, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const login = (email: string) => demo.logins.find((one) => one.email === email)!;
let gerente: Session;
let usuario: Session;
let admin: Session;
let empresaId: string;

beforeAll(async () => {
  gerente = await openSession(baseUrl, login('gerente@horizonte.example'));
  usuario = await openSession(baseUrl, login('campo@horizonte.example'));
  admin = await openSession(baseUrl, login('admin@escuta.example'));
  empresaId = (gerente.user as { empresa_id: string }).empresa_id;
  const pacotes = await gerente.api<{ id: string; nome: string }[]>('GET', '/creditos/pacotes');
  const avulso = pacotes.find(({ nome }) => nome === 'Avulso')!;
  await gerente.api('POST', '/creditos/comprar', { empresaId, pacoteId: avulso.id });
});

async function openAs(
  session: Session,
  path: string,
  options?: Parameters<typeof newPage>[0],
): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto(path);
  return page;
}

type Lancamento = { descricao: string; quantidade: number };
const purchases = (): Promise<Lancamento[]> =>
  gerente.api('GET', `/creditos/extrato/${empresaId}?tipo=compra&limit=100`);
const balance = async (): Promise<number> =>
  (await gerente.api<{ saldo: number }>('GET', `/creditos/saldo/${empresaId}`)).saldo;
const shown = (credits: number) => credits.toLocaleString('pt-BR');

it('sells a package once to a manager who clicks twice, and again when the answer got lost', async () => {
  const [before, entries] = [await balance(), (await purchases()).length];
  const page = await openAs(gerente, '/dashboard/credits');
  await page.getByRole('heading', { name: 'Créditos de Auditoria' }).waitFor();
  const account = page.getByRole('region', { name: 'Saldo atual' });
  await account.getByText(`${shown(before)} créditos`, { exact: true }).waitFor();
  await page.getByText('R$ 1.200,00').waitFor();
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Comprar pacote Avulso' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('será faturado ao CNPJ 12.ABC.345/01DE-35').waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Confirmar compra' }).dblclick();
  await page.getByText('Compra Realizada!').waitFor();
  await page.getByText('O pacote Avulso foi adicionado à sua conta.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await account.getByText(`${shown(before + 100)} créditos`, { exact: true }).waitFor();
  expect((await purchases()).length).toBe(entries + 1);

  // The server completes the purchase, but its answer is lost; a second confirmation does not buy another package.
  await page.route('**/creditos/comprar', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Comprar pacote Avulso' }).click();
  await dialog.getByRole('button', { name: 'Confirmar compra' }).click();
  await page.getByText('Erro na Compra').waitFor();
  await page.unroute('**/creditos/comprar');
  await dialog.getByRole('button', { name: 'Confirmar compra' }).click();
  await dialog.waitFor({ state: 'detached' });
  await account.getByText(`${shown(before + 200)} créditos`, { exact: true }).waitFor();
  expect((await purchases()).length).toBe(entries + 2);

  await page.getByRole('button', { name: /Entrar em contato.*Enterprise/ }).click();
  // The toast stays while the pointer is over it, until its button is pressed.
  await page.getByRole('button', { name: 'Pedir proposta' }).hover();
  await page.getByText('O pacote Enterprise é sob consulta.').waitFor();
  // The ticket that asks for a price is prefilled and can be sent unchanged.
  await page.getByRole('button', { name: 'Pedir proposta' }).click();
  const ticket = page.getByRole('dialog', { name: 'Novo Ticket de Suporte' });
  await expect.poll(() => ticket.getByLabel('Título').inputValue()).toBe('Proposta do pacote Enterprise');
  await expect.poll(() => ticket.getByLabel('Descrição').inputValue()).toContain('12.ABC.345/01DE-35');
  await ticket.getByRole('button', { name: 'Criar Ticket' }).click();
  await page.getByText('Ticket de suporte criado com sucesso!').waitFor();
});

it('keeps the statement in the address and gives it as a file', async () => {
  const page = await openAs(gerente, '/dashboard/credits');
  await page.getByRole('tab', { name: 'Extrato' }).click();
  const table = page.getByRole('table', { name: 'Extrato de créditos' });
  await table.getByText('Pacote Avulso').first().waitFor();
  await page.getByRole('combobox', { name: 'Tipo' }).click();
  await page.getByRole('option', { name: 'Estorno' }).click();
  await page.getByText('Nenhum lançamento encontrado').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?aba=extrato&tipo=estorno');
  await page.goBack();
  await table.getByText('Pacote Avulso').first().waitFor();
  await page.goto('/dashboard/credits?aba=extrato&tipo=compra');
  const row = table.getByRole('row', { name: /Pacote Avulso/ }).first();
  await row.getByText('+100').waitFor();
  await row.getByText('R$ 180,00').waitFor();
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Exportar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exportar extrato de créditos' });
  await dialog.getByRole('radio', { name: /^CSV/ }).check();
  await dialog.getByText(/\d lançamentos?\./).waitFor();
  await expectNoSeriousViolation(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Exportar' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^extrato-.*-\d{4}-\d\d-\d\d\.csv$/);
  const csv = readFileSync((await file.path())!, 'utf8');
  expect(csv.startsWith('\ufeffData;Tipo;Descrição;')).toBe(true);
  expect(csv).toContain(';Pacote Avulso;;;100;');
  expect(csv).toContain(';180,00;gerente@horizonte.example');
  await page.getByText('Exportação concluída').waitFor();
});

it('shows others what there is, not how to buy; and a lost server in words', async () => {
  const page = await openAs(usuario, '/dashboard/credits', { viewport: { width: 390, height: 844 } });
  await page.getByText('Só gerentes podem comprar créditos.').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: 'Comprar pacote Essencial' }).isDisabled())
    .toBe(true);
  await page.getByRole('tab', { name: 'Extrato' }).click();
  await page.getByRole('list', { name: 'Extrato de créditos' }).getByText('Pacote Avulso').first().waitFor();
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await expectNoSeriousViolation(page);
  await follow(page, '/admin/pacotes');
  await page.getByRole('heading', { name: 'Acesso Negado', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Novo pacote' }).count()).toBe(0);

  await page.route('**/creditos/pacotes', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Falhou' } }),
  );
  await page.goto('/dashboard/credits');
  await page.getByText('Não foi possível carregar os dados da página. Tente novamente mais tarde.').waitFor();
});

it('lets the administrator keep the packages', async () => {
  const page = await openAs(admin, '/admin/pacotes');
  await page.getByRole('heading', { name: 'Pacotes de Créditos' }).waitFor();
  await page.getByRole('button', { name: 'Novo pacote' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Criar pacote' }).click();
  await dialog.getByText('Informe o nome do pacote.').waitFor();
  await dialog.getByLabel('Nome').fill('Campanha');
  await dialog.getByLabel('Quantidade de créditos').fill('250');
  await dialog.getByLabel('Preço (R$)').fill('350,00');
  await dialog.getByText('R$ 1,40 por crédito').waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Criar pacote' }).click();
  await page.getByText('Pacote criado').waitFor();
  const row = page.getByRole('row', { name: /Campanha/ });
  await row.getByText('R$ 350,00').waitFor();

  const names = async () =>
    (await admin.api<{ nome: string }[]>('GET', '/creditos/pacotes')).map((p) => p.nome);
  const before = (await names()).at(-2);
  expect((await names()).at(-1)).toBe('Campanha');
  await row.getByRole('button', { name: 'Mover Campanha para cima' }).click();
  await page.getByText('Ordem alterada').waitFor();
  expect((await names()).slice(-2)).toEqual(['Campanha', before]);
  await row.getByRole('switch', { name: 'Campanha à venda' }).click();
  await row.getByText('Indisponível').waitFor();
  expect(await names()).not.toContain('Campanha');
  await expectNoSeriousViolation(page);
});

it('warns while the balance is low, at once and until waved away', async () => {
  const before = await balance();
  const adjust = (quantidade: number) =>
    admin.api('POST', '/creditos/ajustes', { empresaId, quantidade, descricao: 'Teste do aviso' });
  const page = await openAs(usuario, '/dashboard/projects');
  await page.getByRole('heading', { name: 'Meus Projetos' }).waitFor();
  const banner = page.getByRole('complementary', { name: 'Aviso de saldo de créditos' });
  await expect.poll(() => banner.count()).toBe(0);
  try {
    await adjust(20 - before);
    // Reads the balance each time, because items that other test files left running may still use or refund a credit.
    await expect
      .poll(async () => ((await banner.textContent()) ?? '').includes(`restam ${await balance()} créditos`))
      .toBe(true);
    await expectNoSeriousViolation(page);
    await banner.getByRole('button', { name: 'Dispensar o aviso por hoje' }).click();
    await banner.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Meus Projetos' }).waitFor();
    await expect.poll(() => banner.count()).toBe(0);
    await adjust(-(await balance()));
    await banner.getByText('Os créditos acabaram.').waitFor();
    await banner.getByRole('link', { name: 'Ver créditos' }).click();
    await page.getByText('Sem créditos').waitFor();
  } finally {
    await adjust(before - (await balance()));
  }
  await banner.waitFor({ state: 'detached' });
});

longo.test('shows what changed between the first reading and the live stream', async () => {
  const own = await registerCompany(baseUrl, 'Saldo Que Muda Ltda.');
  const add = (quantidade: number) =>
    admin.api('POST', '/creditos/ajustes', { empresaId: own.id, quantidade, descricao: 'Enquanto abre' });
  const { saldo } = await own.gerente.api<{ saldo: number }>('GET', `/creditos/saldo/${own.id}`);
  const page = await newPage();
  // Removes SharedWorker from this browser, because the test cannot hold back requests of a shared worker.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = false;
  await page.route('**/api/v1/eventos', async (route) => {
    asked = true;
    await held;
    await route.continue();
  });
  await signIn(page, own.gerente);
  await page.goto('/dashboard/credits');
  const account = page.getByRole('region', { name: 'Saldo atual' });
  await account.getByText(`${shown(saldo)} créditos`, { exact: true }).waitFor();
  await expect.poll(() => asked).toBe(true);
  await add(7);
  letGo();
  await account.getByText(`${shown(saldo + 7)} créditos`, { exact: true }).waitFor();
});
