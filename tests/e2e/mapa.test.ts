// The heat map of a survey's audit for a coordinator: keys, a verdict that changes the figures, and its undoing.
import { readFileSync } from 'node:fs';
import { openDatabase } from '@escuta/prisma/db';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type AuditedSurvey, addAudited, createAgents, createSurvey } from '../support/audited-survey.ts';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { longo } from '../support/longo.ts';
import { type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, signIn } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();
const pool = openDatabase({ databaseUrl: inject('databaseUrl'), poolSize: 2 });
let company: OwnCompany;
let survey: AuditedSurvey;

async function newAudit(empresaId: string, projetoId: string, nome: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'insert into auditorias (id, empresa_id, projeto_id, nome) values (gen_random_uuid(), $1, $2, $3) returning id',
    [empresaId, projetoId, nome],
  );
  return rows[0]?.id as string;
}

beforeAll(async () => {
  company = await registerCompany(baseUrl, 'Mapa de Teste');
  const projeto = await company.gerente.api<{ id: string }>('POST', '/projetos', {
    nome: 'Satisfação',
    tipo_projeto: 'pesquisa',
  });
  const auditoriaId = await newAudit(company.id, projeto.id, 'Rodada de teste');
  const place = { empresaId: company.id, projetoId: projeto.id, auditoriaId };
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
/** Turns the grouping of interviews by interviewer on or off. */
async function group(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Exibição' }).click();
  await page.getByRole('switch', { name: 'Agrupar por entrevistador' }).click();
  await page.keyboard.press('Escape');
}
const cell = (page: Page) => page.getByRole('gridcell');
const says = (page: Page, label: string) =>
  expect.poll(() => cell(page).getAttribute('aria-label')).toBe(label);
/** Text of a cell in the table of figures. */
const figure = (page: Page, row: string, column: 0 | 1) =>
  page
    .getByRole('table', { name: 'Números da auditoria' })
    .getByRole('row', { name: new RegExp(`^${row}`) })
    .getByRole('cell')
    .nth(column)
    .textContent();

it('walks the map by keyboard, changes a verdict with a reason, and the figures follow; undoes it', async () => {
  const page = await openResults();
  await expectNoSeriousViolation(page);
  // The map comes first on the page, focused on the interview that waits for a person.
  expect((await page.getByRole('grid').boundingBox())?.y).toBeLessThanOrEqual(250);
  await cell(page).focus();
  await says(page, 'Pessoa 2, Bruno, P1: Confere');
  await page.keyboard.press('ArrowRight');
  await says(page, 'Pessoa 2, Bruno, P2: Diverge');
  await page.keyboard.press('End');
  await says(page, 'Pessoa 2, Bruno, P6: Não se aplica');
  await page.keyboard.press('PageDown');
  await says(page, 'Pessoa 1, Ana, P6: Confere');
  await page.keyboard.press('Control+Home');
  await says(page, 'Pessoa 2, Bruno, P1: Confere');

  // The queue starts with cells that wait for a person.
  await page.getByRole('button', { name: 'Revisar (4)' }).click();
  const panel = page.getByRole('complementary', { name: 'Resposta' });
  await panel.getByRole('heading', { name: 'P5 · Pessoa 2' }).waitFor();
  await panel.getByText('A citação da resposta não está no trecho').waitFor();
  await expectNoSeriousViolation(page);
  await page.keyboard.press('j');
  await panel.getByRole('heading', { name: 'P2 · Pessoa 2' }).waitFor();
  await page.keyboard.press('k');
  await panel.getByRole('heading', { name: 'P5 · Pessoa 2' }).waitFor();

  await expect.poll(() => figure(page, 'A revisar', 0)).toBe('1');
  await page.keyboard.press('d');
  await panel.getByRole('group', { name: 'Por que “Diverge”?' }).waitFor();
  // A draft stays until it is saved or discarded.
  await waitForRest(page);
  await panel.getByRole('group', { name: 'Por que “Diverge”?' }).waitFor();
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

longo.test('a verdict given in one window appears in the other', async () => {
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

longo.test('shows the same as a table, and by interviewer', async () => {
  const page = await openResults();
  await page.getByRole('button', { name: 'Ver como tabela' }).click();
  await page.getByRole('button', { name: 'Pessoa 3, Ana, P4: Não perguntada' }).click();
  await page.getByRole('heading', { name: 'P4 · Pessoa 3' }).waitFor();
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Ver como mapa' }).click();
  await group(page);
  await cell(page).focus();
  // Interviewers with waiting interviews come first.
  await page.keyboard.press('Control+Home');
  await says(page, 'Bruno, P1: 0 de 3 com falha');
  await page.keyboard.press('ArrowDown');
  await says(page, 'Ana, P1: 0 de 3 com falha');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  await says(page, 'Ana, P4: 1 de 3 com falha');
  // Opens an interviewer's interviews.
  await page.keyboard.press('Enter');
  await says(page, 'Pessoa 5, Ana, P4: Confere');
});

longo.test('filters and the open answer stay in the address: reload and back show the same', async () => {
  const auditoriaId = await newAudit(company.id, survey.projetoId, 'Filtrada');
  const place = { empresaId: company.id, projetoId: survey.projetoId, auditoriaId };
  const own = await createSurvey(pool, place, 3, 'Pesquisa filtrada');
  const { rows: users } = await pool.query<{ id: string }>('select id from usuarios where email = $1', [
    company.email,
  ]);
  const [dora = ''] = await createAgents(pool, company.id, [{ nome: 'Dora' }]);
  await addAudited(pool, own, [
    { letras: 'CCD', nome: 'De Dora', agenteId: dora, em: new Date('2026-03-10T15:00:00Z') },
    { letras: 'NCC', nome: 'De ninguém', em: new Date('2026-03-12T15:00:00Z') },
    // The viewer conducted this interview, so it waits for another person.
    { letras: 'DDD', nome: 'Do gerente', usuarioId: users[0]?.id as string },
  ]);
  const page = await openResults({}, own);
  await page.getByRole('button', { name: 'Revisar (2)' }).waitFor();
  await group(page);
  await cell(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Home');
  await says(page, 'Sem entrevistador, P1: 2 de 2 com falha');
  await page.keyboard.press('Enter');
  await says(page, 'De ninguém, Sem entrevistador, P1: Não perguntada');
  await page.keyboard.press('Control+ArrowDown');
  await says(page, 'Do gerente, Sem entrevistador, P1: Diverge');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: 'P1 · De ninguém' });
  await heading.waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.has('celula')).toBe(true);
  await page.reload();
  await heading.waitFor();
  await page.getByRole('combobox', { name: 'Entrevistador' }).getByText('Sem entrevistador').waitFor();

  // Opens the whole interview and returns.
  await page.getByRole('link', { name: 'entrevista inteira' }).click();
  await page.waitForURL('**/call-analysis/**');
  await page.goBack();
  await heading.waitFor();
  await says(page, 'De ninguém, Sem entrevistador, P1: Não perguntada');
  await page.keyboard.press('Escape');
  await heading.waitFor({ state: 'detached' });
  // Waits for the address: the panel closes before the address changes back, and opens before its history entry exists.
  await expect.poll(() => new URL(page.url()).searchParams.get('celula')).toBeNull();
  // The browser's Back button closes a panel that was opened by hand.
  await cell(page).focus();
  await page.keyboard.press('Enter');
  await heading.waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('celula')).not.toBeNull();
  await page.goBack();
  await heading.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).searchParams.get('agente')).toBe('sem');

  const { pathname } = new URL(page.url());
  await page.goto(`${pathname}?de=2026-03-10&ate=2026-03-11`);
  await cell(page).focus();
  await says(page, 'De Dora, Dora, P1: Confere');
  await page.goto(`${pathname}?de=2026-03-01&ate=2026-03-02`);
  await page.getByText('Nenhuma entrevista auditada corresponde aos filtros selecionados.').waitFor();
  await page.getByRole('button', { name: 'Limpar filtros' }).last().click();
  await page.getByRole('button', { name: 'Revisar (2)' }).waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
});

longo.test('corrects a sentence, and the original stays', async () => {
  // Uses a separate audit, because the worker may derive the interview's verdicts again at any time.
  const { projetoId } = survey;
  const auditoriaId = await newAudit(company.id, projetoId, 'Corrigida');
  const place = { empresaId: company.id, projetoId, auditoriaId };
  const own = await createSurvey(pool, place, 6, 'Pesquisa corrigida');
  await addAudited(pool, own, [{ letras: 'CCCCRC', nome: 'Pessoa única' }]);
  const page = await openResults({}, own);
  await page.getByRole('button', { name: 'Revisar (1)' }).click();
  const panel = page.getByRole('complementary', { name: 'Resposta' });
  await panel
    .getByRole('button', { name: /^Corrigir: Sim, concordo/ })
    .first()
    .click();
  await panel.getByLabel('Texto da frase').fill('Não concordo.');
  await panel.getByRole('button', { name: 'Salvar correção' }).click();
  await page.getByText('Correção salva').waitFor();
  await panel.getByText('Não concordo.').waitFor();
  await panel.getByText('corrigida', { exact: true }).waitFor();
});

longo.test('on a phone the answer opens in a sheet, and the audit shows the summary', async () => {
  const page = await openResults({ viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: /^Revisar \(/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Resposta' });
  await sheet.getByRole('heading', { name: /^P5 · Pessoa/ }).waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await page.goto(`/dashboard/audits/${survey.auditoriaId}`);
  const correct = page
    .getByRole('region', { name: 'Resumo dos resultados' })
    .getByRole('group', { name: 'Respostas corretas' });
  // 36 cells: 2 do not apply, 1 is to be reviewed, 1 inaudible; of the other 32, 29 agree. Both figures show their
  // base.
  await expect
    .poll(() => correct.getByRole('definition').allTextContents())
    .toEqual([expect.stringMatching(/ 29\/32 · /), expect.stringMatching(/ 29\/32 · /)]);
  expect(await correct.getByRole('term').allTextContents()).toEqual(['Após revisão', 'Só a IA']);
  await waitForRest(page);
  await expectNoSeriousViolation(page);
});

longo.test(
  'the survey shows its figures by question and by interviewer, and the audit leads to the map',
  async () => {
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
    // The page shows all answers, then only those that recordings confirm.
    const first = page.getByRole('heading', { name: survey.perguntas[0]?.texto as string }).locator('../..');
    await first.getByText('6 de 6 entrevistas têm resposta').waitFor();
    await page.getByRole('switch', { name: 'Só respostas que conferem com o áudio' }).click();
    await first.getByText(/^\d de \d respostas? validadas? conferem? com o áudio/).waitFor();
    await waitForRest(page);
    await expectNoSeriousViolation(page);
    await page.goto(`/dashboard/audits/${survey.auditoriaId}`);
    await page.getByRole('tab', { name: 'Mapa das respostas' }).click();
    await page.getByRole('grid', { name: 'Mapa das respostas' }).waitFor();
    await page.getByRole('link', { name: 'Ver mapa e respostas' }).click();
    await page.getByRole('heading', { name: 'Resultados da Auditoria' }).waitFor();
    // The audit's page shows the same figures for this audit alone.
    await page.getByRole('region', { name: 'Números em resumo' }).getByText('Audíveis').waitFor();
    await page.getByText('Entrevistas realizadas').waitFor();
    await page.getByText('Sentimento (−1 a 1)').waitFor();
    await page.getByText('Palavras ofensivas', { exact: true }).waitFor();
    await interviewers.getByRole('row', { name: /^Bruno amostra pequena 3/ }).waitFor();
    await page
      .getByRole('table', { name: 'Resultados por pergunta' })
      .getByRole('row', { name: /^P6 amostra pequena/ })
      .waitFor();
    await waitForRest(page);
    await expectNoSeriousViolation(page);
  },
);

longo.test('the results of an audit of calls show no map, not even before the figures come', async () => {
  const projeto = await company.gerente.api<{ id: string }>('POST', '/projetos', {
    nome: 'Atendimento',
    tipo_projeto: 'call_center',
  });
  const auditoriaId = await newAudit(company.id, projeto.id, 'Ligações');
  const page = await newPage();
  await signIn(page, company.gerente);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/\/auditorias\/[^/]+\/numeros/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/dashboard/projects/${projeto.id}/auditorias/${auditoriaId}`);
  await page.getByText('Esta auditoria ainda não tem itens.').waitFor();
  const map = page.getByRole('heading', { name: 'Mapa das respostas' });
  expect(await map.count()).toBe(0);
  const answered = page.waitForResponse(/\/numeros/);
  answer();
  await answered;
  await waitForRest(page);
  expect(await map.count()).toBe(0);
});

longo.test(
  'interviewers: changes the name, gives a nickname, and merges two after saying what moves',
  async () => {
    const own = await registerCompany(baseUrl, 'Equipe de Campo');
    const { id: projetoId } = await own.gerente.api<{ id: string }>('POST', '/projetos', {
      nome: 'Feiras',
      tipo_projeto: 'pesquisa',
    });
    const auditoriaId = await newAudit(own.id, projetoId, 'Feiras');
    const fair = await createSurvey(pool, { empresaId: own.id, projetoId, auditoriaId }, 2, 'Feiras');
    const [rita = '', short = ''] = await createAgents(pool, own.id, [
      { nome: 'Rita Prado' },
      { nome: 'R. Prado' },
    ]);
    await addAudited(
      pool,
      fair,
      [rita, rita, short].map((agenteId, n) => ({ letras: 'CD', nome: `Feirante ${n + 1}`, agenteId })),
    );
    const page = await newPage();
    await signIn(page, own.gerente);
    await page.goto('/dashboard/pesquisas');
    await page.getByRole('link', { name: 'Entrevistadores' }).click();
    await page.getByRole('row', { name: /^Rita Prado - 0 2/ }).waitFor();
    await waitForRest(page);
    await expectNoSeriousViolation(page);

    const choose = async (nome: string, what: string) => {
      await page.getByRole('button', { name: `Ações de ${nome}`, exact: true }).click();
      await page.getByRole('menuitem', { name: what }).click();
    };
    await choose('Rita Prado', 'Editar');
    const edit = page.getByRole('dialog', { name: 'Editar agente' });
    await edit.getByRole('textbox', { name: /^Nome/ }).fill('Rita Prado Lima');
    await edit.getByLabel('Também conhecido como').fill('Ritinha');
    await page.keyboard.press('Enter');
    await edit.getByRole('button', { name: 'Remover o apelido Ritinha' }).waitFor();
    // A name that is still in the box is saved with the other names.
    await edit.getByLabel('Também conhecido como').fill('Prado 7');
    await waitForRest(page);
    await expectNoSeriousViolation(page);
    await edit.getByRole('button', { name: 'Salvar alterações' }).click();
    await edit.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /^Rita Prado Lima prado 7, ritinha - 0 2/ }).waitFor();
    await choose('Rita Prado Lima', 'Editar');
    await edit.getByRole('button', { name: 'Remover o apelido prado 7' }).click();
    await edit.getByRole('button', { name: 'Salvar alterações' }).click();
    await edit.waitFor({ state: 'detached' });

    await choose('R. Prado', 'Juntar com outro…');
    const merge = page.getByRole('dialog', { name: 'Juntar agentes' });
    await merge.getByRole('button', { name: 'Juntar', exact: true }).click();
    await merge.getByText('Selecione o outro agente.').waitFor();
    await merge.getByRole('button', { name: /^Outro agente/ }).click();
    await page.getByRole('option', { name: /^Rita Prado Lima/ }).click();
    await merge.getByText('Passam de Rita Prado Lima para R. Prado:').waitFor();
    await merge.getByRole('radio', { name: /^Rita Prado Lima/ }).check();
    await merge.getByText('Passam de R. Prado para Rita Prado Lima:').waitFor();
    await merge.getByText('1 entrevista, com vereditos e revisões').waitFor();
    await waitForRest(page);
    await expectNoSeriousViolation(page);
    await merge.getByRole('button', { name: 'Juntar os dois' }).click();
    await page.getByText('Cadastros juntados em Rita Prado Lima.').waitFor();
    await page.getByRole('row', { name: /^Rita Prado Lima r\. prado, ritinha - 0 3/ }).waitFor();
    await expect.poll(() => page.getByRole('row').count()).toBe(2);

    await page.goto(`/dashboard/pesquisas/${fair.pesquisaId}?aba=resultados`);
    await page
      .getByRole('table', { name: 'Resultados por entrevistador' })
      .getByRole('row', { name: /^Rita Prado Lima amostra pequena 3/ })
      .waitFor();
  },
);

longo.test("a coordinator takes the survey's data by keyboard, in the cut of the results", async () => {
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}?aba=resultados`);
  await page.getByRole('button', { name: 'Exportar' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Exportar a pesquisa' });
  await dialog.getByText('6 entrevistas terminadas.').waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await dialog.getByRole('radio', { name: /Excel/ }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => dialog.getByRole('radio', { name: /CSV: respostas/ }).isChecked()).toBe(true);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Exportar' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^microdados-pesquisa-auditada-\d{4}-\d\d-\d\d\.csv$/);
  const [head = '', ...rows] = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(head.startsWith('\ufeffentrevista;questionario;versao;')).toBe(true);
  expect(rows).toHaveLength(6);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
});
