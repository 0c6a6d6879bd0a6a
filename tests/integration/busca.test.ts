// Search over all conversations: word forms, companies' borders, and the removal of erased words.
import { wordsOf } from '@escuta/shared/domain/filters/search-words';
import type { Sql } from '@escuta/shared/platform/database/sql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groundOf, rareStatement, walkStatement } from '../../api/src/features/busca/repo.ts';
import { monthsOf } from '../../api/src/features/busca/service.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import { conclude, type Dito } from '../support/conversations.ts';
import {
  createAuditoria,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { longo } from '../support/longo.ts';
import { FALAS, type Fala, PARES } from '../support/search-pairs.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
type Tenant = Awaited<ReturnType<typeof createTenant>>;
let mine: Tenant;
let theirs: Tenant;

beforeAll(async () => {
  test = await createTestApp();
  // Creates the search index's monthly partitions, as the product does (tests/support/integration-global.mjs).
  await test.deps.db.query(`select escuta_busca_meses((now() - interval '24 months')::date, now()::date)`);
  mine = await createTenant(test.deps);
  theirs = await createTenant(test.deps);
});
afterAll(() => test.close());

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 12, minute));
const client = (texto: string): Dito => ({ falante: 'cliente', texto });

/** Creates a call in which these words are said. */
async function said(
  tenant: Tenant,
  ditos: readonly Dito[],
  fields: Parameters<typeof createItem>[2] = {},
  auditoria = tenant.auditoria,
) {
  const item = await createItem(test.deps, auditoria, {
    tipoItem: 'ligacao',
    callStartTime: null,
    ...fields,
  });
  return { item, ...(await conclude(test.deps.db, item, ditos)) };
}

const search = (q: string, more: Record<string, string> = {}, token = mine.tokens.usuario) =>
  callApi(test, token, 'GET', `/busca?${new URLSearchParams({ q, ...more })}`);
/** Searches. @returns the ids of the found calls */
async function found(q: string, more: Record<string, string> = {}, token = mine.tokens.usuario) {
  const { status, body } = await search(q, more, token);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.parcial).toBe(false);
  return body.data.conversas.map((one: { item_id: string }) => one.item_id) as string[];
}
const lexicon = async (forma: string) =>
  (await test.deps.db.query('select docs, n::int from lexico_mes where forma = $1', [forma])).rows;

it('means what people mean: 60 queries and the conversations that they find, exactly', async () => {
  const tenant = await createTenant(test.deps);
  const names = new Map<string, Fala>();
  for (const [index, name] of (Object.keys(FALAS) as Fala[]).entries()) {
    const { item } = await said(tenant, [client(FALAS[name])], { createdAt: at(index) });
    names.set(item.id, name);
  }
  const order = Object.keys(FALAS);
  const answers: [string, (Fala | undefined)[]][] = [];
  for (const [q] of PARES)
    answers.push([q, (await found(q, {}, tenant.tokens.usuario)).map((id) => names.get(id))]);
  expect(PARES.length).toBeGreaterThanOrEqual(60);
  expect(answers).toEqual(
    PARES.map(([q, truth]) => [q, [...truth].sort((a, b) => order.indexOf(b) - order.indexOf(a))]),
  );
});

longo.test('counts words as the database does, whatever is written', async () => {
  const texts = [
    ...Object.values(FALAS),
    'x'.repeat(75),
    'covid19 1e5 1.234.5678 12.345.678,90 3.500.',
    'a-b-c e-mail(e-mail) É-mail 5a-b À-vista',
    'ﬁm ½ ª º 𝗻egrito Ção n\u0303ao',
    '你好 Привет ñandú — “aspas” … 10:30',
    '',
  ];
  const { rows } = await test.deps.db.query<{ palavras: string[] }>(
    `select regexp_split_to_array(btrim(escuta_palavras(t)), ' +') as palavras
      from unnest($1::text[]) with ordinality u (t, n) order by n`,
    [texts],
  );
  expect(texts.map((text) => wordsOf(text).map(({ palavra }) => palavra))).toEqual(
    rows.map(({ palavras }) => palavras.filter((one) => one !== '')),
  );
  // Each word takes a single position in the index.
  const places = await test.deps.db.query(
    `select coalesce(max(p), 0)::int as n from unnest($1::text[]) with ordinality u (t, k)
     left join lateral (select unnest(v.positions) as p from unnest(escuta_lexemas(escuta_palavras(t))) v) x on true
       group by k order by k`,
    [texts],
  );
  expect(places.rows.map(({ n }) => n)).toEqual(
    rows.map(({ palavras }) => palavras.filter((one) => one !== '').length),
  );
});

