// States of review: who may decide, what is stored, and which figures count only approved interviews.

import type { Distribuicao } from '@escuta/shared/contracts/operation/distribuicao';
import type { Mapa, ResultadosDaPesquisa } from '@escuta/shared/contracts/surveys/confrontos';
import type { EntrevistaNaLista, PesquisaDetalhe } from '@escuta/shared/contracts/surveys/pesquisas';
import type { Quadro } from '@escuta/shared/contracts/surveys/quadro';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import {
  type AuditedIds,
  type AuditedSurvey,
  addAudited,
  createAgents,
  createOwnSurvey,
} from '../support/audited-survey.ts';
import { createMembro, createTenant, signToken } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;
let ids: AuditedIds[];

beforeAll(async () => {
  test = await createTestApp();
  [mine, other] = [await createTenant(test.deps), await createTenant(test.deps)];
});
afterAll(() => test.close());

beforeEach(async () => {
  survey = await createOwnSurvey(test.deps, mine.empresa, 2);
  ids = await addAudited(test.deps.db, survey, [
    { letras: 'CC', nome: 'Primeira' },
    { letras: 'DC', nome: 'Segunda' },
    { letras: 'NC', nome: 'Terceira' },
  ]);
});

const call = async <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const { status, body } = await callApi<T>(test, token, method, path, payload);
  return { status, ...body };
};
type Estado = { revisao: string; revisoes: number };
const decide = (n: number, payload: object, token?: string) =>
  call<Estado>('PUT', `/entrevistas/${ids[n]?.entrevistaId}/revisao`, payload, token);
const historyOf = async (n: number, token?: string) =>
  (
    await call<
      Estado & { propria: boolean; historico: { de: string; para: string; motivo: string | null }[] }
    >('GET', `/entrevistas/${ids[n]?.entrevistaId}/revisoes`, undefined, token)
  ).data;

it('approves, holds, rejects and returns to pending; each change stays, with its author and reason', async () => {
  expect(await historyOf(0)).toMatchObject({ revisao: 'pendente', revisoes: 0, historico: [] });
  const bare = await decide(0, { para: 'rejeitada', visto: 0 });
  expect([bare.status, bare.message]).toEqual([400, 'Informe o motivo.']);
  expect((await decide(0, { para: 'aprovada', visto: 0 })).data).toEqual({
    revisao: 'aprovada',
    revisoes: 1,
  });
  // The same request again is not a second decision.
  expect((await decide(0, { para: 'aprovada', visto: 0 })).data).toEqual({
    revisao: 'aprovada',
    revisoes: 1,
  });
  await decide(0, { para: 'em_espera', motivo: 'Confirmar o bairro.', visto: 1 });
  await decide(0, { para: 'rejeitada', motivo: 'Bairro errado.', visto: 2 });
  expect((await decide(0, { para: 'pendente', visto: 3 })).status).toBe(200);
  // A decision for the present state changes nothing.
  expect((await decide(0, { para: 'pendente', visto: 4 })).data).toEqual({
    revisao: 'pendente',
    revisoes: 4,
  });
  const { historico } = await historyOf(0, mine.tokens.usuario);
  expect(historico.map(({ de, para, motivo }) => [de, para, motivo])).toEqual([
    ['rejeitada', 'pendente', null],
    ['em_espera', 'rejeitada', 'Bairro errado.'],
    ['aprovada', 'em_espera', 'Confirmar o bairro.'],
    ['pendente', 'aprovada', null],
  ]);
});

