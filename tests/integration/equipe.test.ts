// The team's board and the assignees in the queue: who has which calls to review, since when, and which are late.
import type { InsightParaRevisar } from '@escuta/shared/contracts/insights/insights';
import type { PessoaDaEquipe } from '@escuta/shared/contracts/team/equipe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createItem, createMembro, createTenant, signToken } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion } from '../support/insights.ts';

type Tenant = Awaited<ReturnType<typeof createTenant>>;

let test: TestApp;
let mine: Tenant;
let colega: { usuarioId: string; token: string };
/** Calls in the order in which they were made, each with an insight that asks for a review. */
let calls: { id: string; insight: string }[];

const call = async (method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const answer = await test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, ...answer.json() };
};
const team = async (): Promise<PessoaDaEquipe[]> => (await call('GET', '/equipe/trabalho')).data;
const of = async (id: string) => (await team()).find((one) => one.id === id);
const sheet = async (query: string): Promise<InsightParaRevisar[]> =>
  (await call('GET', `/insights/revisao/lista?${query}`)).data;
const give = (ids: string[], usuarioId: string | null) =>
  call('POST', `/projetos/${mine.projeto.id}/atribuicoes`, { selecao: { ids }, usuario_id: usuarioId });

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  const membro = await createMembro(test.deps, mine.empresa);
  colega = { usuarioId: membro.usuarioId, token: signToken(test.deps, membro) };
  const template = await createTemplateVersion(test.deps, mine.empresa.id);
  calls = [];
  for (const dia of ['06', '07', '08', '09']) {
    const item = await createItem(test.deps, mine.auditoria, {});
    await test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { callStartTime: new Date(`2026-10-${dia}T12:00:00-03:00`) },
    });
    const { ids, execucaoId } = await createRunWithInsights(test.deps, item, [
      { template, scoreConfianca: 0.3 },
    ]);
    const { id: itemId, empresaId, projetoId, auditoriaId } = item;
    await test.deps.prisma.auditoriaResultado.create({
      data: {
        ...{ itemId, empresaId, projetoId, auditoriaId, execucaoId },
        ...{ statusProcessamento: 'concluido', analiseTexto: {} },
      },
    });
    calls.push({ id: itemId, insight: ids[0]! });
  }
  const sample = await call('POST', `/projetos/${mine.projeto.id}/sorteios`, {
    ...{ filtro: { todas: [] }, de: '2026-10-06', ate: '2026-10-07', metodo: 'total', quantidade: 2 },
    ...{ nome: 'Semana 41', pessoas: [colega.usuarioId], prazo: '2099-01-31' },
  });
  expect(sample.status).toBe(201);
  await give([calls[2]!.id], mine.usuario.usuarioId);
});
afterAll(() => test.close());

it('shows the calls of each person, since when they wait, and the next term', async () => {
  expect(await of(colega.usuarioId)).toMatchObject({
    ativo: true,
    ligacoes: { n: 2, desde: expect.stringMatching(/^\d{4}-/) },
    atrasadas: { n: 0, prazo: null },
    prazo: '2099-01-31',
    exato: true,
    sinais: { n: 0, desde: null },
    verificacoes: { n: 0, desde: null },
  });
  expect(await of(mine.usuario.usuarioId)).toMatchObject({ ligacoes: { n: 1 }, prazo: null });
  expect(await of(mine.gerente.usuarioId)).toMatchObject({ ligacoes: { n: 0, desde: null } });
  expect((await call('GET', '/equipe/trabalho', undefined, mine.tokens.usuario)).status).toBe(403);
  const other = await createTenant(test.deps);
  const theirs = await call('GET', '/equipe/trabalho', undefined, other.tokens.gerente);
  expect(theirs.data.map(({ id }: PessoaDaEquipe) => id)).not.toContain(colega.usuarioId);
});

