// Effects of verifications and signals: proposals to hold interviews, and notices to assigned people.
import type { PropostaDeRevisao } from '@escuta/shared/contracts/surveys/revisao-entrevistas';
import type { SinalWire } from '@escuta/shared/contracts/surveys/sinais';
import type { VerificacaoWire } from '@escuta/shared/contracts/surveys/verificacoes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { delivering } from '../../worker/src/events/events.ts';
import { mailingNotices } from '../../worker/src/notices/mails-now.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { createMembro, createTenant, signToken } from '../support/factories.ts';
import { mailsTo } from '../support/mails.ts';
import { createSinal, markSignalsComputed } from '../support/signals.ts';

type Person = { token: string; usuarioId: string; email: string };

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;
/** In this order: the suspected interviewer, a second gerente, and another person of the company. */
let nilo: Person;
let bia: Person;
let rita: Person;
let agentOfNilo: string;

beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example' });
  mine = await createTenant(test.deps);
  const person = async (nome: string, papel: 'gerente' | 'usuario'): Promise<Person> => {
    const membro = await createMembro(test.deps, mine.empresa, { nome, papel });
    return { token: signToken(test.deps, membro), usuarioId: membro.usuarioId, email: membro.email };
  };
  [nilo, bia, rita] = [
    await person('Nilo', 'usuario'),
    await person('Bia', 'gerente'),
    await person('Rita', 'usuario'),
  ];
  const [own = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Nilo', usuarioId: nilo.usuarioId },
  ]);
  [agentOfNilo = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Nilo S.', fundidoEmId: own },
  ]);
});
afterAll(() => test.close());
beforeEach(async () => {
  survey = await createOwnSurvey(test.deps, mine.empresa, 2);
});

const call = async <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const { status, body } = await callApi<T>(test, token, method, path, payload);
  return { status, ...body };
};
const of = () => `/pesquisas/${survey.pesquisaId}`;
const interviews = (n: number, fields: object = {}): Promise<AuditedIds[]> =>
  addAudited(
    test.deps.db,
    survey,
    Array.from({ length: n }, (_, k) => ({
      letras: 'CC',
      nome: `Pessoa ${k + 1}`,
      agenteId: agentOfNilo,
      ...fields,
    })),
  );
const proposals = async (query = '', token?: string) =>
  (await call<PropostaDeRevisao[]>('GET', `${of()}/propostas${query}`, undefined, token)).data;
const drawn = async (token?: string) =>
  (await call<VerificacaoWire[]>('GET', `${of()}/verificacoes?limit=100`, undefined, token)).data;
const conclude = (row: VerificacaoWire | undefined, payload: object, token?: string) =>
  call<VerificacaoWire>(
    'POST',
    `/verificacoes/${row?.id}/concluir`,
    { visto: row?.versao, ...payload },
    token,
  );
const recontact = { modo: 'recontato', resultado: 'nao_entrevistado' };

/** Creates a signal about an interviewer, which two gerentes then confirm. @returns the signal's id */
async function confirmed(ids: readonly AuditedIds[]): Promise<string> {
  const id = await createSinal(
    test.deps.db,
    survey,
    ids.map(({ entrevistaId }) => entrevistaId),
    { alvo: 'entrevistador', agenteId: agentOfNilo },
  );
  await markSignalsComputed(test.deps.db, survey);
  const say = (visto: number, token: string) =>
    call<SinalWire>('PUT', `/sinais/${id}/parecer`, { parecer: 'procede', visto }, token);
  const first = await say(1, mine.tokens.gerente);
  expect(await proposals()).toEqual([]);
  expect((await say(first.data.visto, bia.token)).data.estado).toBe('confirmado');
  return id;
}

