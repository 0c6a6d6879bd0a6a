// The signals of a survey for a manager: measurements, evidence, two people's opinions, and the interviewers listed by
// name. The sheet of the day, from the manager who sends it to the interviewer who reads it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@escuta/prisma/db';
import type { MinhaFolha, PreviaDeFolha } from '@escuta/shared/contracts/team/folhas';
import { TIPOS_SINAL } from '@escuta/shared/domain/interview/signals/kinds';
import { saveMatrixRow } from '@escuta/shared/services/verdicts/interview-matrix';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type AuditedSurvey, addAudited, createAgents, createSurvey } from '../support/audited-survey.ts';
import { useBrowser, waitForRest } from '../support/browser.ts';
import { createSinal, markSignalsComputed } from '../support/signals.ts';
import { addInterviewer, type OwnCompany, registerCompany } from '../support/web-companies.ts';
import { expectNoSeriousViolation, openSession, signIn, uploadAudio } from '../support/web-pages.ts';

const { baseUrl, newPage } = useBrowser();
const pool = openDatabase({ databaseUrl: inject('databaseUrl'), poolSize: 2 });
let company: OwnCompany;
let survey: AuditedSurvey;
let interviewer: Awaited<ReturnType<typeof addInterviewer>>;

beforeAll(async () => {
  company = await registerCompany(baseUrl, 'Sinais de Teste');
  const projeto = await company.gerente.api<{ id: string }>('POST', '/projetos', {
    nome: 'Campo',
    tipo_projeto: 'pesquisa',
  });
  const { rows } = await pool.query<{ id: string }>(
    `insert into auditorias (id, empresa_id, projeto_id, nome) values (gen_random_uuid(), $1, $2, 'Rodada')
      returning id`,
    [company.id, projeto.id],
  );
  const place = { empresaId: company.id, projetoId: projeto.id, auditoriaId: rows[0]?.id as string };
  survey = await createSurvey(pool, place, 4);
  interviewer = await addInterviewer(pool, baseUrl, company, 'Ana');
  const [ana = '', bruno = ''] = await createAgents(pool, company.id, [
    { nome: 'Ana', usuarioId: interviewer.usuarioId },
    { nome: 'Bruno' },
  ]);
  const ids = await addAudited(
    pool,
    survey,
    [1, 2, 3].map((n) => ({ letras: 'CCCC', nome: `Pessoa ${n}`, agenteId: n === 3 ? bruno : ana })),
  );
  await uploadAudio(baseUrl, company.gerente, ids[0]?.itemId as string, {
    name: 'entrevista.mp3',
    bytes: new Uint8Array(await readFile(join(import.meta.dirname, '../../samples/teste-curta.mp3'))),
  });
  // Makes the audit that ran before the upload valid again (`vigente`), as if that audit had used this recording.
  const [heard] = ids;
  await pool.transaction(async (tx) => {
    await tx.query('update confrontos set vigente = true where item_id = $1', [heard?.itemId]);
    await saveMatrixRow(tx, heard?.entrevistaId ?? '');
  });
  const [one = '', two = '', three = ''] = ids.map(({ entrevistaId }) => entrevistaId);
  const trecho = { entrevistaId: one, perguntaId: survey.perguntas[1]?.id, inicioMs: 3000, fimMs: 3500 };
  await createSinal(pool, survey, [one, two], {
    alvo: 'par',
    tipo: 'mesma_gravacao',
    agenteId: ana,
    lista: true,
    medida: 0.964,
    limite: 0.9,
    base: { n: 2, d: 3 },
    trechos: [trecho, { ...trecho, entrevistaId: two, perguntaId: null }],
    fatos: { como: 'som', ms: 95_000 },
  });
  await createSinal(pool, survey, [three], {
    agenteId: bruno,
    base: { n: 1, d: 3 },
    trechos: [{ ...trecho, entrevistaId: three }],
    fatos: { antes: 3, perguntadas: 10 },
  });
  await markSignalsComputed(
    pool,
    survey,
    TIPOS_SINAL.map((tipo) => ({
      tipo,
      base: { n: 1, d: 3 },
      naoCalculado: tipo === 'respostas_quase_iguais' ? 'O questionário tem 3 perguntas fechadas.' : null,
    })),
    3,
  );
});
afterAll(() => pool.end());