it('names holder and term in the queue, orders and filters by them', async () => {
  const rows = await sheet('ordem=prazo');
  expect(rows.map(({ item }) => [item.responsavel?.id, item.prazo, item.atrasada])).toEqual([
    [colega.usuarioId, '2099-01-31', false],
    [colega.usuarioId, '2099-01-31', false],
    [mine.usuario.usuarioId, null, false],
    [undefined, null, false],
  ]);
  expect((await sheet(`responsavel=${mine.usuario.usuarioId}`)).map(({ itemId }) => itemId)).toEqual([
    calls[2]!.id,
  ]);
  expect((await sheet('responsavel=nenhum')).map(({ itemId }) => itemId)).toEqual([calls[3]!.id]);
  expect(await sheet('prazo=vencido')).toEqual([]);
  const queue = await call('GET', `/insights/revisao?responsavel=${colega.usuarioId}`);
  expect([queue.data.total, queue.data.insights.length]).toEqual([2, 2]);
});

it('puts the late before the others, as the lists of calls and the queue find them, until they are reviewed', async () => {
  await test.deps.prisma.amostra.updateMany({
    where: { empresaId: mine.empresa.id },
    data: { prazo: new Date('2026-10-20') },
  });
  const [first] = await team();
  expect(first).toMatchObject({
    id: colega.usuarioId,
    atrasadas: { n: 2, prazo: '2026-10-20' },
    prazo: null,
  });
  const late = `/ligacoes?data=ligacao&responsavel=${colega.usuarioId}&atrasada=sim`;
  expect((await call('GET', late)).pagination.total).toBe(2);
  expect((await sheet('prazo=vencido')).map(({ item }) => item.atrasada)).toEqual([true, true]);

  const verdict = await call('POST', `/insights/validate/${calls[0]!.insight}`, { veredito: 'aprovado' });
  expect(verdict.status).toBe(200);
  expect(await of(colega.usuarioId)).toMatchObject({ ligacoes: { n: 1 }, atrasadas: { n: 1 } });
  expect((await call('GET', late)).pagination.total).toBe(1);
  const total = async (filter: string) =>
    (await call('GET', `/ligacoes?data=ligacao&${filter}`)).pagination.total;
  expect(await total('atrasada=nao')).toBe((await total('')) - 1);
});

it('goes on showing a person without access as long as calls stay with that person', async () => {
  await test.deps.prisma.membro.updateMany({
    where: { usuarioId: colega.usuarioId, empresaId: mine.empresa.id },
    data: { ativo: false },
  });
  expect(await of(colega.usuarioId)).toMatchObject({ ativo: false, ligacoes: { n: 1 } });
  await give([calls[0]!.id, calls[1]!.id], mine.usuario.usuarioId);
  expect(await of(colega.usuarioId)).toBeUndefined();
});

it('goes on showing a person who works in the field only, and frees the work of a person who leaves', async () => {
  const { deps } = test;
  const membro = await deps.prisma.membro.update({
    where: { empresaId_usuarioId: { usuarioId: colega.usuarioId, empresaId: mine.empresa.id } },
    data: { ativo: true },
  });
  expect((await give([calls[1]!.id], colega.usuarioId)).status).toBe(200);
  await deps.prisma.membroDireito.create({
    data: { membroId: membro.id, empresaId: mine.empresa.id, direito: 'so_campo' },
  });
  expect(await of(colega.usuarioId)).toMatchObject({ ligacoes: { n: 1 } });
  // The person also has an account in another company, so the deletion below removes only this company's account.
  const { empresa } = await createTenant(deps);
  await deps.prisma.membro.create({
    data: { empresaId: empresa.id, usuarioId: colega.usuarioId, papel: 'usuario' },
  });
  expect((await call('DELETE', `/users/${membro.id}`)).status).toBe(200);
  const freed = (await sheet('responsavel=nenhum')).map(({ itemId }) => itemId);
  expect(freed).toContain(calls[1]!.id);
});
