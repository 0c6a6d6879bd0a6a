// The heat map of a survey's audit, worked as a coordinator does: by keys, with a verdict that the figures follow, and undone.
import { createPool } from '@escuta/prisma/pool';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type AuditedSurvey, addAudited, createAgents, createSurvey } from '../support/audited-survey.ts';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();
const pool = createPool({ databaseUrl: inject('databaseUrl'), poolSize: 2 });
let company: OwnCompany;
let survey: AuditedSurvey;

beforeAll(async () => {
  company = await registerCompany(baseUrl, 'Mapa de Teste');
  const projeto = await company.gerente.api<{ id: string }>('POST', '/projetos', {
    nome: 'Satisfação',
    tipo_projeto: 'pesquisa',
  });
  const { rows } = await pool.query<{ id: string }>(
    `insert into auditorias (id, empresa_id, projeto_id, nome) values (gen_random_uuid(), $1, $2, 'Rodada de teste') returning id`,
    [company.id, projeto.id],
  );
  const place = { empresaId: company.id, projetoId: projeto.id, auditoriaId: rows[0]?.id as string };
  survey = await createSurvey(pool, place, 6);
  const [ana = '', bruno = ''] = await createAgents(pool, company.id, [{ nome: 'Ana' }, { nome: 'Bruno' }]);
  await addAudited(
    pool,
    survey,
    ['CCCCCC', 'CDCCRX', 'CCCNCX', 'CCUCCC', 'CCCCIC', 'CCCCCC'].map((letras, n) => ({
      letras,
      nome: `Pessoa ${n + 1}`,
      agenteId: n % 2 ? bruno : ana,
    })),
  );
});
afterAll(() => pool.end());

