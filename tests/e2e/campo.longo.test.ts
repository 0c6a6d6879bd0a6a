// A survey in the field, for a coordinator: goals, people from a list, a drawn and assigned sample, an approved
// interview.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '@escuta/prisma/db';
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

beforeAll(async () => {
  company = await registerCompany(baseUrl, 'Campo de Teste');
  const projeto = await company.gerente.api<{ id: string }>('POST', '/projetos', {
    nome: 'Em campo',
    tipo_projeto: 'pesquisa',
  });
  const { rows } = await pool.query<{ id: string }>(
    `insert into auditorias (id, empresa_id, projeto_id, nome) values (gen_random_uuid(), $1, $2, 'Rodada')
      returning id`,
    [company.id, projeto.id],
  );
  const place = { empresaId: company.id, projetoId: projeto.id, auditoriaId: rows[0]?.id as string };
  survey = await createSurvey(pool, place, 3, 'Pesquisa de campo');
  for (const [index, { id, texto }] of (survey.perguntas[0]?.opcoes ?? []).entries()) {
    await pool.query(
      'insert into respostas_definidas (id, empresa_id, pergunta_id, texto_resposta, ordem) values ($1, $2, $3, $4, $5)',
      [id, company.id, survey.perguntas[0]?.id, texto, index + 1],
    );
  }
  // Draws only the minimum of interviews, so that the sample's size does not depend on chance.
  await pool.query('update pesquisas set verificacao_percentual = 0 where id = $1', [survey.pesquisaId]);
  const [ana = '', bruno = ''] = await createAgents(pool, company.id, [{ nome: 'Ana' }, { nome: 'Bruno' }]);
  await addAudited(
    pool,
    survey,
    ['CCC', 'CDC', 'CCC', 'CCX', 'CCC'].map((letras, n) => ({
      letras,
      nome: `Pessoa ${n + 1}`,
      agenteId: n === 4 ? bruno : ana,
    })),
  );
});
afterAll(() => pool.end());

