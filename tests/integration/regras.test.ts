// Rules: a call fires a rule once even if it is judged several times; people's decisions stay; a firing ends when its
// condition no longer holds; calls from before the rule fire it only if a person asks for this.
import type { Filtro } from '@escuta/shared/domain/filters/filtro-tabela';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { delivering } from '../../worker/src/events/events.ts';
import { judgingRules } from '../../worker/src/rules/rules.ts';
import { judgingWindows } from '../../worker/src/rules/windows.ts';
import { createTestApp, type Method, type TestApp } from '../support/app.ts';
import { conclude } from '../support/conversations.ts';
import { bearer, createItem, createTenant } from '../support/factories.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';
import { longo } from '../support/longo.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = async (method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const answer = await test.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, ...answer.json() };
};
const told: LiveEvent[] = [];
const work = () => ({
  db: test.deps.db,
  log: test.deps.log,
  publish: (events: readonly LiveEvent[]) => told.push(...events),
});
const going = { isStopped: () => false, moved: () => undefined };
const judgeAll = () => judgingRules({ ...work(), restMs: 0 }).round(going);
const rules = async () => (await call('GET', '/regras')).data;
const firings = async (query = '') => (await call('GET', `/regras/disparos${query}`)).data;
const base = { janela: null, gravidade: 'media', agrupar_por: 'nenhum', espera_min: 60, ativa: true };
const words = (op: 'um_de' | 'nenhum_de', valor: string[]): Filtro => ({
  todas: [{ campo: 'dito_cliente', op, valor }],
});

/** Creates a call with a failed critical criterion. */
async function failedCall() {
  const item = await createItem(test.deps, mine.auditoria);
  const template = await createTemplateVersion(test.deps, mine.empresa.id);
  const { ids } = await createRunWithInsights(test.deps, item, [
    { template, pontuacao: 0.4, criterios: [judged('aviso', { critico: true, atendido: 'nao' })] },
  ]);
  return { item, insightId: ids[0] as string };
}

it('every company has three rules, and a failed critical criterion fires once, however often it is judged', async () => {
  expect((await rules()).map((one: { padrao: string; ativa: boolean }) => [one.padrao, one.ativa])).toEqual([
    ['orgaos', true],
    ['falha_critica', true],
    ['ofensa_agente', true],
  ]);
  const { item } = await failedCall();
  await Promise.all([judgeAll(), judgeAll()]);
  await test.deps.db.query('update item_qualidade set revisado_em = revisado_em where item_id = $1', [
    item.id,
  ]);
  await judgeAll();
  const [one, ...others] = await firings(`?item_id=${item.id}`);
  expect(others).toEqual([]);
  expect([one.estado, one.gravidade, one.porque[0].texto]).toEqual([
    'aberto',
    'alta',
    'Descumpriu: Critério aviso',
  ]);
  expect((await test.deps.db.query('select 1 from regra_fila')).rowCount).toBe(0);
  const kept = await test.deps.db.query('select criterios from item_qualidade where item_id = $1', [item.id]);
  const filtro = {
    todas: [{ campo: 'criterio', op: 'um_de', valor: kept.rows[0].criterios }],
  } satisfies Filtro;
  expect((await call('POST', '/regras/teste', { filtro, janela: null })).data.n).toBe(1);
  // The second firing joins the group of the first, so there is still one event, and one notification for each manager.
  await failedCall();
  await judgeAll();
  const events = await test.deps.db.query(`select dados from eventos_dominio where tipo = 'regra_disparou'`);
  expect(events.rowCount).toBe(1);
  await delivering(work()).round(going);
  const told = (await call('GET', '/notificacoes')).data.notificacoes;
  expect(told.map(({ tipo }: { tipo: string }) => tipo)).toEqual(['regra_disparou']);
  expect((await call('GET', '/regras/disparos/contagem')).data).toEqual({ abertos: 2, vistos: 0, alta: 2 });
});

