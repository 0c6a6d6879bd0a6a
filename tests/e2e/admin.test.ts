// The administrator's lists: users, demonstration requests, audit log, projects, audits and a single audit.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { follow, useBrowser } from '../support/browser.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  type Session,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
let admin: Session;
let company: OwnCompany;

beforeAll(async () => {
  admin = await openSession(baseUrl, demo.logins.find(({ papel }) => papel === 'admin')!);
  company = await registerCompany(baseUrl, `Rede Boreal ${Date.now()}`);
});

async function openAs(session: Session, path: string): Promise<Page> {
  const page = await newPage();
  await signIn(page, session);
  await page.goto(path);
  return page;
}

async function expectFitsPhone(...paths: readonly [string, ...string[]]): Promise<void> {
  const page = await newPage({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
    isMobile: true,
  });
  await signIn(page, admin);
  for (const [index, path] of paths.entries()) {
    await (index === 0 ? page.goto(path) : follow(page, path));
    await page.getByText(/^Mostrando 1 a/).waitFor();
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectNoSeriousViolation(page);
  }
}

it('invites a person, hands the link over, changes the role, shuts the account and deletes it', async () => {
  const page = await openAs(company.gerente, '/admin/users');
  const email = `ana-${randomUUID().slice(0, 8)}@teste.example`;
  await page
    .getByRole('row', { name: new RegExp(company.email) })
    .getByText('Você')
    .waitFor();
  // People cannot change the account that they are signed in with.
  await expect.poll(() => page.getByRole('button', { name: `Ações de ${company.email}` }).count()).toBe(0);
  // Without a mail server the answer would contain the link; here there is a mail server, so the test adds the link.
  const link = 'https://escuta.example/update-password#token=abc';
  await page.route('**/api/v1/users', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    return route.fulfill({
      response,
      json: { ...(await response.json()), ...(response.ok() ? { convite_url: link } : {}) },
    });
  });
  await page.getByRole('button', { name: 'Convidar usuário' }).click();
  const dialog = page.getByRole('dialog', { name: 'Convidar usuário' });
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await dialog.getByText('E-mail inválido').waitFor();
  // A manager cannot create administrators.
  await dialog.getByRole('combobox', { name: 'Papel' }).click();
  await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(['Gerente', 'Usuário']);
  await page.getByRole('option', { name: 'Usuário' }).click();
  await dialog.getByLabel('E-mail').fill(company.email);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  await dialog.getByText('já tem uma conta').waitFor();
  await expect.poll(() => dialog.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
  await expectNoSeriousViolation(page);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('button', { name: 'Enviar convite' }).click();
  const handover = page.getByRole('dialog', { name: 'Convite criado' });
  await expect.poll(() => handover.getByLabel('Link de uso único').inputValue()).toBe(link);
  await handover.getByRole('button', { name: 'Concluir' }).click();

  const row = page.getByRole('row', { name: new RegExp(email) });
  await row.getByText('Convite pendente').waitFor();
  const act = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: `Ações de ${email}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Editar nome e papel');
  const edit = page.getByRole('dialog', { name: 'Editar usuário' });
  await edit.getByLabel('Nome').fill('Ana Prado');
  await edit.getByRole('combobox', { name: 'Papel' }).click();
  await page.getByRole('option', { name: 'Gerente' }).click();
  await edit.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Usuário atualizado!').waitFor();
  await row.getByText('Ana Prado').waitFor();
  await row.getByText('Gerente', { exact: true }).waitFor();

  await act('Reenviar convite');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reenviar convite' }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });

  await act('Desativar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).click();
  await row.getByText('Inativo').waitFor();
  await act('Reativar');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reativar' }).click();
  await row.getByText('Convite pendente').waitFor();

  await act('Excluir');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Usuário excluído!').waitFor();
  await row.waitFor({ state: 'detached' });
});

it('finds accounts of any company for an administrator, with the filters in the address', async () => {
  const page = await openAs(admin, '/admin/users');
  await page.getByRole('button', { name: 'Empresa: Todas as empresas' }).click();
  await page.getByPlaceholder('Nome ou CNPJ').fill('Horizonte');
  await page.getByRole('option', { name: /Horizonte Pesquisas/ }).click();
  await page.getByText('campo@horizonte.example').waitFor();
  await page.getByText('analista@lumavia.example').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Papel' }).click();
  await page.getByRole('option', { name: 'Gerente' }).click();
  await page.getByText('campo@horizonte.example').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: 'Empresa: Horizonte Pesquisas' }).waitFor();
  await page.getByText('Mostrando 1 a 1 de 1 usuários').waitFor();
  await expectNoSeriousViolation(page);
  await page.goBack();
  await page.getByText('campo@horizonte.example').waitFor();
  await page.getByRole('searchbox', { name: 'Buscar usuários' }).fill('ninguém assim');
  await page.getByText('Nenhum usuário encontrado').waitFor();
  await page.getByRole('button', { name: 'Limpar filtros' }).first().click();
  await page.getByText('analista@lumavia.example').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

it('lists who asked for a demonstration, how to reach them, and what was answered', async () => {
  const nome = `Marina ${randomUUID().slice(0, 6)}`;
  const asked = await fetch(`${baseUrl}/api/v1/leads/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nome, email: 'marina@norte.example', telefone: '(11) 98765-4321' }),
  });
  expect(asked.ok).toBe(true);
  const page = await openAs(admin, '/admin/leads?situacao=novo');
  await page.getByRole('searchbox', { name: 'Buscar pedidos' }).fill(nome);
  const row = page.getByRole('row', { name: new RegExp(nome) });
  await row.getByText('Novo', { exact: true }).waitFor();
  const href = (index: number) => row.getByRole('link').nth(index).getAttribute('href');
  await expect.poll(() => href(0)).toMatch(/^mailto:marina@norte\.example\?/);
  await expect.poll(() => href(1)).toBe('tel:+5511987654321');
  await expect.poll(() => href(2)).toMatch(/^https:\/\/wa\.me\/5511987654321\?/);
  await expectNoSeriousViolation(page);
  await row.getByRole('button', { name: /^Marcar como atendido/ }).click();
  await page.getByText('Pedido marcado como atendido').waitFor();
  // The request is no longer new, so it leaves the filtered list.
  await page.getByText('Nenhum pedido encontrado').waitFor();
  await page.getByRole('combobox', { name: 'Situação' }).click();
  await page.getByRole('option', { name: 'Atendidos', exact: true }).click();
  await row.getByText('admin@escuta.example').waitFor();
  await row.getByRole('button', { name: /^Marcar como novo/ }).click();
  await page.getByText('Pedido marcado como novo').waitFor();
  await expectFitsPhone('/admin/leads');
});

