// The files of a survey in one list: received, arriving and missing recordings, with reasons.
import { randomUUID } from 'node:crypto';
import type { ArquivoDaEntrevista } from '@escuta/shared/contracts/surveys/arquivos-pesquisa';
import type { QuestionarioBaixado } from '@escuta/shared/contracts/surveys/campo';
import { saveRecordingMap } from '@escuta/shared/services/recordings/recording-map';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createAparelho, createApiKey, createMembro, createTenant, signToken } from '../support/factories.ts';
import { createFieldSurvey, type Dito, logOf, noise, Sender } from '../support/field.ts';
import { statementsBy } from '../support/statements.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let survey: Awaited<ReturnType<typeof createFieldSurvey>>;
let q: QuestionarioBaixado;
let device: Sender;
let gerente: Sender;
/** Ids of this survey's four interviews. */
let ids: { gravada: string; recebendo: string; recusada: string; semSom: string };

const COMECO = Date.now() - 600_000;
/** Announces an interview and sends its log so far. */
async function interview(nome: string, ditos: readonly Dito[]): Promise<string> {
  const id = randomUUID();
  expect((await device.announce(id, q.versao.id, { nome_entrevistado: nome })).status).toBe(200);
  expect((await device.events(id, logOf(ditos, { comeco: COMECO }))).status).toBe(200);
  return id;
}

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  survey = await createFieldSurvey(test.deps, test.app, mine.empresa, mine.tokens.gerente);
  gerente = new Sender(mine.tokens.gerente, test.app);
  device = new Sender((await createAparelho(test.deps, mine.usuario)).segredo, test.app);
  q = await device.done<QuestionarioBaixado>(
    'POST',
    `/campo/questionarios/${survey.questionario.id}/baixar`,
    { para: 'iniciar' },
  );
  const semSom = [
    { tipo: 'iniciada', motivo: 'O acesso ao microfone foi negado.' },
    { tipo: 'consentimento', motivo: 'aceito' },
    { tipo: 'interrompida', motivo: 'Não podia continuar.' },
  ] as const;
  ids = {
    gravada: await interview('Ana Gravada', [
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
    ]),
    recebendo: await interview('Bento a Caminho', [
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
    ]),
    recusada: await interview('Clara Recusou', [
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'recusou_gravacao' },
    ]),
    semSom: await interview('Davi sem Som', semSom),
  };
  expect((await device.close(ids.semSom, logOf(semSom, { comeco: COMECO }))).body.data).toMatchObject({
    completa: true,
  });
  // Stores a joined recording with gaps: between two pieces, and at the end.
  await test.deps.prisma.auditoriaItem.updateMany({
    where: { entrevistaId: ids.gravada },
    data: {
      arquivoNome: 'gravação-ana.webm',
      arquivoPath: `${mine.empresa.id}/${ids.gravada}/som`,
      arquivoTamanho: 123_456,
      arquivoEm: new Date('2026-03-02T12:00:00.000Z'),
      callDuration: 95,
    },
  });
  await saveRecordingMap(test.deps.db, { id: ids.gravada, empresaId: mine.empresa.id }, [
    { n: 1, gravacao: 1, somMs: 0, monoMs: 0, inicioMs: 0, duracaoMs: 30_000, lacunaMs: 0, silencioMs: 0 },
    {
      n: 2,
      gravacao: 2,
      somMs: 0,
      monoMs: 42_000,
      inicioMs: 33_000,
      duracaoMs: 62_000,
      lacunaMs: 12_000,
      silencioMs: 3000,
    },
    {
      n: 3,
      gravacao: null,
      somMs: 0,
      monoMs: 104_000,
      inicioMs: 95_000,
      duracaoMs: 0,
      lacunaMs: 4000,
      silencioMs: 0,
    },
  ]);
  const envio = randomUUID();
  expect((await device.open(envio, ids.recebendo)).status).toBe(201);
  for (const [index, bytes] of noise(3, 1500).entries()) {
    expect((await device.part(envio, index + 1, bytes)).status).toBe(200);
  }
});
afterAll(() => test.close());

const list = (query = '', sender = gerente) =>
  sender.done<ArquivoDaEntrevista[]>('GET', `/pesquisas/${survey.pesquisa.id}/arquivos${query}`);
const names = async (query: string) => (await list(query)).map(({ nome_entrevistado }) => nome_entrevistado);

