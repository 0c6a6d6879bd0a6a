// Support tickets in the browser: open, find, assign, resolve, delete; each role's rights; the e-mail's link.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { expectNoSeriousViolation, openSession, type Session, signIn } from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const loginOf = (email: string) => demo.logins.find((login) => login.email === email)!;
const GERENTE = 'gerente@lumavia.example';
const ANALISTA = 'analista@lumavia.example';
const ADMIN = 'admin@escuta.example';
const OUTRA = 'gerente@horizonte.example';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A title unique to this run. */
const unique = (text: string) => `${text} ${Date.now().toString(36)}`;

async function openAs(email: string, path = '/dashboard/suporte', options = {}) {
  const session = await openSession(baseUrl, loginOf(email));
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto(path);
  // A ticket opened by its address hides the page behind it from assistive technology.
  await page.getByRole('heading', { name: 'Suporte', level: 1, includeHidden: true }).waitFor();
  return { page, session };
}

async function newTicket(session: Session, titulo: string, fields: object = {}): Promise<string> {
  const { id } = await session.api<{ id: string }>('POST', '/suporte/tickets', {
    titulo,
    descricao: 'Texto do ticket de teste.',
    tipo: 'erro',
    severidade: 'baixa',
    ...fields,
  });
  return id;
}

/** The four cards' names and figures. */
async function figures(page: Page): Promise<Record<string, number>> {
  const texts = await page
    .getByRole('region', { name: 'Números dos tickets' })
    .locator('p')
    .allTextContents();
  return Object.fromEntries(
    ['Total de Tickets', 'Em Aberto', 'Resolvidos', 'Críticos'].map((label) => [
      label,
      Number(texts[texts.indexOf(label) + 1]?.replace('.', '')),
    ]),
  );
}