it("'não foi entrevistado' proposes to hold the interview, once, with its reason and cause; nothing happens by itself", async () => {
  const [one] = await interviews(1);
  await call('POST', `${of()}/verificacao/sortear`);
  const [row] = await drawn();
  const after = await conclude(row, recontact);
  expect(after.data.entrevista.revisao).toBe('pendente');
  const [proposal] = await proposals(`?verificacao_id=${row?.id}`);
  expect(proposal).toMatchObject({
    para: 'em_espera',
    origem: { tipo: 'verificacao', id: row?.id },
    motivo: expect.stringMatching(/^Recontato em \d\d\/\d\d\/\d{4}: não foi entrevistado\.$/),
    entrevistas: [
      { id: one?.entrevistaId, nome: 'Pessoa 1', entrevistador: 'Nilo', propria: false, visto: 0 },
    ],
    total: 1,
  });
  expect((await call('GET', `${of()}/propostas`, undefined, rita.token)).status).toBe(403);

  const origem = { tipo: 'verificacao', id: row?.id };
  const hold = (token?: string) =>
    call(
      'PUT',
      `/entrevistas/${one?.entrevistaId}/revisao`,
      { para: 'em_espera', motivo: proposal?.motivo, origem, visto: 0 },
      token,
    );
  // Two people decide at once: the second decision is refused.
  expect((await Promise.all([hold(), hold(bia.token)])).map(({ status }) => status).toSorted()).toEqual([
    200, 409,
  ]);
  expect(await proposals()).toEqual([]);
  const { historico } = (
    await call<{ historico: object[] }>('GET', `/entrevistas/${one?.entrevistaId}/revisoes`)
  ).data;
  expect(historico).toMatchObject([{ para: 'em_espera', motivo: proposal?.motivo, origem }]);

  // After a later verification with a different result the hold stays, and a release is proposed.
  const [held] = await drawn();
  expect(held?.entrevista.revisao).toBe('em_espera');
  await conclude(held, { modo: 'recontato', resultado: 'confirmada' });
  expect(await proposals()).toMatchObject([
    { para: 'pendente', origem, entrevistas: [{ revisao: 'em_espera' }] },
  ]);
  await call('PUT', `/entrevistas/${one?.entrevistaId}/revisao`, { para: 'pendente', visto: 1 });
  expect(await proposals()).toEqual([]);
  const refused = await call('PUT', `/entrevistas/${one?.entrevistaId}/revisao`, {
    para: 'em_espera',
    motivo: 'De novo.',
    origem,
    visto: 2,
  });
  expect([refused.status, refused.message]).toEqual([
    422,
    'O recontato desta entrevista agora tem outro resultado.',
  ]);
});

it('a confirmed signal proposes all its interviews, of which a person chooses; a withdrawn opinion proposes to give them back', async () => {
  const ids = await interviews(3);
  const id = await confirmed(ids);
  const [proposal] = await proposals(`?sinal_id=${id}`);
  expect(proposal).toMatchObject({
    origem: { tipo: 'sinal', id, sinal: { tipo: 'digitada_antes', agente: 'Nilo S.' } },
    total: 3,
  });
  const origem = { tipo: 'sinal', id };
  const chosen = ids.slice(0, 2).map(({ entrevistaId }) => ({ id: entrevistaId, visto: 0 }));
  const hold = (entrevistas: object[]) =>
    call<{ alteradas: number; recusadas: object[] }>('POST', `${of()}/entrevistas/revisao`, {
      para: 'em_espera',
      motivo: proposal?.motivo,
      origem,
      entrevistas,
    });
  const [stranger] = await interviews(1, { nome: 'Outra' });
  expect((await hold([...chosen, { id: stranger?.entrevistaId, visto: 0 }])).data).toEqual({
    alteradas: 2,
    recusadas: [
      {
        id: stranger?.entrevistaId,
        nome: 'Outra',
        motivo: 'O sinal desta entrevista não está mais confirmado por duas pessoas.',
      },
    ],
  });
  // The other interview is approved, after which no proposal is left.
  expect(await proposals()).toMatchObject([{ total: 1, entrevistas: [{ id: ids[2]?.entrevistaId }] }]);
  await call('PUT', `/entrevistas/${ids[2]?.entrevistaId}/revisao`, { para: 'aprovada', visto: 0 });
  expect(await proposals()).toEqual([]);

  await call('DELETE', `/sinais/${id}/parecer`, undefined, bia.token);
  expect(await proposals()).toMatchObject([
    { para: 'pendente', origem, motivo: 'O sinal não está mais confirmado.', total: 2 },
  ]);
  // A signal still counts interviews that are held, because a hold must not remove the signal's own proof.
  expect((await call<SinalWire>('GET', `/sinais/${id}`)).data.entrevistas_total).toBe(3);
});