describe('a hit', () => {
  it('is one side of a call, with the sentence, its second and what was found in it', async () => {
    const { item } = await said(mine, [
      { falante: 'agente', texto: 'Bom dia, zebra falando, em que posso ajudar?' },
      client('Quero falar da girafa.'),
      { falante: 'agente', texto: 'Claro.' },
      client('A zebra e as girafas não vieram.'),
    ]);
    const { body } = await search('girafa zebra');
    expect(body.data.conversas).toMatchObject([
      {
        item_id: item.id,
        papel: 'cliente',
        projeto: { id: mine.projeto.id },
        trechos: [
          { texto: 'Quero falar da girafa.', ordem: 2, startMs: 4000, endMs: 8000, marcas: [[15, 21]] },
          {
            texto: 'A zebra e as girafas não vieram.',
            ordem: 4,
            marcas: [
              [2, 7],
              [13, 20],
            ],
          },
        ],
      },
    ]);
    expect(body.data.total).toEqual({ n: 1, exato: true });
    expect(await found('zebra', { papel: 'agente' })).toEqual([item.id]);
    // Searching the agent's side finds nothing, because the agent said only 'zebra'; the client said both words.
    expect(await found('girafa zebra', { papel: 'agente' })).toEqual([]);
  });

  longo.test('of an interview counts for who asks and who is asked', async () => {
    const { item } = await said(mine, [
      { falante: 'entrevistador', texto: 'Conhece o jacarandá?' },
      { falante: 'entrevistado', texto: 'O jacarandá da praça, sim.' },
    ]);
    expect(await found('jacaranda', { papel: 'cliente' })).toEqual([item.id]);
    expect((await search('jacaranda')).body.data.conversas).toHaveLength(2);
  });

  longo.test(
    'of a side of an hour and a half is found by words far apart, and excluded by one at its end',
    async () => {
      const long = (mark: string) => client(`${'palavra comum '.repeat(1500)}${mark}`);
      const { item } = await said(mine, [
        client('Começo ornitorrinco.'),
        long('meio'),
        long('outro'),
        long('fim capivara'),
      ]);
      expect(await found('ornitorrinco capivara')).toEqual([item.id]);
      expect(await found('ornitorrinco -capivara')).toEqual([]);
      expect(await found('"fim capivara"')).toEqual([item.id]);
      const { body } = await search('capivara');
      expect(body.data.conversas).toHaveLength(1);
      expect(body.data.conversas[0].trechos[0]).toMatchObject({ ordem: 4 });
    },
  );
});

