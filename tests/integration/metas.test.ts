// Goals for crossed answers (such as sex by age): triggers count interviews; the board and devices show the goals.
import { randomUUID } from 'node:crypto';
import type {
  MetasDaPesquisa,
  MetasDeCampo,
  PlanoDeMetas,
} from '@escuta/shared/contracts/surveys/goals/metas';
import { newId } from '@escuta/shared/platform/database/ids';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Sweeper } from '../../worker/src/sweep.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createAgents } from '../support/audited-survey.ts';
import { createMembro, createProjeto, createTenant, signToken } from '../support/factories.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
let projetoId: string;
let survey: Awaited<ReturnType<typeof createSurvey>>;

beforeAll(async () => {
  test = await createTestApp();
  [mine, other] = [await createTenant(test.deps), await createTenant(test.deps)];
  projetoId = (await createProjeto(test.deps, mine.empresa, { tipoProjeto: 'pesquisa' })).id;
});
afterAll(() => test.close());
beforeEach(async () => {
  survey = await createSurvey();
});

const call = async <T>(method: Method, path: string, payload?: object, token = mine.tokens.gerente) => {
  const { status, body } = await callApi<T>(test, token, method, path, payload);
  return { status, ...body };
};

/** Creates a questionnaire on sex, age and brands, with a version. */
async function createSurvey() {
  const { db } = test.deps;
  const [pesquisaId, id, versaoId, sexo, idade, marcas] = Array.from({ length: 6 }, () => newId()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const [mulher, homem, a, b] = Array.from({ length: 4 }, () => newId()) as [string, string, string, string];
  await db.query(`insert into pesquisas (id, empresa_id, projeto_id, titulo) values ($1, $2, $3, 'Metas')`, [
    pesquisaId,
    mine.empresa.id,
    projetoId,
  ]);
  await db.query(`insert into questionarios (id, empresa_id, pesquisa_id, nome) values ($1, $2, $3, 'Q')`, [
    id,
    mine.empresa.id,
    pesquisaId,
  ]);
  await db.query(
    `insert into questionario_versoes (id, empresa_id, questionario_id, numero, conteudo)
      values ($1, $2, $3, 1, '{"perguntas":[]}')`,
    [versaoId, mine.empresa.id, id],
  );
  for (const [n, [pergunta, tipo]] of (
    [
      [sexo, 'escolha'],
      [idade, 'numero'],
      [marcas, 'multipla'],
    ] as const
  ).entries()) {
    await db.query(
      `insert into perguntas (id, empresa_id, questionario_id, codigo, texto_pergunta, tipo, ordem)
       values ($1, $2, $3, $4, 'Pergunta', $5::tipo_pergunta, $6)`,
      [pergunta, mine.empresa.id, id, `P${n + 1}`, tipo, n + 1],
    );
  }
  for (const [opcao, pergunta, texto] of [
    [mulher, sexo, 'Feminino'],
    [homem, sexo, 'Masculino'],
    [a, marcas, 'A'],
    [b, marcas, 'B'],
  ]) {
    await db.query(
      'insert into respostas_definidas (id, empresa_id, pergunta_id, texto_resposta) values ($1, $2, $3, $4)',
      [opcao, mine.empresa.id, pergunta, texto],
    );
  }
  return { pesquisaId, id, versaoId, sexo, idade, marcas, mulher, homem, a, b };
}

/** Inserts concluded interviews as an import of a sheet does: all answers in a single statement. */
async function interviews(
  rows: readonly { sexo?: string; idade?: string; agente?: string | null; situacao?: string }[],
): Promise<string[]> {
  const { db } = test.deps;
  const { pesquisaId, id, versaoId, sexo, idade } = survey;
  const made = rows.map((row) => ({ ...row, id: newId() }));
  await db.query(
    `insert into entrevistas (id, empresa_id, projeto_id, pesquisa_id, questionario_id, questionario_versao_id,
      agente_id,
       nome_entrevistado, situacao)
     select r.id, $2, $3, $4, $5, $6, r.agente, 'Pessoa', r.situacao::situacao_entrevista
     from jsonb_to_recordset($1::jsonb) as r (id uuid, agente uuid, situacao text)`,
    [
      JSON.stringify(made.map((one) => ({ situacao: 'concluida', ...one }))),
      mine.empresa.id,
      projetoId,
      pesquisaId,
      id,
      versaoId,
    ],
  );
  const answers = made.flatMap((one) => [
    { entrevista: one.id, pergunta: sexo, opcoes: one.sexo ? [one.sexo] : [], texto: null },
    ...(one.idade ? [{ entrevista: one.id, pergunta: idade, opcoes: [], texto: one.idade }] : []),
  ]);
  await db.query(
    `insert into respostas (id, empresa_id, entrevista_id, pergunta_id, opcoes, texto_resposta)
     select gen_random_uuid(), $2, r.entrevista, r.pergunta, array(select jsonb_array_elements_text(r.opcoes))::uuid[],
     r.texto
     from jsonb_to_recordset($1::jsonb) as r (entrevista uuid, pergunta uuid, opcoes jsonb, texto text)`,
    [JSON.stringify(answers), mine.empresa.id],
  );
  return made.map((one) => one.id);
}

const bands = () => ({
  tipo: 'faixas',
  pergunta_id: survey.idade,
  grupos: [
    { texto: '16 a 44', de: 16, ate: 44 },
    { texto: '45+', de: 45, ate: null },
  ],
});
const bySex = () => ({
  tipo: 'opcoes',
  pergunta_id: survey.sexo,
  grupos: [
    { texto: 'Mulheres', opcoes: [survey.mulher] },
    { texto: 'Homens', opcoes: [survey.homem] },
  ],
});
const crossed = () => ({
  dimensoes: [bySex(), bands()],
  celulas: [
    { chave: '0.0', meta: 2 },
    { chave: '0.1', meta: 3 },
    { chave: '1.1', meta: 1 },
  ],
});
const put = (body: object, token?: string) =>
  call<PlanoDeMetas>(
    'PUT',
    `/questionarios/${survey.id}/metas`,
    { versao: 0, total: null, passar: false, tabelas: [], ...body },
    token,
  );
const board = async (query = '') =>
  (await call<MetasDaPesquisa>('GET', `/pesquisas/${survey.pesquisaId}/metas${query}`)).data.planos;
const cells = async (query = '') =>
  Object.fromEntries(
    ((await board(query))[0]?.tabelas[0]?.celulas ?? []).map(({ chave, feitas }) => [chave, feitas]),
  );
const update = (what: string, ...values: unknown[]) => test.deps.db.query(`update ${what}`, values);

/** Checks that the triggers' counts equal a plain count of answers, for each cell and for the questionnaire. */
async function agree(): Promise<void> {
  const { rows } = await test.deps.db.query(
    `with plain as (
       select concat_ws('.', case when s.opcoes && array[$2::uuid] then '0' when s.opcoes && array[$3::uuid] then '1'
         else '-' end,
         case when n.idade between 16 and 44 then '0'
           when n.idade >= 45 then '1' else '-' end) as chave, e.agente_id,
         (e.revisao = 'aprovada')::int as aprovada
       from entrevistas e left join respostas s on s.entrevista_id = e.id and s.pergunta_id = $4
         left join respostas i on i.entrevista_id = e.id and i.pergunta_id = $5
         left join lateral (select case when i.texto_resposta ~ '^[0-9.]+$' then replace(i.texto_resposta, '.', '')::int
           end as idade) n on true
       where e.questionario_id = $1 and escuta_conta_na_cota(e)
         and exists (select from respostas r where r.entrevista_id = e.id)
     )
     select chave, agente_id, sum(n)::int as n, sum(a)::int as a from (
       select chave, agente_id, 1 as n, aprovada as a from plain
       union all select c.chave, c.agente_id, -c.n, -c.aprovadas from meta_contagens c
         join meta_tabelas t on t.id = c.tabela_id
         where t.questionario_id = $1 and t.dimensoes <> '[]') d
     group by 1, 2 having sum(n) <> 0 or sum(a) <> 0`,
    [survey.id, survey.mulher, survey.homem, survey.sexo, survey.idade],
  );
  expect(rows).toEqual([]);
}

it('counts what is there when a table is made, and says what is in no cell', async () => {
  const { mulher, homem } = survey;
  const [ana = ''] = await createAgents(test.deps.db, mine.empresa.id, [{ nome: 'Ana' }]);
  await interviews([
    { sexo: mulher, idade: '45', agente: ana },
    { sexo: mulher, idade: '60', agente: ana },
    { sexo: homem, idade: '1.200' },
    { sexo: homem, idade: '70' },
    { sexo: mulher, idade: '15' },
    { idade: '50' },
    { sexo: mulher, idade: '20', situacao: 'em_andamento' },
  ]);
  const saved = await put({ total: 100, tabelas: [crossed()] });
  expect([saved.status, saved.data.versao, saved.data.total]).toEqual([200, 1, 100]);
  const [plan] = await board();
  expect(plan).toMatchObject({
    feitas: 6,
    total: { meta: 100, feitas: 6, faltam: 94, excedem: 0 },
    passar: false,
  });
  // The cell that lacks most interviews comes first. A cell without a goal is listed only if it has interviews.
  expect(plan?.tabelas[0]?.celulas).toEqual([
    { chave: '0.0', meta: 2, feitas: 0, faltam: 2, excedem: 0 },
    { chave: '0.1', meta: 3, feitas: 2, faltam: 1, excedem: 0 },
    { chave: '1.1', meta: 1, feitas: 2, faltam: 0, excedem: 1 },
  ]);
  expect(plan?.tabelas[0]?.sem_celula).toEqual({
    n: 2,
    dimensoes: [
      { nome: 'P1 · Pergunta', n: 1 },
      { nome: 'P2 · Pergunta', n: 1 },
    ],
  });
  expect(plan?.tabelas[0]?.entrevistadores).toEqual([
    { id: null, nome: 'Sem entrevistador', feitas: 4, celulas: [{ chave: '1.1', feitas: 2 }] },
    { id: ana, nome: 'Ana', feitas: 2, celulas: [{ chave: '0.1', feitas: 2 }] },
  ]);
  await agree();
});

it('follows edits, holds, quarantine, undoings, erasure and deletion, also at the same time', async () => {
  const { mulher, homem, sexo, idade } = survey;
  await put({ tabelas: [crossed()] });
  const [ana = '', beto = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Ana' },
    { nome: 'Beto' },
  ]);
  const ids = await interviews(
    Array.from({ length: 10 }, (_, n) => ({
      sexo: n % 2 ? homem : mulher,
      idade: String(15 + n * 8),
      agente: ana,
    })),
  );
  await agree();
  const set = (id: string | undefined, what: string) => update(`entrevistas set ${what} where id = $1`, id);
  const answer = (id: string | undefined, pergunta: string, opcoes: string[], texto: string | null) =>
    update(
      'respostas set opcoes = $3, texto_resposta = $4 where entrevista_id = $1 and pergunta_id = $2',
      id,
      pergunta,
      opcoes,
      texto,
    );
  await answer(ids[0], sexo, [homem], null);
  await answer(ids[1], idade, [], '99');
  await answer(ids[2], idade, [], 'não sei');
  await agree();
  await set(ids[3], `revisao = 'aprovada'`);
  await set(ids[4], `quarentena = 'registro_invalido'`);
  await answer(ids[4], sexo, [homem], null);
  await agree();
  await set(ids[4], 'quarentena = null');
  await set(ids[5], `revisao = 'em_espera'`);
  await set(ids[6], `revisao = 'rejeitada'`);
  await set(ids[7], `agente_id = '${beto}'`);
  await agree();
  await set(ids[5], `revisao = 'pendente'`);
  await set(ids[6], `situacao = 'interrompida'`);
  await agree();
  await Promise.all([
    ...ids.slice(6).map((id) => set(id, `situacao = 'concluida', revisao = 'aprovada'`)),
    ...ids.slice(0, 6).map((id) => answer(id, idade, [], '50')),
    ...ids.slice(0, 6).map((id) => answer(id, sexo, [mulher], null)),
    ...ids.slice(6).map((id) => answer(id, sexo, [homem], null)),
    interviews([{ sexo: mulher, idade: '33' }]),
    put({ versao: 1, tabelas: [crossed(), { dimensoes: [bySex()], celulas: [{ chave: '0', meta: 5 }] }] }),
  ]);
  expect((await board())[0]?.tabelas).toHaveLength(2);
  await put({
    versao: 2,
    tabelas: [(await call<PlanoDeMetas>('GET', `/questionarios/${survey.id}/metas`)).data.tabelas[0]],
  });
  await agree();
  // Two interviews lose their answers, as in an erasure, and one of these interviews is deleted.
  await test.deps.db.query('delete from respostas where entrevista_id = $1', [ids[8]]);
  await test.deps.db.query('delete from respostas where entrevista_id = $1', [ids[9]]);
  await test.deps.db.query('delete from entrevistas where id = $1', [ids[9]]);
  await agree();
  expect((await board())[0]?.feitas).toBe(9);
});

