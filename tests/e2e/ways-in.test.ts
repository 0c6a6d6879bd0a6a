// A short test of the screens that otherwise only long runs test (telas-entrevistas, telas-ligacoes, telas-todas of
// scripts/lib/long-runs.mjs): each is reachable, shows its purpose, refuses missing input, and is accessible.
import { readFile } from 'node:fs/promises';
import { openDatabase } from '@escuta/prisma/db';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addAudited, createAgents, createSurvey } from '../support/audited-survey.ts';
import { follow, useBrowser } from '../support/browser.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import {
  createCall,
  createProject,
  expectNoSeriousViolation,
  signIn,
  uploadAudio,
} from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();
const SAMPLE = new URL('../../samples/teste-curta.mp3', import.meta.url);
const pool = openDatabase({ databaseUrl: inject('databaseUrl'), poolSize: 2 });
let company: OwnCompany;

beforeAll(async () => {
  company = await registerCompany(baseUrl, 'Caminhos de Teste');
});
afterAll(() => pool.end());

it('calls: a bulk run, erasing, an export, tasks and the palette', async () => {
  const session = company.gerente;
  const projeto = await createProject(session, 'Ligações de ontem');
  const inicio = '2026-03-10T13:00:00.000Z';
  const heard = await createCall(session, projeto, { numero: '11911110001', nome: 'Maria Canário', inicio });
  await createCall(session, projeto, { numero: '11911110002', nome: 'João Canário', inicio });
  const bytes = new Uint8Array(await readFile(SAMPLE));
  await uploadAudio(baseUrl, session, heard, { name: 'teste-curta.mp3', bytes });
  const page = await newPage();
  await signIn(page, session);
  const dialog = page.getByRole('dialog');
  const leave = async () => {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };

  await page.goto(`/dashboard/projects/${projeto}`);
  await page.getByRole('button', { name: 'Processar em lote' }).click();
  await dialog.getByText(/^1 ligação de \d selecionadas?\./).waitFor();
  await expectNoSeriousViolation(page);
  await leave();

  await page.getByRole('link', { name: 'Acessar Ligações' }).click();
  await page
    .getByRole('row', { name: /Maria Canário/ })
    .getByRole('button', { name: /^Ações da ligação/ })
    .click();
  await page.getByRole('menuitem', { name: 'Apagar dados da ligação' }).click();
  await dialog.getByText('Será apagado').waitFor();
  await dialog.getByRole('button', { name: 'Apagar para sempre' }).click();
  await dialog.getByText('Selecione o motivo.').waitFor();
  await dialog.getByText('Digite APAGAR para confirmar.').waitFor();
  await expectNoSeriousViolation(page);
  await leave();
  await page.getByRole('row', { name: /Maria Canário/ }).waitFor();

  await page.getByRole('button', { name: 'Exportar', exact: true }).click();
  await dialog.getByText(/^2 ligações/).waitFor();
  await expectNoSeriousViolation(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Exportar', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ligacoes-.*\.xlsx$/);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
  await leave();

  await follow(page, '/dashboard/tarefas');
  await page.getByRole('heading', { name: 'Tarefas', level: 1 }).waitFor();
  await expectNoSeriousViolation(page);
  // The global search opens from any page, searches everything and ignores accents.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar em tudo' }).fill('joao canario');
  await page.getByRole('option', { name: /João Canário/ }).waitFor();
});

it('surveys: the project, the questionnaire, the field board, results and files of devices', async () => {
  const projetoId = (
    await company.gerente.api<{ id: string }>('POST', '/projetos', {
      nome: 'Em campo',
      tipo_projeto: 'pesquisa',
    })
  ).id;
  const { rows } = await pool.query<{ id: string }>(
    `insert into auditorias (id, empresa_id, projeto_id, nome) values (gen_random_uuid(), $1, $2, 'Rodada')
      returning id`,
    [company.id, projetoId],
  );
  const place = { empresaId: company.id, projetoId, auditoriaId: rows[0]?.id as string };
  const survey = await createSurvey(pool, place, 3, 'Pesquisa de campo');
  for (const [index, { id, texto }] of (survey.perguntas[0]?.opcoes ?? []).entries()) {
    await pool.query(
      'insert into respostas_definidas (id, empresa_id, pergunta_id, texto_resposta, ordem) values ($1, $2, $3, $4, $5)',
      [id, company.id, survey.perguntas[0]?.id, texto, index + 1],
    );
  }
  const [ana = ''] = await createAgents(pool, company.id, [{ nome: 'Ana' }]);
  await addAudited(
    pool,
    survey,
    ['CCC', 'CDC'].map((letras, n) => ({ letras, nome: `Pessoa ${n + 1}`, agenteId: ana })),
  );
  const page = await newPage();
  await signIn(page, company.gerente);
  const open = `/dashboard/pesquisas/${survey.pesquisaId}`;

  await page.goto(`/dashboard/projects/${projetoId}`);
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Editar projeto' });
  await edit.getByLabel('Nome').fill('');
  await edit.getByRole('button', { name: 'Salvar alterações' }).click();
  await edit.getByText('Nome é obrigatório.').waitFor();
  await edit.getByLabel('Nome').fill('Em campo');
  await edit.getByRole('button', { name: 'Cancelar' }).click();
  await edit.waitFor({ state: 'detached' });

  await follow(page, `${open}?aba=questionario`);
  await page.getByRole('button', { name: 'Novo Questionário' }).click();
  const naming = page.getByRole('dialog', { name: 'Novo Questionário' });
  await expect.poll(() => naming.getByRole('button', { name: 'Criar Questionário' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await naming.waitFor({ state: 'detached' });

  await follow(page, open);
  await page.getByRole('link', { name: 'Quadro, cotas e verificação' }).click();
  await page
    .getByRole('table', { name: 'Entrevistas por entrevistador e dia' })
    .getByRole('row', { name: /^Ana/ })
    .waitFor();
  await page.getByRole('button', { name: 'Metas por resposta de Questionário' }).click();
  const goals = page.getByRole('dialog', { name: 'Metas por resposta' });
  await goals.getByLabel('Sim').fill('meia');
  await goals.getByRole('button', { name: 'Salvar metas' }).click();
  await goals.getByText('Use um número inteiro a partir de 1.').waitFor();
  await page.keyboard.press('Escape');
  await goals.waitFor({ state: 'detached' });
  await expectNoSeriousViolation(page);

  await follow(page, `${open}?aba=resultados`);
  await page.getByRole('grid', { name: 'Mapa das respostas' }).waitFor();
  await page
    .getByRole('table', { name: 'Resultados por entrevistador' })
    .getByRole('row', { name: /^Ana amostra pequena 2/ })
    .waitFor();
  await page
    .getByRole('table', { name: 'Resultados por pergunta' })
    .getByRole('row', { name: /^P1 amostra pequena/ })
    .waitFor();
  await expectNoSeriousViolation(page);

  await follow(page, `${open}?aba=arquivos`);
  await page.getByRole('button', { name: 'Ler exportação de um aparelho' }).click();
  await page.getByRole('dialog').getByTestId('exportacao-de-aparelho').waitFor({ state: 'attached' });
  await expectNoSeriousViolation(page);
});
