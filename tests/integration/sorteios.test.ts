// Random samples: number drawn per agent, no call drawn twice, equal shares for reviewers, undoing, and who sees them.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

type Tenant = Awaited<ReturnType<typeof createTenant>>;
const call = (token: string, method: Method, path: string, payload?: object) =>
  test.app.inject({ method, url: `/api/v1${path}`, headers: bearer(token), ...(payload ? { payload } : {}) });

/** Creates calls of an agent at noon of a day in São Paulo. @returns the agent's id */
async function callsOf(
  tenant: Tenant,
  nome: string,
  counts: Readonly<Record<string, number>>,
): Promise<string> {
  const { id } = (await call(tenant.tokens.gerente, 'POST', '/agentes', { nome })).json().data;
  for (const [dia, n] of Object.entries(counts)) {
    for (let made = 0; made < n; made += 1) {
      const item = await createItem(test.deps, tenant.auditoria, {});
      await test.deps.prisma.auditoriaItem.update({
        where: { id: item.id },
        data: { agenteId: id, agenteOrigem: 'pessoa', callStartTime: new Date(`${dia}T12:00:00-03:00`) },
      });
    }
  }
  return id;
}

const PERIODO = { filtro: { todas: [] }, de: '2026-10-05', ate: '2026-10-18' };
const POR_SEMANA = { ...PERIODO, metodo: 'por_agente_semana', quantidade: 2 } as const;

const drawn = (id: string) => test.deps.prisma.amostraItem.findMany({ where: { amostraId: id } });

it('draws n of each agent and week, deals them evenly, and never a call twice', async () => {
  const mine = await createTenant(test.deps);
  const ana = await callsOf(mine, 'Ana', { '2026-10-06': 4, '2026-10-13': 1 });
  await callsOf(mine, 'Bia', { '2026-10-07': 3 });
  const { gerente } = mine.tokens;
  const path = `/projetos/${mine.projeto.id}/sorteios`;
  expect((await call(gerente, 'POST', `${path}/estimativa`, POR_SEMANA)).json().data).toEqual({
    ...{ universo: 8, ja_sorteadas: 0, sorteadas: 5, estratos: 3, incompletos: 1 },
  });
  const pessoas = [mine.gerente.usuarioId, mine.usuario.usuarioId];
  const body = { ...POR_SEMANA, nome: 'Semana 41', pessoas, prazo: '2099-01-01' };
  const made = await call(gerente, 'POST', path, body);
  expect(made.statusCode).toBe(201);
  const sample = made.json().data;
  expect(sample).toMatchObject({ universo: 8, sorteadas: 5, progresso: { total: 5, revisadas: 0 } });
  expect(sample.pessoas.map((one: { total: number }) => one.total).sort()).toEqual([2, 3]);
  const items = await test.deps.prisma.auditoriaItem.findMany({
    where: { amostra: { amostraId: sample.id }, agenteId: ana },
  });
  expect(items).toHaveLength(3);

  // Each reviewer sees the sample among his open review goals, and the list of calls can be filtered by the sample.
  const goal = (await call(mine.tokens.usuario, 'GET', '/sorteios/meus')).json().data;
  expect(goal).toMatchObject([{ id: sample.id, nome: 'Semana 41', prazo: '2099-01-01' }]);
  const list = await call(gerente, 'GET', `/ligacoes?sorteio_id=${sample.id}&data=ligacao`);
  expect(list.json().pagination.total).toBe(5);

  const second = (await call(gerente, 'POST', path, { ...body, nome: 'Outra' })).json().data;
  expect([second.universo, second.sorteadas]).toEqual([3, 3]);
  const both = [...(await drawn(sample.id)), ...(await drawn(second.id))].map(({ itemId }) => itemId);
  expect(new Set(both).size).toBe(8);
  expect((await call(gerente, 'POST', path, body)).json().message).toBe(
    'Todas as ligações deste filtro já foram sorteadas antes.',
  );
});

it('two people who draw at once get different calls', async () => {
  const mine = await createTenant(test.deps);
  await callsOf(mine, 'Ana', { '2026-10-06': 6 });
  const path = `/projetos/${mine.projeto.id}/sorteios`;
  const body = { ...PERIODO, metodo: 'total', quantidade: 3, nome: 'Três' };
  const made = await Promise.all(
    [mine.tokens.gerente, mine.tokens.usuario].map((token) => call(token, 'POST', path, body)),
  );
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
  const ids = (await Promise.all(made.map((one) => drawn(one.json().data.id)))).flat();
  expect(new Set(ids.map(({ itemId }) => itemId)).size).toBe(6);
});

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