it('sums many rows to one a cell in the sweep, and the numbers stay', async () => {
  await put({ tabelas: [crossed()] });
  const [id] = await interviews([{ sexo: survey.mulher, idade: '50' }]);
  for (let turn = 0; turn < 120; turn += 1) {
    await update(`entrevistas set situacao = 'em_andamento' where id = $1`, id);
    await update(`entrevistas set situacao = 'concluida' where id = $1`, id);
  }
  const rows = async () =>
    (
      await test.deps.db.query(
        'select from meta_contagens c join meta_tabelas t on t.id = c.tabela_id where t.questionario_id = $1',
        [survey.id],
      )
    ).rowCount;
  expect(await rows()).toBeGreaterThan(400);
  const sweeper = new Sweeper({
    db: test.deps.db,
    queues: { add: async () => undefined },
    store: test.deps.store,
    log: test.deps.log,
    intervalMs: 60_000,
    onSwept: () => undefined,
  } as never);
  // While a change of the plan holds the plan's lock, the sweep merges no counts: the change replaces the counts, and a
  // sum of the old counts would remain beside the new ones.
  await test.deps.db.transaction(async (tx) => {
    await tx.query('select escuta_trava_metas($1, true)', [survey.id]);
    await sweeper.sweep();
    expect(await rows()).toBeGreaterThan(400);
  });
  await sweeper.sweep();
  expect(await rows()).toBe(2);
  expect(await cells()).toEqual({ '0.0': 0, '0.1': 1, '1.1': 0 });
});

