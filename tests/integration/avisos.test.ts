// Events reach people: Monday's weekly mail is sent once to each person, with any number of workers.
import { randomUUID } from 'node:crypto';
import type { InsightParaRevisar as ParaRevisar } from '@escuta/shared/contracts/insights/insights';
import { canaisDaPessoa } from '@escuta/shared/domain/accounts/notices';
import type { RegraPadrao } from '@escuta/shared/domain/rules/rules';
import { readUnsubscribeToken, unsubscribeToken } from '@escuta/shared/services/accounts/unsubscribe';
import { activeRules } from '@escuta/shared/services/rules/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { delivering } from '../../worker/src/events/events.ts';
import { mailingNotices } from '../../worker/src/notices/mails-now.ts';
import { summarisingWeeks } from '../../worker/src/notices/weekly.ts';
import { fire } from '../../worker/src/rules/firings-repo.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import {
  createAuditoria,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
} from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';
import { mailsTo } from '../support/mails.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let auditoria: Awaited<ReturnType<typeof createAuditoria>>;
let template: Awaited<ReturnType<typeof createTemplateVersion>>;
beforeAll(async () => {
  test = await createTestApp({ PUBLIC_URL: 'https://escuta.example' });
  mine = await createTenant(test.deps, { nome: 'Lumavia' });
  auditoria = await createAuditoria(test.deps, await createProjeto(test.deps, mine.empresa));
  template = await createTemplateVersion(test.deps, mine.empresa.id);
});
afterAll(() => test.close());

/** Monday 2026-11-23, 8:01 in São Paulo; its week began on 16/11. */
const MONDAY = '2026-11-23T11:01:00Z';
const round = async (now: string, workers = 1) => {
  const work = () => summarisingWeeks({ db: test.deps.db, notices: test.deps, now: () => new Date(now) });
  await Promise.all(
    Array.from({ length: workers }, () => work().round({ isStopped: () => false, moved: () => undefined })),
  );
};

/** Creates a call with an insight, which needs no attention unless `fields` say so. */
async function newCall(fields: Partial<Parameters<typeof createRunWithInsights>[2][number]> = {}) {
  const { deps } = test;
  const item = await createItem(deps, auditoria, { callStartTime: new Date('2026-11-17T13:32:00Z') });
  await deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath: `${item.id}.wav` } });
  const { execucaoId, ids } = await createRunWithInsights(deps, item, [{ template, ...fields }]);
  const { empresaId, projetoId, auditoriaId, id: itemId } = item;
  await deps.prisma.auditoriaResultado.create({
    data: {
      ...{ empresaId, projetoId, auditoriaId, itemId, execucaoId },
      statusProcessamento: 'concluido',
      processadoEm: new Date(),
    },
  });
  return { ...item, insightId: ids[0] as string };
}

/** Writes firings of a company's built-in rule as the worker does. */
const fireRule = (padrao: RegraPadrao, itens: readonly { id: string; projetoId: string }[]) =>
  test.deps.db.transaction(async (tx) => {
    const regra = await test.deps.prisma.regra.findFirstOrThrow({
      where: { empresaId: mine.empresa.id, padrao },
    });
    const rule = (await activeRules(tx, mine.empresa.id, 'ligacao')).find(({ id }) => id === regra.id);
    if (!rule) throw new Error('the rule is not active');
    await fire(
      tx,
      rule,
      itens.map(({ id, projetoId }) => ({
        chave: id,
        itemId: id,
        projetoId,
        agenteId: null,
        raizId: null,
        insights: [],
        dados: {},
      })),
    );
    return regra;
  });

const queue = async (query = '') => {
  const { body } = await callApi(
    test,
    mine.tokens.gerente,
    'GET',
    `/insights/revisao?projetoId=${auditoria.projetoId}${query}`,
  );
  return body.data as { insights: ParaRevisar[]; total: number; proximo: string | null };
};
const save = async (valor: object) =>
  expect((await callApi(test, mine.tokens.gerente, 'PUT', '/preferencias/avisos', { valor })).status).toBe(
    200,
  );
