// The field board, quotas by answer, and permitted interviewers.
import { readFileSync } from 'node:fs';
import type { Coletores, Cotas, Quadro } from '@escuta/shared/contracts/surveys/quadro';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Sweeper } from '../../worker/src/sweep.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { type AuditedSurvey, addAudited, createAgents, createOwnSurvey } from '../support/audited-survey.ts';
import { createMembro, createTenant } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let survey: AuditedSurvey;

beforeAll(async () => {
  test = await createTestApp();
  [mine, other] = [await createTenant(test.deps), await createTenant(test.deps)];
});
afterAll(() => test.close());
beforeEach(async () => {
  survey = await createOwnSurvey(test.deps, mine.empresa, 3);
});

const call = async <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const { status, body } = await callApi<T>(test, token, method, path, payload);
  return { status, ...body };
};

it('counts by interviewer and day of São Paulo, with what waits for the device or for a manager', async () => {
  const { db: pool } = test.deps;
  const [ana = '', bruno = ''] = await createAgents(pool, mine.empresa.id, [
    { nome: 'Ana' },
    { nome: 'Bruno' },
  ]);
  const [alias = ''] = await createAgents(pool, mine.empresa.id, [{ nome: 'Ana M.', fundidoEmId: ana }]);
  const ids = await addAudited(pool, survey, [
    // 23h30 of the 9th in São Paulo, 2h30 of the 10th in UTC.
    { letras: 'CCC', agenteId: ana, em: new Date('2026-03-10T02:30:00Z') },
    { letras: 'CCC', agenteId: alias, em: new Date('2026-03-10T12:00:00Z') },
    { letras: 'CCC', agenteId: bruno, em: new Date('2026-03-10T12:00:00Z') },
    { letras: 'CCC', agenteId: bruno, em: new Date('2026-03-10T13:00:00Z') },
    { letras: 'CCC', agenteId: null, em: new Date('2026-02-01T12:00:00Z') },
    { letras: 'CCC', agenteId: bruno, em: new Date('2026-03-10T14:00:00Z') },
    { letras: 'CCC', agenteId: bruno, em: new Date('2026-03-10T15:00:00Z') },
  ]);
  const set = (n: number, what: string) =>
    pool.query(`update entrevistas set ${what} where id = $1`, [ids[n]?.entrevistaId]);
  await set(1, `revisao = 'aprovada'`);
  await set(2, `situacao = 'interrompida'`);
  await set(5, `situacao = 'interrompida', desfecho = 'filtro'`);
  await set(6, `situacao = 'interrompida', consentimento = 'recusou'`);
  await set(3, `situacao = 'em_andamento', ultimo_contato_em = now() - interval '1 hour'`);
  // An interview from a device whose clock is two days ahead counts on the 9th.
  await set(
    4,
    `iniciada_em = '2026-03-11T15:00:00Z', relogio_desvio_ms = ${2 * 86_400_000},
      quarentena = 'membro_desativado', revisao = 'aprovada'`,
  );
  const url = `/pesquisas/${survey.pesquisaId}/quadro?de=2026-03-08&ate=2026-03-10`;
  const { data } = await call<Quadro>('GET', url);
  expect(data.dias).toEqual(['2026-03-08', '2026-03-09', '2026-03-10']);
  expect(data.total).toEqual({
    concluidas: 2,
    interrompidas: 1,
    em_andamento: 1,
    aprovadas: 1,
    em_espera: 0,
    rejeitadas: 0,
    aguardando: 1,
    quarentena: 1,
    sem_gravacao: { n: 0, de: 3 },
    nao_montadas: 0,
    fora_do_perfil: 1,
    cota_preenchida: 0,
    recusas: 1,
  });
  const none = { concluidas: 0, interrompidas: 0, em_andamento: 0 };
  expect(data.entrevistadores).toMatchObject([
    {
      nome: 'Ana',
      total: { concluidas: 2 },
      aprovadas: 1,
      verificacao: { devidas: 2, sorteadas: 0, feitas: 0 },
      dias: [
        { ...none, dia: '2026-03-09', concluidas: 1 },
        { ...none, dia: '2026-03-10', concluidas: 1 },
      ],
    },
    {
      nome: 'Bruno',
      aguardando: 1,
      fora_do_perfil: 1,
      dias: [{ ...none, dia: '2026-03-10', interrompidas: 1, em_andamento: 1 }],
    },
    // This interview is on hold, so it is neither counted nor verified yet.
    {
      id: null,
      total: { concluidas: 0 },
      aprovadas: 0,
      nome: 'Sem entrevistador',
      quarentena: 1,
      verificacao: { devidas: 0 },
      dias: [{ ...none, dia: '2026-03-09' }],
    },
  ]);
  expect(data.quarentena).toMatchObject([{ id: ids[4]?.entrevistaId, motivos: ['membro_desativado'] }]);

  expect((await call('GET', url, undefined, mine.tokens.usuario)).status).toBe(403);
  expect((await call('GET', url, undefined, other.tokens.gerente)).status).toBe(404);
  const far = `/pesquisas/${survey.pesquisaId}/quadro?de=2026-01-01&ate=2026-03-10`;
  expect((await call('GET', far)).message).toBe('Selecione um período de até 31 dias.');
  const back = `/pesquisas/${survey.pesquisaId}/quadro?de=2026-03-02&ate=2026-03-01`;
  expect((await call('GET', back)).status).toBe(400);
});

