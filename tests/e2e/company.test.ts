// A company's own screens: profile, postal-code look-up, API key, account, edit screen with refusals, deletion.
import { formatCnpj } from '@escuta/shared/domain/accounts/cnpj';
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { follow, useBrowser } from '../support/browser.ts';
import { newCnpj } from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, openSession, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const login = (email: string) => demo.logins.find((one) => one.email === email)!;
let admin: Session;
let company: OwnCompany;

beforeAll(async () => {
  admin = await openSession(baseUrl, login('admin@escuta.example'));
  company = await registerCompany(baseUrl, `Rede Aurora ${Date.now()}`);
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

const path = (page: Page): string => new URL(page.url()).pathname;

it('asks for the address, finds it by CEP with each failure told, and sends only what changed', async () => {
  const page = await openAs(company.gerente, '/dashboard/profile');
  await page.getByRole('heading', { name: 'Configurações', exact: true }).waitFor();
  await page.getByText('Falta informar: CEP, rua, número, bairro, cidade e estado.').waitFor();
  await expect
    .poll(() => page.getByRole('tab').allInnerTexts())
    .toEqual(['Dados da Empresa', 'Configurações Asterisk']);
  await expect.poll(() => page.getByLabel('Seu papel').inputValue()).toBe('Gerente');
  await expect.poll(() => page.getByLabel('CNPJ').inputValue()).toBe(formatCnpj(company.cnpj));
  await expectNoSeriousViolation(page);

  let answer: (route: Route) => Promise<void> = (route) => route.abort();
  await page.route('**/api/v1/cep/*', (route) => answer(route));
  const cep = page.getByLabel('CEP');
  await cep.fill('0131');
  await cep.blur();
  await page.getByText('CEP inválido. Deve conter 8 dígitos.').waitFor();
  await cep.fill('99999999');
  await cep.blur();
  await page.getByText('Erro ao buscar CEP. Tente novamente ou preencha o endereço à mão.').waitFor();
  answer = (route) =>
    route.fulfill({
      status: 404,
      json: { success: false, message: 'CEP não encontrado.', code: 'nao_encontrado' },
    });
  await cep.focus();
  await cep.blur();
  await page.getByText('CEP não encontrado.').waitFor();
  answer = (route) =>
    route.fulfill({
      json: {
        success: true,
        data: { logradouro: 'Avenida Paulista', bairro: 'Bela Vista', localidade: 'São Paulo', uf: 'SP' },
      },
    });
  await cep.fill('01310-100');
  await cep.blur();
  await expect.poll(() => page.getByLabel('Rua').inputValue()).toBe('Avenida Paulista');
  await expect.poll(() => page.getByLabel('Bairro').inputValue()).toBe('Bela Vista');
  await expect.poll(() => page.getByLabel('Cidade').inputValue()).toBe('São Paulo');
  await expect.poll(() => page.getByRole('combobox', { name: 'Estado' }).textContent()).toBe('SP');
  await expect.poll(() => page.getByText('CEP não encontrado.').count()).toBe(0);
  await page.getByLabel('Número', { exact: true }).fill('1000');

  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'PUT' && one.url().endsWith('/api/v1/empresa')),
    page.getByRole('button', { name: 'Salvar alterações' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({
    cep: '01310100',
    rua: 'Avenida Paulista',
    numero: '1000',
    bairro: 'Bela Vista',
    cidade: 'São Paulo',
    estado: 'SP',
    antes: { cep: null, rua: null, numero: null, bairro: null, cidade: null, estado: null },
  });
  await page.getByText('Dados da empresa salvos!').waitFor();
  await page.getByText('Falta informar').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => page.getByLabel('CEP').inputValue()).toBe('01310-100');
});

longo.test(
  'tells who changes a field of a company that somebody else has changed meanwhile, in the profile and on the edit screen',
  async () => {
    const own = await registerCompany(baseUrl, `Dois ao mesmo tempo ${Date.now()}`);
    const url = `/empresas/${own.id}`;
    const segmentoNow = async () => (await admin.api<{ segmento: string | null }>('GET', url)).segmento;
    for (const [who, path] of [
      [own.gerente, '/dashboard/profile'],
      [admin, `/admin/empresas/${own.id}/edit`],
    ] as const) {
      await admin.api('PUT', url, { segmento: null, cidade: null });
      const page = await openAs(who, path);
      const segmento = page.getByRole('textbox', { name: 'Segmento' });
      const save = page.getByRole('button', { name: 'Salvar alterações' });
      await segmento.fill('Saúde');
      await admin.api('PUT', url, { segmento: 'Varejo', cidade: 'Recife' });
      await save.click();
      const told = page.getByRole('alert').filter({ hasText: 'Outra pessoa salvou alterações' });
      await told.getByText('Segmento: agora é Varejo').waitFor();
      await expect.poll(() => page.getByRole('textbox', { name: 'Cidade' }).inputValue()).toBe('Recife');
      await expect.poll(() => segmento.inputValue()).toBe('Saúde');
      expect(await segmentoNow()).toBe('Varejo');
      await expectNoSeriousViolation(page);
      // Accepting the other person's value marks the field as unedited: later edits are compared with that value.
      await told.getByRole('button', { name: 'Usar o valor novo em Segmento' }).click();
      await expect.poll(() => segmento.inputValue()).toBe('Varejo');
      await segmento.fill('Educação');
      await save.click();
      await expect.poll(segmentoNow).toBe('Educação');
      await told.waitFor({ state: 'detached' });
      if (who === admin) continue;
      // The form stays open: its own save does not count as a change by another person.
      await page.getByText('Há alterações não salvas.').waitFor({ state: 'detached' });
      await segmento.fill('Energia');
      await save.click();
      await expect.poll(segmentoNow).toBe('Energia');
      await expect.poll(() => told.count()).toBe(0);
    }
  },
);

it('keeps typed changes over a change of tabs, and asks before a link throws them away', async () => {
  const page = await openAs(company.gerente, '/dashboard/profile');
  const nome = page.getByRole('textbox', { name: 'Nome', exact: true });
  await nome.fill('Nome pela metade');
  await page.getByRole('tab', { name: 'Configurações Asterisk' }).click();
  await page.getByText('Dicas de configuração').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('?aba=asterisk');
  await expectNoSeriousViolation(page);
  await page.getByRole('tab', { name: 'Dados da Empresa' }).click();
  await expect.poll(() => nome.inputValue()).toBe('Nome pela metade');

  const link = page.getByRole('navigation').getByRole('link', { name: 'Call Center' });
  await link.click();
  const question = page.getByRole('alertdialog', { name: 'Descartar alterações?' });
  await question.getByRole('button', { name: 'Continuar editando' }).click();
  await expect.poll(() => path(page)).toBe('/dashboard/profile');
  await expect.poll(() => nome.inputValue()).toBe('Nome pela metade');
  await page.getByRole('button', { name: 'Descartar alterações' }).click();
  await expect.poll(() => nome.inputValue()).toBe(company.nome);
  await link.click();
  await page.getByRole('heading', { name: 'Meus Projetos' }).waitFor();
});

it('hides, shows, copies and exchanges the API key; the old one ends at once', async () => {
  const page = await openAs(company.gerente, '/dashboard/profile', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const field = page.getByRole('textbox', { name: 'Chave de API' });
  await expect.poll(() => field.inputValue()).toMatch(/^esc_•+.{4}$/);
  await page.getByRole('button', { name: 'Mostrar chave de API' }).click();
  await expect.poll(() => field.inputValue()).toMatch(/^esc_[\w-]{20,}$/);
  const key = await field.inputValue();
  // The confirmation shows for two seconds.
  await Promise.all([
    page.getByRole('button', { name: 'Copiado' }).waitFor(),
    page.getByRole('button', { name: 'Copiar chave de API' }).click(),
  ]);
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await page.getByRole('button', { name: 'Copiar chave de API' }).waitFor();

  const status = async (apiKey: string): Promise<number> =>
    (await fetch(`${baseUrl}/api/v1/projetos`, { headers: { 'x-api-key': apiKey } })).status;
  expect(await status(key)).toBe(200);
  await page.getByRole('button', { name: 'Trocar chave' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog
    .getByText(/A extensão do navegador de cada pessoa .* só voltam a funcionar com a nova chave/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Trocar chave' }).click();
  await page.getByText('Chave de API trocada').waitFor();
  const isAnother = (text: string) => text !== key && /^esc_[\w-]{20,}$/.test(text);
  await expect.poll(async () => isAnother(await field.inputValue())).toBe(true);
  expect(await status(await field.inputValue())).toBe(200);
  expect(await status(key)).toBe(401);
});

it('shows a usuario everything but the key, and lets nothing be changed', async () => {
  const usuario = await openSession(baseUrl, login('analista@lumavia.example'));
  const page = await openAs(usuario, '/dashboard/profile');
  await page.getByText('Acesso Negado').first().waitFor();
  for (const name of ['CNPJ', 'CEP', 'Rua', 'Cidade', 'Segmento', 'Volume mensal de auditorias']) {
    await expect.poll(() => page.getByLabel(name).isDisabled()).toBe(true);
  }
  await expect.poll(() => page.getByRole('button', { name: 'Salvar alterações' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /chave/ }).count()).toBe(0);
  expect(await page.content()).not.toContain('esc_');
  await expect(usuario.api('PUT', '/empresa', { nome: 'Outra' })).rejects.toThrow('403');
});

it('renames the person, and deletes the account of who typed its e-mail unless a company would be left without manager', async () => {
  const own = await registerCompany(baseUrl, `Conta ${Date.now()}`);
  const { id: outra } = await own.gerente.api<{ id: string }>('POST', '/users', {
    email: 'analista-convidado@teste.example',
  });
  const page = await openAs(own.gerente, '/dashboard/profile');
  await page.getByLabel('Seu nome').fill('Beatriz Antunes');
  await page.getByRole('button', { name: 'Salvar nome' }).click();
  await page.getByText('Perfil atualizado!').waitFor();
  const { user } = await own.gerente.api<{ user: { nome: string } }>('GET', '/users/profile');
  expect(user.nome).toBe('Beatriz Antunes');
  await expect
    .poll(() => page.getByRole('link', { name: 'Alterar senha' }).getAttribute('href'))
    .toBe('/update-password');

  await page.getByRole('button', { name: 'Excluir minha conta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir minha conta' });
  const confirm = dialog.getByRole('button', { name: 'Excluir conta' });
  await dialog.getByRole('textbox').fill('outra@teste.example');
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(own.email.toUpperCase());
  await expectNoSeriousViolation(page);
  await confirm.click();
  await page.getByText('Erro ao excluir conta').waitFor();
  await page.getByText(/última conta ativa de gerente na empresa/).waitFor();
  await expect.poll(() => path(page)).toBe('/dashboard/profile');

  await own.gerente.api('DELETE', `/users/${outra}`);
  await confirm.click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.getByText('Conta excluída').waitFor();
  await expect.poll(() => page.evaluate('localStorage.getItem("token")')).toBeNull();
  await expect(own.gerente.api('GET', '/users/profile')).rejects.toThrow('401');
});

it('refuses the edit screen of another company, of nobody, and to a usuario, each in its words', async () => {
  const other = await openSession(baseUrl, login('gerente@horizonte.example'));
  let page = await openAs(other, `/admin/empresas/${company.id}/edit`);
  await page.getByText('Acesso Negado').waitFor();
  await page.getByText('Você só pode editar sua própria empresa.').waitFor();
  await page.getByRole('heading', { name: 'Empresas Cadastradas' }).waitFor();
  await expect.poll(() => path(page)).toBe('/admin/empresas');
  await page.getByText('Mostrando 1 a 1 de 1 empresas').waitFor();
  await expect.poll(() => page.getByRole('table').getByText('Horizonte Pesquisas').count()).toBe(1);
  await expect.poll(() => page.getByRole('button', { name: /^Excluir/ }).count()).toBe(0);

  const usuario = await openSession(baseUrl, login('campo@horizonte.example'));
  page = await openAs(usuario, `/admin/empresas/${company.id}/edit`);
  await page.getByText('Acesso Negado').waitFor();
  await page.getByText('Você não tem permissão para atualizar empresas.').waitFor();
  await page.waitForURL('**/dashboard');

  page = await openAs(admin, '/admin/empresas/0190a0a0-0000-7000-8000-000000000001/edit');
  await page.getByText('Erro ao carregar empresa').waitFor();
  await page.getByText('Empresa não encontrada ou acesso negado.').waitFor();
  await page.waitForURL('**/admin/empresas');
});

it('returns to the list from the edit screen, saved or cancelled', async () => {
  const page = await openAs(company.gerente, `/admin/empresas/${company.id}/edit`);
  await page.getByRole('heading', { name: company.nome }).waitFor();
  await expect
    .poll(() => page.getByRole('tab').allInnerTexts())
    .toEqual(['Informações Gerais', 'Configuração de Telefonia']);
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.waitForURL('**/admin/empresas');
  await page.getByRole('link', { name: `Editar ${company.nome}` }).click();
  await page.getByLabel('Segmento').fill('Saúde');
  await page.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Empresa atualizada com sucesso!').waitFor();
  await page.waitForURL('**/admin/empresas');
  const { segmento } = await company.gerente.api<{ segmento: string }>('GET', `/empresas/${company.id}`);
  expect(segmento).toBe('Saúde');
});

it('creates and deletes an empty company; one with data is archived instead, and taken back', async () => {
  const page = await openAs(admin, '/admin/empresas');
  const nome = `Vazia ${Date.now()}`;
  await page.getByRole('button', { name: 'Nova Empresa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova Empresa' });
  await dialog.getByRole('button', { name: 'Criar empresa' }).click();
  await dialog.getByText('Informe o nome da empresa.').waitFor();
  await dialog.getByRole('textbox', { name: 'Nome', exact: true }).fill(nome);
  await dialog.getByLabel('CNPJ').fill(company.cnpj);
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Criar empresa' }).click();
  // Another company has this CNPJ: the message appears at the field.
  await dialog.locator('p[role=alert]').filter({ hasText: 'CNPJ' }).waitFor();
  await dialog.getByLabel('CNPJ').fill(newCnpj());
  await dialog.getByRole('button', { name: 'Criar empresa' }).click();
  await page.getByText('Empresa criada com sucesso!').waitFor();

  await page.getByRole('searchbox', { name: 'Buscar empresas' }).fill(nome);
  await page.getByRole('row', { name: new RegExp(nome) }).waitFor();
  await page.getByRole('button', { name: `Excluir ${nome}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Você tem certeza?' });
  await question
    .getByText(/Só empresas sem dados podem ser excluídas.*não pode ser desfeita.*excluída permanentemente/)
    .waitFor();
  await question.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Empresa excluída com sucesso!').waitFor();
  await page.getByText('Nenhuma empresa encontrada').waitFor();

  const other = await registerCompany(baseUrl, `Com dados ${Date.now()}`);
  await page.getByRole('searchbox', { name: 'Buscar empresas' }).fill(formatCnpj(other.cnpj));
  await page.getByRole('button', { name: `Excluir ${other.nome}` }).click();
  await question.getByRole('button', { name: 'Excluir' }).click();
  const offer = page.getByRole('alertdialog', { name: 'A empresa tem dados' });
  await offer.getByText(/1 usuário/).waitFor();
  await expect.poll(() => page.getByText('Erro ao excluir empresa').count()).toBe(0);
  await offer.getByRole('button', { name: 'Arquivar' }).click();
  await page.getByText('Empresa arquivada!').waitFor();
  await expect(other.gerente.api('GET', '/users/profile')).rejects.toThrow('401');

  await page.getByRole('combobox', { name: 'Situação' }).click();
  await page.getByRole('option', { name: 'Arquivadas' }).click();
  await page
    .getByRole('row', { name: new RegExp(other.nome) })
    .getByText('Arquivada')
    .waitFor();
  await page.getByRole('button', { name: `Mais ações de ${other.nome}` }).click();
  await page.getByRole('menuitem', { name: 'Reativar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reativar' }).click();
  await page.getByText('Empresa reativada!').waitFor();
});

it('says why the companies cannot be shown, and shows them on a phone as cards', async () => {
  const page = await newPage({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    hasTouch: true,
    isMobile: true,
  });
  await signIn(page, admin);
  let broken = true;
  await page.route('**/api/v1/empresas?*', (route) =>
    broken
      ? route.fulfill({
          status: 403,
          json: { success: false, message: 'Em manutenção.', code: 'sem_permissao' },
        })
      : route.continue(),
  );
  await page.goto('/admin/empresas');
  await page.getByText('Erro ao buscar empresas').first().waitFor();
  await page.getByText('Em manutenção.').first().waitFor();
  broken = false;
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page.getByRole('list', { name: 'Empresas' }).getByText('11.222.333/0001-81').waitFor();
  // Closes the toast by hand, unless it disappears by itself first.
  const close = page.getByRole('button', { name: 'Fechar notificação' });
  const gone = page.locator('[data-sonner-toast]').first().waitFor({ state: 'detached' });
  await Promise.race([close.click().catch(() => gone), gone]);
  await gone;
  await expect.poll(() => page.getByRole('table').count()).toBe(0);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectNoSeriousViolation(page);
  await follow(page, '/dashboard/profile');
  await page.getByLabel('CNPJ').waitFor();
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectNoSeriousViolation(page);
});