const choose = async (page: Page, scope: ReturnType<Page['locator']>, label: string, option: string) => {
  await scope.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

it('opens a ticket once, assigns, resolves, finds and deletes it, and the figures follow', async () => {
  const titulo = unique('Ligações sem transcrição');
  const { page } = await openAs(GERENTE);
  await page
    .getByRole('row', { name: /Aberto/ })
    .first()
    .waitFor();
  await expect.poll(async () => Object.values(await figures(page)).every(Number.isInteger)).toBe(true);
  const before = await figures(page);
  await expectNoSeriousViolation(page);

  await page.getByRole('button', { name: 'Novo Ticket' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Criar Ticket' }).click();
  await dialog.getByText('Título deve ter pelo menos 5 caracteres').waitFor();
  await dialog.getByText('Descrição deve ter pelo menos 10 caracteres').waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByLabel('Título').fill(titulo);
  await dialog.getByLabel('Descrição').fill('Três ligações de hoje ficaram sem transcrição.');
  await dialog.getByRole('combobox', { name: 'Tipo' }).click();
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['Pergunta', 'Dúvida', 'Erro', 'Sugestão']);
  await page.getByRole('option', { name: 'Erro' }).click();
  await choose(page, dialog, 'Prioridade', 'Crítica');
  await dialog.getByRole('button', { name: /Projeto/ }).click();
  await page.getByPlaceholder('Nome do projeto').fill('SAC Lumavia');
  await page.getByRole('option', { name: 'SAC Lumavia', exact: true }).click();
  await dialog.getByRole('button', { name: 'Criar Ticket' }).dblclick();
  await page.getByText('Ticket de suporte criado com sucesso!').waitFor();
  await dialog.waitFor({ state: 'hidden' });

  const row = page.getByRole('row', { name: new RegExp(titulo) });
  await row.waitFor();
  await expect.poll(() => row.count()).toBe(1);
  await expect
    .poll(() => figures(page))
    .toEqual({
      ...before,
      'Total de Tickets': before['Total de Tickets']! + 1,
      'Em Aberto': before['Em Aberto']! + 1,
      Críticos: before.Críticos! + 1,
    });

  // The whole row opens the sheet; without a change nothing is sent; a colleague is found by name.
  await row.click();
  const sheet = page.getByRole('dialog', { name: 'Detalhes do Ticket' });
  await sheet.getByRole('link', { name: 'SAC Lumavia' }).waitFor();
  await sheet.getByText('Três ligações de hoje ficaram sem transcrição.').waitFor();
  // A picture belongs to an answer, and appears in the conversation.
  await sheet
    .getByTestId('escolher-anexo')
    .setInputFiles({ name: 'tela.png', mimeType: 'image/png', buffer: PIXEL });
  await sheet.getByLabel('Responder').fill('Segue a tela.');
  await sheet.getByRole('button', { name: 'Enviar resposta' }).click();
  const picture = sheet.getByRole('img', { name: 'Anexo tela.png' });
  await expect
    .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
    .toBe(1);
  await expectNoSeriousViolation(page);
  const patches: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') patches.push(request.postData() ?? '');
  });
  await sheet.getByRole('button', { name: 'Editar' }).click();
  await sheet.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Nada foi alterado').waitFor();
  expect(patches).toEqual([]);

  await sheet.getByRole('button', { name: 'Editar' }).click();
  await choose(page, sheet, 'Status', 'Em Andamento');
  await sheet.getByRole('button', { name: 'Atribuir para: Ninguém' }).click();
  await page.getByPlaceholder('Nome, e-mail ou ID do usuário').fill('diego');
  await page.getByRole('option', { name: /Diego Ramos/ }).waitFor();
  await expect.poll(() => page.getByRole('option').count()).toBe(1);
  await expectNoSeriousViolation(page);
  await page.getByRole('option', { name: /Diego Ramos/ }).click();
  await sheet.getByRole('button', { name: 'Salvar alterações' }).dblclick();
  await page.getByText('Ticket atualizado com sucesso!').waitFor();
  await sheet.getByText('Atribuído para').first().waitFor();
  expect(patches.map((body) => JSON.parse(body))).toEqual([
    {
      status: 'em_andamento',
      atribuidoPara: expect.any(String),
      visto: { status: 'aberto', severidade: 'critica', atribuidoPara: null },
    },
  ]);

  await sheet.getByRole('button', { name: 'Editar' }).click();
  await choose(page, sheet, 'Status', 'Resolvido');
  await sheet.getByRole('button', { name: 'Salvar alterações' }).click();
  await sheet.getByRole('form', { name: 'Editar ticket' }).waitFor({ state: 'detached' });
  await sheet.getByText('Resolvido', { exact: true }).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'hidden' });
  await expect
    .poll(() => figures(page))
    .toEqual({
      ...before,
      'Total de Tickets': before['Total de Tickets']! + 1,
      Resolvidos: before.Resolvidos! + 1,
    });

  // A filter by the ticket's words and status finds the ticket, another status does not; a reload keeps the filters.
  await page.getByRole('tab', { name: 'Resolvidos' }).click();
  await page.getByRole('searchbox', { name: 'Buscar tickets' }).fill(titulo.toUpperCase());
  await page.getByText('Mostrando 1 a 1 de 1 tickets').waitFor();
  await page.reload();
  await row.waitFor();
  await expect
    .poll(() => page.getByRole('tab', { name: 'Resolvidos' }).getAttribute('aria-selected'))
    .toBe('true');
  await page.getByRole('tab', { name: 'Abertos' }).click();
  await page.getByText('Nenhum ticket encontrado').waitFor();
  await page.getByRole('button', { name: 'Limpar filtros' }).last().click();
  await row.waitFor();

  await row.getByRole('button', { name: /^Excluir/ }).click();
  const confirm = page.getByRole('alertdialog');
  await confirm.getByText('Esta ação não pode ser desfeita.').waitFor();
  await confirm.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Ticket excluído com sucesso!').waitFor();
  await row.waitFor({ state: 'detached' });
  await expect.poll(() => figures(page)).toEqual(before);
});

it('pages through many, and a filter starts again at the first page', async () => {
  const { page, session } = await openAs(ANALISTA);
  const mark = unique('lote');
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      newTicket(session, `Ticket ${n} do ${mark}`, n < 2 ? { tipo: 'sugestao' } : {}),
    ),
  );
  await page.getByRole('searchbox', { name: 'Buscar tickets' }).fill(mark);
  await page.getByText('Mostrando 1 a 10 de 12 tickets').waitFor();
  await page.getByText('Página 1 de 2').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Anterior' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Próxima' }).click();
  await page.getByText('Mostrando 11 a 12 de 12 tickets').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Próxima' }).isDisabled()).toBe(true);
  await page.getByLabel('Tipo', { exact: true }).click();
  await page.getByRole('option', { name: 'Sugestão' }).click();
  await page.getByText('Mostrando 1 a 2 de 2 tickets').waitFor();
  await page.getByText('Página 1 de 1').waitFor();
  // Plain users may change tickets; only managers delete them.
  await expect.poll(() => page.getByRole('button', { name: /^Excluir/ }).count()).toBe(0);
  const manager = await openSession(baseUrl, loginOf(GERENTE));
  for (const id of ids) await manager.api('DELETE', `/suporte/tickets/${id}`);
});