it('a verdict that lifts the failure ends an open firing, and a resolved one stays', async () => {
  const { item } = await failedCall();
  const { item: kept } = await failedCall();
  await judgeAll();
  const [resolved] = await firings(`?item_id=${kept.id}`);
  const decision = { ids: [resolved.id], estado: 'resolvido', procedente: true };
  expect((await call('PATCH', '/regras/disparos', decision, mine.tokens.usuario)).data).toMatchObject({
    ...{ mudados: 1, ids: [resolved.id] },
  });
  const nothing = { mudados: 0, ids: [], dado_em: null };
  expect((await call('PATCH', '/regras/disparos', decision)).data).toEqual(nothing);
  await test.deps.db.query('update item_qualidade set falhas_criticas = 0 where item_id = any($1::uuid[])', [
    [item.id, kept.id],
  ]);
  await judgeAll();
  const states = [
    (await firings(`?item_id=${item.id}`))[0].estado,
    (await firings(`?item_id=${kept.id}`))[0].estado,
  ];
  expect(states).toEqual(['deixou_de_valer', 'resolvido']);
  // The call fails the criterion again, so the firing is reopened.
  await test.deps.db.query('update item_qualidade set falhas_criticas = 1 where item_id = any($1::uuid[])', [
    [item.id, kept.id],
  ]);
  await judgeAll();
  expect([
    (await firings(`?item_id=${item.id}`))[0].estado,
    (await firings(`?item_id=${kept.id}`))[0].estado,
  ]).toEqual(['aberto', 'resolvido']);
});

it('who only looks does not undo what another person decided', async () => {
  const { item } = await failedCall();
  await judgeAll();
  const [{ id }] = await firings(`?item_id=${item.id}`);
  await call('PATCH', '/regras/disparos', { ids: [id], estado: 'resolvido', procedente: true });
  const seen = await call('PATCH', '/regras/disparos', { ids: [id], estado: 'visto' }, mine.tokens.usuario);
  const [after] = await firings(`?item_id=${item.id}`);
  expect([seen.data.mudados, after.estado, after.procedente]).toEqual([0, 'resolvido', true]);
});

it('a decision keeps its reason, and taking it back leaves the alert as it was before', async () => {
  const { item } = await failedCall();
  await judgeAll();
  const [{ id }] = await firings(`?item_id=${item.id}`);
  const change = (body: object) => call('PATCH', '/regras/disparos', { ids: [id], ...body });
  const state = async () => {
    const [{ estado, procedente, observacao, resolvido }] = await firings(`?item_id=${item.id}`);
    return [estado, procedente, observacao, resolvido?.por?.id ?? null];
  };
  const resolved = (observacao: string | null) => ({ estado: 'resolvido', procedente: false, observacao });
  expect((await change(resolved('Ruído na linha'))).data.ids).toEqual([id]);
  expect(await state()).toEqual(['resolvido', false, 'Ruído na linha', mine.gerente.usuarioId]);
  // The same decision without a note changes nothing: the note stays.
  expect((await change(resolved(null))).data.mudados).toBe(0);
  await change({ estado: 'aberto' });
  expect(await state()).toEqual(['aberto', null, 'Ruído na linha', null]);
  await change({ estado: 'visto' });
  await test.deps.db.query(`update regra_disparos set visto_em = visto_em - interval '1 s' where id = $1`, [
    id,
  ]);
  await change(resolved(null));
  expect(await state()).toEqual(['resolvido', false, null, mine.gerente.usuarioId]);
  await change({ estado: 'aberto' });
  expect(await state()).toEqual(['visto', null, null, null]);
  const logged = await test.deps.db.query(
    `select detalhes ->> 'estado' as estado, detalhes ->> 'comObservacao' as razao from registros_acesso
     where acao = 'alertas_tratados' and recurso_id = $1 order by id`,
    [id],
  );
  expect(logged.rows.map(({ estado, razao }) => [estado, razao])).toEqual([
    ['resolvido', 'true'],
    ['aberto', null],
    ['visto', null],
    ['resolvido', null],
    ['aberto', null],
  ]);
});