it('leads each waiting figure, and that of those without a recording, to the list that has it', async () => {
  const { db: pool } = test.deps;
  const [ana = '', bruno = ''] = await createAgents(pool, mine.empresa.id, [
    { nome: 'Ana' },
    { nome: 'Bruno' },
  ]);
  const ids = await addAudited(
    pool,
    survey,
    [ana, ana, ana, ana, bruno, bruno].map((agenteId) => ({ letras: 'CCC', agenteId })),
  );
  const set = (n: number, what: string) =>
    pool.query(`update entrevistas set ${what} where id = $1`, [ids[n]?.entrevistaId]);
  const calado = `ultimo_contato_em = now() - interval '9 days'`;
  // Interviews 0 to 5: concluded with the sound still on the device; interrupted on the device; in progress; concluded
  // with recent contact; on hold without sound; with a refused recording.
  await set(0, `sincronia = 'parcial', ${calado}`);
  await set(1, `sincronia = 'parcial', situacao = 'interrompida', ${calado}`);
  await set(2, `situacao = 'em_andamento', ${calado}`);
  await set(3, `sincronia = 'parcial'`);
  await set(
    4,
    `gravacao = 'sem_gravacao', quarentena = 'sem_gravacao', quarentena_tambem = '{fora_da_lista}',
      sincronia = 'completa'`,
  );
  await set(5, `gravacao = 'recusada', montagem = 'falhou'`);
  const { data } = await call<Quadro>('GET', `/pesquisas/${survey.pesquisaId}/quadro`);
  expect(data.total).toMatchObject({
    aguardando: 3,
    quarentena: 1,
    sem_gravacao: { n: 2, de: 4 },
    nao_montadas: 1,
  });
  const of = (nome: string) => data.entrevistadores.find((one) => one.nome === nome);
  expect(of('Ana')).toMatchObject({ aguardando: 3, sem_gravacao: { n: 0, de: 2 } });
  // `sem_gravacao` counts all concluded interviews, even those on hold.
  expect(of('Bruno')).toMatchObject({ total: { concluidas: 1 }, sem_gravacao: { n: 2, de: 2 } });
  expect(data.quarentena).toMatchObject([
    { item_id: ids[4]?.itemId, motivos: ['sem_gravacao', 'fora_da_lista'] },
  ]);
  const listed = async (recebimento: string) => {
    const { data: rows } = await call<{ id: string }[]>(
      'GET',
      `/pesquisas/${survey.pesquisaId}/entrevistas?recebimento=${recebimento}`,
    );
    return rows.map(({ id }) => ids.findIndex(({ entrevistaId }) => entrevistaId === id)).sort();
  };
  expect(await listed('aguardando_aparelho')).toEqual([0, 1, 2]);
  expect(await listed('em_quarentena')).toEqual([4]);
  expect(await listed('sem_gravacao')).toEqual([4, 5]);
  expect(await listed('nao_montada')).toEqual([5]);
  expect((await call('GET', `/pesquisas/${survey.pesquisaId}/entrevistas?recebimento=outra`)).status).toBe(
    400,
  );
});

it("shows the devices that still have interviews and can send them, only the company's", async () => {
  for (const [tenant, nome, pendentes, colunas, valores] of [
    [mine, 'Tablet 1', 2, '', ''],
    [mine, 'Tablet 2', 0, '', ''],
    [mine, 'Revogado', 1, ', revogado_em', ', now()'],
    [mine, 'Por apagar', 1, ', apagar_em', ', now()'],
    [mine, 'Perdido', 1, ', ultimo_contato_em', `, now() - interval '31 days'`],
    [other, 'De outra', 5, '', ''],
  ] as const) {
    await test.deps.db.query(
      `insert into aparelhos (id, empresa_id, membro_id, usuario_id, nome, hmac, autorizado_ate, pendentes${colunas})
       values (gen_random_uuid(), $1, $2, $3, $4, gen_random_uuid()::text, now(), $5${valores})`,
      [tenant.empresa.id, tenant.usuario.id, tenant.usuario.usuarioId, nome, pendentes],
    );
  }
  const { data } = await call<Quadro>('GET', `/pesquisas/${survey.pesquisaId}/quadro`);
  expect(data.aparelhos).toMatchObject([{ nome: 'Tablet 1', pendentes: 2 }]);
  expect(data.dias).toHaveLength(7);
});