it('opens from an e-mail’s link on a phone, and hides what is another company’s', async () => {
  const manager = await openSession(baseUrl, loginOf(GERENTE));
  const titulo = unique('Aviso por e-mail');
  const id = await newTicket(manager, titulo);
  const phone = { viewport: { width: 390, height: 844 } };
  const { page } = await openAs(ANALISTA, `/dashboard/suporte?ticket=${id}`, phone);
  const sheet = page.getByRole('dialog', { name: 'Detalhes do Ticket' });
  await sheet.getByRole('heading', { name: titulo }).waitFor();
  await expect.poll(() => sheet.getByRole('button', { name: 'Excluir' }).count()).toBe(0);
  await expectNoSeriousViolation(page);
  await sheet.getByRole('button', { name: 'Fechar' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => page.url()).not.toContain('ticket=');
  await page.getByRole('list', { name: 'Tickets de suporte' }).getByText(titulo).waitFor();
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await expectNoSeriousViolation(page);

  const { page: foreign } = await openAs(OUTRA, `/dashboard/suporte?ticket=${id}`);
  await foreign.getByText('Ticket não encontrado').waitFor();
  await manager.api('DELETE', `/suporte/tickets/${id}`);
});

it('shows an administrator every company’s tickets, and asks whose a new one is', async () => {
  const other = await openSession(baseUrl, loginOf(OUTRA));
  const titulo = unique('Da outra empresa');
  const id = await newTicket(other, titulo);
  const { page, session } = await openAs(ADMIN);
  await page
    .getByRole('row', { name: /Aberto|Andamento/ })
    .first()
    .waitFor();
  await expect.poll(() => page.getByRole('row', { name: new RegExp(titulo) }).count()).toBe(0);
  await page.getByRole('button', { name: /^Empresa: / }).click();
  await page.getByRole('option', { name: 'Todas as empresas' }).click();
  await page.getByRole('row', { name: new RegExp(`${titulo}.*Horizonte Pesquisas`) }).waitFor();
  await page.getByRole('button', { name: 'Novo Ticket' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Título').fill('Ticket sem empresa');
  await dialog.getByLabel('Descrição').fill('Falta dizer de qual empresa.');
  await dialog.getByRole('button', { name: 'Criar Ticket' }).click();
  await dialog.getByText('Empresa é obrigatória').waitFor();
  await dialog.getByRole('button', { name: /^Empresa: / }).click();
  await page.getByRole('option', { name: /Horizonte Pesquisas/ }).click();
  await dialog.getByRole('button', { name: 'Criar Ticket' }).click();
  await page.getByText('Ticket de suporte criado com sucesso!').waitFor();
  const row = page.getByRole('row', { name: /Ticket sem empresa.*Horizonte Pesquisas/ });
  await row.getByRole('button', { name: /^Excluir/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
  await row.waitFor({ state: 'detached' });
  await session.api('DELETE', `/suporte/tickets/${id}`);
});

it('says why the list cannot be had, and tries again', async () => {
  const session = await openSession(baseUrl, loginOf(ANALISTA));
  const page = await newPage();
  await signIn(page, session);
  await page.route('**/api/v1/suporte/tickets?*', (route) =>
    route.fulfill({
      status: 400,
      json: { success: false, error: 'Falhou de propósito.', message: 'Falhou de propósito.' },
    }),
  );
  await page.goto('/dashboard/suporte');
  await page.getByText('Erro ao carregar tickets: Falhou de propósito.').waitFor();
  await page.unroute('**/api/v1/suporte/tickets?*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await page
    .getByRole('row', { name: /Aberto|Andamento/ })
    .first()
    .waitFor();
});