const home = async () => (await callApi(test, mine.tokens.gerente, 'GET', '/dashboard')).body.data;

it('the week is mailed to gerentes, with calls to hear, once over four workers, and never to those who left', async () => {
  const { deps } = test;
  await deps.db.query('update empresas set email_confirmado_em = now() where id = $1', [mine.empresa.id]);
  await newCall({
    pontuacao: 0.1,
    criterios: [judged('saudacao', { descricao: 'Cumprimenta o cliente', atendido: 'nao' })],
  });
  await newCall({ pontuacao: 0.9 });
  // Adds calls that score worse than the calls with sound, but have no recording to hear.
  for (let n = 0; n < 11; n += 1) {
    const { id } = await newCall({ pontuacao: 0.02 });
    await deps.db.query('update auditoria_itens set arquivo_path = null where id = $1', [id]);
  }
  const left = await createMembro(deps, mine.empresa, { papel: 'gerente', ativo: false });

  await round('2026-11-23T10:00:00Z');
  expect(await mailsTo(deps, mine.gerente.email)).toEqual([]);
  await round(MONDAY, 4);
  await round('2026-11-24T10:00:00Z', 2);

  const mails = await mailsTo(deps, mine.gerente.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.assunto).toBe('A semana de 16/11 a 22/11: Lumavia');
  expect(mails[0]?.texto).toContain('Ligações: 13 (na semana anterior, 0)');
  expect(mails[0]?.texto).toContain('Pontuação média: 9%');
  expect(mails[0]?.texto).toContain(
    'A pior pontuação da semana entre as ligações gravadas: 10%. O agente não cumpriu “Cumprimenta o cliente”.',
  );
  expect(mails[0]?.texto).toContain('A melhor pontuação da semana entre as ligações gravadas: 90%.');
  for (const email of [mine.usuario.email, left.email]) expect(await mailsTo(deps, email)).toEqual([]);
});

