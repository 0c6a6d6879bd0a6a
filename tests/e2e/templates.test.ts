// Insight templates in the browser: create, edit, duplicate, apply, switch, remove, delete, and try a draft on a call.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import {
  createProject,
  expectNoSeriousViolation,
  openSession,
  processSample,
  type Session,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
let session: Session;

/** A name unique to this run. */
const unique = (text: string) => `${text} ${Date.now().toString(36)}`;

/** Processes the sample call once for this file. */
beforeAll(async () => {
  session = await openSession(baseUrl, demo.logins.find(({ email }) => email === 'gerente@lumavia.example')!);
  await processSample(session, demo.amostra);
});

async function open(
  path = '/dashboard/templates-insights',
  options?: Parameters<typeof newPage>[0],
): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, session);
  await page.goto(path);
  await page.getByRole('heading', { name: 'Templates de Insights', level: 1 }).waitFor();
  return page;
}

const card = (page: Page, nome: string): Locator =>
  page
    .getByRole('list', { name: 'Templates', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: nome, exact: true }) });

async function act(page: Page, nome: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Ações de ${nome}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Locates version n on a template's card, after '· ', because the template's name may contain 'v3' by chance. */
const version = (page: Page, nome: string, n: number): Locator =>
  card(page, nome).getByText(new RegExp(`· v${n}$`));

const search = (page: Page, text: string) =>
  page.getByRole('searchbox', { name: 'Buscar templates' }).fill(text);

async function fill(dialog: Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(value);
}

it('creates with the placeholders checked while typing, edits into version 2, duplicates and deletes', async () => {
  const nome = unique('Protocolo');
  const page = await open();
  await page.getByRole('button', { name: 'Novo Template' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Avançado', { exact: false }).click();
  await expect
    .poll(() => dialog.getByLabel('Template de Prompt').inputValue())
    .toMatch(/^Avalie a ligação por cada critério\./);
  await dialog.getByLabel('Template de Prompt').fill('');
  await dialog.getByText('Avançado', { exact: false }).click();
  await dialog.getByRole('button', { name: 'Criar Template' }).click();
  await dialog.getByText('Nome é obrigatório').waitFor();
  // The folded part of the form opens, because one of its fields is wrong.
  await dialog.getByText('Template de prompt é obrigatório').waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByLabel('Nome').fill(nome);
  await dialog.getByLabel('Template de Prompt').fill('Avalie a empresa {empresa}.');
  await dialog.getByText('O texto usa {empresa}, que não está entre os parâmetros.').waitFor();
  await dialog.getByRole('button', { name: 'Criar Template' }).click();
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await dialog.getByRole('button', { name: 'Adicionar empresa aos parâmetros obrigatórios' }).click();
  await dialog.getByText('O texto usa {empresa}').waitFor({ state: 'detached' });
  await expect.poll(() => dialog.getByLabel('Parâmetros Obrigatórios').inputValue()).toBe('empresa');
  for (const text of ['O agente informa o protocolo.', 'O agente não ofende.']) {
    await dialog.getByRole('button', { name: 'Adicionar critério' }).click();
    await dialog
      .getByRole('textbox', { name: /^Critério/ })
      .last()
      .fill(text);
  }
  const about = dialog.getByRole('combobox', { name: 'Parte avaliada' }).last();
  // By default the evaluated part (agent or client) comes from the description; a person may set another.
  await about.getByText('Pela descrição: Agente').waitFor();
  await about.click();
  await page.getByRole('option', { name: 'Cliente', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Cumprido pela ausência' }).last().click();
  await dialog.getByRole('button', { name: 'Mover critério 2 para cima' }).click();
  await dialog.getByText(/^Usa /).waitFor();
  await fill(dialog, { 'Max Tokens': '99', Temperature: '' });
  await dialog.getByRole('button', { name: 'Criar Template' }).click();
  await dialog.getByText('O valor de Max Tokens vai de 100 a 4.000.').waitFor();
  await fill(dialog, { 'Max Tokens': '' });
  await dialog.getByRole('button', { name: 'Criar Template' }).click();
  await page.getByText('Template criado com sucesso!').waitFor();

  await search(page, nome);
  await version(page, nome, 1).waitFor();
  type Template = { id: string; versao: number; maxTokens: number; temperature: number; criterios: object[] };
  const find = async (name: string) =>
    (await session.api<Template[]>('GET', `/insight-templates?search=${encodeURIComponent(name)}`))[0]!;
  const created = await find(nome);
  expect(created).toMatchObject({ maxTokens: 1000, temperature: 0.7 });
  expect(created.criterios).toEqual([
    {
      id: 'o_agente_nao_ofende',
      descricao: 'O agente não ofende.',
      peso: 1,
      critico: false,
      ausencia: true,
      sujeito: 'cliente',
    },
    {
      id: 'o_agente_informa_o_protocolo',
      descricao: 'O agente informa o protocolo.',
      peso: 1,
      critico: false,
    },
  ]);

  await act(page, nome, 'Editar');
  await dialog.getByRole('textbox', { name: /^Critério 1/ }).fill('O agente jamais ofende.');
  await dialog.getByRole('combobox', { name: 'Parte avaliada' }).first().click();
  await page.getByRole('option', { name: 'Pela descrição: Agente' }).click();
  // Another person saves meanwhile: the form reports it and offers to keep either text.
  await session.api('PATCH', `/insight-templates/${created.id}`, { descricao: 'De outra pessoa' });
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await dialog.getByText(/foi alterado por outra pessoa \(agora na versão 2\)/).waitFor();
  await dialog.getByRole('button', { name: 'Manter o meu texto na nova versão' }).click();
  await dialog.getByText(/^Versão 2\./).waitFor();
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Template atualizado com sucesso!').waitFor();
  await version(page, nome, 3).waitFor();

  await act(page, nome, 'Visualizar');
  const versions = dialog.getByRole('list', { name: 'Versões do template' });
  await versions.getByText('O agente não ofende. → O agente jamais ofende.').waitFor();
  await versions
    .getByText(/cumprido pela ausência, parte avaliada: Cliente → .*cumprido pela ausência\)/)
    .waitFor();
  await versions.getByText('Criação do template.').waitFor();
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Fechar' }).click();

  await act(page, nome, 'Duplicar');
  await page.getByText('Template duplicado com sucesso!').waitFor();
  await card(page, `${nome} (Cópia)`).waitFor();
  expect((await find(`${nome} (Cópia)`)).criterios).toEqual((await find(nome)).criterios);
  for (const one of [`${nome} (Cópia)`, nome]) {
    await act(page, one, 'Excluir');
    const confirm = page.getByRole('alertdialog');
    await confirm.getByRole('heading', { name: 'Confirmar exclusão' }).waitFor();
    await confirm
      .getByText(`Tem certeza que deseja excluir o template "${one}"? Esta ação não pode ser desfeita.`)
      .waitFor();
    await confirm.getByRole('button', { name: 'Excluir' }).click();
    await card(page, one).waitFor({ state: 'detached' });
  }
  await page.getByText('Nenhum template encontrado').waitFor();
});

it('keeps filters and order in the address, through reload and back', async () => {
  const page = await open();
  await card(page, 'Cortesia e empatia').waitFor();
  await page.getByRole('combobox', { name: 'Categoria' }).click();
  await page.getByRole('option', { name: 'Comportamental' }).click();
  await page.getByRole('combobox', { name: 'Ordenar por' }).click();
  await page.getByRole('option', { name: 'Data de criação' }).click();
  await page.getByRole('button', { name: 'Ordem crescente: inverter' }).click();
  await page.getByRole('button', { name: 'Ordem decrescente: inverter' }).waitFor();
  await expect
    .poll(() => new URL(page.url()).search)
    .toBe('?categoria=behavioral&ordem=created_at&direcao=desc');
  await page.reload();
  await card(page, 'Cortesia e empatia').waitFor();
  await expect.poll(() => card(page, 'Resolução e próximos passos').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Inativos', exact: true }).click();
  await page.getByText('Nenhum template encontrado').waitFor();
  await page.goBack();
  await card(page, 'Cortesia e empatia').waitFor();
});

it('applies, adds, fills, switches and removes templates of a project', async () => {
  const projeto = unique('Projeto de templates');
  const projetoId = await createProject(session, projeto);
  const page = await open();
  const nome = 'Aderência ao script de atendimento';
  await act(page, nome, 'Aplicar em Projeto');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await dialog.getByRole('alert').getByText('Selecione um projeto').waitFor();
  await dialog.getByRole('button', { name: /^Projeto: / }).click();
  await page.getByPlaceholder('Nome do projeto').fill(projeto);
  await page.getByRole('option', { name: projeto }).click();
  // The company's name is prefilled. A required parameter without a value is marked, and nothing is sent.
  await expect.poll(() => dialog.getByLabel('Empresa').inputValue()).toBe('Lumavia Telecom');
  await dialog.getByLabel('Empresa').fill('');
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await dialog.getByText('Informe um valor.').waitFor();
  await expect.poll(() => dialog.getByLabel('Empresa').getAttribute('aria-invalid')).toBe('true');
  await expectNoSeriousViolation(page);
  await dialog.getByLabel('Empresa').fill('Lumavia');
  await dialog.getByRole('button', { name: 'Aplicar', exact: true }).click();
  await page.getByText(`Template "${nome}" aplicado ao projeto com sucesso!`).waitFor();

  await page.getByRole('tab', { name: 'Projetos e Templates' }).click();
  await page.getByRole('searchbox', { name: 'Buscar projetos e templates' }).fill(projeto);
  const row = page
    .getByRole('list', { name: 'Projetos e templates', exact: true })
    .getByRole('listitem')
    .first();
  await page.getByText('Mostrando 1 a 1 de 1 projetos').waitFor();
  await row.getByText('Ativos: 1').waitFor();
  await row.getByRole('button', { name: new RegExp(`^${projeto}`) }).click();
  await row.getByText(/^Por: gerente@lumavia\.example/).waitFor();
  await expectNoSeriousViolation(page);
  const inProject = async (template: string, action: string) => {
    await row.getByRole('button', { name: `Ações de ${template} no projeto` }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await inProject(nome, 'Parâmetros');
  await dialog.getByLabel('Empresa').fill(' ');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.getByText('Informe um valor.').waitFor();
  await dialog.getByLabel('Empresa').fill('Lumavia Móvel');
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Parâmetros do projeto atualizados com sucesso!').waitFor();
  await inProject(nome, 'Desativar');
  await page.getByText('Template desativado com sucesso!').waitFor();
  await row.getByText('Ativos: 0').waitFor();
  await inProject(nome, 'Ativar');
  await page.getByText('Template ativado com sucesso!').waitFor();
  await inProject(nome, 'Ver Detalhes');
  await dialog.getByRole('heading', { name: nome }).waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).click();

  const add = row.getByRole('button', { name: `Adicionar Template ao projeto ${projeto}` });
  await add.click();
  await dialog.getByRole('radio', { name: /Cortesia e empatia/ }).waitFor();
  await expect.poll(() => dialog.getByRole('radio', { name: new RegExp(nome) }).count()).toBe(0);
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await dialog.getByText('Selecione um template').waitFor();
  await dialog.getByRole('radio', { name: /Cortesia e empatia/ }).check();
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.getByText(`Template vinculado ao projeto "${projeto}" com sucesso!`).waitFor();
  await row.getByText('Total: 2').waitFor();

  type Template = { id: string; parametrosObrigatorios: string[] };
  const rest = await session.api<Template[]>(
    'GET',
    `/insight-templates?ativo=true&foraDoProjeto=${projetoId}`,
  );
  for (const { id, parametrosObrigatorios } of rest) {
    const parametros = Object.fromEntries(parametrosObrigatorios.map((nome) => [nome, 'Lumavia']));
    await session.api('POST', `/projetos/${projetoId}/insight-templates/${id}`, { parametros });
  }
  // An assignment made elsewhere appears after a reload; the address keeps the search.
  await page.reload();
  await add.click();
  await dialog.getByText('Todos os templates disponíveis já estão atribuídos a este projeto.').waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).last().click();

  await row.getByRole('button', { name: new RegExp(`^${projeto}`) }).click();
  await inProject(nome, 'Remover');
  const confirm = page.getByRole('alertdialog');
  await confirm.getByRole('heading', { name: 'Confirmar remoção' }).waitFor();
  await confirm.getByText(/Esta ação não pode ser desfeita\.$/).waitFor();
  await confirm.getByRole('button', { name: 'Remover' }).click();
  await page.getByText('Template removido do projeto com sucesso!').waitFor();
  await row.getByRole('heading', { name: nome }).waitFor({ state: 'detached' });
});

it('tries a draft on the sample call beside the saved version, and saves nothing', async () => {
  const page = await open();
  await act(page, 'Aderência ao script de atendimento', 'Editar');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remover critério 6' }).click();
  const section = dialog.getByRole('region', { name: 'Testar em uma ligação' });
  await section.getByRole('button', { name: 'Testar', exact: true }).click();
  await section.getByText('Selecione uma ligação processada.').waitFor();
  await section.getByRole('button', { name: /^Ligação: / }).click();
  await page.getByPlaceholder('Número, nome, ramal ou projeto').fill('SAC Lumavia');
  await page.getByRole('option', { name: /95555-0142.*SAC Lumavia/ }).click();
  // The project's own value is prefilled.
  await expect.poll(() => section.getByLabel('Empresa').inputValue()).not.toBe('');
  await section.getByRole('button', { name: 'Testar', exact: true }).click();
  const draft = section.getByRole('article', { name: 'Rascunho' });
  await draft.getByRole('heading', { name: /^Critérios/ }).waitFor();
  const saved = section.getByRole('article', { name: 'Versão 1 (salva)' });
  await expect.poll(() => draft.getByRole('listitem').filter({ hasText: 'peso' }).count()).toBe(5);
  await expect.poll(() => saved.getByRole('listitem').filter({ hasText: 'peso' }).count()).toBe(6);
  await saved
    .getByText('Resultado da análise atual da ligação, sem novo pedido à IA e sem novo custo')
    .waitFor();
  await draft
    .getByRole('button', { name: /^Ouvir evidência/ })
    .first()
    .waitFor();
  await draft.getByText(/^US\$ 0,\d{4}$/).waitFor();
  await section
    .getByText(/^Este teste: 1 chamada à IA, .* tokens, US\$ 0,\d{4}\. Nenhum crédito usado\.$/)
    .waitFor();
  await expectNoSeriousViolation(page);
  // The page asks before leaving, because of a change; discarding keeps the template as it was.
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await version(page, 'Aderência ao script de atendimento', 1).waitFor();
});

it('suggests criteria from processed calls, adds those ticked, and asks before a test is lost', async () => {
  const page = await open();
  await page.getByRole('button', { name: 'Modelos prontos' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Usar modelo Aderência ao script de atendimento' }).click();
  const criteria = dialog.getByRole('textbox', { name: /^Critério/ });
  await expect.poll(() => criteria.count()).toBe(6);
  await dialog.getByRole('button', { name: 'Sugerir critérios a partir de três ligações' }).click();
  const panel = dialog.getByRole('region', { name: 'Sugerir critérios' });
  await panel.getByRole('button', { name: 'Pedir sugestões' }).click();
  const suggested = panel.getByRole('list', { name: 'Critérios sugeridos' }).getByRole('listitem');
  await suggested.first().waitFor();
  await expectNoSeriousViolation(page);
  // A criterion that the template already has cannot be ticked; the test unticks the first of the others.
  const repeated = suggested.filter({ hasText: 'Já está na lista' });
  const ticked = suggested.getByRole('checkbox', { checked: true });
  expect([await repeated.count(), await repeated.getByRole('checkbox', { checked: true }).count()]).toEqual([
    expect.any(Number),
    0,
  ]);
  const offered = await ticked.count();
  expect(offered).toBeGreaterThan(1);
  await ticked.first().click();
  await panel.getByRole('button', { name: new RegExp(`^Adicionar ${offered - 1} crit`) }).click();
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => criteria.count()).toBe(6 + offered - 1);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await dialog.waitFor({ state: 'detached' });
  // A value typed only for a test also counts as unsaved text, and its error appears at the field.
  await page.getByRole('button', { name: 'Modelos prontos' }).click();
  await dialog.getByRole('button', { name: 'Usar modelo Aderência ao script de atendimento' }).click();
  const section = dialog.getByRole('region', { name: 'Testar em uma ligação' });
  await section.getByRole('button', { name: /^Ligação: / }).click();
  await page.getByRole('option').first().click();
  await section.getByLabel('Empresa').fill('');
  await section.getByRole('button', { name: 'Testar', exact: true }).click();
  await section.getByText('Informe um valor.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await dialog.waitFor({ state: 'detached' });
});

it('opens a ready-made template as an editable copy, on a phone in the dark', async () => {
  const page = await open(undefined, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  await card(page, 'Cortesia e empatia').waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Modelos prontos' }).click();
  const dialog = page.getByRole('dialog');
  await expectNoSeriousViolation(page);
  await dialog.getByRole('button', { name: 'Usar modelo Conduta em cobrança' }).click();
  await dialog.getByRole('heading', { name: 'Novo Template' }).waitFor();
  await expect.poll(() => dialog.getByLabel('Parâmetros Obrigatórios').inputValue()).toBe('credor');
  await expect.poll(() => dialog.getByRole('textbox', { name: /^Critério/ }).count()).toBe(8);
  await expectNoSeriousViolation(page);
  const wide = await page.evaluate<boolean>(
    `[...document.querySelectorAll('[role=dialog] *')].some((one) => one.getBoundingClientRect().right > innerWidth + 1)`,
  );
  expect(wide).toBe(false);
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

it('says why the list cannot be had, and tries again', async () => {
  const page = await newPage();
  await signIn(page, session);
  const failure = { success: false, error: 'Falhou de propósito.', message: 'Falhou de propósito.' };
  await page.route('**/api/v1/insight-templates?*', (route) => route.fulfill({ status: 400, json: failure }));
  await page.goto('/dashboard/templates-insights');
  await page.getByText('Erro ao buscar templates').waitFor();
  await page.getByRole('button', { name: 'Atualizar' }).click();
  await page.getByText('Erro ao carregar dados').waitFor();
  await page.unroute('**/api/v1/insight-templates?*');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await card(page, 'Cortesia e empatia').waitFor();
});