longo.describe('filters', () => {
  it('by project, agent, days of the call or of its entry, score, sentiment, alerts and length', async () => {
    const tenant = await createTenant(test.deps);
    const other = await createAuditoria(test.deps, await createProjeto(test.deps, tenant.empresa), {
      padrao: true,
    });
    const a = await said(tenant, [client('pelicano azul')], { createdAt: at(1) });
    const b = await said(tenant, [client('pelicano verde')], { createdAt: at(2) }, other);
    const { db: pool } = test.deps;
    await pool.query(
      `update auditoria_itens set call_start_time = '2025-02-03 12:00Z', call_duration = 90 where id = $1`,
      [a.item.id],
    );
    await pool.query(
      `update item_qualidade set pontuacao = 0.4, sentimento = 'negativo', alertas = 2 where item_id = $1`,
      [a.item.id],
    );
    const { rows } = await pool.query(
      `insert into agentes (id, empresa_id, nome) values (gen_random_uuid(), $1, 'Rita') returning id`,
      [tenant.empresa.id],
    );
    await pool.query(`update auditoria_itens set agente_id = $2, agente_origem = 'pessoa' where id = $1`, [
      a.item.id,
      rows[0].id,
    ]);
    const by = (more: Record<string, string>) => found('pelicano', more, tenant.tokens.usuario);
    // The order follows the calls' times, one of which was changed.
    expect(await by({})).toEqual([b.item.id, a.item.id]);
    for (const [more, expected] of [
      [{ projeto_id: other.projetoId }, [b]],
      [{ agente_id: rows[0].id }, [a]],
      [{ agente_id: 'nenhum' }, [b]],
      [{ de: '2025-02-03', ate: '2025-02-03' }, [a]],
      [{ de: '2025-02-04', ate: '2026-04-30' }, []],
      [{ data: 'entrada', de: '2026-05-01', ate: '2026-05-01' }, [b, a]],
      [{ nota_ate: '50' }, [a]],
      [{ sentimento: 'negativo' }, [a]],
      [{ alertas: 'com' }, [a]],
      [{ alertas: 'sem' }, [b]],
      [{ duracao_de: '60', duracao_ate: '120' }, [a]],
    ] as const)
      expect([more, await by(more)]).toEqual([more, expected.map(({ item }) => item.id)]);
    const months = await monthsOf(
      test.deps,
      { kind: 'empresa', empresaId: tenant.empresa.id },
      { q: 'pelicano', data: 'ligacao' },
    );
    expect(months).toEqual({
      meses: [
        { mes: '2026-05-01', n: 1 },
        { mes: '2025-02-01', n: 1 },
      ],
      parcial: false,
      projetos_fora: 0,
    });
  });
});

describe('pages', () => {
  it('follow one another without a gap, by the index and by walking, also between conversations of one moment', async () => {
    const tenant = await createTenant(test.deps);
    const ids: string[] = [];
    for (let index = 0; index < 60; index++)
      ids.push(
        (
          await said(tenant, [client(`tucano tucanos ${index % 2 ? 'par' : 'impar'}`)], {
            createdAt: at(index >> 2),
          })
        ).item.id,
      );
    const all = async (q: string) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      let total: unknown;
      do {
        const { body } = await search(q, cursor ? { cursor } : {}, tenant.tokens.usuario);
        total ??= body.data.total;
        seen.push(...body.data.conversas.map((one: { item_id: string }) => one.item_id));
        cursor = body.data.proximo;
      } while (cursor);
      return { seen, total };
    };
    const first = await all('tucano');
    // A conversation's side with two forms of a word counts once, even if the search reads only the lexicon.
    expect(first.total).toEqual({ n: 60, exato: true });
    expect((await all('impar')).total).toEqual({ n: 30, exato: true });
    expect([...first.seen].sort()).toEqual([...ids].sort());
    // For a word that the lexicon counts as frequent, the search reads the newest conversations first.
    await test.deps.db.query(`update lexico_mes set docs = docs + 50000 where projeto_id = $1`, [
      tenant.projeto.id,
    ]);
    expect((await all('tucano -par')).seen).toEqual(first.seen.filter((id) => ids.indexOf(id) % 2 === 0));
    expect((await search('tucano', { cursor: 'x' })).status).toBe(400);
  });
});