it('a mail is stopped by its own link with one click: its kind alone, once in the log, and nothing by a visit', async () => {
  const { deps, app } = test;
  await deps.db.query('update empresas set email_confirmado_em = now() where id = $1', [mine.empresa.id]);
  await newCall();
  await deps.db.query('delete from emails');
  await deps.db.query('delete from resumos_semana');
  await round(MONDAY);
  const [mail] = await mailsTo(deps, mine.gerente.email);
  const address = new URL(mail?.descadastro ?? '');
  const token = address.searchParams.get('token') ?? '';
  expect(address.origin).toBe('https://escuta.example');
  expect(mail?.texto).toContain(`Parar de receber este e-mail:\nhttps://escuta.example/descadastro#${token}`);
  const chosen = async () => {
    const { body } = await callApi(test, mine.tokens.gerente, 'GET', '/preferencias');
    return canaisDaPessoa('gerente', (body.data as { avisos?: unknown }).avisos);
  };
  const before = await chosen();
  const click = (
    asked: string,
    type = 'application/x-www-form-urlencoded',
    payload = 'List-Unsubscribe=One-Click',
  ) =>
    app.inject({
      method: 'POST',
      url: `${address.pathname}?token=${encodeURIComponent(asked)}`,
      headers: { 'content-type': type },
      payload,
    });

  // Scanners of mails open every link, so a visit changes nothing; search engines must not keep the page.
  const visit = await app.inject({ method: 'GET', url: `${address.pathname}${address.search}` });
  expect([visit.statusCode, visit.headers.location, visit.headers['x-robots-tag']]).toEqual([
    ...[303, `/descadastro#${token}`],
    'noindex, nofollow',
  ]);
  const garbled = await app.inject({
    method: 'GET',
    url: `${address.pathname}?token=${encodeURIComponent('a\r\nb 🎧')}`,
  });
  expect([garbled.statusCode, garbled.headers.location]).toEqual([
    303,
    '/descadastro#a%0D%0Ab%20%F0%9F%8E%A7',
  ]);
  const opened = await app.inject({
    method: 'POST',
    url: `${address.pathname}/abrir`,
    payload: { token },
  });
  expect([opened.json().data, await chosen()]).toEqual([{ email: 'segunda' }, before]);

  const form = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
  const answers = [
    await click(token),
    await click(token, 'multipart/form-data; boundary=x', form),
    // A link of an account that does not exist gets the same answer.
    await click(
      unsubscribeToken(deps.keyRing, {
        empresaId: mine.empresa.id,
        usuarioId: randomUUID(),
        email: 'segunda',
      }),
    ),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await chosen()).toEqual(
    Object.fromEntries(
      Object.entries(before).map(([aviso, canais]) => [aviso, canais.filter((canal) => canal !== 'segunda')]),
    ),
  );
  const log = await deps.prisma.registroAcesso.findMany({ where: { acao: 'email_de_aviso_desligado' } });
  expect(log).toMatchObject([
    { empresaId: mine.empresa.id, usuarioId: mine.gerente.usuarioId, detalhes: { email: 'segunda' } },
  ]);
  const half = Math.floor(token.length / 2);
  const changed = `${token.slice(0, half)}${token[half] === 'A' ? 'B' : 'A'}${token.slice(half + 1)}`;
  for (const bad of [changed, 'nao-vale', token.slice(1)]) {
    const refused = await click(bad);
    expect([refused.statusCode, refused.json().message]).toEqual([404, 'Este link não é válido.']);
  }
  // A profile page that was opened before the click saves a choice about another kind of notice.
  await callApi(test, mine.tokens.gerente, 'PUT', '/preferencias/avisos', { valor: { folha: ['produto'] } });
  expect(Object.values(await chosen()).flat()).not.toContain('segunda');
  await deps.db.query('delete from emails');
  await deps.db.query('delete from resumos_semana');
  await round(MONDAY);
  expect(await mailsTo(deps, mine.gerente.email)).toEqual([]);
  await callApi(test, mine.tokens.gerente, 'PUT', '/preferencias/avisos', { valor: null });
});

it('an unresolved firing is a further reason in the queue, by gravity, and one number with the home', async () => {
  const [calm, doubtful, grave] = [await newCall(), await newCall({ scoreConfianca: 0.4 }), await newCall()];
  const before = (await home()).alertas.insights.n;
  await fireRule('orgaos', [calm, doubtful]);
  const critica = await fireRule('falha_critica', [grave, doubtful]);

  const { insights, total } = await queue();
  // The doubtful call is listed once, with the priority of its gravest firing and with its other reasons.
  expect(
    insights
      .map(({ itemId }) => itemId)
      .slice(0, 2)
      .sort(),
  ).toEqual([grave.id, doubtful.id].sort());
  expect(insights[2]?.itemId).toBe(calm.id);
  expect(insights.map(({ atencao }) => atencao.prioridade)).toEqual(['alta', 'alta', 'media']);
  expect(total).toBe(3);
  const of = (id: string) => insights.find(({ itemId }) => itemId === id);
  expect(of(doubtful.id)?.atencao.motivos).toEqual([
    'Regra da ligação: Critério crítico descumprido',
    'Regra da ligação: Cliente fala em Procon, Anatel ou processo',
    'Baixa confiança',
    'Precisa de validação humana',
  ]);
  expect(of(grave.id)?.disparos).toEqual([
    { id: expect.any(String), regraId: critica.id, regra: critica.nome, gravidade: 'alta', alvo: 'ligacao' },
  ]);
  expect((await queue('&prioridade=media')).insights.map(({ itemId }) => itemId)).toEqual([calm.id]);
  const first = await queue('&limit=2');
  const rest = await queue(`&limit=2&cursor=${first.proximo}`);
  expect([...first.insights, ...rest.insights].map(({ id }) => id)).toEqual(insights.map(({ id }) => id));
  // The home's number grows only by two, because it already counted the doubtful call.
  expect((await home()).alertas.insights.n).toBe(before + 2);

  await test.deps.db.query(
    "update regra_disparos set estado = 'resolvido', procedente = false where item_id = any($1) and gravidade = 'alta'",
    [[grave.id, doubtful.id]],
  );
  expect((await queue()).insights.map(({ itemId }) => itemId).sort()).toEqual([calm.id, doubtful.id].sort());
});