it('refuses what cannot be counted, other people first, other companies and roles, and changes nothing', async () => {
  const { marcas, a, mulher } = survey;
  expect((await put({ total: 10, tabelas: [crossed()] })).status).toBe(200);
  const url = `/questionarios/${survey.id}/metas`;
  const { data } = await call<PlanoDeMetas>('GET', url);
  const said = async (body: object) => {
    const { status, message } = await put({ versao: 1, ...body });
    return [status, message];
  };
  expect(await said({ versao: 0 })).toEqual([
    409,
    'Outra pessoa mudou as metas depois que você as abriu. Nada foi salvo: confira as mudanças e salve de novo.',
  ]);
  expect(
    await said({
      tabelas: [
        {
          dimensoes: [{ tipo: 'opcoes', pergunta_id: marcas, grupos: [{ texto: 'A', opcoes: [a] }] }],
          celulas: [{ chave: '0', meta: 1 }],
        },
      ],
    }),
  ).toEqual([400, 'P3 aceita várias respostas e não pode ser cruzada. Use “Metas por resposta”.']);
  expect(await said({ tabelas: [{ ...crossed(), id: randomUUID() }] })).toEqual([
    404,
    'Tabela de metas não encontrada neste questionário.',
  ]);
  const stranger = {
    tipo: 'entrevistadores',
    nome: 'area',
    grupos: [{ texto: 'Norte', usuarios: [other.usuario.usuarioId], agentes: [] }],
  };
  expect(await said({ tabelas: [{ dimensoes: [stranger], celulas: [{ chave: '0', meta: 1 }] }] })).toEqual([
    404,
    'Pessoa não encontrada nesta empresa.',
  ]);
  expect((await put({ versao: 1, total: 0 })).status).toBe(400);
  expect((await put({ versao: 1 }, mine.tokens.usuario)).status).toBe(403);
  expect((await put({ versao: 1 }, other.tokens.gerente)).status).toBe(404);
  for (const path of [url, `/pesquisas/${survey.pesquisaId}/metas`]) {
    expect((await call('GET', path, undefined, mine.tokens.usuario)).status).toBe(403);
    expect((await call('GET', path, undefined, other.tokens.gerente)).status).toBe(404);
  }
  expect((await call<PlanoDeMetas>('GET', url)).data).toEqual(data);
  // An equal plan is no change and needs no log entry.
  expect((await put({ versao: 1, total: 10, tabelas: data.tabelas })).data.versao).toBe(1);
  // An option that was removed from the questionnaire keeps its goals and its name in the plan.
  await interviews([{ sexo: mulher, idade: '50' }]);
  await test.deps.db.query('delete from respostas_definidas where id = $1', [mulher]);
  expect((await put({ versao: 1, total: 11, tabelas: data.tabelas })).status).toBe(200);
  expect((await board())[0]?.tabelas[0]?.dimensoes[0]?.grupos).toEqual([
    { texto: 'Mulheres', fora: true },
    { texto: 'Homens', fora: false },
  ]);
  expect((await cells())['0.1']).toBe(1);
});

