// Tests a survey's answers: the counts of typed answers equal manual counts.
import { randomUUID } from 'node:crypto';
import type { Distribuicao } from '@escuta/shared/contracts/operation/distribuicao';
import type { ConfrontoWire } from '@escuta/shared/contracts/surveys/confrontos';
import type { PerguntaCongelada } from '@escuta/shared/domain/interview/questionnaire/questionnaire';
import { MOTIVOS_REVISAO } from '@escuta/shared/domain/interview/verdicts/review';
import { newId } from '@escuta/shared/platform/database/ids';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type AuditedSurvey, addAudited, createAgents, createOwnSurvey } from '../support/audited-survey.ts';
import { bearer, createTenant } from '../support/factories.ts';
import { frozenOption, frozenQuestion } from '../support/frozen-question.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  other = await createTenant(test.deps);
  survey = await createOwnSurvey(test.deps, mine.empresa, 3);
});
afterAll(() => test.close());

const option = (texto: string, especial: 'nao_sabe' | 'outro' | null = null) =>
  frozenOption({ id: randomUUID(), texto, especial });
const question = (codigo: string, fields: Partial<PerguntaCongelada>) =>
  frozenQuestion({ id: randomUUID(), codigo, texto: `Pergunta ${codigo}?`, tipo: 'texto', ...fields });

/** Adds a version of the survey's questionnaire, and adds the version's new questions to the draft. */
async function addVersion(numero: number, perguntas: readonly PerguntaCongelada[]): Promise<string> {
  const { db: pool } = test.deps;
  await pool.query(
    `insert into perguntas (id, empresa_id, questionario_id, codigo, texto_pergunta, tipo, ordem, excluida_em)
     select (q ->> 'id')::uuid, $2, $3, q ->> 'codigo' || '-' || $4, q ->> 'texto', (q ->> 'tipo')::tipo_pergunta, 1,
     now()
     from jsonb_array_elements($1::jsonb) q on conflict do nothing`,
    [JSON.stringify(perguntas), mine.empresa.id, survey.questionarioId, String(numero)],
  );
  const id = newId();
  await pool.query(
    'insert into questionario_versoes (id, empresa_id, questionario_id, numero, conteudo) values ($1, $2, $3, $4, $5)',
    [id, mine.empresa.id, survey.questionarioId, numero, JSON.stringify({ perguntas })],
  );
  return id;
}

type Typed = { opcoes?: string[]; texto?: string };
/** Adds an interview, by default a concluded one, with the typed answers to the given questions. */
async function addInterview(
  versaoId: string,
  answers: readonly (readonly [PerguntaCongelada, Typed])[],
  situacao = 'concluida',
): Promise<void> {
  const { db: pool } = test.deps;
  const id = newId();
  await pool.query(
    `insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      nome_entrevistado, situacao)
     values ($1, $2, $3, $4, $5, $6, 'Pessoa', $7::situacao_entrevista)`,
    [id, mine.empresa.id, survey.projetoId, survey.pesquisaId, survey.questionarioId, versaoId, situacao],
  );
  for (const [{ id: perguntaId }, { opcoes = [], texto = null }] of answers) {
    await pool.query(
      `insert into respostas (id, empresa_id, entrevista_id, pergunta_id, opcoes, texto_resposta)
       values (gen_random_uuid(), $1, $2, $3, $4::uuid[], $5)`,
      [mine.empresa.id, id, perguntaId, opcoes, texto],
    );
  }
}

async function answers(query = '', token = mine.tokens.usuario) {
  const response = await test.app.inject({
    url: `/api/v1/pesquisas/${survey.pesquisaId}/distribuicao${query}`,
    headers: bearer(token),
  });
  return { status: response.statusCode, data: (response.json() as { data: Distribuicao }).data };
}