it('shows the measures, the people listed and the proof; the manager gives an opinion, withdraws it and filters', async () => {
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}`);
  await page.getByRole('link', { name: 'Sinais', exact: true }).click();
  await page.getByRole('heading', { name: 'Sinais', level: 1 }).waitFor();
  const people = page.getByRole('list', { name: 'Entrevistadores com sinais' });
  await people.getByRole('button', { name: /^Ana.*1 tipo de sinal · 1 sinal/ }).waitFor();
  await people.getByRole('button', { name: /^Bruno.*pode ser coincidência/ }).waitFor();
  expect(await people.getByRole('link', { name: /^Ana/ }).getAttribute('href')).toMatch(
    /^\/dashboard\/agentes\/[0-9a-f-]{36}$/,
  );
  await page.getByText('1 entrevistador tem sinais além do acaso').waitFor();
  await page.getByText('O questionário tem 3 perguntas fechadas.').waitFor();

  const cards = page.getByRole('list', { name: 'Sinais', exact: true }).locator('> li');
  await expect.poll(() => cards.count()).toBe(2);
  const first = cards.first();
  await first.getByRole('heading', { name: 'Mesma gravação em duas entrevistas' }).waitFor();
  await first.getByText('igual por 1:35, com semelhança de 96,4%').waitFor();
  await first.getByText('Nesta pesquisa, este sinal aparece em 2 de 3 entrevistas medidas.').waitFor();
  await first.getByText('Outras explicações possíveis:').waitFor();
  await first.getByRole('button', { name: /^Prova e pareceres/ }).click();
  await first.getByRole('list', { name: 'Provas do sinal' }).getByText('P2:').waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);

  await first.getByRole('button', { name: 'Ouvir a entrevista de Pessoa 1 em 0:03' }).click();
  // Plays from 2 s before the excerpt to 1 s after it, and stops there.
  await first.getByText(/^0:04 \//).waitFor();
  await first.getByRole('button', { name: 'Tocar a gravação' }).waitFor();
  await first.getByText(/^0:04 \//).waitFor();

  await first.getByLabel('Observação (opcional)').fill('É a mesma voz, e o mesmo cachorro.');
  await first.getByRole('button', { name: 'Procede', exact: true }).click();
  await first.getByText('Em verificação').waitFor();
  await first.getByRole('list', { name: 'Pareceres' }).getByText('o mesmo cachorro').waitFor();
  await first.getByRole('button', { name: 'Retirar o meu parecer' }).click();
  await first.getByText('retirado', { exact: true }).waitFor();
  await first.getByText('Aberto').waitFor();
  // A manager's explanation takes the interviewer off the list.
  await first.getByRole('button', { name: 'Tem explicação', exact: true }).click();
  await first.getByText('Explicado').waitFor();
  await page.getByText('Nenhum entrevistador tem sinais além do acaso').waitFor();

  await people.getByRole('button', { name: /^Bruno/ }).click();
  await expect.poll(() => cards.count()).toBe(1);
  await cards.first().getByText('3 de 10 respostas foram digitadas antes do fim da leitura').waitFor();
  expect(new URL(page.url()).searchParams.get('agente_id')).toMatch(/^[0-9a-f-]{36}$/);
});

it('of a signal that two people confirmed, the manager holds the interviews by one press', async () => {
  const { rows } = await pool.query<{ id: string; versao: number }>(
    `select id, versao from sinais where pesquisa_id = $1 and tipo = 'digitada_antes'`,
    [survey.pesquisaId],
  );
  const { id, versao } = rows[0] as { id: string; versao: number };
  const admin = inject('demo').logins.find(({ papel }) => papel === 'admin');
  if (!admin) throw new Error('a demonstração não tem administrador');
  let visto = versao;
  for (const { api } of [company.gerente, await openSession(baseUrl, admin)]) {
    ({ visto } = await api<{ visto: number }>('PUT', `/sinais/${id}/parecer`, { parecer: 'procede', visto }));
  }
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}/campo`);
  const proposal = page.getByRole('region', { name: /confirmado por duas pessoas$/ });
  await proposal.getByRole('link', { name: 'Pessoa 3' }).waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  await proposal.getByRole('button', { name: 'Colocar em espera' }).click();
  await page.getByText('1 entrevista em espera não entra nos números').waitFor();
  await expect.poll(() => proposal.count()).toBe(0);
});