it('tells an interviewer the counts of their own cells, options too', async () => {
  const { mulher, homem, sexo } = survey;
  const me = mine.usuario;
  const [eu = '', beto = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Eu', usuarioId: me.usuarioId },
    { nome: 'Beto' },
  ]);
  await interviews([
    { sexo: mulher, idade: '50', agente: eu },
    { sexo: homem, idade: '50', agente: eu },
    { sexo: mulher, idade: '50', agente: beto },
  ]);
  const people = {
    tipo: 'entrevistadores',
    nome: 'area',
    grupos: [
      { texto: 'Sul', usuarios: [], agentes: [beto] },
      { texto: 'Norte', usuarios: [me.usuarioId], agentes: [] },
    ],
  };
  const celulas = [
    { chave: '0.0.1', meta: 7 },
    { chave: '1.0.1', meta: 3 },
    { chave: '1.1.1', meta: 1 },
  ];
  expect(
    (await put({ total: 20, tabelas: [{ dimensoes: [people, bySex(), bands()], celulas }] })).status,
  ).toBe(200);
  await call('PUT', `/questionarios/${survey.id}/cotas`, { metas: [{ opcao_id: homem, meta: 4 }] });
  const told = async (token: string) =>
    (await call<MetasDeCampo[]>('GET', '/campo/metas', undefined, token)).data.filter(
      (one) => one.questionario_id === survey.id,
    );
  const [field] = await told(mine.tokens.usuario);
  expect(field).toMatchObject({ total: { meta: 20, feitas: 3, encerra: true } });
  expect(field?.tabelas).toEqual([
    {
      encerra: true,
      dimensoes: [bySex(), bands()],
      celulas: [
        { chave: '0.1', nomes: ['Norte', 'Mulheres', '45+'], meta: 3, feitas: 1 },
        { chave: '1.1', nomes: ['Norte', 'Homens', '45+'], meta: 1, feitas: 1 },
      ],
    },
    {
      encerra: false,
      dimensoes: [{ tipo: 'opcoes', pergunta_id: sexo, grupos: [{ texto: 'Masculino', opcoes: [homem] }] }],
      celulas: [{ chave: '0', nomes: ['Masculino'], meta: 4, feitas: 1 }],
    },
  ]);
  expect(await told(other.tokens.usuario)).toEqual([]);
  // A person who may not interview with the questionnaire is not told its goals.
  await call('PUT', `/questionarios/${survey.id}/coletores`, { coletores: [me.usuarioId] });
  expect(await told(mine.tokens.gerente)).toEqual([]);
  expect(await told(mine.tokens.usuario)).toHaveLength(1);
});