it('a firing is of the agent that its call has now, also after a merge was undone', async () => {
  const { item } = await failedCall();
  const agente = async (nome: string) => (await call('POST', '/agentes', { nome })).data.id as string;
  const [ana, bia, caio] = [await agente('Ana'), await agente('Bia'), await agente('Caio')];
  const give = (agenteId: string) =>
    test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { agenteId, agenteOrigem: 'pessoa' },
    });
  const firedFor = async () => {
    await judgeAll();
    return (await firings(`?item_id=${item.id}`)).map((one: { agente: { id: string } }) => one.agente.id);
  };
  await give(ana);
  expect(await firedFor()).toEqual([ana]);
  await call('POST', `/agentes/${caio}/fundir`, { agente_id: bia });
  await give(bia);
  expect([await firedFor(), (await firings(`?agente_id=${caio}`)).length]).toEqual([[caio], 1]);
  const [fusao] = (await call('GET', `/agentes/${caio}/fusoes`)).data;
  await call('POST', `/agentes/${caio}/fusoes/${fusao.id}/desfazer`);
  expect(await firedFor()).toEqual([bia]);
});

it('words of a side fire with their sentence; a backtest finds the same calls before the rule is kept', async () => {
  const item = await createItem(test.deps, mine.auditoria);
  await conclude(test.deps.db, item, [
    { falante: 'agente', texto: 'Bom dia, em que posso ajudar?' },
    { falante: 'cliente', texto: 'Vou reclamar com a ouvidoria de vocês.' },
  ]);
  const filtro = words('um_de', ['na ouvidoria', 'com a ouvidoria']);
  const test1 = (await call('POST', '/regras/teste', { filtro, janela: null })).data;
  expect([
    test1.n,
    test1.dias,
    test1.cursor,
    test1.ligacoes.map((one: { item_id: string }) => one.item_id),
  ]).toEqual([1, 30, null, [item.id]]);
  expect(
    (await call('POST', '/regras/teste', { filtro: words('nenhum_de', ['ouvidoria']), janela: null })).data.n,
  ).toBe(0);
  const made = await call('POST', '/regras', { ...base, nome: 'Ouvidoria', filtro });
  expect(made.status).toBe(201);
  // A call that was analysed before the rule existed fires the rule only when a person applies it to earlier calls.
  await test.deps.db.query('update item_qualidade set alertas = alertas where item_id = $1', [item.id]);
  await judgeAll();
  expect(await firings(`?regra_id=${made.data.id}`)).toEqual([]);
  expect((await call('POST', `/regras/${made.data.id}/aplicar`)).data.ligacoes).toBeGreaterThan(0);
  await judgeAll();
  const [one] = await firings(`?regra_id=${made.data.id}`);
  expect(one.porque).toEqual([
    {
      insight_id: null,
      criterio: null,
      template: null,
      texto: 'O cliente disse',
      citacao: 'Vou reclamar com a ouvidoria de vocês.',
      start_ms: 4000,
      end_ms: 8000,
    },
  ]);
});

it('only managers write rules, of their own company, one change after another', async () => {
  const body = { ...base, nome: 'Nota baixa', filtro: { todas: [{ campo: 'nota', op: 'ate', valor: 40 }] } };
  expect((await call('POST', '/regras', body, mine.tokens.usuario)).status).toBe(403);
  const { data: made } = await call('POST', '/regras', body);
  expect((await call('POST', '/regras', body)).status).toBe(409);
  expect((await call('POST', '/regras', { ...body, nome: 'Vazia', filtro: { todas: [] } })).status).toBe(400);
  const other = await createTenant(test.deps);
  for (const [method, path] of [
    ['PATCH', `/regras/${made.id}`],
    ['DELETE', `/regras/${made.id}`],
    ['POST', `/regras/${made.id}/aplicar`],
  ] as const)
    expect(
      (
        await call(
          method,
          path,
          method === 'PATCH' ? { versao: 1, ativa: false } : undefined,
          other.tokens.gerente,
        )
      ).status,
    ).toBe(404);
  const off = await call('PATCH', `/regras/${made.id}`, { versao: made.versao, ativa: false });
  expect([off.data.ativa, off.data.versao]).toEqual([false, 2]);
  expect((await call('PATCH', `/regras/${made.id}`, { versao: made.versao, ativa: true })).status).toBe(409);
  expect((await call('DELETE', `/regras/${made.id}`)).status).toBe(200);
  const foreign = await firings('?situacao=pendente');
  expect(
    (await call('PATCH', '/regras/disparos', { ids: [foreign[0].id], estado: 'visto' }, other.tokens.gerente))
      .data,
  ).toEqual({ mudados: 0, ids: [], dado_em: null });
});