/** Reads the triggers' counts, and counts the answers directly, for each chosen option. */
async function counted(): Promise<{ kept: unknown[]; real: unknown[] }> {
  const { db: pool } = test.deps;
  const ids = [survey.perguntas.map(({ id }) => id)];
  const { rows: kept } = await pool.query(
    `select opcao_id as o, sum(n)::int as n, sum(aprovadas)::int as a from cota_contagens where pergunta_id = any ($1)
     group by 1 having sum(n) <> 0 or sum(aprovadas) <> 0 order by 1`,
    ids,
  );
  const { rows: real } = await pool.query(
    `select o, count(*)::int as n, count(*) filter (where e.revisao = 'aprovada')::int as a
     from respostas r join entrevistas e on e.id = r.entrevista_id cross join unnest(r.opcoes) o
     where r.pergunta_id = any ($1) and e.situacao not in ('em_andamento', 'interrompida') and e.quarentena is null
       and e.revisao not in ('em_espera', 'rejeitada') group by 1 order by 1`,
    ids,
  );
  return { kept, real };
}

it("quotas: the triggers' counts are those of the answers, whatever changes, also at the same time", async () => {
  const { db: pool } = test.deps;
  const agree = async (options: number) => {
    const { kept, real } = await counted();
    expect(kept).toEqual(real);
    expect(real).toHaveLength(options);
  };
  const [p1] = survey.perguntas;
  const [sim, nao] = (p1?.opcoes ?? []).map(({ id }) => id) as [string, string];
  const ids = (
    await addAudited(
      pool,
      survey,
      Array.from({ length: 8 }, () => ({ letras: 'CCC' })),
    )
  ).map(({ entrevistaId }) => entrevistaId);
  await agree(2);
  const set = (id: string | undefined, what: string) =>
    pool.query(`update entrevistas set ${what} where id = $1`, [id]);
  // The answers change and change back; one answer gets several options, and another gets none.
  const answer = (id: string | undefined, opcoes: string[]) =>
    pool.query('update respostas set opcoes = $3 where entrevista_id = $1 and pergunta_id = $2', [
      id,
      p1?.id,
      opcoes,
    ]);
  await answer(ids[0], [nao]);
  await agree(3);
  await answer(ids[0], [sim]);
  await answer(ids[1], [sim, nao]);
  await answer(ids[2], []);
  await agree(3);
  // One interview is approved, put on hold, edited while on hold, and released; another is interrupted and continued.
  await set(ids[1], `revisao = 'aprovada'`);
  await set(ids[1], `quarentena = 'registro_invalido'`);
  await answer(ids[1], [nao]);
  await agree(2);
  await set(ids[1], 'quarentena = null');
  await set(ids[3], `situacao = 'interrompida', revisao = 'rejeitada'`);
  await agree(3);
  await set(ids[3], `situacao = 'concluida', revisao = 'aprovada'`);
  // This interview is put on hold, edited meanwhile, and released.
  await set(ids[2], `revisao = 'em_espera'`);
  await agree(3);
  await answer(ids[2], [sim]);
  await set(ids[2], `revisao = 'pendente'`);
  await agree(3);
  // Deletes an answer here, and further below an interview with all its answers.
  await pool.query('delete from respostas where entrevista_id = $1 and pergunta_id = $2', [ids[4], p1?.id]);
  await agree(3);
  await set(ids[5], `situacao = 'em_andamento'`);
  // Many interviews end and are answered at the same time.
  await Promise.all([
    ...ids.slice(5).map((id) => set(id, `situacao = 'concluida', revisao = 'aprovada'`)),
    ...ids.slice(5).map((id) => answer(id, [nao])),
    ...ids.slice(0, 3).map((id) => answer(id, [sim, nao])),
  ]);
  await agree(3);
  await pool.query('delete from confrontos where entrevista_id = $1', [ids[6]]);
  await pool.query('delete from auditoria_itens where entrevista_id = $1', [ids[6]]);
  await pool.query('delete from entrevistas where id = $1', [ids[6]]);
  await agree(3);
});