const people = (...grupos: { texto: string; usuarios?: string[]; agentes?: string[] }[]) => ({
  tipo: 'entrevistadores',
  nome: 'entrevistador',
  grupos: grupos.map((one) => ({ usuarios: [], agentes: [], ...one })),
});
/** Saves a plan with a goal of 5 for each group of people. */
const putPeople = (...grupos: Parameters<typeof people>) =>
  put({
    tabelas: [
      { dimensoes: [people(...grupos)], celulas: grupos.map((_, n) => ({ chave: String(n), meta: 5 })) },
    ],
  });
const onPhone = async (token: string) =>
  (await call<MetasDeCampo[]>('GET', '/campo/metas', undefined, token)).data
    .find((one) => one.questionario_id === survey.id)
    ?.tabelas[0]?.celulas.map(({ nomes, feitas }) => [nomes.join(), feitas]);

it("an agent's interviews are of its present account; without one, of its last", async () => {
  const account = async (nome: string) => (await createMembro(test.deps, mine.empresa, { nome })).usuarioId;
  const [bia, ana, rui] = [await account('Bia'), await account('Ana'), await account('Rui')];
  const [deAna = '', semConta = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Ana', usuarioId: ana },
    { nome: 'Sem conta' },
  ]);
  const former = (agente: string, usuario: string, days: number) =>
    test.deps.db.query(
      `insert into agente_contas_anteriores (empresa_id, agente_id, usuario_id, ate)
       values ($1, $2, $3, now() - make_interval(days => $4))`,
      [mine.empresa.id, agente, usuario, days],
    );
  await former(deAna, bia, 1);
  await former(semConta, rui, 2);
  await former(semConta, bia, 1);
  await interviews([
    { sexo: survey.mulher, agente: deAna },
    { sexo: survey.homem, agente: deAna },
    { sexo: survey.homem, agente: semConta },
  ]);
  const saved = await putPeople(
    { texto: 'Rui', usuarios: [rui] },
    { texto: 'Bia', usuarios: [bia] },
    { texto: 'Ana', usuarios: [ana] },
  );
  expect(saved.status).toBe(200);
  expect(await cells()).toEqual({ '0': 0, '1': 1, '2': 2 });
});