it('sets quotas, invites from a list, draws, gives and completes a verification, and approves interviews', async () => {
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}`);
  await page.getByRole('link', { name: 'Quadro, cotas e verificação' }).click();
  const board = page.getByRole('table', { name: 'Entrevistas por entrevistador e dia' });
  await board.getByRole('row', { name: /^Ana/ }).getByText('0 de 3').waitFor();

  // Sets a goal of two for an answer that five people gave.
  await page.getByRole('button', { name: 'Metas por resposta de Questionário' }).click();
  const goals = page.getByRole('dialog', { name: 'Metas por resposta' });
  await goals.getByLabel('Sim').fill('meia');
  await goals.getByRole('button', { name: 'Salvar metas' }).click();
  await goals.getByText('Use um número inteiro a partir de 1.').waitFor();
  await goals.getByLabel('Sim').fill('2');
  await goals.getByLabel('Não').fill('4');
  await goals.getByRole('button', { name: 'Salvar metas' }).click();
  await goals.waitFor({ state: 'hidden' });
  const quotas = page.getByRole('region', { name: 'Cotas' });
  await quotas.getByText('de 2 · 3 a mais').waitFor();
  await quotas.getByText('de 4 · faltam 4').waitFor();

  // People from a list are previewed, invited, and added to the questionnaire's interviewers.
  await page.getByRole('button', { name: 'Convidar de uma lista' }).click();
  const invite = page.getByRole('dialog', { name: 'Convidar de uma lista' });
  await invite
    .getByRole('textbox', { name: 'Lista' })
    .fill(`Nova Pessoa;nova-${survey.pesquisaId}@teste.example\n${company.email}\nGerente;${company.email}`);
  await invite.getByRole('combobox', { name: 'Questionário para coletar' }).click();
  await page.getByRole('option', { name: 'Questionário', exact: true }).click();
  await invite.getByRole('button', { name: 'Conferir' }).click();
  await invite.getByText(/Linha 2: .*Falta o nome/).waitFor();
  await invite.getByText('Esta pessoa já tem uma conta nesta empresa.').waitFor();
  // So far everybody may interview, so the first list of interviewers needs a confirmation of its own.
  await invite.getByRole('checkbox', { name: /Só as pessoas desta lista poderão coletar/ }).check();
  await invite.getByRole('button', { name: 'Convidar 1 pessoa' }).click();
  await invite.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Coletores de Questionário' }).click();
  const collectors = page.getByRole('dialog', { name: 'Coletores' });
  await expect.poll(() => collectors.getByRole('checkbox', { checked: true }).count()).toBe(2);
  await collectors.getByText('convite em aberto').waitFor();
  await collectors.getByRole('button', { name: 'Cancelar' }).click();
  await collectors.waitFor({ state: 'hidden' });

  // The sample has three of Ana's interviews, and Bruno's only interview.
  await page.getByRole('button', { name: 'Sortear entrevistas' }).click();
  const drawn = page.getByRole('table', { name: 'Entrevistas sorteadas' });
  await expect.poll(() => drawn.getByRole('row').count()).toBe(5);
  await page.getByRole('button', { name: 'Selecionar todas da página' }).click();
  await page.getByRole('button', { name: 'Atribuir a…' }).click();
  await page.getByRole('menuitem', { name: 'Gerente de Teste' }).click();
  await expect.poll(() => drawn.getByRole('cell', { name: 'Gerente de Teste' }).count()).toBe(4);
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await page.getByRole('button', { name: 'Verificar a entrevista de Pessoa 5' }).click();
  const conclude = page.getByRole('dialog', { name: 'Verificar a entrevista de Pessoa 5' });
  await conclude.getByRole('combobox', { name: 'Resultado' }).click();
  await page.getByRole('option', { name: /^Gravação ouvida/ }).click();
  await conclude.getByRole('button', { name: 'Salvar resultado' }).click();
  await conclude.waitFor({ state: 'hidden' });
  await board
    .getByRole('row', { name: /^Bruno/ })
    .getByText('1 de 1')
    .waitFor();

  // Interviews are approved in bulk. A rejected interview no longer counts in the results. The results can be limited
  // to approved interviews, and show the AI's error rate.
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}?aba=entrevistas`);
  await page.getByRole('button', { name: 'Selecionar todas da página' }).click();
  await page.getByRole('button', { name: 'Aprovar (5)' }).click();
  const list = page.getByRole('table', { name: 'Entrevistas da pesquisa' });
  await expect.poll(() => list.getByText('Aprovada').count()).toBe(5);
  await list.getByRole('checkbox', { name: 'Selecionar a entrevista de Pessoa 1' }).click();
  await page.getByRole('button', { name: 'Outra decisão' }).click();
  await page.getByRole('menuitem', { name: 'Rejeitar…' }).click();
  const reject = page.getByRole('dialog', { name: 'Rejeitar' });
  await reject.getByLabel('Motivo').fill('Fora da área.');
  await reject.getByRole('button', { name: 'Rejeitar' }).click();
  await list.getByText('Rejeitada').waitFor();
  await list.getByRole('checkbox', { name: 'Selecionar a entrevista de Pessoa 2' }).click();
  await page.getByRole('button', { name: 'Outra decisão' }).click();
  await page.getByRole('menuitem', { name: 'Voltar para pendente' }).click();
  await expect.poll(() => list.getByText('Aprovada').count()).toBe(3);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}?aba=resultados`);
  await page.getByRole('group', { name: 'Erro da IA na amostra verificada' }).getByText('0/3').waitFor();
  const answers = page.getByText(/entrevistas concluídas/).first();
  await expect.poll(() => answers.textContent()).toContain('4 entrevistas');
  await page.getByRole('switch', { name: 'Só aprovadas' }).click();
  await expect.poll(() => answers.textContent()).toContain('3 entrevistas');
});

longo.test('ends the interview of a silent device, and receives it again', async () => {
  const { empresaId, projetoId, auditoriaId, pesquisaId, questionarioId, versaoId } = survey;
  const id = randomUUID();
  await pool.query(
    `insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      nome_entrevistado,
       situacao, consentimento, sincronia, iniciada_em, relogio_desvio_ms, ultimo_contato_em)
     values ($1, $2, $3, $4, $5, $6, 'Dona Calada', 'em_andamento', 'aceito', 'parcial', now() - interval '9 days', 0,
       now() - interval '9 days')`,
    [id, empresaId, projetoId, pesquisaId, questionarioId, versaoId],
  );
  await pool.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, tipo_item, pesquisa_id, questionario_id,
      entrevista_id,
       nome_entrevistado) values (gen_random_uuid(), $1, $2, $3, 'entrevista', $4, $5, $6, 'Dona Calada')`,
    [empresaId, projetoId, auditoriaId, pesquisaId, questionarioId, id],
  );
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/pesquisas/${pesquisaId}/campo`);
  // A number on the board links to the interviews that it counts.
  await page.getByRole('link', { name: '1 aguardando o aparelho: ver na lista' }).click();
  const list = page.getByRole('table', { name: 'Entrevistas da pesquisa' });
  const row = list.getByRole('row', { name: /Dona Calada/ });
  await row.getByText('Aguardando o aparelho').waitFor();
  await expect.poll(() => list.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Ações da entrevista de Dona Calada' }).click();
  await page.getByRole('menuitem', { name: 'Encerrar sem o aparelho' }).click();
  const dialog = page.getByRole('dialog', { name: 'Encerrar sem o aparelho' });
  await dialog.getByLabel('Motivo').fill('O celular foi perdido.');
  await dialog.getByRole('button', { name: 'Encerrar sem o aparelho' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // An ended interview no longer waits for the device, so it leaves the filtered list.
  await page.getByText('Nenhuma entrevista encontrada').waitFor();
  await page.getByRole('combobox', { name: 'Recebimento' }).click();
  await page.getByRole('option', { name: 'Com e sem pendências' }).click();
  await row.getByText('Interrompida').waitFor();
  await row.getByText('O celular foi perdido.').waitFor();
  await page.getByRole('button', { name: 'Ações da entrevista de Dona Calada' }).click();
  await page.getByRole('menuitem', { name: 'Voltar a receber do aparelho' }).click();
  await row.getByText('No aparelho').waitFor();
  await page.getByRole('button', { name: 'Ações da entrevista de Dona Calada' }).click();
  await page.getByRole('menuitem', { name: 'Encerrar sem o aparelho' }).waitFor();
});