it('draws the others while a call is being deleted', async () => {
  const mine = await createTenant(test.deps);
  const ana = await callsOf(mine, 'Ana', { '2026-10-06': 3 });
  const { db, prisma } = test.deps;
  const { id } = await prisma.auditoriaItem.findFirstOrThrow({ where: { agenteId: ana } });
  const body = { ...PERIODO, metodo: 'total', quantidade: 3, nome: 'Três' };
  const { drawing } = await db.transaction(async (tx) => {
    await tx.query('delete from auditoria_itens where id = $1', [id]);
    // Calling `then` sends the request at once. It is answered only after the deletion is committed.
    const drawing = call(mine.tokens.gerente, 'POST', `/projetos/${mine.projeto.id}/sorteios`, body).then(
      (answer) => answer,
    );
    await vi.waitFor(async () => expect((await db.query(WAITING)).rowCount).toBe(1), { timeout: 30_000 });
    return { drawing };
  });
  const made = await drawing;
  expect([made.statusCode, made.json().data?.sorteadas]).toEqual([201, 2]);
});

it('undone, its calls go back to their holders and can be drawn again; only by its author or a manager', async () => {
  const mine = await createTenant(test.deps);
  await callsOf(mine, 'Ana', { '2026-10-06': 2 });
  const { gerente, usuario } = mine.tokens;
  const path = `/projetos/${mine.projeto.id}/sorteios`;
  const body = {
    ...PERIODO,
    metodo: 'percentual',
    quantidade: 100,
    nome: 'Todas',
    pessoas: [mine.usuario.usuarioId],
  };
  const { id } = (await call(gerente, 'POST', path, body)).json().data;
  expect((await call(usuario, 'POST', `/sorteios/${id}/desfazer`)).statusCode).toBe(403);
  expect((await call(gerente, 'POST', `/sorteios/${id}/desfazer`)).json().data).toEqual({ devolvidas: 2 });
  expect((await call(gerente, 'POST', `/sorteios/${id}/desfazer`)).statusCode).toBe(409);
  expect((await call(usuario, 'GET', '/sorteios/meus')).json().data).toEqual([]);
  expect((await call(gerente, 'POST', path, body)).json().data.sorteadas).toBe(2);
});

