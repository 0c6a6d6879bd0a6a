// Call centers with figures; a project's page: its name, the agent's channel, templates, and its deletion.
import { expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  openSession,
  processSample,
  signIn,
} from '../support/web-pages.ts';

const { baseUrl, demo, newPage } = useBrowser();
const GERENTE = 'gerente@lumavia.example';
const open = async (email = GERENTE, options = {}) => {
  const session = await openSession(baseUrl, demo.logins.find((login) => login.email === email)!);
  const page = await newPage(options);
  await signIn(page, session);
  return { page, session };
};
const unique = (nome: string) => `${nome} ${crypto.randomUUID().slice(0, 8)}`;

it('compares the call centers in figures, each with its calls and its details one click away', async () => {
  const { page, session } = await open();
  const nome = unique('Retenção');
  const id = await createProject(session, nome);
  await createCall(session, id, { numero: '11987650001' });
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: 'Call Centers em números' }).click();
  await page.getByRole('heading', { level: 1, name: 'Call Centers' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard/callcenter');
  await page.getByRole('searchbox', { name: 'Buscar call centers' }).fill(nome);
  const row = page.getByRole('row').filter({ hasText: nome });
  await row.getByText('0 de 1').waitFor();
  await row.getByText('Nenhum template vinculado').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await expectNoSeriousViolation(page);
  // The printed page has the contents without the controls.
  const clicked = [
    page.getByRole('navigation', { name: 'Principal' }),
    page.getByRole('searchbox'),
    page.getByRole('button', { name: 'Buscar em tudo' }),
    row.getByRole('link', { name: `Acessar Ligações de ${nome}` }),
  ];
  for (const one of clicked) await expect.poll(() => one.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await row.getByText('0 de 1').waitFor();
  for (const one of clicked) await expect.poll(() => one.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'screen' });
  await row.getByRole('link', { name: `Acessar Ligações de ${nome}` }).click();
  await page.waitForURL(`**/dashboard/projects/${id}/ligacoes`);
  await page.getByRole('heading', { level: 1, name: 'Relatório de Ligações' }).waitFor();
  await page.goBack();
  await row.getByRole('link', { name: `Ver Detalhes de ${nome}` }).click();
  await page.waitForURL(`**/dashboard/projects/${id}`);
  await page.getByRole('heading', { level: 1, name: nome }).waitFor();

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Telefone, protocolo/).fill('call centers em numeros');
  await page.getByRole('option', { name: 'Call Centers em números' }).click();
  await page.waitForURL('**/dashboard/callcenter');
});

it('changes a project, keeps what another person changed meanwhile, and says what another channel means', async () => {
  const { page, session } = await open();
  const nome = unique('Cobrança');
  const id = await createProject(session, nome);
  await page.goto(`/dashboard/projects/${id}`);
  await page.getByText('Canal do agente').waitFor();
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar projeto' });
  await dialog.getByLabel('Nome').fill('');
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await dialog.getByText('Nome é obrigatório.').waitFor();
  await dialog.getByLabel('Nome').fill(`${nome} (novo)`);
  await dialog.getByRole('combobox', { name: 'Canal do agente' }).click();
  await page.getByRole('option', { name: 'Direito' }).click();
  await dialog.getByText(/Nos próximos processamentos, o canal do agente passa a ser o direito\./).waitFor();
  await expectNoSeriousViolation(page);
  // Another person saves the description while this window is open, and saving here does not overwrite it.
  await session.api('PATCH', `/projetos/${id}`, { descricao: 'De outra pessoa' });
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Projeto atualizado com sucesso!').waitFor();
  await page.getByRole('heading', { level: 1, name: `${nome} (novo)` }).waitFor();
  await page.getByText('De outra pessoa').waitFor();
  await page.getByText('Direito', { exact: true }).waitFor();
  expect(await session.api('GET', `/projetos/${id}`)).toMatchObject({
    nome: `${nome} (novo)`,
    descricao: 'De outra pessoa',
    canal_agente: 'right',
    isActive: true,
  });

  // Another person saves the same field: nothing is overwritten unseen, and no typed text is lost.
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Descrição' }).fill('Minha descrição');
  await session.api('PATCH', `/projetos/${id}`, { descricao: 'Outra vez de outra pessoa' });
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  const told = dialog.getByRole('alert').filter({ hasText: 'Outra pessoa salvou alterações' });
  await told.getByText('Outra vez de outra pessoa').waitFor();
  expect(await dialog.getByRole('textbox', { name: 'Descrição' }).inputValue()).toBe('Minha descrição');
  expect(await session.api('GET', `/projetos/${id}`)).toMatchObject({
    descricao: 'Outra vez de outra pessoa',
  });
  await expectNoSeriousViolation(page);
  await told.getByRole('button', { name: 'Usar o valor novo em Descrição' }).click();
  await expect
    .poll(() => dialog.getByRole('textbox', { name: 'Descrição' }).inputValue())
    .toBe('Outra vez de outra pessoa');
  await dialog.getByRole('textbox', { name: 'Descrição' }).fill('Minha descrição');
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Minha descrição', { exact: true }).waitFor();

  // A network failure and an error answer of the server each have their own message; typed text stays.
  await page.route(`**/api/v1/projetos/${id}`, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 502, body: 'Bad Gateway' })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await dialog.getByRole('switch', { name: 'Projeto ativo' }).click();
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await dialog.getByText('Falha ao atualizar projeto.').waitFor();
  await page.unroute(`**/api/v1/projetos/${id}`);
  await dialog.getByRole('button', { name: 'Salvar alterações' }).click();
  await page.getByText('Inativo', { exact: true }).waitFor();
});