it('of two people at the same time one decides, and the other is told', async () => {
  const both = await Promise.all([
    decide(0, { para: 'aprovada', visto: 0 }),
    decide(0, { para: 'rejeitada', motivo: 'Não.', visto: 0 }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await historyOf(0)).historico).toHaveLength(1);
});

it('usuario does not decide; another company does not see it; in progress there is no decision', async () => {
  expect((await decide(0, { para: 'aprovada', visto: 0 }, mine.tokens.usuario)).status).toBe(403);
  expect((await decide(0, { para: 'aprovada', visto: 0 }, other.tokens.gerente)).status).toBe(404);
  await test.deps.db.query(`update entrevistas set situacao = 'em_andamento' where id = $1`, [
    ids[0]?.entrevistaId,
  ]);
  const going = await decide(0, { para: 'aprovada', visto: 0 });
  expect([going.status, going.message]).toEqual([422, 'A entrevista ainda está em andamento.']);
  await test.deps.db.query(
    `update entrevistas set situacao = 'concluida', quarentena = 'membro_desativado' where id = $1`,
    [ids[0]?.entrevistaId],
  );
  expect((await decide(0, { para: 'aprovada', visto: 0 })).status).toBe(422);
});

it("several at once: those that cannot change stay, each with its reason; one's own among them", async () => {
  const membro = await createMembro(test.deps, mine.empresa, { papel: 'gerente' });
  const [eu = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Eu', usuarioId: membro.usuarioId },
  ]);
  await test.deps.db.query('update entrevistas set agente_id = $2 where id = $1', [ids[2]?.entrevistaId, eu]);
  await decide(1, { para: 'aprovada', visto: 0 });
  const all = ids.map(({ entrevistaId }) => ({ id: entrevistaId, visto: 0 }));
  const url = `/pesquisas/${survey.pesquisaId}/entrevistas/revisao`;
  const { data } = await call<{ alteradas: number; recusadas: { nome: string; motivo: string }[] }>(
    'POST',
    url,
    { para: 'aprovada', entrevistas: all },
    signToken(test.deps, membro),
  );
  expect(data.alteradas).toBe(1);
  // Refused interviews are in the order of their ids, which is unpredictable here.
  const recusadas = data.recusadas.map(({ nome, motivo }) => [nome, motivo] as const);
  expect(recusadas.sort(([a], [b]) => (a < b ? -1 : 1))).toEqual([
    ['Segunda', expect.stringContaining('Outra pessoa alterou')],
    ['Terceira', 'Você fez esta entrevista: outra pessoa precisa revisar a entrevista.'],
  ]);
  expect((await historyOf(2, signToken(test.deps, membro))).propria).toBe(true);
  // An interview from the portal names an agent and no account. After the agent loses the account, the account's person
  // still counts as the interviewer.
  const off = await call('PATCH', `/agentes/${eu}`, { usuario_id: null }, signToken(test.deps, membro));
  expect(off.status).toBe(200);
  expect((await historyOf(2, signToken(test.deps, membro))).propria).toBe(true);
  const again = { para: 'rejeitada', motivo: 'Não.', visto: 0 };
  expect((await decide(2, again, signToken(test.deps, membro))).status).toBe(403);
  const log = await test.deps.prisma.registroAcesso.findMany({ where: { recursoId: eu } });
  expect(log.map(({ acao, detalhes }) => [acao, detalhes])).toEqual([
    ['agente_alterado', { antes: { usuario_id: membro.usuarioId }, depois: { usuario_id: null } }],
  ]);
  // If one id does not belong to the survey, the decision is refused for all interviews.
  const foreign = {
    para: 'rejeitada',
    motivo: 'Não.',
    entrevistas: [...all, { id: mine.item.id, visto: 0 }],
  };
  expect((await call('POST', url, foreign)).status).toBe(404);
  expect((await historyOf(0)).revisao).toBe('aprovada');
});

it('who undoes the merge of their own agent decides of none of its interviews', async () => {
  const membro = await createMembro(test.deps, mine.empresa, { papel: 'gerente' });
  const token = signToken(test.deps, membro);
  const [eu = '', outro = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Eu', usuarioId: membro.usuarioId },
    { nome: 'Eu na planilha' },
  ]);
  await test.deps.db.query('update entrevistas set agente_id = $2 where id = $1', [
    ids[0]?.entrevistaId,
    outro,
  ]);
  await call('POST', `/agentes/${eu}/fundir`, { agente_id: outro }, token);
  expect((await historyOf(0, token)).propria).toBe(true);
  const [fusao] = (await call<{ id: string }[]>('GET', `/agentes/${eu}/fusoes`, undefined, token)).data;
  const undone = await call('POST', `/agentes/${eu}/fusoes/${fusao?.id}/desfazer`, undefined, token);
  expect(undone.status).toBe(200);
  expect((await historyOf(0, token)).propria).toBe(true);
  expect((await decide(0, { para: 'aprovada', visto: 0 }, token)).status).toBe(403);
});