describe('files of a survey', () => {
  it('says of each interview where its sound is, what is missing in it and why there is none', async () => {
    const rows = new Map((await list()).map((row) => [row.id, row]));
    expect(rows.size).toBe(4);
    expect(rows.get(ids.gravada)).toMatchObject({
      estado: 'com_gravacao',
      item: {
        arquivo_nome: 'gravação-ana.webm',
        arquivo_tamanho: 123_456,
        arquivo_recebido_em: '2026-03-02T12:00:00.000Z',
        duracao_s: 95,
        apagada: false,
      },
      lacunas: {
        total: 2,
        sem_som_ms: 16_000,
        primeiras: [
          { em_ms: 30_000, duracao_ms: 12_000, fim: false },
          { em_ms: 95_000, duracao_ms: 4000, fim: true },
        ],
      },
      envios: { total: 0, tamanho: 0, primeiros: [] },
    });
    const receiving = rows.get(ids.recebendo);
    expect(receiving).toMatchObject({
      estado: 'recebendo',
      aparelho: { nome: 'Chrome em Android' },
      entrevistador: { nome: expect.any(String) },
      envios: {
        total: 1,
        tamanho: 4500,
        primeiros: [{ gravacao: 1, estado: 'aberto', recebidas: 3, partes: null, tamanho: 4500 }],
      },
      lacunas: { total: 0, sem_som_ms: 0, primeiras: [] },
    });
    const [envio] = receiving?.envios.primeiros ?? [];
    // The device still sends: the received parts are kept for 30 days from the last received part.
    const kept = Date.parse(envio?.expira_em ?? '') - Date.parse(envio?.ultima_em ?? '');
    expect(Math.round(kept / 86_400_000)).toBe(30);
    expect(rows.get(ids.recusada)).toMatchObject({ estado: 'sem_gravacao', gravacao: 'recusada' });
    expect(rows.get(ids.semSom)).toMatchObject({
      estado: 'sem_gravacao',
      gravacao: 'sem_gravacao',
      motivo_sem_gravacao: 'O acesso ao microfone foi negado.',
      situacao: 'interrompida',
    });
  });

  it('filters by state, name and interviewer, and the pages end where the count ends', async () => {
    expect(await names('?arquivo=com_gravacao')).toEqual(['Ana Gravada']);
    expect(await names('?arquivo=com_lacunas')).toEqual(['Ana Gravada']);
    expect(await names('?arquivo=recebendo')).toEqual(['Bento a Caminho']);
    expect(await names('?arquivo=sem_gravacao')).toEqual(['Davi sem Som', 'Clara Recusou']);
    expect(await names('?q=bento')).toEqual(['Bento a Caminho']);
    const [row] = await list('?arquivo=recebendo');
    expect(await names(`?agente_id=${row?.entrevistador?.id}&limit=100`)).toHaveLength(4);
    expect(await names(`?agente_id=${randomUUID()}`)).toEqual([]);
    const answer = await gerente.call('GET', `/pesquisas/${survey.pesquisa.id}/arquivos?limit=3&page=2`);
    expect(answer.body).toMatchObject({ pagination: { total: 4, totalPages: 2, page: 2 } });
    expect(answer.body.data).toHaveLength(1);
  });

  it('what a manager ended, or what was erased, is no longer on its way', async () => {
    const id = await interview('Eva Perdida', [
      { tipo: 'iniciada' },
      { tipo: 'consentimento', motivo: 'aceito' },
    ]);
    expect(await names('?q=eva perdida&arquivo=recebendo')).toEqual(['Eva Perdida']);
    await gerente.call('POST', `/entrevistas/${id}/encerrar-aparelho`, { motivo: 'O aparelho caiu no rio.' });
    expect(await names('?q=eva perdida&arquivo=sem_gravacao')).toEqual(['Eva Perdida']);
    const { id: itemId } = await test.deps.prisma.auditoriaItem.findFirstOrThrow({
      where: { entrevistaId: id },
    });
    await gerente.done('POST', `/auditoria-item/${itemId}/apagar-dados`, { motivo: 'pedido_do_titular' });
    const [row] = (await list()).filter((one) => one.id === id);
    expect(row).toMatchObject({ estado: 'sem_gravacao', item: { apagada: true, arquivo_nome: null } });
  });

  it("is for readers of the interviews; another company's is 404; a colleague's device is for him and managers", async () => {
    const url = `/pesquisas/${survey.pesquisa.id}/arquivos`;
    const theirs = await createTenant(test.deps);
    expect((await new Sender(theirs.tokens.gerente, test.app).call('GET', url)).status).toBe(404);
    expect(
      (await new Sender(await createApiKey(test.deps, mine.empresa), test.app).call('GET', url)).status,
    ).toBe(200);
    const shown = async (token: string) =>
      (await list('?arquivo=recebendo', new Sender(token, test.app))).map(
        ({ aparelho }) => aparelho !== null,
      );
    expect(await shown(mine.tokens.usuario)).toEqual([true]);
    const other = await createMembro(test.deps, mine.empresa, { papel: 'usuario' });
    expect(await shown(signToken(test.deps, other))).toEqual([false]);
  });

  it('takes the same queries to the database, for one interview or twenty', async () => {
    const asked = async (limit: number) =>
      (await statementsBy(test.deps.db.pool, () => list(`?limit=${limit}`))).filter((text) =>
        /entrevistas/.test(text),
      ).length;
    expect(await asked(20)).toBe(await asked(1));
  });

  it('says the same of an interview that no device made, days later', async () => {
    const id = await interview('Zélia do Portal', [{ tipo: 'iniciada' }]);
    await test.deps.db.query(
      `update entrevistas set situacao = 'concluida', sincronia = null, ultimo_contato_em = now() - interval '9 days'
        where id = $1`,
      [id],
    );
    const [row] = await list('?q=Zélia');
    expect(row).toMatchObject({ nome_entrevistado: 'Zélia do Portal', aguardando_aparelho: false });
  });
});