async function openResults(
  options?: Parameters<typeof newPage>[0],
  { projetoId, auditoriaId }: Pick<AuditedSurvey, 'projetoId' | 'auditoriaId'> = survey,
): Promise<Page> {
  const page = await newPage(options);
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/projects/${projetoId}/auditorias/${auditoriaId}`);
  await page.getByRole('grid', { name: 'Mapa das respostas' }).waitFor();
  await waitForRest(page);
  return page;
}
const cell = (page: Page) => page.getByRole('gridcell');
const says = (page: Page, label: string) =>
  expect.poll(() => cell(page).getAttribute('aria-label')).toBe(label);
/** What the table of figures says in a row after review. */
const figure = (page: Page, row: string, column: 0 | 1) =>
  page
    .getByRole('table', { name: 'Números da auditoria' })
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .getByRole('cell')
    .nth(column)
    .textContent();

it('anda no mapa pelo teclado, muda um veredito com motivo, e os números seguem; desfaz', async () => {
  const page = await openResults();
  await expectNoSeriousViolation(page);
  // The newest first: Pessoa 6 is on top.
  await cell(page).focus();
  await says(page, 'Pessoa 6, Bruno, P1: Confere');
  await page.keyboard.press('ArrowRight');
  await says(page, 'Pessoa 6, Bruno, P2: Confere');
  await page.keyboard.press('End');
  await says(page, 'Pessoa 6, Bruno, P6: Confere');
  await page.keyboard.press('PageDown');
  await says(page, 'Pessoa 1, Ana, P6: Confere');
  await page.keyboard.press('Control+Home');
  await says(page, 'Pessoa 6, Bruno, P1: Confere');

  // The queue: what waits for a person first.
  await page.getByRole('button', { name: 'Revisar (4)' }).click();
  const panel = page.getByRole('complementary', { name: 'Resposta' });
  await panel.getByRole('heading', { name: 'P5 · Pessoa 2' }).waitFor();
  await panel.getByText('A citação da resposta não está no trecho').waitFor();
  await expectNoSeriousViolation(page);
  await page.keyboard.press('j');
  await panel.getByRole('heading', { name: 'P5 · Pessoa 5' }).waitFor();
  await page.keyboard.press('k');
  await panel.getByRole('heading', { name: 'P5 · Pessoa 2' }).waitFor();

  await expect.poll(() => figure(page, 'A revisar', 0)).toBe('1');
  await page.keyboard.press('d');
  await panel.getByRole('group', { name: 'Por que Diverge?' }).waitFor();
  // What was begun stays until it is given or given up.
  await waitForRest(page);
  await panel.getByRole('group', { name: 'Por que Diverge?' }).waitFor();
  await page.keyboard.press('1');
  await panel.getByText('IA: A revisar').waitFor();
  await panel.getByText(/Ouvi outra coisa no áudio/).waitFor();
  await says(page, 'Pessoa 2, Bruno, P5: Diverge, revisto por uma pessoa');
  await expect.poll(() => figure(page, 'A revisar', 0)).toBe('0');
  await expect.poll(() => figure(page, 'A revisar', 1)).toBe('1');
  await page.getByRole('button', { name: 'Revisar (3)' }).waitFor();

  await page.keyboard.press('z');
  await panel.getByText('veredito da IA').waitFor();
  await expect.poll(() => figure(page, 'A revisar', 0)).toBe('1');
  await panel.getByText(/desfeito em/).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
});

it('um veredito dado em uma janela aparece na outra', async () => {
  const [page, other] = [await openResults(), await openResults()];
  await other.getByRole('button', { name: 'Revisar (4)' }).waitFor();
  await page.getByRole('button', { name: 'Revisar (4)' }).click();
  await page.getByRole('heading', { name: 'P5 · Pessoa 2' }).waitFor();
  await page.getByRole('button', { name: 'A revisar', exact: false }).first().click();
  await page.getByRole('button', { name: 'Revisar (3)' }).waitFor();
  await other.getByRole('button', { name: 'Revisar (3)' }).waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await other.getByRole('button', { name: 'Revisar (4)' }).waitFor();
});

it('mostra a mesma coisa em tabela, e por entrevistador', async () => {
  const page = await openResults();
  await page.getByRole('button', { name: 'Ver como tabela' }).click();
  await page.getByRole('button', { name: 'Pessoa 3, P4: Não perguntada' }).click();
  await page.getByRole('heading', { name: 'P4 · Pessoa 3' }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Ver como mapa' }).click();
  await page.getByRole('switch', { name: 'Agrupar por entrevistador' }).click();
  await cell(page).focus();
  await page.keyboard.press('Control+Home');
  await says(page, 'Ana, P1: 0 de 3 com falha');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await says(page, 'Ana, P4: 1 de 3 com falha');
  // From an interviewer to their interviews.
  await page.keyboard.press('Enter');
  await says(page, 'Pessoa 5, Ana, P4: Confere');
});

it('corrige uma sentença, e o original fica', async () => {
  // Of a survey of its own: the worker derives the verdicts of the interview anew, whenever it comes to it.
  const { rows } = await pool.query<{ id: string }>(
    `insert into auditorias (id, empresa_id, projeto_id, nome) values (gen_random_uuid(), $1, $2, 'Corrigida') returning id`,
    [company.id, survey.projetoId],
  );
  const place = { empresaId: company.id, projetoId: survey.projetoId, auditoriaId: rows[0]?.id as string };
  const own = await createSurvey(pool, place, 6, 'Pesquisa corrigida');
  await addAudited(pool, own, [{ letras: 'CCCCRC', nome: 'Pessoa única' }]);
  const page = await openResults({}, own);
  await page.getByRole('button', { name: 'Revisar (1)' }).click();
  const panel = page.getByRole('complementary', { name: 'Resposta' });
  await panel
    .getByRole('button', { name: /^Corrigir: Sim, concordo/ })
    .first()
    .click();
  await panel.getByLabel('O que foi dito').fill('Não concordo.');
  await panel.getByRole('button', { name: 'Salvar correção' }).click();
  await page.getByText('Correção salva').waitFor();
  await panel.getByText('Não concordo.').waitFor();
  await panel.getByText('corrigida', { exact: true }).waitFor();
});

it('no celular a resposta abre em uma folha, e a auditoria mostra o resumo', async () => {
  const page = await openResults({ viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: /^Revisar \(/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Resposta' });
  await sheet.getByRole('heading', { name: /^P5 · Pessoa/ }).waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await page.goto(`/dashboard/audits/${survey.auditoriaId}`);
  await page.getByRole('region', { name: 'Resumo dos resultados' }).getByText('Respostas corretas').waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
});

it('a pesquisa mostra seus números por pergunta e por entrevistador, e a auditoria leva ao mapa', async () => {
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}?aba=resultados`);
  await page.getByRole('grid', { name: 'Mapa das respostas' }).waitFor();
  const interviewers = page.getByRole('table', { name: 'Resultados por entrevistador' });
  await interviewers.getByRole('row', { name: /^Ana amostra pequena 3/ }).waitFor();
  await page
    .getByRole('table', { name: 'Resultados por pergunta' })
    .getByRole('row', { name: /^P1 amostra pequena/ })
    .waitFor();
  // How they answered: all of them, then only what the recordings bear out.
  const first = page.getByRole('heading', { name: survey.perguntas[0]?.texto as string }).locator('../..');
  await first.getByText('6 de 6 entrevistas responderam').waitFor();
  await page.getByRole('switch', { name: 'Só as que conferem com o áudio' }).click();
  await first.getByText(/^\d de 6 respostas conferem com o áudio/).waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await page.goto(`/dashboard/audits/${survey.auditoriaId}`);
  await page.getByRole('link', { name: 'Ver mapa e respostas' }).click();
  await page.getByRole('heading', { name: 'Resultados da Auditoria' }).waitFor();
});