it('sends the sheets of the day by one press; an interviewer hears a moment, and marks the sheet as seen', async () => {
  const page = await newPage();
  await signIn(page, company.gerente);
  await page.goto(`/dashboard/pesquisas/${survey.pesquisaId}/campo`);
  await page.getByRole('button', { name: 'Enviar folha do dia' }).click();
  const people = page.getByRole('list', { name: 'Entrevistadores do dia' });
  await people.getByRole('button', { name: /^Ana.*1 momento para ouvir/ }).click();
  await people.getByRole('list', { name: 'Folha de Ana' }).getByText('Bom exemplo').waitFor();
  await waitForRest(page);
  await expectNoSeriousViolation(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Enviar a 2 entrevistadores' }).click();
  await page.getByText('2 folhas enviadas.').waitFor();

  const own = await newPage();
  await signIn(own, interviewer);
  await own.goto('/dashboard/campo');
  const sheets = own.getByRole('list', { name: 'Folhas recebidas' });
  await sheets.getByText('1 momento para ouvir').waitFor();
  await sheets.getByRole('link', { name: /^Ler a folha/ }).click();
  await own.getByText(/você concluiu 2 entrevistas/).waitFor();
  await own.getByRole('button', { name: 'Ouvir Bom exemplo' }).click();
  await own.getByLabel('Som de Bom exemplo').waitFor();
  await waitForRest(own);
  await expectNoSeriousViolation(own);
  await own.getByRole('button', { name: 'Marcar como visualizada' }).click();
  await own.getByText('Visualizada', { exact: true }).waitFor();

  // The manager sees that the sheet was read.
  await page.getByRole('button', { name: 'Enviar folha do dia' }).click();
  await people.getByRole('listitem').filter({ hasText: 'Ana' }).getByText('Visualizada').waitFor();
});

it('shows in the demonstration a sheet that was sent, seen and answered, and says what the preview of now says', async () => {
  const login = (papel: string) =>
    inject('demo').logins.find((one) => one.empresa === 'Horizonte Pesquisas' && one.papel === papel);
  const [gerente, usuario] = [login('gerente'), login('usuario')];
  if (!gerente || !usuario) throw new Error('a demonstração não tem instituto');
  const [own, coordinator] = await Promise.all([usuario, gerente].map((one) => openSession(baseUrl, one)));
  const [sheet] = (await own?.api<MinhaFolha[]>('GET', '/folhas')) ?? [];
  expect(sheet).toMatchObject({ vista: true, respondida: true });
  expect(sheet?.momentos).toBeGreaterThan(0);
  const { rows } = await pool.query<{ agente_id: string }>(
    'select agente_id from agente_retornos where folha_dia = $1 and item_id is null and resposta is not null',
    [sheet?.dia],
  );
  const asked = `/folhas/previas?dia=${sheet?.dia}&agente_id=${rows[0]?.agente_id}`;
  const preview = await coordinator?.api<{ previas: PreviaDeFolha[] }>('GET', asked);
  expect(preview?.previas).toMatchObject([{ enviada: { vista: true, respondida: true, igual: true } }]);
});