it('the list filters by state; map, figures and answers count only the approved ones on request', async () => {
  await decide(1, { para: 'aprovada', visto: 0 });
  const of = `/pesquisas/${survey.pesquisaId}`;
  const list = await call<EntrevistaNaLista[]>('GET', `${of}/entrevistas?revisao=aprovada`);
  expect(
    list.data.map(({ nome_entrevistado, revisao, revisoes }) => [nome_entrevistado, revisao, revisoes]),
  ).toEqual([['Segunda', 'aprovada', 1]]);
  const map = (await call<Mapa>('GET', `${of}/mapa?aprovadas=true`)).data;
  expect(map.linhas.map(({ nome }) => nome)).toEqual(['Segunda']);
  const figures = (await call<ResultadosDaPesquisa>('GET', `${of}/resultados?aprovadas=true`)).data;
  expect(figures.entrevistas).toMatchObject({ total: 1, auditadas: 1 });
  expect((await call<Distribuicao>('GET', `${of}/distribuicao?aprovadas=true`)).data).toMatchObject({
    total: 1,
  });
  expect((await call<Distribuicao>('GET', `${of}/distribuicao`)).data).toMatchObject({ total: 3 });

  // A map that is already open is updated with the newly approved interview.
  const since = encodeURIComponent(map.ate);
  await test.deps.db.query(
    `update entrevista_matriz set updated_at = now() - interval '1 hour' where pesquisa_id = $1`,
    [survey.pesquisaId],
  );
  await decide(0, { para: 'aprovada', visto: 0 });
  const more = (await call<Mapa>('GET', `${of}/mapa?aprovadas=true&desde=${since}`)).data;
  expect([more.total, more.linhas.map(({ nome }) => nome)]).toEqual([2, ['Primeira']]);
});

/**
 * For each place that shows figures of a survey's interviews, the function that reads these figures and omits the ids.
 * None of the figures counts interviews that a decision excludes.
 */
const PLACES: Record<string, (of: AuditedSurvey) => Promise<unknown>> = {
  overview: async ({ pesquisaId }) => {
    const { estatisticas } = (await call<PesquisaDetalhe>('GET', `/pesquisas/${pesquisaId}`)).data;
    const { emEspera: _, rejeitadas: __, questionarios: ___, recentes: ____, ...counted } = estatisticas;
    return counted;
  },
  board: async ({ pesquisaId }) => {
    const { total, entrevistadores } = (await call<Quadro>('GET', `/pesquisas/${pesquisaId}/quadro`)).data;
    const counted = <T extends { em_espera: number; rejeitadas: number }>({
      em_espera: _,
      rejeitadas: __,
      ...rest
    }: T) => rest;
    return [counted(total), entrevistadores.map(counted)];
  },
  results: async ({ pesquisaId, auditoriaId }) => {
    const of = async (path: string) => {
      const { entrevistas, perguntas, ...figures } = (await call<ResultadosDaPesquisa>('GET', path)).data;
      const { emEspera: _, rejeitadas: __, ...counted } = entrevistas;
      return [counted, perguntas.map(({ id: _id, texto: _texto, ...one }) => one), figures];
    };
    return [await of(`/pesquisas/${pesquisaId}/resultados`), await of(`/auditorias/${auditoriaId}/numeros`)];
  },
  summary: async ({ auditoriaId }) => (await call<object>('GET', `/auditorias/${auditoriaId}/summary`)).data,
  map: async ({ pesquisaId, auditoriaId }) => {
    const of = async (path: string) => {
      const { linhas, total } = (await call<Mapa>('GET', path)).data;
      return [total, linhas.map(({ nome, c }) => [nome, c])];
    };
    return [await of(`/pesquisas/${pesquisaId}/mapa`), await of(`/auditorias/${auditoriaId}/mapa`)];
  },
  answers: async ({ pesquisaId }) => {
    const { perguntas, ...rest } = (await call<Distribuicao>('GET', `/pesquisas/${pesquisaId}/distribuicao`))
      .data;
    return [
      rest,
      perguntas.map(({ codigo, base, respondidas, opcoes }) => [
        codigo,
        base,
        respondidas,
        opcoes.map(({ texto, todas, conferem }) => [texto, todas, conferem]),
      ]),
    ];
  },
  sample: async ({ pesquisaId }) =>
    (await call<{ sorteadas: number }>('GET', `/pesquisas/${pesquisaId}/verificacao`)).data.sorteadas,
};
const figuresOf = async (of: AuditedSurvey) =>
  Object.fromEntries(
    await Promise.all(Object.entries(PLACES).map(async ([place, read]) => [place, await read(of)] as const)),
  );