longo.describe('what cannot be asked', () => {
  it('is refused with a sentence', async () => {
    expect((await search('-boleto')).body.message).toContain('O sinal “-” só exclui');
    expect((await search('')).status).toBe(400);
    const tenant = await createTenant(test.deps);
    await said(tenant, [client('de manhã')]);
    await test.deps.db.query(`update lexico_mes set docs = 200 where projeto_id = $1`, [tenant.projeto.id]);
    const { status, body } = await search('de', {}, tenant.tokens.usuario);
    expect([status, body.message]).toEqual([
      400,
      '“de” aparece em quase todas as conversas: acrescente outra palavra à busca.',
    ]);
  });

  it('says which word was meant, and keeps the query without numbers of anybody', async () => {
    await said(mine, [client('Paguei a mensalidade.')]);
    const { body } = await search('mensaldade 123.456.789-00');
    expect(body.data).toMatchObject({
      conversas: [],
      sugestoes: [{ palavra: 'mensaldade', sugestao: 'mensalidade' }],
    });
    const { rows } = await test.deps.db.query(
      `select detalhes from registros_acesso where acao = 'conversas_buscadas'
        order by created_at desc, id desc limit 1`,
    );
    expect(rows[0].detalhes).toEqual({ termos: 'mensaldade ####', achados: 0 });
  });
});

describe('whose words', () => {
  it('another company finds nothing, by word, project or suggestion; an administrator chooses', async () => {
    const { item } = await said(mine, [client('segredo do marsupial')]);
    expect(await found('marsupial', {}, theirs.tokens.gerente)).toEqual([]);
    expect(await found('marsupial', { projeto_id: mine.projeto.id }, theirs.tokens.gerente)).toEqual([]);
    expect((await search('marsupia', {}, theirs.tokens.gerente)).body.data.sugestoes).toEqual([]);
    const admin = signToken(test.deps, await createMembro(test.deps, theirs.empresa, { papel: 'admin' }));
    expect(await found('marsupial', { projeto_id: mine.projeto.id }, admin)).toEqual([item.id]);
    expect(await found('marsupial', {}, admin)).toEqual([item.id]);
  });
});