it('the audited ones count apart: only those that agree with the audio, after review', async () => {
  const [ana = ''] = await createAgents(test.deps.db, mine.empresa.id, [{ nome: 'Ana' }]);
  const [first] = await addAudited(
    test.deps.db,
    survey,
    // The typed answer to P1 agrees with three recordings, diverges from one and is inaudible in one; P3 has free text.
    ['CCC', 'CCC', 'CXC', 'DCC', 'UCR'].map((letras, n) => ({ letras, agenteId: n < 3 ? ana : null })),
  );
  const { data } = await answers();
  expect(data).toMatchObject({ total: 5, contadas: 5, auditadas: 5 });
  const [p1, p2, p3] = data.perguntas;
  expect(p1).toMatchObject({
    codigo: 'P1',
    base: 5,
    respondidas: { todas: 5, conferem: 3, auditadas: 4 },
    redacao_anterior: false,
  });
  expect(p1?.opcoes).toEqual([
    { texto: 'Sim', especial: null, todas: 5, conferem: 3 },
    { texto: 'Não', especial: null, todas: 0, conferem: 0 },
    { texto: 'Talvez', especial: null, todas: 0, conferem: 0 },
  ]);
  expect(p2).toMatchObject({ respondidas: { conferem: 4 } });
  expect(p3).toMatchObject({ opcoes: [], numeros: null, respondidas: { todas: 5, conferem: 4 } });
  expect(p3?.textos.reduce((sum, { todas }) => sum + todas, 0)).toBe(5);

  // A person decides that the first interview's typed answer to P1 diverges from the recording.
  const cells = await test.app.inject({
    url: `/api/v1/entrevistas/${first?.entrevistaId}/confrontos`,
    headers: bearer(mine.tokens.gerente),
  });
  const [cell] = (cells.json() as { data: ConfrontoWire[] }).data;
  const reviewed = await test.app.inject({
    method: 'PUT',
    url: `/api/v1/confrontos/${cell?.id}/revisao`,
    headers: bearer(mine.tokens.gerente),
    payload: { veredito: 'diverge', motivo: MOTIVOS_REVISAO[0], visto_em: cell?.updated_at },
  });
  expect(reviewed.statusCode, reviewed.payload).toBe(200);
  expect((await answers()).data.perguntas[0]?.respondidas).toEqual({ todas: 5, conferem: 2, auditadas: 4 });
  // Filters by Ana, who has three interviews.
  expect((await answers(`?agente_id=${ana}`)).data).toMatchObject({ contadas: 3 });
});