it('whoever is named by agent keeps the goal with an account, on the phone, and through a merge and its undoing', async () => {
  const membro = await createMembro(test.deps, mine.empresa, { nome: 'Rui', papel: 'usuario' });
  const token = signToken(test.deps, membro);
  const [rui = '', outro = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Rui' },
    { nome: 'Rui S.' },
  ]);
  await interviews([
    { sexo: survey.mulher, agente: rui },
    { sexo: survey.homem, agente: outro },
  ]);
  const saved = await putPeople({ texto: 'Rui', agentes: [rui] }, { texto: 'Rui S.', agentes: [outro] });
  expect(saved.status).toBe(200);
  expect(await onPhone(token)).toBeUndefined();
  expect((await call('PATCH', `/agentes/${rui}`, { usuario_id: membro.usuarioId })).status).toBe(200);
  expect(await onPhone(token)).toEqual([['Rui', 1]]);
  expect(await cells()).toEqual({ '0': 1, '1': 1 });

  // Agent `rui` is merged into `outro`: the plan still names `rui`, whose goal now counts the interviews of both.
  expect((await call('POST', `/agentes/${outro}/fundir`, { agente_id: rui })).status).toBe(200);
  const plan = (await call<PlanoDeMetas>('GET', `/questionarios/${survey.id}/metas`)).data;
  expect(plan).toMatchObject({
    pessoas: expect.arrayContaining([expect.objectContaining({ id: rui, tipo: 'agente' })]),
  });
  const only = { dimensoes: [people({ texto: 'Rui', agentes: [rui] })], celulas: [{ chave: '0', meta: 5 }] };
  expect((await put({ versao: 1, tabelas: [only] })).status).toBe(200);
  expect(await cells()).toEqual({ '0': 2 });
  expect(await onPhone(token)).toEqual([['Rui', 2]]);
  const [fusao] = (await call<{ id: string }[]>('GET', `/agentes/${outro}/fusoes`)).data;
  expect((await call('POST', `/agentes/${outro}/fusoes/${fusao?.id}/desfazer`)).status).toBe(200);
  expect(await cells()).toEqual({ '0': 1 });
  expect(await onPhone(token)).toEqual([['Rui', 1]]);
});

it('a merge of agents moves their interviews in few rows, however many there are', async () => {
  const [ana = '', beto = ''] = await createAgents(test.deps.db, mine.empresa.id, [
    { nome: 'Ana' },
    { nome: 'Beto' },
  ]);
  await put({ tabelas: [crossed()] });
  await interviews(
    Array.from({ length: 40 }, (_, n) => ({
      sexo: n % 2 ? survey.homem : survey.mulher,
      idade: '50',
      agente: beto,
    })),
  );
  const rows = async () => {
    const { rows: kept } = await test.deps.db.query<{ n: number }>(
      `select count(*)::int as n from meta_contagens c join meta_tabelas t on t.id = c.tabela_id
        where t.questionario_id = $1`,
      [survey.id],
    );
    return kept[0]?.n ?? 0;
  };
  const before = await rows();
  expect((await call('POST', `/agentes/${ana}/fundir`, { agente_id: beto })).status).toBe(200);
  // The merge adds six rows: three for each of two agents, namely two cells of the table and the whole questionnaire.
  expect((await rows()) - before).toBe(6);
  await agree();
  expect((await board())[0]?.tabelas[0]?.entrevistadores).toMatchObject([{ nome: 'Ana', feitas: 40 }]);
});
