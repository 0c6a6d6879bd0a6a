// An interviewer's sheet of a day: its figures and moments; it is sent once and brought up to date, and only its
// interviewer hears and answers it. All this also holds after an erasure and after agents are merged.
import { Readable } from 'node:stream';
import {
  FOLHAS_POR_VEZ,
  type FolhaRecebida,
  type MinhaFolha,
  type PreviaDeFolha,
} from '@escuta/shared/contracts/team/folhas';
import { addDays } from '@escuta/shared/domain/reports/period';
import { dayInSaoPaulo } from '@escuta/shared/domain/zone-clock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { delivering } from '../../worker/src/events/events.ts';
import { mailingNotices } from '../../worker/src/notices/mails-now.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedInterview,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { bearer, createMembro, createTenant, signToken } from '../support/factories.ts';
import { mailsTo } from '../support/mails.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;
type Interviewer = { id: string; token: string; usuarioId: string; email: string };

const ONTEM = addDays(dayInSaoPaulo(new Date()), -1);
const DIA = ONTEM.split('-').reverse().join('/');
/** Noon of the sheet's day (ONTEM) in São Paulo. */
const NOON = new Date(`${ONTEM}T12:00:00-03:00`);

let test: TestApp;
let mine: Tenant;
let survey: AuditedSurvey;
let ana: Interviewer;

beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example' });
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());
beforeEach(async () => {
  survey = await createOwnSurvey(test.deps, mine.empresa, 4);
  ana = await interviewer('Ana');
});

/** Creates an interviewer whose account is for field work only. */
async function interviewer(nome: string): Promise<Interviewer> {
  const membro = await createMembro(test.deps, mine.empresa, { nome });
  await test.deps.db.query(
    `insert into membro_direitos (membro_id, direito, empresa_id) values ($1, 'so_campo', $2)`,
    [membro.id, mine.empresa.id],
  );
  const [id = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome, usuarioId: membro.usuarioId },
  ]);
  return { id, token: signToken(test.deps, membro), usuarioId: membro.usuarioId, email: membro.email };
}

const call = async <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const { status, body } = await callApi<T>(test, token, method, path, payload);
  return { status, ...body };
};

let recordings = 0;
/** Adds audited interviews of the day, with recordings. */
const interviews = (agenteId: string, ...given: Partial<AuditedInterview>[]): Promise<AuditedIds[]> =>
  addAudited(
    test.deps.db,
    survey,
    given.map((one, n) => ({
      letras: 'CCCC',
      agenteId,
      em: new Date(NOON.getTime() + n * 60_000),
      arquivoPath: `${mine.empresa.id}/folha-${++recordings}`,
      ...one,
    })),
  );

async function preview(
  of: string | { pesquisa_id: string },
  dia = `dia=${ONTEM}&`,
): Promise<PreviaDeFolha[]> {
  const which = typeof of === 'string' ? `agente_id=${of}` : `pesquisa_id=${of.pesquisa_id}`;
  const { data } = await call<{ dia: string; previas: PreviaDeFolha[] }>(
    'GET',
    `/folhas/previas?${dia}${which}`,
  );
  expect(data.dia).toBe(ONTEM);
  return data.previas;
}
const previewOf = async (id: string): Promise<PreviaDeFolha> => {
  const [one] = await preview(id);
  if (!one) throw new Error('no preview');
  return one;
};
const titles = ({ linhas }: Pick<PreviaDeFolha, 'linhas'>) => linhas.map(({ titulo }) => titulo);
const send = (folhas: { agente_id: string; versao?: string }[], token?: string, dia = ONTEM) =>
  call<{ enviadas: number; atualizadas: number; iguais: number; sem_conta: object[]; recusadas: object[] }>(
    'POST',
    '/folhas',
    { dia, folhas },
    token,
  );
const sendTo = (id: string) => send([{ agente_id: id }]);
const own = async ({ token }: Interviewer) =>
  (await call<FolhaRecebida>('GET', `/folhas/${ONTEM}`, undefined, token)).data;