/** Interrupts interviews, and makes Nilo's account their interviewer. */
const interrupt = (ids: readonly AuditedIds[]) =>
  test.deps.db.query(
    `update entrevistas set situacao = 'interrompida', usuario_id = $2 where id = any ($1::uuid[])`,
    [ids.map(({ entrevistaId }) => entrevistaId), nilo.usuarioId],
  );
const review = (of: AuditedIds | undefined, para: string, visto: number, origem?: object) =>
  call('PUT', `/entrevistas/${of?.entrevistaId}/revisao`, { para, motivo: 'Vista.', visto, origem });
const goOn = (of: AuditedIds | undefined) =>
  call('PATCH', `/entrevistas/${of?.entrevistaId}/finalizar`, undefined, nilo.token);
const historyOf = async (of: AuditedIds | undefined) =>
  (
    await call<{ revisao: string; historico: { de: string; para: string; origem: object | null }[] }>(
      'GET',
      `/entrevistas/${of?.entrevistaId}/revisoes`,
    )
  ).data;

it('an interviewer who goes on ends no hold, no rejection and no proposal about the interview', async () => {
  const ids = await interviews(4);
  const id = await confirmed(ids);
  const origem = { tipo: 'sinal', id };
  const [held, rejected, approved, open] = ids;
  expect((await review(held, 'em_espera', 0, origem)).status).toBe(200);
  expect((await review(rejected, 'rejeitada', 0)).status).toBe(200);
  expect((await review(approved, 'aprovada', 0)).status).toBe(200);
  expect(await proposals()).toMatchObject([{ total: 1, entrevistas: [{ id: open?.entrevistaId }] }]);
  await interrupt(ids);
  expect((await Promise.all(ids.map(goOn))).map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  expect(await historyOf(held)).toMatchObject({
    revisao: 'em_espera',
    historico: [{ de: 'em_espera', para: 'em_espera', origem }, { origem }],
  });
  expect(await historyOf(rejected)).toMatchObject({
    revisao: 'em_espera',
    historico: [{ de: 'rejeitada', para: 'em_espera', origem: null }, {}],
  });
  // More data arrived after the approval, so that the approval no longer settles the signal.
  expect((await historyOf(approved)).revisao).toBe('pendente');
  const [proposal] = await proposals();
  expect(proposal?.entrevistas.map((one) => one.id).toSorted()).toEqual(
    [approved, open].map((one) => one?.entrevistaId).toSorted(),
  );
  // A page that was opened before the decision is outdated: its request is refused. After the opinion that caused the
  // hold is deleted, a release is proposed.
  expect((await review(held, 'pendente', 1)).status).toBe(409);
  await call('DELETE', `/sinais/${id}/parecer`, undefined, bia.token);
  expect(await proposals()).toMatchObject([
    { para: 'pendente', origem, entrevistas: [{ id: held?.entrevistaId, visto: 2 }] },
  ]);
});

it('each call is kept with its time and outcome, and goes with the data of the interview', async () => {
  const [one] = await interviews(1);
  await call('POST', `${of()}/verificacao/sortear`);
  const [row] = await drawn();
  const wrong = await conclude(row, { modo: 'recontato', resultado: 'confirmada', desfecho: 'ocupado' });
  expect([wrong.status, wrong.message]).toEqual([400, 'Informe o desfecho só quando não houve contato.']);
  const tried = { modo: 'recontato', resultado: 'sem_contato', desfecho: 'nao_atendeu' };
  const first = await conclude(row, tried);
  expect((await conclude(row, tried)).data).toEqual(first.data);
  // The same attempt with another outcome is refused: it is another phone call, from a page that lacks the first.
  expect((await conclude(row, { ...tried, desfecho: 'ocupado' })).status).toBe(409);
  expect(first.data.proxima_em).not.toBeNull();
  const second = await conclude(first.data, { ...tried, desfecho: 'pediu_retorno', nota: 'Depois das 18h.' });
  const done = await conclude(second.data, { modo: 'recontato', resultado: 'confirmada' });
  expect(done.data).toMatchObject({
    resultado: 'confirmada',
    proxima_em: null,
    tentativas: [
      { n: 3, resultado: 'confirmada' },
      { n: 2, resultado: 'pediu_retorno', nota: 'Depois das 18h.' },
      { n: 1, resultado: 'nao_atendeu', nota: null },
    ],
  });
  await call('POST', `/auditoria-item/${one?.itemId}/apagar-dados`, { motivo: 'pedido_do_titular' });
  const { rows } = await test.deps.db.query('select from verificacao_tentativas where verificacao_id = $1', [
    row?.id,
  ]);
  expect(rows).toEqual([]);
});

it('another result of a call corrects that call, even the last one that may be made, and the log has both', async () => {
  const [one] = await interviews(1);
  await call('POST', `${of()}/verificacao/sortear`);
  const [row] = await drawn();
  const busy = { modo: 'recontato', resultado: 'sem_contato', desfecho: 'ocupado' };
  const first = await conclude(row, busy);
  await test.deps.db.query(
    `insert into verificacao_tentativas (verificacao_id, n, empresa_id, usuario_id, resultado)
     select t.verificacao_id, s.n, t.empresa_id, t.usuario_id, 'ocupado'
     from verificacao_tentativas t, generate_series(2, 49) as s (n) where t.verificacao_id = $1`,
    [row?.id],
  );
  const wrong = await conclude(first.data, { ...recontact, nota: 'Disse que não.' }, bia.token);
  await review(one, 'aprovada', 0);
  // A changed note alone is no new reason for a hold: the approval stays valid.
  const noted = await conclude(wrong.data, { ...recontact, nota: 'Era outra pessoa.' });
  expect(await proposals()).toEqual([]);
  const right = await conclude(noted.data, { modo: 'recontato', resultado: 'confirmada' });
  expect(right.data).toMatchObject({ resultado: 'confirmada', feita: { por: { nome: 'Pessoa de Teste' } } });
  expect(right.data.tentativas).toHaveLength(50);
  // Each attempt names the person who called.
  expect(right.data.tentativas.slice(0, 2)).toMatchObject([
    { n: 50, resultado: 'confirmada', nota: null, por: { nome: 'Bia' } },
    { n: 49, resultado: 'ocupado' },
  ]);
  const { rows: log } = await test.deps.db.query<{ detalhes: object }>(
    `select detalhes from registros_acesso where recurso_id = $1 and acao = 'verificacao_feita'
      order by created_at desc, id desc`,
    [row?.id],
  );
  const outcome = (resultado: string) => ({ resultado, ligacao: resultado });
  expect(log.map(({ detalhes }) => detalhes).slice(0, 3)).toMatchObject([
    { antes: outcome('nao_entrevistado'), depois: outcome('confirmada') },
    { resultado: 'nao_entrevistado', nota_mudou: true },
    { antes: { ...outcome('sem_contato'), ligacao: 'ocupado' }, depois: outcome('nao_entrevistado') },
  ]);

  const open = await conclude(right.data, { ...busy, desfecho: 'numero_errado' });
  expect(open.data.tentativas[0]).toMatchObject({ n: 50, resultado: 'numero_errado' });
  const more = await conclude(open.data, busy);
  expect([more.status, more.message]).toEqual([
    422,
    'Já há 50 ligações nesta verificação. Peça a um gerente para verificar pela gravação.',
  ]);
});

/** Delivers all events, and sends due mails. */
async function deliver(): Promise<void> {
  const stage = { isStopped: () => false, moved: () => undefined };
  await delivering({ ...test.deps, publish: () => undefined }).round(stage);
  await test.deps.db.query(
    "update avisos_email set enviar_em = now() - interval '1 second' where enviar_em is not null",
  );
  await mailingNotices({ db: test.deps.db, notices: test.deps }).round(stage);
}
type Bell = { nao_lidas: number; notificacoes: { tipo: string; alvo_id: string; pesquisa?: object }[] };
const bell = async ({ token }: Person) => (await call<Bell>('GET', '/notificacoes', undefined, token)).data;
const work = async ({ token }: Person) =>
  (
    await call<{ sinais: number; indicado: number; verificacoes: object[] }>(
      'GET',
      '/indicacoes',
      undefined,
      token,
    )
  ).data;

it('the person named for a signal is told by bell, mail and home; taken back, the notice goes', async () => {
  const [one] = await interviews(1);
  const id = await createSinal(test.deps.db, survey, [one?.entrevistaId as string], {
    agenteId: agentOfNilo,
  });
  await markSignalsComputed(test.deps.db, survey);
  const first = await call<SinalWire>('PUT', `/sinais/${id}/parecer`, { parecer: 'procede', visto: 1 });
  const people = async () =>
    (await call<{ nome: string }[]>('GET', `/sinais/${id}/pessoas`)).data.map(({ nome }) => nome);
  // The list excludes the interviewer under any name, the authors of opinions on the signal, and the caller.
  expect(await people()).toEqual(expect.arrayContaining(['Bia', 'Rita']));
  expect(await people()).not.toContain('Nilo');
  const own = (await call<{ id: string }[]>('GET', `/sinais/${id}/pessoas`, undefined, bia.token)).data;
  expect(own.map((person) => person.id)).not.toContain(mine.gerente.usuarioId);
  expect(own.map((person) => person.id)).not.toContain(bia.usuarioId);

  const name = (user_id: string | null, visto: number, token?: string) =>
    call<SinalWire>('PUT', `/sinais/${id}/indicado`, { user_id, visto }, token);
  const refused = [
    await name(nilo.usuarioId, first.data.visto),
    await name(mine.gerente.usuarioId, first.data.visto),
    await name(mine.gerente.usuarioId, first.data.visto, bia.token),
  ];
  expect(refused.map(({ status, message }) => [status, message])).toEqual([
    [422, 'Esta pessoa fez a entrevista do sinal: indique outra.'],
    [422, 'Você não pode indicar a própria conta. Dê o seu parecer.'],
    [422, 'Esta pessoa já deu um parecer: indique outra.'],
  ]);

  const named = await name(rita.usuarioId, first.data.visto);
  await deliver();
  expect((await bell(rita)).notificacoes).toMatchObject([
    { tipo: 'sinal_indicado', alvo_id: id, pesquisa: { id: survey.pesquisaId } },
  ]);
  expect((await mailsTo(test.deps, rita.email)).map(({ texto }) => texto).join()).toContain(
    'https://escuta.example/dashboard/sinais',
  );
  expect(await work(rita)).toMatchObject({ sinais: 1, indicado: 1 });

  const none = await name(null, named.data.visto);
  expect((await bell(rita)).notificacoes).toEqual([]);
  expect(await work(rita)).toMatchObject({ sinais: 0, indicado: 0 });
  // The person is assigned and withdrawn before the event is delivered: nobody is notified.
  const again = await name(rita.usuarioId, none.data.visto);
  await name(null, again.data.visto);
  await deliver();
  expect((await bell(rita)).notificacoes).toEqual([]);
  expect(await mailsTo(test.deps, rita.email)).toHaveLength(1);
});

it('whoever is given verifications is told of how many are left; with none left the notice goes', async () => {
  await interviews(3);
  await call('POST', `${of()}/verificacao/sortear`);
  const rows = await drawn();
  expect(rows[0]?.entrevista.feita_por).toEqual([nilo.usuarioId]);
  const give = (verificacoes: string[], usuario_id: string | null) =>
    call('POST', `${of()}/verificacoes/atribuir`, { verificacoes, usuario_id });
  const [first = '', ...others] = rows.map(({ id }) => id);
  await give([first], rita.usuarioId);
  await give(others, rita.usuarioId);
  await deliver();
  const told = async () => (await bell(rita)).notificacoes.map(({ tipo, pesquisa }) => ({ tipo, pesquisa }));
  const notice = (n: number) => [
    { tipo: 'verificacao_atribuida', pesquisa: { id: survey.pesquisaId, titulo: 'Pesquisa auditada', n } },
  ];
  expect(await told()).toEqual(notice(3));
  expect((await mailsTo(test.deps, rita.email)).map(({ assunto }) => assunto)).toContain(
    '3 entrevistas para verificar em Pesquisa auditada',
  );
  expect((await drawn(rita.token))[0]?.entrevista.feita_por).toEqual([]);
  await give([first], null);
  expect(await told()).toEqual(notice(2));
  expect((await work(rita)).verificacoes).toMatchObject([{ pesquisa: { id: survey.pesquisaId }, n: 2 }]);
  await give(others, bia.usuarioId);
  expect(await told()).toEqual([]);
});