it('shows in the audit log who changed what from what to what', async () => {
  await company.gerente.api('PUT', '/empresa', { cidade: 'Santos', estado: 'SP' });
  const page = await openAs(admin, '/admin/registros');
  await page.getByRole('searchbox', { name: 'Buscar por e-mail' }).fill(company.email);
  await page.getByRole('combobox', { name: 'Ação' }).click();
  await page.getByRole('option', { name: 'Alteração de empresa' }).click();
  await page.getByText('Mostrando 1 a 1 de 1 registros').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: /^Detalhes de Alteração de empresa/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Alteração de empresa' });
  await sheet.getByText(company.email).waitFor();
  await expect.poll(() => sheet.getByText('Cidade').locator('xpath=..').textContent()).toMatch(/-\s*Santos/);
  await expectNoSeriousViolation(page);
  await expectFitsPhone('/admin/registros');
});

it('leads from all projects and all audits to one audit and the analysis of its files', async () => {
  const projeto = `Aferição ${randomUUID().slice(0, 6)}`;
  const projetoId = await createProject(company.gerente, projeto);
  const itemId = await createCall(company.gerente, projetoId, {
    numero: '11987650001',
    nome: 'Olga Brandão',
  });

  const page = await openAs(admin, '/admin/projects');
  await page.getByRole('searchbox', { name: 'Buscar projetos' }).fill(projeto);
  const row = page.getByRole('row', { name: new RegExp(projeto) });
  await row.getByText(company.nome).waitFor();
  await row.getByText('Call Center').waitFor();
  await expectNoSeriousViolation(page);

  await follow(page, '/admin/audits');
  await page.getByRole('searchbox', { name: 'Buscar auditorias' }).fill(projeto);
  await page.getByText('Mostrando 1 a 1 de 1 auditorias').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: /^Ver detalhes da auditoria/ }).click();
  await page.waitForURL('**/dashboard/audits/*');
  await page.locator('main').getByText('Pendente').first().waitFor();
  await page.getByRole('button', { name: 'Copiar ID da auditoria' }).waitFor();
  await page.getByRole('link', { name: projeto }).waitFor();
  await page.getByText('Nenhum arquivo nesta auditoria').waitFor();
  await page.getByRole('tab', { name: 'Itens' }).click();
  await page.getByRole('row', { name: /Olga Brandão/ }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('link', { name: /^Ver análise de/ }).click();
  await page.waitForURL(`**/dashboard/call-analysis/${itemId}`);

  await follow(page, '/dashboard/audits/0190a0a0-0000-7000-8000-000000000001');
  await page.getByRole('heading', { name: 'Auditoria não encontrada' }).waitFor();
  await expectFitsPhone('/admin/users', '/admin/projects', '/admin/audits');
});