it('quotas: a recount mends a wrong count once, while interviews go on', async () => {
  const { db: pool } = test.deps;
  const [p1] = survey.perguntas;
  const made = await addAudited(
    pool,
    survey,
    Array.from({ length: 4 }, () => ({ letras: 'CCC' })),
  );
  const [first, second] = made.map(({ entrevistaId }) => entrevistaId);
  await pool.query(`update entrevistas set revisao = 'rejeitada' where id = $1`, [first]);
  // Simulates a row left by a transaction that counted the rejected interview by the former rule and ended after the
  // migration's recount.
  await pool.query(
    `insert into cota_contagens (empresa_id, pergunta_id, opcao_id, n, aprovadas)
     select empresa_id, pergunta_id, o, 1, 0 from respostas cross join unnest(opcoes) o
     where entrevista_id = $1 and pergunta_id = $2`,
    [first, p1?.id],
  );
  const wrong = await counted();
  expect(wrong.kept).not.toEqual(wrong.real);
  const recount = readFileSync(
    'prisma/migrations/20261129082420_recontar_cotas_migrar/migration.sql',
    'utf8',
  );
  const rejects = `insert into entrevista_revisoes (entrevista_id, n, empresa_id, de, para, usuario_id)
    values ($1, 1, $2, 'pendente', 'rejeitada', $3)`;
  await pool.query(rejects, [first, mine.empresa.id, mine.gerente.usuarioId]);
  // A recount does not wait for an interview that is being approved, and the interview is counted once.
  await pool.transaction(async (tx) => {
    await tx.query(`update entrevistas set revisao = 'aprovada' where id = $1`, [second]);
    await Promise.all([pool.query(recount), pool.query(recount)]);
  });
  const { kept, real } = await counted();
  expect(kept).toEqual(real);
  expect(real).toMatchObject([
    { n: 3, a: 1 },
    { n: 3, a: 1 },
  ]);
});

it('quotas: answers that come in one statement are counted in one row an option', async () => {
  const { db: pool } = test.deps;
  await addAudited(
    pool,
    survey,
    Array.from({ length: 5 }, () => ({ letras: 'CCC' })),
  );
  const ids = [survey.perguntas.map(({ id }) => id)];
  const before = await counted();
  const { rows: kept } = await pool.query<{ respostas: object[] }>(
    'select json_agg(r) as respostas from respostas r where pergunta_id = any ($1)',
    ids,
  );
  await pool.query('delete from respostas where pergunta_id = any ($1)', ids);
  await pool.query('delete from cota_contagens where pergunta_id = any ($1)', ids);
  await pool.query('insert into respostas select * from json_populate_recordset(null::respostas, $1)', [
    JSON.stringify(kept[0]?.respostas),
  ]);
  expect(await counted()).toEqual(before);
  const { rowCount } = await pool.query('select from cota_contagens where pergunta_id = any ($1)', ids);
  expect(rowCount).toBe(before.kept.length);
});

it('quotas: what was counted one by one is summed by the sweep, and the number does not change', async () => {
  const { db: pool } = test.deps;
  const [one] = await addAudited(pool, survey, [{ letras: 'CCC' }]);
  for (let turn = 0; turn < 120; turn += 1) {
    await pool.query(`update entrevistas set situacao = 'em_andamento' where id = $1`, [one?.entrevistaId]);
    await pool.query(`update entrevistas set situacao = 'concluida' where id = $1`, [one?.entrevistaId]);
  }
  const rows = async () =>
    (
      await pool.query('select 1 from cota_contagens where pergunta_id = any ($1)', [
        survey.perguntas.map(({ id }) => id),
      ])
    ).rowCount;
  const before = await counted();
  expect(await rows()).toBeGreaterThan(400);
  await new Sweeper({
    db: pool,
    queues: { add: async () => undefined },
    store: test.deps.store,
    log: test.deps.log,
    intervalMs: 60_000,
    onSwept: () => undefined,
  } as never).sweep();
  expect(await rows()).toBe(2);
  expect(await counted()).toEqual(before);
});