/** Confirms, as a person, the divergence that the AI found at a question of an interview. */
async function confirmDivergence({ entrevistaId }: AuditedIds, question: number): Promise<void> {
  const [cell] = (
    await test.deps.db.query<{ id: string; updated_at: Date }>(
      'select id, updated_at from confrontos where entrevista_id = $1 and ordem = $2',
      [entrevistaId, question],
    )
  ).rows;
  const answer = await call('PUT', `/confrontos/${cell?.id}/revisao`, {
    veredito: 'diverge',
    visto_em: cell?.updated_at.toISOString(),
  });
  expect(answer.status, answer.message).toBe(200);
}

/** Delivers all events, and mails what is due. */
async function deliver(): Promise<void> {
  const stage = { isStopped: () => false, moved: () => undefined };
  await delivering({ ...test.deps, publish: () => undefined }).round(stage);
  await test.deps.db.query(
    "update avisos_email set enviar_em = now() - interval '1 second' where enviar_em is not null",
  );
  await mailingNotices({ db: test.deps.db, notices: test.deps }).round(stage);
}

describe('the sheet of a day', () => {
  it('is sent as the preview shows it, with the figures of board and map, and only confirmed divergences', async () => {
    const [first] = await interviews(
      ana.id,
      { letras: 'CDCC' },
      { letras: 'CCRN', leituras: { 1: 'maior' } },
      { letras: 'CCCI' },
    );
    // An interview of another day counts in no figure of the sheet.
    await interviews(ana.id, { em: new Date(NOON.getTime() - 3 * 86_400_000), letras: 'DDDD' });
    const before = await previewOf(ana.id);
    expect([titles(before), before.a_confirmar]).toEqual([
      [`Folha de ${DIA}`, 'Leitura que mudou o sentido', 'Bom exemplo'],
      1,
    ]);
    await confirmDivergence(first as AuditedIds, 2);
    const shown = await previewOf(ana.id);
    expect(titles(shown)).toEqual([
      `Folha de ${DIA}`,
      'Divergência confirmada',
      'Leitura que mudou o sentido',
      'Bom exemplo',
    ]);
    expect(shown).toMatchObject({ a_confirmar: 0, recusa: null, enviada: null, tem_conta: true });
    const [figures] = shown.linhas;
    expect(figures?.texto.split('\n').slice(0, 5)).toEqual([
      `Em ${DIA}, você concluiu 3 entrevistas, 3 auditadas até agora.`,
      'Perguntas lidas como escritas: 10 de 11 (poucas).',
      'Perguntas não feitas: 1 de 12 (poucas).',
      'Respostas induzidas: 1 de 11 (poucas).',
      'Respostas digitadas diferentes da fala: 1 de 9 (poucas).',
    ]);
    // The figures count the same cells as the map and the board.
    const query = `?agente_id=${ana.id}&de=${ONTEM}&ate=${ONTEM}`;
    const { data: results } = await call<{ entrevistadores: Record<string, { n: number; d: number }>[] }>(
      'GET',
      `/pesquisas/${survey.pesquisaId}/resultados${query}`,
    );
    const [rates] = results.entrevistadores;
    expect(
      ['fidelidade', 'omissao', 'inducao', 'digitacao'].map((taxa) => [rates?.[taxa]?.n, rates?.[taxa]?.d]),
    ).toEqual([
      [10, 11],
      [1, 12],
      [1, 11],
      [1, 9],
    ]);
    const { data: board } = await call<{ entrevistadores: { dias: { concluidas: number }[] }[] }>(
      'GET',
      `/pesquisas/${survey.pesquisaId}/quadro?de=${ONTEM}&ate=${ONTEM}`,
    );
    expect(board.entrevistadores[0]?.dias).toMatchObject([{ concluidas: 3 }]);

    const sent = await send([{ agente_id: ana.id, versao: shown.versao }]);
    expect(sent.data).toEqual({ enviadas: 1, atualizadas: 0, iguais: 0, sem_conta: [], recusadas: [] });
    const received = await own(ana);
    const rowOf = ({ tipo, titulo, texto, entrevista_em, trecho }: PreviaDeFolha['linhas'][number]) => ({
      ...{ tipo, titulo, texto, entrevista_em, trecho },
    });
    expect(received.linhas).toMatchObject(shown.linhas.map(rowOf));
    expect(received).toMatchObject({ vista: false, respondida: false, dia: ONTEM });
    expect(await previewOf(ana.id)).toMatchObject({ enviada: { vista: false, igual: true } });
    const entries = await test.deps.db.query<{ detalhes: object }>(
      `select detalhes from registros_acesso where acao = 'folha_enviada' and recurso_id = $1`,
      [ana.id],
    );
    expect(entries.rows).toEqual([{ detalhes: { dia: ONTEM, momentos: 3, atualizada: false } }]);
  });

  it('sent again is the same sheet with what changed, to be seen anew, and nobody is told twice', async () => {
    const [held] = await interviews(ana.id, { letras: 'CCCC' }, { letras: 'CCCC' });
    await sendTo(ana.id);
    await deliver();
    const mails = await mailsTo(test.deps, ana.email);
    expect(mails.map(({ assunto }) => assunto)).toEqual([`Sua folha de ${DIA}`]);
    expect(mails[0]?.texto).toContain(`https://escuta.example/dashboard/campo/folhas/${ONTEM}`);
    expect((await sendTo(ana.id)).data).toMatchObject({ enviadas: 0, atualizadas: 0, iguais: 1 });
    const seen = await call<FolhaRecebida>('POST', `/folhas/${ONTEM}/visto`, undefined, ana.token);
    expect(seen.data.vista).toBe(true);
    const before = await own(ana);

    await call('PUT', `/entrevistas/${held?.entrevistaId}/revisao`, {
      para: 'em_espera',
      motivo: 'Ouvir de novo.',
      visto: 0,
    });
    // An interview put on hold no longer counts: its moment is replaced by a moment of an interview that counts.
    expect((await previewOf(ana.id)).enviada).toMatchObject({ vista: true, igual: false });
    expect((await sendTo(ana.id)).data).toMatchObject({ enviadas: 0, atualizadas: 1, iguais: 0 });
    const after = await own(ana);
    expect(after.linhas[0]?.texto).toContain('Fora dos números até o coordenador decidir: 1 em espera.');
    expect(after.linhas[0]?.id).toBe(before.linhas[0]?.id);
    expect([after.linhas.length, after.vista]).toEqual([before.linhas.length, false]);
    await deliver();
    expect(await mailsTo(test.deps, ana.email)).toHaveLength(1);
    const { data: all } = await call<MinhaFolha[]>('GET', '/folhas', undefined, ana.token);
    expect(all).toMatchObject([{ dia: ONTEM, vista: false, momentos: 1 }]);
  });

  it('sent again with another moment is announced on the interviewer’s home again', async () => {
    const membro = await createMembro(test.deps, mine.empresa, { nome: 'Fábio' });
    const token = signToken(test.deps, membro);
    const [id = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Fábio', usuarioId: membro.usuarioId },
    ]);
    const [one] = await interviews(id, { letras: 'CDCC' }, {});
    await sendTo(id);
    const home = async () =>
      (await call<{ criterio: string }[]>('GET', '/retornos/meus', undefined, token)).data.map(
        ({ criterio }) => criterio,
      );
    expect(await home()).toEqual([`Folha de ${DIA}`]);
    const { data: seen } = await call<FolhaRecebida>('POST', `/folhas/${ONTEM}/visto`, undefined, token);
    expect(await home()).toEqual([]);
    await confirmDivergence(one as AuditedIds, 2);
    expect((await sendTo(id)).data).toMatchObject({ atualizadas: 1 });
    const { data: now } = await call<FolhaRecebida>('GET', `/folhas/${ONTEM}`, undefined, token);
    // The figures are unchanged; only the moment is new.
    expect([now.linhas[0]?.texto, now.linhas.length]).toEqual([
      seen.linhas[0]?.texto,
      seen.linhas.length + 1,
    ]);
    expect(await home()).toEqual([`Folha de ${DIA}`]);
  });

  it('names interviewers without a sheet first, and says how many more there are', async () => {
    const ids = await createAgents(
      test.deps.db,
      mine.empresa.id,
      Array.from({ length: FOLHAS_POR_VEZ + 1 }, (_, n) => ({ nome: `Agente ${n}` })),
    );
    await addAudited(
      test.deps.db,
      survey,
      ids.map((agenteId) => ({ letras: 'CCCC', agenteId, em: NOON })),
    );
    const list = async () =>
      (
        await call<{ previas: PreviaDeFolha[]; mais: number }>(
          'GET',
          `/folhas/previas?dia=${ONTEM}&pesquisa_id=${survey.pesquisaId}`,
        )
      ).data;
    const { previas, mais } = await list();
    expect([previas.length, mais]).toEqual([FOLHAS_POR_VEZ, 1]);
    const sent = await send(previas.map(({ agente, versao }) => ({ agente_id: agente.id, versao })));
    expect(sent.data).toMatchObject({ enviadas: FOLHAS_POR_VEZ });
    const shown = new Set(previas.map(({ agente }) => agente.id));
    const left = ids.filter((id) => !shown.has(id));
    const next = await list();
    expect(next.previas.filter(({ enviada }) => enviada === null).map(({ agente }) => agente.id)).toEqual(
      left,
    );
  });

  it('goes to all interviewers of a survey’s day by one request, by default of the last day', async () => {
    const bia = await interviewer('Bia');
    await interviews(ana.id, {});
    await interviews(bia.id, {}, {});
    const shown = await preview({ pesquisa_id: survey.pesquisaId }, '');
    expect(shown.map(({ agente }) => agente.nome)).toEqual(['Ana', 'Bia']);
    const sent = await send(shown.map(({ agente, versao }) => ({ agente_id: agente.id, versao })));
    expect(sent.data).toMatchObject({ enviadas: 2, recusadas: [] });
    expect((await own(bia)).linhas[0]?.texto).toContain('você concluiu 2 entrevistas');
    // Ana's sheet has changed since the list was opened, so her sheet, and no other, is refused.
    await interviews(ana.id, {});
    const again = await send(shown.map(({ agente, versao }) => ({ agente_id: agente.id, versao })));
    expect(again.data).toMatchObject({
      ...{ atualizadas: 0, iguais: 1 },
      recusadas: [{ agente: { nome: 'Ana' }, motivo: expect.stringContaining('mudou depois da prévia') }],
    });
    expect((await own(ana)).linhas[0]?.texto).toContain('você concluiu 1 entrevista,');
  });

  it('is refused with a reason, and says where nobody is told', async () => {
    const theirs = await createTenant(test.deps);
    const [semConta = '', atendente = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Caio' },
      { nome: 'Dora' },
    ]);
    await interviews(semConta, {});
    await interviews(ana.id, {});
    const refused = async (answer: ReturnType<typeof send>) => {
      const { status, message } = await answer;
      return [status, message];
    };
    expect(await refused(sendTo(atendente))).toEqual([422, `Dora não fez entrevistas em ${DIA}.`]);
    expect(await refused(send([{ agente_id: ana.id }], theirs.tokens.gerente))).toEqual([
      404,
      'Agente não encontrado.',
    ]);
    expect(await refused(send([{ agente_id: ana.id, versao: 'a'.repeat(64) }]))).toEqual([
      409,
      'A folha de Ana mudou depois da prévia. Confira-a de novo antes de enviar.',
    ]);
    expect((await send([{ agente_id: ana.id }], mine.tokens.usuario)).status).toBe(403);
    expect((await send([{ agente_id: ana.id }], undefined, addDays(ONTEM, 30))).status).toBe(400);
    const own = await createMembro(test.deps, mine.empresa, { papel: 'gerente' });
    const [self = ''] = await createAgents(test.deps.db, mine.empresa.id, [
      { nome: 'Eva', usuarioId: own.usuarioId },
    ]);
    await interviews(self, {});
    expect(await refused(send([{ agente_id: self }], signToken(test.deps, own)))).toEqual([
      422,
      'Esta folha é sua: outra pessoa precisa enviar a folha.',
    ]);
    expect(await previewOf(semConta)).toMatchObject({ tem_conta: false, recusa: null });
    expect((await sendTo(semConta)).data).toMatchObject({
      enviadas: 1,
      sem_conta: [{ id: semConta, nome: 'Caio' }],
    });
    await call('POST', `/agentes/${semConta}/anonimizar`);
    expect((await sendTo(semConta)).message).toContain('foi anonimizado e não recebe mais folhas.');
    const { rows } = await test.deps.db.query('select from agente_retornos where agente_id = any($1)', [
      [ana.id, atendente, self, semConta],
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the interviewer', () => {
  /** Stores `bytes` as the sound of the moment on a sheet's row, as the worker does after it cuts a moment. */
  async function cut(retornoId: string, bytes: string): Promise<void> {
    const { rows } = await test.deps.db.query<{ id: string }>(
      'select id from momentos where retorno_id = $1',
      [retornoId],
    );
    const id = rows[0]?.id ?? '';
    const key = `${mine.empresa.id}/som-${id}`;
    const body = Buffer.from(bytes);
    await test.deps.store.put(key, Readable.from([body]), { contentType: 'audio/mpeg' });
    await test.deps.prisma.momento.update({
      where: { id },
      data: { situacao: 'pronto', chaveObjeto: key, tamanho: body.length, sha256: 'b'.repeat(64) },
    });
  }
  const hear = (id: string, token: string) =>
    test.app.inject({ method: 'GET', url: `/api/v1/retornos/${id}/som`, headers: bearer(token) });

  it('hears the stretches of the own interviews alone, each hearing in the accesses', async () => {
    const [one] = await interviews(ana.id, {});
    await sendTo(ana.id);
    const [, moment] = (await own(ana)).linhas;
    expect([moment?.tipo, moment?.som]).toEqual(['exemplo', 'preparando']);
    const id = moment?.id ?? '';
    expect((await hear(id, ana.token)).statusCode).toBe(409);
    await cut(id, 'só o trecho');
    expect((await own(ana)).linhas[1]?.som).toBe('pronto');
    const heard = await hear(id, ana.token);
    expect([heard.statusCode, heard.body, heard.headers['cache-control']]).toEqual([
      200,
      'só o trecho',
      'no-store',
    ]);
    const { rows } = await test.deps.db.query<{ tipo: string }>(
      'select tipo from acessos where alvo_id = $1 and usuario_id = $2 order by tipo',
      [one?.itemId, ana.usuarioId],
    );
    expect(rows.map(({ tipo }) => tipo)).toEqual(['som', 'trecho']);
    const bia = await interviewer('Bia');
    for (const token of [bia.token, mine.tokens.gerente, mine.tokens.usuario]) {
      expect((await hear(id, token)).statusCode).toBe(404);
    }
    expect((await call('GET', `/folhas/${ONTEM}`, undefined, bia.token)).status).toBe(404);
    // The sheet's moment is not among the shared moments of the interview's page.
    expect((await call('GET', `/auditoria-item/${one?.itemId}/momentos`)).data).toEqual([]);
    expect((await call('POST', `/retornos/${id}/visto`, undefined, bia.token)).status).toBe(404);
  });

  it.each([
    ['failed', false, `situacao = 'falhou'`],
    ['ended', true, 'expira_em = now()'],
  ])('hears a moment again whose sound %s, once the sheet is sent again', async (_, wasCut, end) => {
    await interviews(ana.id, {});
    await sendTo(ana.id);
    const [, moment] = (await own(ana)).linhas;
    const id = moment?.id ?? '';
    if (wasCut) await cut(id, 'velho');
    const sounds = async () =>
      (
        await test.deps.db.query<{ chave: string | null }>(
          'select chave_objeto as chave from momentos where retorno_id = $1',
          [id],
        )
      ).rows;
    const [old] = await sounds();
    expect((await sendTo(ana.id)).data).toMatchObject({ iguais: 1 });
    const listed = async () => (await call('GET', '/folhas', undefined, ana.token)).data;
    expect(await listed()).toMatchObject([{ momentos: 1 }]);
    await test.deps.db.query(`update momentos set ${end} where retorno_id = $1`, [id]);
    expect(await listed()).toMatchObject([{ momentos: 0 }]);
    expect((await previewOf(ana.id)).enviada).toMatchObject({ igual: false });
    expect((await sendTo(ana.id)).data).toMatchObject({ enviadas: 0, atualizadas: 1 });
    expect((await own(ana)).linhas[1]).toMatchObject({ id, som: 'preparando' });
    expect(await sounds()).toEqual([{ chave: null }]);
    const { rows: going } = await test.deps.db.query('select from objetos_pendentes where chave = $1', [
      old?.chave,
    ]);
    expect(going).toHaveLength(wasCut ? 1 : 0);
    await cut(id, 'novo');
    expect((await hear(id, ana.token)).body).toBe('novo');
    expect((await sendTo(ana.id)).data).toMatchObject({ iguais: 1 });
  });

  it('answers, once a row, and the coordinator is told; the sheet changes no more', async () => {
    await interviews(ana.id, {});
    await sendTo(ana.id);
    const [figures] = (await own(ana)).linhas;
    const answer = (token: string) =>
      call('POST', `/retornos/${figures?.id}/resposta`, { texto: 'A rua estava barulhenta.' }, token);
    expect((await answer(mine.tokens.gerente)).status).toBe(404);
    expect((await answer(ana.token)).status).toBe(200);
    expect(await own(ana)).toMatchObject({
      ...{ respondida: true, vista: true },
      linhas: [{ resposta: 'A rua estava barulhenta.' }, { resposta: null }],
    });
    const { rows } = await test.deps.db.query<{ dados: object }>(
      `select dados from eventos_dominio where tipo = 'retorno_respondido' and alvo_id = $1`,
      [figures?.id],
    );
    expect(rows).toEqual([{ dados: { autor_id: mine.gerente.usuarioId, agente_id: ana.id } }]);
    await interviews(ana.id, {});
    const late = await sendTo(ana.id);
    expect([late.status, late.message]).toEqual([
      422,
      `Ana já respondeu à folha de ${DIA}, que não pode mais ser alterada.`,
    ]);
    expect((await own(ana)).linhas[0]?.texto).toContain('você concluiu 1 entrevista,');
  });

  it('reads no sheet that was taken back, nor hears its sound, and is told of none that went before the mail', async () => {
    await interviews(ana.id, {});
    await sendTo(ana.id);
    const [figures, moment] = (await own(ana)).linhas;
    await cut(moment?.id ?? '', 'som');
    expect((await call('DELETE', `/retornos/${figures?.id}`)).status).toBe(200);
    expect((await call('GET', `/folhas/${ONTEM}`, undefined, ana.token)).status).toBe(404);
    expect((await hear(moment?.id ?? '', ana.token)).statusCode).toBe(404);
    await deliver();
    expect(await mailsTo(test.deps, ana.email)).toEqual([]);
    const { rows } = await test.deps.db.query(
      'select from momentos where retorno_id = $1 and expira_em > now()',
      [moment?.id],
    );
    expect(rows).toEqual([]);
  });
});

describe('beside other acts', () => {
  it('an erased interview takes its moment along, and another one comes with the next sending', async () => {
    const [first, second] = await interviews(ana.id, {}, {});
    await sendTo(ana.id);
    const before = await test.deps.db.query<{ item_id: string }>(
      'select item_id from agente_retornos where agente_id = $1 and item_id is not null',
      [ana.id],
    );
    const [gone, left] = before.rows[0]?.item_id === first?.itemId ? [first, second] : [second, first];
    const erased = await call('POST', `/auditoria-item/${gone?.itemId}/apagar-dados`, {
      motivo: 'pedido_do_titular',
    });
    expect(erased.status, erased.message).toBe(200);
    expect((await own(ana)).linhas.map(({ tipo }) => tipo)).toEqual(['geral']);
    const sounds = await test.deps.db.query('select from momentos where item_id = $1', [gone?.itemId]);
    expect(sounds.rows).toEqual([]);
    await sendTo(ana.id);
    const after = await test.deps.db.query<{ item_id: string }>(
      'select item_id from agente_retornos where agente_id = $1 and item_id is not null',
      [ana.id],
    );
    expect(after.rows).toEqual([{ item_id: left?.itemId }]);
  });

  it('a merged agent’s sheet goes to the agent of now; an undone merge gives back what is the other’s', async () => {
    const bia = await interviewer('Bia');
    const [of] = await interviews(bia.id, { letras: 'CCCC' });
    await call('POST', `/agentes/${ana.id}/fundir`, { agente_id: bia.id });
    expect((await sendTo(bia.id)).data).toMatchObject({ enviadas: 1 });
    expect((await own(ana)).linhas.map(({ tipo }) => tipo)).toEqual(['geral', 'exemplo']);
    expect((await call('GET', `/folhas/${ONTEM}`, undefined, bia.token)).status).toBe(404);
    const [fusao] = (await call<{ id: string }[]>('GET', `/agentes/${ana.id}/fusoes`)).data;
    await call('POST', `/agentes/${ana.id}/fusoes/${fusao?.id}/desfazer`);
    const moments = async (who: Interviewer) => {
      const { rows } = await test.deps.db.query(
        'select from agente_retornos where agente_id = $1 and item_id = $2',
        [who.id, of?.itemId],
      );
      return rows.length;
    };
    expect([await moments(ana), await moments(bia)]).toEqual([0, 1]);
    expect((await own(bia)).linhas.map(({ tipo }) => tipo)).toEqual(['exemplo']);
  });

  it('after an undone merge both agents get a sheet of their own interviews, and are told of it', async () => {
    const bia = await interviewer('Bia');
    await interviews(bia.id, {});
    await interviews(ana.id, {}, {});
    await call('POST', `/agentes/${ana.id}/fundir`, { agente_id: bia.id });
    await sendTo(ana.id);
    await deliver();
    expect((await own(ana)).linhas[0]?.texto).toContain('você concluiu 3 entrevistas');
    const bell = async () =>
      (await test.deps.db.query('select from notificacoes where usuario_id = $1', [ana.usuarioId])).rows
        .length;
    expect(await bell()).toBe(1);
    const [fusao] = (await call<{ id: string }[]>('GET', `/agentes/${ana.id}/fusoes`)).data;
    await call('POST', `/agentes/${ana.id}/fusoes/${fusao?.id}/desfazer`);
    // The bell's notice is deleted, because this notice would lead to a sheet with both agents' interviews.
    expect(await bell()).toBe(0);
    const sent = await send([{ agente_id: ana.id }, { agente_id: bia.id }]);
    expect(sent.data).toMatchObject({ enviadas: 2, atualizadas: 0, recusadas: [] });
    await deliver();
    const received = await Promise.all(
      [ana, bia].map(async (who) => {
        const [figures] = (await own(who)).linhas;
        return [figures?.texto.split(',', 2).join(','), (await mailsTo(test.deps, who.email)).length];
      }),
    );
    expect(received).toEqual([
      [`Em ${DIA}, você concluiu 2 entrevistas`, 2],
      [`Em ${DIA}, você concluiu 1 entrevista`, 1],
    ]);
  });

  it('an undone merge leaves an answered sheet as it is', async () => {
    const bia = await interviewer('Bia');
    await interviews(bia.id, {});
    await call('POST', `/agentes/${ana.id}/fundir`, { agente_id: bia.id });
    await sendTo(ana.id);
    const [figures] = (await own(ana)).linhas;
    await call('POST', `/retornos/${figures?.id}/resposta`, { texto: 'Entendi.' }, ana.token);
    const [fusao] = (await call<{ id: string }[]>('GET', `/agentes/${ana.id}/fusoes`)).data;
    await call('POST', `/agentes/${ana.id}/fusoes/${fusao?.id}/desfazer`);
    expect((await own(ana)).linhas).toMatchObject([{ tipo: 'geral', resposta: 'Entendi.' }]);
  });

  it('a moment taken back alone comes into no sheet again', async () => {
    await interviews(ana.id, {}, {});
    await sendTo(ana.id);
    const [, moment] = (await own(ana)).linhas;
    expect((await call('DELETE', `/retornos/${moment?.id}`)).status).toBe(200);
    const place = (one?: { entrevista_em: string | null; trecho: object | null }) => ({
      ...{ entrevista_em: one?.entrevista_em, trecho: one?.trecho },
    });
    expect((await previewOf(ana.id)).linhas.map(place)).not.toContainEqual(place(moment));
    await sendTo(ana.id);
    const after = (await own(ana)).linhas.map(place);
    expect(after).toHaveLength(2);
    expect(after).not.toContainEqual(place(moment));
  });
});

/** Waits until a statement waits for a lock of another transaction. */
const untilOneWaits = () =>
  expect
    .poll(
      async () => {
        const { rows } = await test.deps.db.query<{ n: number }>(
          `select count(*)::int as n from pg_locks where not granted
             and pid in (select pid from pg_stat_activity where datname = current_database())`,
        );
        return rows[0]?.n;
      },
      { timeout: 30_000, interval: 10 },
    )
    .toBeGreaterThan(0);

describe('two people at one sheet at the same time', () => {
  /** Selects the rows of Ana's sheet in the order in which all writers lock them. */
  const ROWS = 'select from agente_retornos where agente_id = $1 order by created_at, id';

  it('an answer holds no row of the sheet while it waits for an earlier one', async () => {
    await interviews(ana.id, {}, {});
    await sendTo(ana.id);
    const { rows } = await test.deps.db.query<{ id: string }>(ROWS.replace('from', 'id from'), [ana.id]);
    let answered: ReturnType<typeof call> | undefined;
    await test.deps.db.transaction(async (tx) => {
      await tx.query('select from agente_retornos where id = $1 for update', [rows[0]?.id]);
      answered = call('POST', `/retornos/${rows[1]?.id}/resposta`, { texto: 'Entendi.' }, ana.token);
      await untilOneWaits();
      await tx.query(`${ROWS} for update nowait`, [ana.id]);
    });
    expect((await answered)?.status).toBe(200);
  });

  it('taking a sheet back waits for the erasure of its interview, and holds none of its rows meanwhile', async () => {
    const [one] = await interviews(ana.id, {});
    await sendTo(ana.id);
    const [figures] = (await own(ana)).linhas;
    let taken: ReturnType<typeof call> | undefined;
    await test.deps.db.transaction(async (tx) => {
      // Locks as an erasure does: the item first, then the moments' sounds, and last the sheet's rows.
      await tx.query('select from auditoria_itens where id = $1 for update', [one?.itemId]);
      await tx.query('select from momentos where item_id = $1 for update', [one?.itemId]);
      taken = call('DELETE', `/retornos/${figures?.id}`);
      await untilOneWaits();
      await tx.query(`${ROWS} for update nowait`, [ana.id]);
    });
    expect((await taken)?.status).toBe(200);
  });

  it('anonymising an interviewer holds no sound while it waits for a row', async () => {
    const [one] = await interviews(ana.id, {});
    await sendTo(ana.id);
    await test.deps.db.query('update membros set ativo = false where usuario_id = $1', [ana.usuarioId]);
    let gone: ReturnType<typeof call> | undefined;
    await test.deps.db.transaction(async (tx) => {
      await tx.query(`${ROWS} for update`, [ana.id]);
      gone = call('POST', `/agentes/${ana.id}/anonimizar`);
      await untilOneWaits();
      await tx.query('select from momentos where item_id = $1 for update nowait', [one?.itemId]);
    });
    expect((await gone)?.status).toBe(200);
    const { rowCount } = await test.deps.db.query(ROWS, [ana.id]);
    expect(rowCount).toBe(0);
  });
});

describe('an account that comes to an interviewer after the sheet', () => {
  const told = async (usuarioId: string) => {
    await deliver();
    const { rows } = await test.deps.db.query<{ dia: string }>(
      `select dados ->> 'dia' as dia from notificacoes where usuario_id = $1 and tipo = 'folha_enviada'`,
      [usuarioId],
    );
    return rows.map(({ dia }) => dia);
  };

  it('is told of it, once', async () => {
    const [id = ''] = await createAgents(test.deps.db, mine.empresa.id, [{ nome: 'Caio' }]);
    await interviews(id, {});
    await sendTo(id);
    const caio = await createMembro(test.deps, mine.empresa, { nome: 'Caio' });
    const link = async (usuario_id: string | null) =>
      expect((await call('PATCH', `/agentes/${id}`, { usuario_id })).status).toBe(200);
    await link(caio.usuarioId);
    expect(await told(caio.usuarioId)).toEqual([ONTEM]);
    await link(null);
    await link(caio.usuarioId);
    expect(await told(caio.usuarioId)).toEqual([ONTEM]);
  });

  it('is told by a merge too, and of no sheet that it has read', async () => {
    const [id = ''] = await createAgents(test.deps.db, mine.empresa.id, [{ nome: 'A. Lima' }]);
    await interviews(id, {});
    await sendTo(id);
    expect(await told(ana.usuarioId)).toEqual([]);
    const merged = await call('POST', `/agentes/${ana.id}/fundir`, { agente_id: id });
    expect(merged.status, merged.message).toBe(200);
    expect(await told(ana.usuarioId)).toEqual([ONTEM]);
    expect((await own(ana)).linhas).toHaveLength(2);
  });
});