it('counts choices, numbers, dates and words of each wording, with its base', async () => {
  const bairro = option('Outro', 'outro');
  const compra = question('C1', {
    tipo: 'escolha',
    texto: 'Onde o senhor compra?',
    opcoes: [option('Mercado'), option('Feira'), bairro],
  });
  const [mercado, feira] = compra.opcoes;
  const frutas = question('C2', { tipo: 'multipla', opcoes: [option('Banana'), option('Uva')] });
  const [banana, uva] = frutas.opcoes;
  const idade = question('C3', { tipo: 'numero', unidade: 'anos' });
  const porque = question('C4', { mostrarSe: { perguntaId: compra.id, opcoes: [feira?.id ?? ''] } });
  const one = await addVersion(2, [compra, frutas, idade, porque]);
  await addInterview(one, [
    [compra, { opcoes: [feira?.id ?? ''] }],
    [frutas, { opcoes: [banana?.id ?? '', uva?.id ?? ''] }],
    [idade, { texto: '1.200,5' }],
    [porque, { texto: 'É mais barato' }],
  ]);
  await addInterview(one, [
    [compra, { opcoes: [feira?.id ?? ''] }],
    [frutas, { opcoes: [banana?.id ?? ''] }],
    [idade, { texto: '20' }],
    [porque, { texto: ' é MAIS barato ' }],
  ]);
  await addInterview(one, [
    [compra, { opcoes: [bairro.id], texto: 'Na vizinha' }],
    [idade, { texto: '30' }],
  ]);
  // An interview in progress counts in no figure.
  await addInterview(one, [[compra, { opcoes: [mercado?.id ?? ''] }]], 'em_andamento');
  // The next version rewords only C1, so C2 to C4 stay the same questions.
  const nova = { ...compra, texto: 'Onde a senhora ou o senhor costuma comprar?' };
  const two = await addVersion(3, [nova, frutas, idade, porque]);
  await addInterview(two, [
    [nova, { opcoes: [mercado?.id ?? ''] }],
    [frutas, { opcoes: [uva?.id ?? ''] }],
    [idade, { texto: '40' }],
  ]);

  const { data } = await answers(`?questionario_id=${survey.questionarioId}`);
  expect(data).toMatchObject({ total: 9, contadas: 9 });
  const own = data.perguntas.filter(({ codigo }) => codigo.startsWith('C'));
  expect(
    own.map(({ codigo, versoes, base, redacao_anterior }) => [codigo, versoes, base, redacao_anterior]),
  ).toEqual([
    ['C1', [3], 1, false],
    ['C1', [2], 3, true],
    ['C2', [3, 2], 4, false],
    ['C3', [3, 2], 4, false],
    // C4 asks why, and only people who buy at the fair see it.
    ['C4', [3, 2], 2, false],
  ]);
  const [novo, antigo, c2, c3, c4] = own;
  expect(novo?.opcoes.map(({ todas }) => todas)).toEqual([1, 0, 0]);
  expect(antigo?.opcoes.map(({ todas }) => todas)).toEqual([0, 2, 1]);
  expect(antigo?.textos).toEqual([{ texto: 'Na vizinha', todas: 1, conferem: 0 }]);
  expect(c2).toMatchObject({ respondidas: { todas: 3 }, opcoes: [{ todas: 2 }, { todas: 2 }] });
  expect(c3?.numeros?.todas).toEqual({
    media: 322.625,
    mediana: 35,
    q1: 27.5,
    q3: 330.125,
    minimo: 20,
    maximo: 1200.5,
  });
  expect(c3?.numeros?.conferem).toBeNull();
  // The ranges have no gaps between them.
  expect(c3?.numeros?.faixas.map(({ de, ate, todas }) => [de, ate, todas])).toEqual([
    [0, 200, 3],
    [200, 400, 0],
    [400, 600, 0],
    [600, 800, 0],
    [800, 1000, 0],
    [1000, 1200, 0],
    [1200, 1400, 1],
  ]);
  expect(c4).toMatchObject({
    textos: [{ texto: expect.stringMatching(/mais barato/i), todas: 2 }],
    textos_diferentes: 1,
  });
});

it('a scale appears whole, and many numbers in round ranges', async () => {
  const nota = question('N1', { tipo: 'escala', minimo: 0, maximo: 4 });
  const idade = question('N2', { tipo: 'numero' });
  const version = await addVersion(4, [nota, idade]);
  for (const [a, b] of [
    ['1', '18'],
    ['3', '35'],
    ['3', '90'],
  ]) {
    await addInterview(version, [
      [nota, { texto: a as string }],
      [idade, { texto: b as string }],
    ]);
  }
  const { data } = await answers();
  const rangesOf = (codigo: string) =>
    data.perguntas
      .find((one) => one.codigo === codigo)
      ?.numeros?.faixas.map(({ de, ate, todas }) => [de, ate, todas]);
  expect(rangesOf('N1')).toEqual([
    [0, 0, 0],
    [1, 1, 1],
    [2, 2, 0],
    [3, 3, 2],
    [4, 4, 0],
  ]);
  expect(rangesOf('N2')).toEqual([
    [10, 20, 1],
    [20, 30, 0],
    [30, 40, 1],
    [40, 50, 0],
    [50, 60, 0],
    [60, 70, 0],
    [70, 80, 0],
    [80, 90, 0],
    [90, 100, 1],
  ]);
});

it("is not another company's, and strange values in the database do not break the page", async () => {
  expect((await answers('', other.tokens.admin)).status).toBe(200);
  expect((await answers('', other.tokens.gerente)).status).toBe(404);
  expect((await answers('?de=ontem')).status).toBe(400);
  const odd = question('X1', { tipo: 'numero' });
  const version = await addVersion(5, [odd, { ...odd, id: randomUUID(), opcoes: null as never }]);
  await addInterview(version, [[odd, { texto: 'muitos' }]]);
  const { status, data } = await answers();
  expect(status).toBe(200);
  expect(data.perguntas.find(({ codigo }) => codigo === 'X1')).toMatchObject({
    numeros: null,
    respondidas: { todas: 1 },
  });
});