describe('the index follows', () => {
  it('a run again, a correction, an erasure and a deletion at once, and the lexicon with it', async () => {
    const { item } = await said(mine, [client('Falei do hipopótamo.')]);
    const again = await conclude(test.deps.db, item, [client('Falei do rinoceronte.')]);
    expect([await found('hipopótamo'), await found('rinoceronte')]).toEqual([[], [item.id]]);
    expect([await lexicon('hipopótamo'), await lexicon('rinoceronte')]).toEqual([[], [{ docs: 1, n: 1 }]]);
    const correct = (texto: string, falante: string | null) =>
      test.deps.db.transaction(async (tx) => {
        await tx.query('update sentenca_correcoes set em_vigor = false where item_id = $1', [item.id]);
        await tx.query(
          `insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, falante, usuario_id)
           values (gen_random_uuid(), $1, $2, $3, $4, $5, $6)`,
          [mine.empresa.id, item.id, again.sentencas[0], texto, falante, mine.usuario.usuarioId],
        );
      });
    await correct('Falei do crocodilo.', 'agente');
    expect([await found('rinoceronte'), await found('crocodilo', { papel: 'agente' })]).toEqual([
      [],
      [item.id],
    ]);
    const erased = await callApi(
      test,
      mine.tokens.gerente,
      'POST',
      `/auditoria-item/${item.id}/apagar-dados`,
      {
        motivo: 'pedido_do_titular',
      },
    );
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    expect(await found('crocodilo')).toEqual([]);
    expect(await lexicon('crocodilo')).toEqual([]);
    const gone = await said(mine, [client('O flamingo voou.')]);
    await test.deps.db.query('delete from auditoria_itens where id = $1', [gone.item.id]);
    expect([await found('flamingo'), await lexicon('flamingo')]).toEqual([[], []]);
  });

  it('another recording of a call at once, and the first one where it is taken back', async () => {
    const { item } = await said(mine, [client('Falei do equidna.')]);
    const { db: pool } = test.deps;
    const attach = (path: string) =>
      pool.query('update auditoria_itens set arquivo_path = $2 where id = $1', [item.id, path]);
    await attach('primeira');
    const { rowCount } = await pool.query(
      `insert into execucao_etapas (execucao_id, empresa_id, ordem, etapa, status, saida)
       select execucao_id, empresa_id, 1, 'audio', 'concluida', '{"arquivoPath": "primeira"}' from item_qualidade
         where item_id = $1
       on conflict (execucao_id, etapa) do update set saida = excluded.saida`,
      [item.id],
    );
    expect(rowCount).toBe(1);
    await attach('segunda');
    expect([await found('equidna'), await lexicon('equidna')]).toEqual([[], []]);
    await attach('primeira');
    expect(await found('equidna')).toEqual([item.id]);
  });

  longo.test('many corrections of one conversation are written once', async () => {
    const ditos = Array.from({ length: 30 }, (_, n) => client(`Frase ${n} sobre o tamanduá.`));
    const { item, sentencas } = await said(mine, ditos);
    const written = await test.deps.db.transaction(async (tx) => {
      const rowsOf = async () => {
        const { rows } = await tx.query(
          `select coalesce(sum(n_tup_ins), 0)::int as n from pg_stat_xact_all_tables
            where relname like 'busca_falas_%'`,
        );
        return rows[0].n as number;
      };
      const before = await rowsOf();
      await tx.query(
        `insert into sentenca_correcoes (id, empresa_id, item_id, sentenca_id, texto, falante, usuario_id)
         select gen_random_uuid(), $1, $2, s.id, 'O quati ' || s.n, case when s.n % 2 = 0 then 'agente' end, $4
         from unnest($3::uuid[]) with ordinality s (id, n)`,
        [mine.empresa.id, item.id, sentencas, mine.usuario.usuarioId],
      );
      // Checks deferred constraints now instead of at the commit.
      await tx.query('set constraints all immediate');
      return (await rowsOf()) - before;
    });
    expect(written).toBe(2);
    expect([await found('tamanduá'), await found('quati', { papel: 'agente' })]).toEqual([[], [item.id]]);
    expect(await lexicon('quati')).toEqual([{ docs: 2, n: 30 }]);
  });

  longo.test('two runs of one call that end at once leave one of them', async () => {
    const { item } = await said(mine, [client('antes')]);
    await Promise.all(
      ['avestruz', 'beija-flor'].map((texto) => conclude(test.deps.db, item, [client(texto)])),
    );
    const { rows } = await test.deps.db.query('select execucao_id from busca_falas where item_id = $1', [
      item.id,
    ]);
    const now = await test.deps.db.query('select execucao_id from item_qualidade where item_id = $1', [
      item.id,
    ]);
    expect(rows).toEqual(now.rows);
  });

  longo.test('is built anew by a task, however much of it was lost, and says so meanwhile', async () => {
    const tenant = await createTenant(test.deps);
    const { item } = await said(tenant, [client('O albatroz pousou.')]);
    await test.deps.db.query(`delete from busca_falas where projeto_id = $1`, [tenant.projeto.id]);
    await test.deps.db.query(`delete from lexico_mes where projeto_id = $1`, [tenant.projeto.id]);
    const admin = signToken(test.deps, await createMembro(test.deps, tenant.empresa, { papel: 'admin' }));
    const ask = () => callApi(test, admin, 'POST', '/busca/reindexar', { empresa_id: tenant.empresa.id });
    const { status, body } = await ask();
    expect(status, JSON.stringify(body)).toBe(202);
    expect((await ask()).status).toBe(409);
    expect((await search('albatroz', {}, tenant.tokens.usuario)).body.data).toMatchObject({
      conversas: [],
      indexando: true,
    });
    const worker = startTasks(test.deps);
    const task = await endOfTask(test, admin, body.data.tarefaId);
    await worker.stop(5000);
    expect(task).toMatchObject({ status: 'concluida', resultado: { conversas: 1 } });
    expect(await found('albatroz', {}, tenant.tokens.usuario)).toEqual([item.id]);
    expect(await lexicon('albatroz')).toEqual([{ docs: 1, n: 1 }]);
  });
});