it('a volume out of bounds fires once for its window', async () => {
  for (let n = 0; n < 2; n += 1) await createItem(test.deps, mine.auditoria, { callStartTime: new Date() });
  const janela = { medida: 'ligacoes_dia', comparacao: 'acima', limite: 1, projeto_id: null };
  const tried = (await call('POST', '/regras/teste', { filtro: null, janela })).data;
  expect([tried.n, tried.janelas.length, tried.dias, tried.cursor]).toEqual([1, 1, 30, null]);
  // Searches only the days after the cursor, as the web page does after a time-out.
  const last = { filtro: null, janela, cursor: `janelas|${tried.procurado_ate}` };
  expect((await call('POST', '/regras/teste', last)).data).toMatchObject({ n: 0, dias: 30, cursor: null });
  expect((await call('POST', '/regras/teste', { ...last, cursor: 'janelas|ontem' })).status).toBe(400);
  const { data: made } = await call('POST', '/regras', {
    ...base,
    nome: 'Muitas ligações',
    filtro: null,
    janela,
  });
  await judgingWindows(work()).round(going);
  await judgingWindows(work()).round(going);
  const [one, ...others] = await firings(`?regra_id=${made.id}`);
  expect([others, one.medida.medida, one.medida.limite, one.projeto.id]).toEqual([
    [],
    'ligacoes_dia',
    1,
    mine.projeto.id,
  ]);
});

it('a day or hour far from the same ones of eight weeks is found, and each window is counted', async () => {
  const { db } = test.deps;
  const other = await createTenant(test.deps);
  const { id: empresaId } = other.empresa;
  const { rows } = await db.query<{ id: string; hoje: string }>(
    `insert into projetos (id, empresa_id, nome, tipo_projeto)
     select gen_random_uuid(), $1, 'Janelas ' || n, 'call_center' from generate_series(1, 4) n
     returning id, (now() at time zone 'America/Sao_Paulo')::date::text as hoje`,
    [empresaId],
  );
  const [ids, hoje] = [rows.map(({ id }) => id), rows[0]?.hoje];
  await db.query(
    `insert into projeto_chamada_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
     select $1, $2, $3::date - d, 'concluido', case when d = 1 then 100 else 10 + d / 7 % 2 end, 0, 0, 0
     from generate_series(1, 90) d`,
    [empresaId, ids[0], hoje],
  );
  await db.query(
    `insert into chamada_hora (empresa_id, projeto_id, dia, hora, n)
     select $1, p, $3::date - d, h, 5 from unnest($2::uuid[]) p, generate_series(1, 6) d, generate_series(0, 23) h`,
    [empresaId, ids, hoje],
  );
  const tried = async (janela: object) => {
    const found = { n: 0, janelas: [] as { dia: string; valor: number; limite: number }[] };
    let cursor: string | null = null;
    do {
      const body = { filtro: null, janela: { projeto_id: null, limite: null, ...janela }, cursor };
      const { data } = await call('POST', '/regras/teste', body, other.tokens.gerente);
      found.n += data.n;
      found.janelas.push(...data.janelas);
      ({ cursor } = data);
    } while (cursor !== null);
    return found;
  };
  const yesterday = new Date(Date.parse(hoje as string) - 86_400_000).toISOString().slice(0, 10);
  const day = await tried({ medida: 'ligacoes_dia', comparacao: 'desvio' });
  // Earlier days had 10 or 11 calls. The limit: their mean, 10.5, plus three deviations, each at least one call.
  expect([day.n, day.janelas]).toMatchObject([1, [{ dia: yesterday, valor: 100, limite: 13.5 }]]);
  const low = await tried({ medida: 'ligacoes_dia', comparacao: 'abaixo', limite: 11, projeto_id: ids[0] });
  expect(low.janelas.every(({ valor }) => valor === 10)).toBe(true);
  expect(low.n).toBeGreaterThan(10);
  // All hours above the limit are counted, although an answer lists no more than a page of them.
  const hours = await tried({ medida: 'ligacoes_hora', comparacao: 'acima', limite: 4 });
  expect(hours.n).toBe(4 * 6 * 24);
  await db.query('delete from projetos where id = any($1::uuid[])', [ids]);
});