it.each(['em_espera', 'rejeitada'] as const)(
  '%s is out of every figure, counted apart, and back to pending gives the figures of before',
  async (para) => {
    const at = (n: number) => new Date(Date.now() - n * 60_000);
    const [agenteId = ''] = await createAgents(test.deps.db, mine.empresa.id, [{ nome: `Ana ${para}` }]);
    const kept = [
      { letras: 'CC', nome: 'Fica', agenteId, em: at(3) },
      { letras: 'DC', nome: 'Fica também', agenteId, em: at(2) },
    ];
    const twin = await createOwnSurvey(test.deps, mine.empresa, 2);
    await addAudited(test.deps.db, twin, kept);
    const mixed = await createOwnSurvey(test.deps, mine.empresa, 2);
    const [, , out] = await addAudited(test.deps.db, mixed, [
      ...kept,
      { letras: 'NI', nome: 'Sai', agenteId, em: at(1), ofensas: 2 },
    ]);
    for (const of of [twin, mixed]) await call('POST', `/pesquisas/${of.pesquisaId}/verificacao/sortear`);
    const review = (body: object) => call<Estado>('PUT', `/entrevistas/${out?.entrevistaId}/revisao`, body);

    const before = await figuresOf(mixed);
    expect((await review({ para, motivo: 'Recontato: não foi entrevistado.', visto: 0 })).status).toBe(200);
    expect(await figuresOf(mixed)).toEqual(await figuresOf(twin));
    const apart = { emEspera: para === 'em_espera' ? 1 : 0, rejeitadas: para === 'rejeitada' ? 1 : 0 };
    const url = `/pesquisas/${mixed.pesquisaId}`;
    const { estatisticas } = (await call<PesquisaDetalhe>('GET', url)).data;
    expect(estatisticas).toMatchObject(apart);
    const { entrevistas } = (await call<ResultadosDaPesquisa>('GET', `${url}/resultados`)).data;
    expect(entrevistas).toMatchObject(apart);
    const { total } = (await call<Quadro>('GET', `${url}/quadro`)).data;
    expect(total).toMatchObject({ em_espera: apart.emEspera, rejeitadas: apart.rejeitadas });
    expect(
      (await call<EntrevistaNaLista[]>('GET', `${url}/entrevistas?revisao=${para}`)).data.map(
        ({ revisao }) => revisao,
      ),
    ).toEqual([para]);

    await review({ para: 'pendente', visto: 1 });
    expect(await figuresOf(mixed)).toEqual(before);
  },
);

it('when the data are erased, the decision stays, and the words go', async () => {
  await decide(0, { para: 'em_espera', motivo: 'A Primeira pediu para confirmar.', visto: 0 });
  const erased = await call('POST', `/auditoria-item/${ids[0]?.itemId}/apagar-dados`, {
    motivo: 'pedido_do_titular',
  });
  expect(erased.status).toBe(200);
  expect((await historyOf(0)).historico).toMatchObject([{ para: 'em_espera', motivo: null }]);
});

it('does not approve what still arrives from the device, one or many, and says why before', async () => {
  await test.deps.db.query(`update entrevistas set sincronia = 'parcial' where id = $1`, [
    ids[0]?.entrevistaId,
  ]);
  const why = 'A entrevista ainda está sendo enviada pelo aparelho: aguarde o fim do envio para aprová-la.';
  expect(await historyOf(0)).toMatchObject({ impedimento: why });
  expect(await historyOf(1)).toMatchObject({ impedimento: null });
  const one = await decide(0, { para: 'aprovada', visto: 0 });
  expect([one.status, one.message]).toEqual([422, why]);
  const { data } = await call<object>('POST', `/pesquisas/${survey.pesquisaId}/entrevistas/revisao`, {
    para: 'aprovada',
    entrevistas: [0, 1].map((n) => ({ id: ids[n]?.entrevistaId, visto: 0 })),
  });
  expect(data).toEqual({
    alteradas: 1,
    recusadas: [{ id: ids[0]?.entrevistaId, nome: 'Primeira', motivo: why }],
  });
  // A decision other than an approval is allowed while the device still sends the interview.
  expect((await decide(0, { para: 'rejeitada', motivo: 'Fora da área.', visto: 0 })).status).toBe(200);
});