it('links, switches and removes templates on the project’s own page, and warns before a call is processed without one', async () => {
  const { page, session } = await open();
  const nome = unique('Sem template');
  const id = await createProject(session, nome);
  const template = unique('Cordialidade');
  await session.api('POST', '/insight-templates', {
    nome: template,
    categoria: 'performance',
    promptTemplate: 'Avalie a cordialidade.',
  });
  await page.goto(`/dashboard/projects/${id}/ligacoes`);
  const warning = page.getByText(/Nenhum template vinculado a este projeto: processar usa créditos/);
  await warning.waitFor();
  await page.getByRole('link', { name: 'Vincular templates' }).click();
  await page.getByText('Nenhum insight vinculado').waitFor();
  await page.getByRole('button', { name: 'Adicionar Template' }).click();
  const dialog = page.getByRole('dialog', { name: 'Adicionar Template' });
  await dialog.getByRole('searchbox').fill(template);
  await dialog.getByRole('radio', { name: new RegExp(template) }).check();
  await dialog.getByRole('button', { name: 'Adicionar', exact: true }).click();
  await page.getByText(`Template vinculado ao projeto "${nome}" com sucesso!`).waitFor();
  const links = page.getByRole('list', { name: 'Templates do projeto' });
  await links.getByText(template).waitFor();
  await page.getByRole('button', { name: 'Gerar insights' }).waitFor();
  await expectNoSeriousViolation(page);

  const act = async (name: string) => {
    await links.getByRole('button', { name: `Ações de ${template} no projeto` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Desativar');
  await links.getByText('Inativo', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Acessar Ligações' }).click();
  await warning.waitFor();
  await page.goBack();
  await act('Ativar');
  await links.getByText('Ativo', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Acessar Ligações' }).click();
  await page.getByText('Nenhuma ligação registrada').waitFor();
  await warning.waitFor({ state: 'detached' });
  await page.goBack();
  await act('Remover');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click();
  await page.getByText('Nenhum insight vinculado').waitFor();
});

it('deletes an empty project, and says of one with calls why not and what instead', async () => {
  const { page, session } = await open();
  const nome = unique('Encerrado');
  const id = await createProject(session, nome);
  const used = await createProject(session, unique('Em uso'));
  await page.goto(`/dashboard/projects/${id}`);
  const confirm = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  // A call arrives before the confirmation: the server's reason shows, and nothing is lost.
  const late = await createCall(session, id, { numero: '11987650002' });
  await confirm.getByRole('button', { name: 'Excluir', exact: true }).click();
  await page.getByText('Falha ao remover projeto.').waitFor();
  await page.getByText(/Este projeto tem itens de auditoria\. Exclua-os antes/).waitFor();
  await session.api('DELETE', `/auditoria-item/${late}`);
  await page.reload();
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await confirm.getByRole('button', { name: 'Excluir', exact: true }).click();
  await page.getByText('Projeto excluído com sucesso!').waitFor();
  await page.waitForURL('**/dashboard/projects');
  await expect.poll(() => page.locator('main').getByText(nome).count()).toBe(0);

  await createCall(session, used, { numero: '11987650003' });
  await page.goto(`/dashboard/projects/${used}`);
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await confirm.getByText(/Este projeto tem 1 item e não pode ser excluído\./).waitFor();
  await confirm.getByRole('button', { name: 'Desativar projeto' }).click();
  await page.getByText('Inativo', { exact: true }).waitFor();

  // An analyst may change a project but not end it.
  const analista = await open('analista@lumavia.example');
  await analista.page.goto(`/dashboard/projects/${used}`);
  await analista.page.getByRole('button', { name: 'Editar', exact: true }).waitFor();
  await expect
    .poll(() => analista.page.getByRole('button', { name: 'Excluir', exact: true }).count())
    .toBe(0);
});

it('opens a file’s result on its audit: both channels, business metrics, both texts', async () => {
  const { page, session } = await open();
  await processSample(session, demo.amostra);
  type Found = { auditoria: { id: string } };
  const { auditoria } = await session.api<Found>('GET', `/auditoria-items/${demo.amostra.itemId}/resultados`);
  await page.route('**/api/v1/auditoria-item/*/resultados*', (route) =>
    route.fulfill({ status: 502, body: 'Bad Gateway' }),
  );
  // The page of an audit lists the recordings with their transcripts.
  await page.goto(`/dashboard/audits/${auditoria.id}`);
  await page
    .getByRole('table', { name: 'Resultados por arquivo' })
    .getByRole('row')
    .filter({ hasText: 'Concluíd' })
    .first()
    .waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('tab', { name: 'Itens' }).click();
  await page.goto(`/dashboard/audits/${auditoria.id}?aba=itens&status=concluido`);
  await page
    .getByRole('button', { name: /^Resultado de / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Resultado do processamento' });
  await dialog.getByText('Erro ao carregar dados de processamento').waitFor();
  await page.unroute('**/api/v1/auditoria-item/*/resultados*');
  await dialog.getByRole('button', { name: 'Tentar novamente' }).click();
  for (const canal of ['Canal do agente', 'Canal do cliente']) {
    const part = dialog.getByRole('region', { name: canal });
    await part.getByText(/^audio\//).waitFor();
    await part.getByText(/^[\d.]+,\d KB$/).waitFor();
    await expect.poll(() => part.locator('code').textContent()).toMatch(/^[0-9a-f]{8}$/);
  }
  for (const label of ['Qualidade', 'Conformidade', 'Probabilidade de conversão']) {
    await dialog.getByText(label, { exact: true }).waitFor();
  }
  for (const side of ['Agente', 'Cliente']) {
    const said = await dialog.getByRole('region', { name: `Texto: ${side}` }).textContent();
    expect(said?.length).toBeGreaterThan(40);
    expect(said).not.toContain('Sem texto');
  }
  await expectNoSeriousViolation(page);
});