it('firings of one rule are one notification and one mail a person, with their number, until the next hour', async () => {
  const { deps } = test;
  const stage = { isStopped: () => false, moved: () => undefined };
  await deps.db.query('delete from emails');
  const events = () => delivering({ ...deps, publish: () => undefined }).round(stage);
  const mail = () =>
    Promise.all([1, 2, 3].map(() => mailingNotices({ db: deps.db, notices: deps }).round(stage)));
  const later = () => deps.db.query("update avisos_email set enviar_em = enviar_em - interval '61 minutes'");
  await events();
  await deps.db.query('delete from avisos_email');
  await deps.db.query('delete from notificacoes');
  await save({ tarefa: ['produto'], disparo_media: ['email'] });

  const calls = [await newCall(), await newCall(), await newCall()];
  // Moves groups, firings and events two hours into the past, so that the next firing begins a new group.
  const hoursLater = async () => {
    for (const [table, column] of [
      ['regra_grupos', 'inicio'],
      ['regra_disparos', 'momento'],
      ['eventos_dominio', 'created_at'],
    ])
      await deps.db.query(`update ${table} set ${column} = ${column} - interval '2 hours'`);
  };
  await hoursLater();
  const regra = await fireRule('falha_critica', calls.slice(0, 2));
  await hoursLater();
  await fireRule('falha_critica', calls.slice(2));
  await Promise.all([events(), events()]);
  await mail();
  expect(await mailsTo(deps, mine.gerente.email)).toEqual([]);
  await later();
  await mail();

  const mails = await mailsTo(deps, mine.gerente.email);
  expect(mails.map(({ assunto }) => assunto)).toEqual(['Critério crítico descumprido: 3 ligações']);
  expect(mails[0]?.texto).toContain(`https://escuta.example/dashboard/alertas?regra=${regra.id}`);
  expect(mails[0]?.texto).toContain('https://escuta.example/dashboard/profile#avisos');
  const stop = new URL(mails[0]?.descadastro ?? '').searchParams.get('token') ?? '';
  expect(readUnsubscribeToken(deps.keyRing, stop)).toMatchObject({ email: 'disparo_alta' });
  expect(await mailsTo(deps, mine.usuario.email)).toEqual([]);
  const bell = async (token: string) => (await callApi(test, token, 'GET', '/notificacoes')).body.data;
  for (const token of [mine.tokens.gerente, mine.tokens.usuario]) {
    expect((await bell(token)).notificacoes).toMatchObject([
      { tipo: 'regra_disparou', regra: { id: regra.id, nome: regra.nome, ligacoes: 3, agente: null } },
    ]);
  }

  // Within an hour nobody gets a second message; people who turned the messages off get none.
  await deps.db.query("update regra_grupos set inicio = inicio - interval '2 hours'");
  await fireRule('falha_critica', [await newCall()]);
  await events();
  await mail();
  expect(await mailsTo(deps, mine.gerente.email)).toHaveLength(1);
  await save({ disparo_alta: ['produto'] });
  await later();
  await mail();
  expect(await mailsTo(deps, mine.gerente.email)).toHaveLength(1);
  expect((await bell(mine.tokens.gerente)).notificacoes).toMatchObject([{ dados: { n: 4 } }]);
  expect(
    (
      await callApi(test, mine.tokens.gerente, 'PUT', '/preferencias/avisos', {
        valor: { semana: ['email'] },
      })
    ).status,
  ).toBe(400);
});