it('every figure of scores and criteria tells drawn calls apart from the others', async () => {
  const mine = await createTenant(test.deps);
  const ana = await callsOf(mine, 'Ana', { '2026-10-06': 2 });
  const { gerente } = mine.tokens;
  const path = `/projetos/${mine.projeto.id}/sorteios`;
  const template = await createTemplateVersion(test.deps, mine.empresa.id, {
    criterios: [{ id: 'saudacao', descricao: 'Critério saudacao', peso: 1, critico: false }],
  });
  const items = await test.deps.prisma.auditoriaItem.findMany({
    where: { agenteId: { not: null }, projetoId: mine.projeto.id },
  });
  for (const [place, item] of items.entries()) {
    const { execucaoId } = await createRunWithInsights(test.deps, item, [
      {
        template,
        pontuacao: place,
        criterios: [judged('saudacao', { atendido: place === 1 ? 'sim' : 'nao' })],
      },
    ]);
    const { id: itemId, empresaId, projetoId, auditoriaId } = item;
    await test.deps.prisma.auditoriaResultado.create({
      data: {
        itemId,
        empresaId,
        projetoId,
        auditoriaId,
        execucaoId,
        statusProcessamento: 'concluido',
        analiseTexto: {},
      },
    });
  }
  const { id } = (
    await call(gerente, 'POST', path, { ...PERIODO, metodo: 'total', quantidade: 1, nome: 'Uma' })
  ).json().data;
  // A sample drawn within a filter does not count in the mean of the whole period.
  const filtro = { todas: [{ campo: 'nota', op: 'de', valor: 0 }] };
  const narrow = { ...PERIODO, filtro, metodo: 'total', quantidade: 1, nome: 'Do filtro' } as const;
  expect((await call(gerente, 'POST', path, narrow)).json().data.sorteadas).toBe(1);
  const [sampled] = await drawn(id);
  const score = items.findIndex((item) => item.id === sampled?.itemId);
  const report = await call(gerente, 'GET', '/relatorios/qualidade?de=2026-10-01&ate=2026-10-31');
  const group = report.json().data.grupos.find((one: { chave: string }) => one.chave === 'amostra');
  expect(group.partes).toMatchObject([
    { chave: 'sorteadas', valor: score, n: 1, filtro: { amostra: 'sim' } },
    { chave: 'outras', valor: 1 - score, n: 1, filtro: { amostra: 'nao' } },
  ]);
  const read = async (url: string) => {
    const answer = await call(gerente, 'GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const days = 'de=2026-10-01&ate=2026-10-31';
  const apart = { sorteadas: { valor: score, n: 1 }, outras: { valor: 1 - score, n: 1 } };
  expect((await read(`/relatorios/agentes?${days}`)).ranking[0].amostra).toMatchObject(apart);
  expect((await read(`/agentes/${ana}/pagina?${days}`)).amostra).toMatchObject(apart);
  expect((await read('/dashboard?data=ligacao')).qualidadeMedia.amostra).toEqual(apart);

  // The call with score 0 fails the criterion.
  const failed = { sorteadas: { n: 1, falhas: 1 - score }, outras: { n: 1, falhas: score } };
  const top = await read(`/relatorios/criterios/mais-descumpridos?${days}`);
  expect(top.criterios).toMatchObject([{ n: 2, falhas: 1, amostra: failed }]);
  for (const colunas of ['agentes', 'semanas', 'templates', 'projetos']) {
    for (const [amostra, of] of [
      ['sim', failed.sorteadas],
      ['nao', failed.outras],
    ] as const) {
      const { linhas } = await read(`/relatorios/criterios?${days}&colunas=${colunas}&amostra=${amostra}`);
      expect(linhas, `${colunas} ${amostra}`).toMatchObject([{ total: of, celulas: [of] }]);
      const query = new URLSearchParams({
        ...{ de: '2026-10-01', ate: '2026-10-31', amostra, atendido: of.falhas === 1 ? 'nao' : 'sim' },
        ...{
          template_id: linhas[0].template?.id ?? template.id,
          criterio: 'saudacao',
          serie: linhas[0].serie,
        },
      });
      const calls = await call(gerente, 'GET', `/relatorios/criterios/ligacoes?${query}`);
      expect(calls.json().data.map((one: { item_id: string }) => one.item_id === sampled?.itemId)).toEqual([
        amostra === 'sim',
      ]);
    }
  }
});

it('undone after its author left, its calls go back all the same', async () => {
  const mine = await createTenant(test.deps);
  await callsOf(mine, 'Ana', { '2026-10-06': 1 });
  const body = {
    ...{ ...PERIODO, metodo: 'total', quantidade: 1, nome: 'Uma' },
    pessoas: [mine.gerente.usuarioId],
  };
  const path = `/projetos/${mine.projeto.id}/sorteios`;
  const { id } = (await call(mine.tokens.usuario, 'POST', path, body)).json().data;
  await test.deps.prisma.membro.delete({ where: { id: mine.usuario.id } });
  await test.deps.prisma.usuario.delete({ where: { id: mine.usuario.usuarioId } });
  const undone = await call(mine.tokens.gerente, 'POST', `/sorteios/${id}/desfazer`);
  expect(undone.json().data).toEqual({ devolvidas: 1 });
});

it('another company’s project, sample and people are not found', async () => {
  const mine = await createTenant(test.deps);
  const theirs = await createTenant(test.deps);
  await callsOf(mine, 'Ana', { '2026-10-06': 1 });
  const path = `/projetos/${mine.projeto.id}/sorteios`;
  const body = { ...PERIODO, metodo: 'total', quantidade: 1, nome: 'Uma' };
  expect((await call(theirs.tokens.gerente, 'POST', path, body)).statusCode).toBe(404);
  const foreign = { ...body, pessoas: [theirs.usuario.usuarioId] };
  expect((await call(mine.tokens.gerente, 'POST', path, foreign)).statusCode).toBe(404);
  const { id } = (await call(mine.tokens.gerente, 'POST', path, body)).json().data;
  expect((await call(theirs.tokens.gerente, 'POST', `/sorteios/${id}/desfazer`)).statusCode).toBe(404);
});