it('erasure takes the firings of a call; a company goes with its rules', async () => {
  const { item } = await failedCall();
  await judgeAll();
  expect(await firings(`?item_id=${item.id}`)).toHaveLength(1);
  const erased = await call('POST', `/auditoria-item/${item.id}/apagar-dados`, {
    motivo: 'pedido_do_titular',
  });
  expect([erased.status, await firings(`?item_id=${item.id}`)]).toEqual([200, []]);
});

it('an edited rule judges its open alerts anew; those that it no longer means end', async () => {
  const { item } = await failedCall();
  const filtro = { todas: [{ campo: 'nota', op: 'ate', valor: 50 }] };
  const made = await call('POST', '/regras', { ...base, nome: 'Até 50', filtro });
  expect(made.status).toBe(201);
  await test.deps.db.query('update item_qualidade set revisado_em = now() where item_id = $1', [item.id]);
  await judgeAll();
  const states = async () =>
    (await firings(`?regra_id=${made.data.id}`)).map(({ estado }: { estado: string }) => estado);
  expect(await states()).toEqual(['aberto']);
  const edit = async (body: object) => {
    const { versao } = (await rules()).find(({ id }: { id: string }) => id === made.data.id);
    const changed = await call('PATCH', `/regras/${made.data.id}`, { ...body, versao });
    expect(changed.status, changed.message).toBe(200);
    await judgeAll();
  };
  await edit({ filtro: { todas: [{ campo: 'nota', op: 'ate', valor: 45 }] } });
  expect(await states()).toEqual(['aberto']);
  // The firing also stays if the rule is switched off.
  await edit({ ativa: false });
  expect(await states()).toEqual(['aberto']);
  await edit({ filtro: { todas: [{ campo: 'nota', op: 'ate', valor: 10 }] } });
  const ended = await test.deps.prisma.regraDisparo.findMany({ where: { regraId: made.data.id } });
  expect(ended.map(({ estado }) => estado)).toEqual(['deixou_de_valer']);
});

it('a rule about what changes after a call was judged is refused by the name of the condition', async () => {
  for (const [condition, nome] of [
    [{ campo: 'responsavel', op: 'um_de', valor: ['nenhum'] }, 'Responsável'],
    [{ campo: 'amostra', op: 'igual', valor: true }, 'Amostra aleatória'],
    [{ campo: 'status', op: 'um_de', valor: ['erro'] }, 'Status'],
    [{ campo: 'texto', op: 'contem', valor: 'Ana' }, 'Texto'],
    [{ campo: 'inaudivel', op: 'igual', valor: true }, 'Inaudível'],
  ]) {
    const filtro = { qualquer: [{ campo: 'falha_critica', op: 'igual', valor: true }, { nao: condition }] };
    const refused = await call('POST', '/regras', { ...base, nome: 'Depois', filtro });
    expect(refused.status).toBe(400);
    expect(refused.message).toContain(`“${nome}” não serve de condição para uma regra`);
  }
});

longo.test('a backtest whose condition is too slow for one call is refused by a sentence', async () => {
  await failedCall();
  await test.deps.db.transaction(async (tx) => {
    await tx.query('lock table busca_falas in access exclusive mode');
    const refused = await call('POST', '/regras/teste', { filtro: words('um_de', ['boleto']), janela: null });
    expect([refused.status, refused.message]).toEqual([
      422,
      'Uma destas condições demora demais para ser avaliada. Use palavras mais curtas ou menos condições.',
    ]);
  });
});

it('a rule that never ends is switched off, and the others go on', async () => {
  const slow = await call('POST', '/regras', { ...base, nome: 'Lenta', filtro: words('um_de', ['boleto']) });
  expect(slow.status).toBe(201);
  const { item } = await failedCall();
  await test.deps.db.transaction(async (tx) => {
    // Locks the search index, so that the rule that searches for words never gets an answer.
    await tx.query('lock table busca_falas in access exclusive mode');
    await judgingRules({ ...work(), restMs: 0, statementMs: 300 }).round(going);
  });
  const off = (await rules()).filter(({ ativa }: { ativa: boolean }) => !ativa);
  expect(off.map(({ nome }: { nome: string }) => nome)).toContain('Lenta');
  const fired = await test.deps.prisma.regraDisparo.findMany({ where: { itemId: item.id } });
  expect(fired.map(({ estado }) => estado)).toEqual(['aberto']);
});