longo.test('says how many projects it did not look into', async () => {
  const tenant = await createTenant(test.deps);
  await said(tenant, [client('Quero cancelar.')], { createdAt: at(0) });
  await test.deps.db.query(
    `insert into projetos (id, empresa_id, nome, tipo_projeto, updated_at)
     select gen_random_uuid(), $1, 'P ' || n, 'call_center', now() - interval '1 year' from generate_series(1, 303) n`,
    [tenant.empresa.id],
  );
  expect((await search('cancelar', {}, tenant.tokens.usuario)).body.data).toMatchObject({
    conversas: [{}],
    projetos_fora: 4,
  });
  const own = { projeto_id: tenant.projeto.id };
  expect((await search('cancelar', own, tenant.tokens.usuario)).body.data.projetos_fora).toBe(0);
});

longo.test('each plan has its index', async () => {
  const tenant = await createTenant(test.deps);
  const { db: pool } = test.deps;
  await pool.query(
    `insert into busca_falas (id, empresa_id, projeto_id, item_id, execucao_id, papel, bloco, quando, vetor, marcos,
      ordens, formas, vezes)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), gen_random_uuid(), 'cliente', 0,
     timestamptz '2026-05-01 12:00Z' + n * interval '1 minute',
       to_tsvector('simple', 'comum ' || case when n % 500 = 0 then 'raro' else 'outro' || n end), '{1}', '{1}', '{}',
       '{}'
     from generate_series(1, 20000) n`,
    [tenant.empresa.id, tenant.projeto.id],
  );
  await pool.query('analyze busca_falas');
  const janela = { de: '2026-05-01T00:00:00-03:00', ate: '2026-06-01T00:00:00-03:00' };
  const alvo = {
    empresaId: tenant.empresa.id,
    projetos: [tenant.projeto.id],
    papeis: null,
    agenteId: null,
    filtro: { todas: [] },
  };
  // A word's forms are computed once for a search, not for each row of the lexicon.
  let asked: ReturnType<Sql['statement']> = { text: '', values: [] };
  await groundOf(
    {
      sql: async (statement: Sql) => {
        asked = statement.statement();
        return { rows: [] };
      },
    } as never,
    { kind: 'empresa', empresaId: tenant.empresa.id },
    undefined,
    ['comum', 'raro'],
  );
  const plan = async ({ text, values }: ReturnType<Sql['statement']>) =>
    (await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  expect(
    (await plan(asked)).split('\n').filter((line) => /(?:Filter|Cond):.*escuta_radicais/u.test(line)),
  ).toEqual([]);
  const rare = await plan(rareStatement({ ...alvo, tsquery: `'raro'` }, janela, null, 26));
  expect(rare).toMatch(/Bitmap Index Scan on \S*projeto_id_vetor_idx/u);
  const walked = await plan(
    walkStatement({ ...alvo, tsquery: `'comum'` }, janela, null, { passo: 250, limite: 26 }),
  );
  expect(walked).toMatch(/Index Scan using \S*empresa_id_quando_item_id_id_idx/u);
  expect(walked).not.toContain('vetor_idx');
  const step = { passo: 250, limite: 26 };
  const one = await plan(walkStatement({ ...alvo, empresaId: null, tsquery: `'comum'` }, janela, null, step));
  expect(one).toMatch(/Index Scan using \S*projeto_id_quando_item_id_id_idx/u);
  // The index gives the rows in order, so that rows after the last shown row are not read.
  expect(one).not.toMatch(/Sort Key: .*quando DESC/u);
  const projetos = [tenant.projeto.id, tenant.empresa.id];
  const chosen = await plan(
    walkStatement({ ...alvo, projetos, empresaId: null, tsquery: `'comum'` }, janela, null, step),
  );
  expect(chosen).toMatch(/Index Scan using \S*projeto_id_quando_item_id_id_idx/u);
  // The statements read a single partition: the one of the searched period.
  expect(
    new Set(
      [...`${rare}\n${walked}\n${one}\n${chosen}`.matchAll(/on (busca_falas_\d+|busca_falas_resto)/gu)].map(
        ([, name]) => name,
      ),
    ).size,
  ).toBe(1);
});