it('quotas: target, done, missing and too many; of the approved ones only on request', async () => {
  const { db: pool } = test.deps;
  const [p1] = survey.perguntas;
  const [sim, nao] = (p1?.opcoes ?? []).map(({ id }) => id) as [string, string];
  // Adds the first question's options to the draft, as the editor does.
  for (const [ordem, { id, texto }] of (p1?.opcoes ?? []).entries()) {
    await pool.query(
      `insert into respostas_definidas (id, empresa_id, pergunta_id, texto_resposta, ordem)
        values ($1, $2, $3, $4, $5)`,
      [id, mine.empresa.id, p1?.id, texto, ordem + 1],
    );
  }
  const ids = await addAudited(pool, survey, [
    { letras: 'CCC' },
    { letras: 'CCC' },
    { letras: 'CCC' },
    { letras: 'CCC' },
  ]);
  await pool.query(`update entrevistas set situacao = 'em_andamento' where id = $1`, [ids[2]?.entrevistaId]);
  await pool.query(`update entrevistas set quarentena = 'fora_da_lista' where id = $1`, [
    ids[3]?.entrevistaId,
  ]);
  await pool.query(`update entrevistas set revisao = 'aprovada' where id = $1`, [ids[0]?.entrevistaId]);
  const put = (body: object, token?: string) =>
    call('PUT', `/questionarios/${survey.questionarioId}/cotas`, body, token);
  const quotas = async (query = '') =>
    (await call<Cotas>('GET', `/pesquisas/${survey.pesquisaId}/cotas${query}`)).data.cotas.map((one) => [
      one.opcao.texto,
      one.meta,
      one.feitas,
      one.faltam,
      one.excedem,
      one.opcao.na_lista,
    ]);
  const metas = [
    { opcao_id: sim, meta: 1 },
    { opcao_id: nao, meta: 5 },
  ];
  expect((await put({ metas, antes: [] })).status).toBe(200);
  expect(await quotas()).toEqual([
    ['Sim', 1, 2, 0, 1, true],
    ['Não', 5, 0, 5, 0, true],
  ]);
  expect(await quotas('?aprovadas=true')).toEqual([
    ['Sim', 1, 1, 0, 0, true],
    ['Não', 5, 0, 5, 0, true],
  ]);
  // A save after another person's save, an unknown option, and a person with the role usuario are refused.
  expect((await put({ metas: [], antes: [] })).status).toBe(409);
  const foreign = await put({ metas: [...metas, { opcao_id: other.opcao.id, meta: 1 }] });
  expect([foreign.status, foreign.message]).toEqual([404, 'Opção não encontrada neste questionário.']);
  expect((await put({ metas: [metas[0], metas[0]] })).status).toBe(400);
  expect((await put({ metas }, mine.tokens.usuario)).status).toBe(403);
  expect(await quotas()).toHaveLength(2);
  // An option removed from the questionnaire keeps its goal, until a person removes it.
  await pool.query('delete from respostas_definidas where id = $1', [nao]);
  expect((await put({ metas })).status).toBe(200);
  expect(await quotas()).toEqual([
    ['Sim', 1, 2, 0, 1, true],
    ['Não', 5, 0, 5, 0, false],
  ]);
  await put({ metas: metas.slice(0, 1) });
  expect(await quotas()).toHaveLength(1);
});

it('only people on the list collect; without a list, all; a person who leaves the company does not empty it', async () => {
  const id = survey.questionarioId;
  const url = `/questionarios/${id}/coletores`;
  const begin = (token = mine.tokens.usuario) =>
    call('POST', '/entrevistas/iniciar', { questionario_id: id, nome_entrevistado: 'Pessoa' }, token);
  // Without a list of interviewers everybody may begin an interview.
  const open = await begin();
  expect(open.status).not.toBe(403);
  const colega = await createMembro(test.deps, mine.empresa, { nome: 'Colega' });
  expect((await call('PUT', url, { coletores: [other.usuario.usuarioId] })).status).toBe(404);
  const put = await call<Coletores>('PUT', url, { coletores: [colega.usuarioId], antes: [] });
  expect(put.data.coletores).toEqual([{ id: colega.usuarioId, nome: 'Colega', situacao: 'ativo' }]);
  expect(put.data.outros.map((one) => one.id)).toContain(mine.usuario.usuarioId);
  expect((await call('PUT', url, { coletores: [], antes: [] })).status).toBe(409);
  const refused = await begin();
  expect([refused.status, refused.message]).toEqual([
    403,
    'Você não está na lista de coletores deste questionário. Peça a um gerente para incluir você.',
  ]);
  // A manager who is not on the list is refused too.
  expect((await begin(mine.tokens.gerente)).status).toBe(403);
  expect((await call('DELETE' as 'GET', `/users/${colega.id}`)).status).toBe(200);
  expect((await call<Coletores>('GET', url)).data.coletores).toMatchObject([{ situacao: 'excluido' }]);
  expect((await begin()).status).toBe(403);
  await call('PUT', url, { coletores: [mine.usuario.usuarioId] });
  expect((await begin()).status).toBe(open.status);
  expect((await call('PUT', url, { coletores: [] }, mine.tokens.usuario)).status).toBe(403);
  await call('PUT', url, { coletores: [] });
});
