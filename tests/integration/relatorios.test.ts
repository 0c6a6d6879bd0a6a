// Reports: their figures equal an independent count, each beside the previous period's figure. Permissions apply, and
// every number of every report over a generated company links to exactly the rows that it counts.
import { randomUUID } from 'node:crypto';
import type { NumeroWire, RelatorioWire, SerieWire } from '@escuta/shared/contracts/insights/relatorios';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createApiKey, createAuditoria, createProjeto, createTenant } from '../support/factories.ts';
import { createTemplateVersion } from '../support/insights.ts';
import { cases, LONGO, longo } from '../support/longo.ts';
import { queriesBy } from '../support/statements.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let vendas: Awaited<ReturnType<typeof createProjeto>>;
let agente: Record<'ana' | 'anaAntiga' | 'bia' | 'caio', string>;

const DE = '2026-03-02';
const ATE = '2026-03-29';
const PERIODO = `de=${DE}&ate=${ATE}`;

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps, { creditos: 500 });
  const { db: pool } = test.deps;
  const e = mine.empresa.id;
  vendas = await createProjeto(test.deps, mine.empresa, { nome: 'Vendas' });
  const exemplo = await createProjeto(test.deps, mine.empresa, { nome: 'Exemplo' });
  const pesquisa = await createProjeto(test.deps, mine.empresa, { nome: 'Campo', tipoProjeto: 'pesquisa' });
  const sac = await createProjeto(test.deps, mine.empresa, { nome: 'SAC' });
  agente = { ana: randomUUID(), anaAntiga: randomUUID(), bia: randomUUID(), caio: randomUUID() };
  for (const [nome, id] of Object.entries(agente)) {
    await pool.query('insert into agentes (id, empresa_id, nome, ativo) values ($1, $2, $3, $4)', [
      id,
      e,
      nome,
      nome !== 'caio',
    ]);
  }
  await pool.query('update agentes set fundido_em_id = $1 where id = $2', [agente.ana, agente.anaAntiga]);
  for (const [projeto, count] of [
    [vendas, 300],
    [sac, 120],
    [exemplo, 9],
    [pesquisa, 11],
  ] as const) {
    const auditoria = await createAuditoria(test.deps, projeto);
    // Spreads the calls over eight weeks by the day of the call (and over four other weeks by the day of entry), with
    // agents in turn; one call in eight has no agent.
    await pool.query(
      `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, status, call_start_time, call_duration,
        arquivo_path,
         agente_id, agente_origem, created_at)
       select gen_random_uuid(), $1, $2, $3,
       (array['concluido', 'concluido', 'erro', 'pendente', 'concluido'])[1 + i % 5]::status_processamento,
         '2026-02-02T02:00:00Z'::timestamptz + (i % 56) * interval '1 day', case when i % 6 > 0 then 30 + i end,
         case when i % 3 > 0 then 'a/' || i end, a.id, case when a.id is not null then 'pessoa' end,
         '2026-03-05T12:00:00Z'::timestamptz + (i % 28) * interval '1 day'
       from generate_series(1, $4::int) i, lateral (select (array[$5::uuid, $6, $7, $8, $5, $7, $7, null])[1 + i % 8]
         as id) a`,
      [e, projeto.id, auditoria.id, count, agente.ana, agente.anaAntiga, agente.bia, agente.caio],
    );
  }
  // Marks a call of the project as its example; the call has no real recording, which does not matter here.
  await pool.query(
    `update projetos p set exemplo_item_id = (select id from auditoria_itens i where i.projeto_id = p.id limit 1)
      where id = $1`,
    [exemplo.id],
  );
  await pool.query(
    `update auditoria_itens set direcao = (array['recebida', 'efetuada', 'interna'])[1 + call_duration % 4],
       espera_ms = nullif(call_duration % 3, 0) * 30000 where empresa_id = $1`,
    [e],
  );
  const runs = await pool.query<{ id: string; item: string }>(
    `insert into execucoes (id, empresa_id, projeto_id, item_id, status, origem, configuracao, terminada_em,
      codigo_motivo)
     select gen_random_uuid(), empresa_id, projeto_id, id, case status when 'erro' then 'ignorada'
       else 'concluida' end::status_execucao,
       'manual', '{}', now(), case when status = 'erro' and call_duration % 2 = 0 then 'audio_inaudivel' end
     from auditoria_itens where empresa_id = $1 and status in ('concluido', 'erro') returning id, item_id as item`,
    [e],
  );
  expect(runs.rows.length).toBeGreaterThan(200);
  await pool.query(
    `insert into item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, entrada, momento, dia_chamada,
      agente_id, pontuacao,
       sentimento, alertas, revisado_por, revisado_em)
     select i.id, i.empresa_id, i.projeto_id, x.id, escuta_dia(i.created_at), i.created_at, i.momento_chamada,
     i.dia_chamada, i.agente_id,
       case when n % 9 > 0 then (n * 37 % 10001) / 10000.0 end,
       (array['positivo', 'neutro', 'negativo', null])[1 + n % 4], n % 3,
       case when n % 5 = 0 then $2::uuid end, case when n % 5 = 0 then now() end
     from (select *, row_number() over (order by id) as n from auditoria_itens where empresa_id = $1
       and status = 'concluido') i
     join execucoes x on x.item_id = i.id`,
    [e, mine.gerente.usuarioId],
  );
  await pool.query(
    `insert into linhas_custo (id, empresa_id, projeto_id, item_id, execucao_id, chamada_id, etapa, provedor, modelo,
      unidade,
       quantidade, preco_usd, total_usd, created_at)
     select gen_random_uuid(), x.empresa_id, x.projeto_id, x.item_id, x.id, gen_random_uuid(), c.etapa::etapa, 'openai',
     c.modelo,
       c.unidade::unidade_preco, c.q, 0.001, c.q * 0.001, i.momento_chamada
     from execucoes x join auditoria_itens i on i.id = x.item_id,
       (values ('transcricao', 'whisper-1', 'minuto_audio', 2.5), ('analise_texto', 'gpt-4', 'token_entrada', 900),
         ('negocio', 'gpt-4', 'token_saida', 120)) as c (etapa, modelo, unidade, q)
     where x.empresa_id = $1 and x.status = 'concluida'`,
    [e],
  );
}, 120_000);
afterAll(() => test.close());

const get = (path: string, token = mine.tokens.gerente) =>
  test.app.inject({ method: 'GET', url: `/api/v1${path}`, headers: bearer(token) });
const report = async (path: string): Promise<RelatorioWire & { ranking?: Ranked[] }> => {
  const answer = await get(path);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 300)}`).toBe(200);
  return answer.json().data;
};
type Ranked = {
  id: string | null;
  nome: string;
  ativo: boolean;
  posicao: number | null;
  motivo: string | null;
  nota: NumeroWire;
  ligacoes: NumeroWire;
};
const numberOf = (found: RelatorioWire, chave: string) =>
  found.numeros.find((one) => one.chave === chave) as NumeroWire;
const count = async (condition: string, values: unknown[] = []) =>
  (
    await test.deps.db.query<{ n: number; v: number | null }>(
      `select count(*)::int as n, avg(q.pontuacao)::float8 as v from auditoria_itens i
        left join item_qualidade q on q.item_id = i.id
       join projetos p on p.id = i.projeto_id
       where i.empresa_id = $1 and p.tipo_projeto <> 'pesquisa' and p.exemplo_item_id is null and ${condition}`,
      [mine.empresa.id, ...values],
    )
  ).rows[0] as { n: number; v: number | null };
const ON = `(i.call_start_time at time zone 'America/Sao_Paulo')::date between`;

it('count what there is, by the day of the call or of entry, and the same weekdays before', async () => {
  const volume = await report(`/relatorios/volume?${PERIODO}`);
  expect([volume.periodo, volume.anterior, volume.passo]).toEqual([
    { de: DE, ate: ATE },
    { de: '2026-02-02', ate: '2026-03-01' },
    'dia',
  ]);
  const total = numberOf(volume, 'total');
  expect(total.valor).toBe((await count(`${ON} '${DE}' and '${ATE}'`)).n);
  expect(total.anterior.valor).toBe((await count(`${ON} '2026-02-02' and '2026-03-01'`)).n);
  expect(total.valor).toBeGreaterThan(100);
  const [serie] = volume.series as [SerieWire];
  expect(serie.pontos).toHaveLength(28);
  expect(serie.pontos.reduce((sum, { valor }) => sum + (valor ?? 0), 0)).toBe(total.valor);
  expect(serie.pontos.reduce((sum, { anterior }) => sum + (anterior.valor ?? 0), 0)).toBe(
    total.anterior.valor,
  );

  const held = await test.deps.db.query<{ min: number }>(
    `select sum(i.espera_ms)::float8 / 60000 as min from auditoria_itens i join projetos p on p.id = i.projeto_id
     where i.empresa_id = $1 and p.tipo_projeto <> 'pesquisa' and p.exemplo_item_id is null and ${ON} '${DE}'
       and '${ATE}'`,
    [mine.empresa.id],
  );
  expect(numberOf(volume, 'espera')).toMatchObject({ valor: held.rows[0]?.min, n: total.valor });

  for (const [chave, parte, exactly] of [
    ['direcao', 'nenhum', 'i.direcao is null'],
    ['direcao', 'recebida', "i.direcao = 'recebida'"],
    ['dia_semana', 'dia_3', "extract(isodow from i.call_start_time at time zone 'America/Sao_Paulo') = 3"],
    ['hora', 'hora_23', "extract(hour from i.call_start_time at time zone 'America/Sao_Paulo') = 23"],
  ] as const) {
    const grupo = volume.grupos.find((one) => one.chave === chave);
    expect(grupo?.partes.reduce((sum, { valor }) => sum + (valor ?? 0), 0)).toBe(total.valor);
    const part = grupo?.partes.find((one) => one.chave === parte);
    expect(part?.valor).toBe((await count(`${ON} '${DE}' and '${ATE}' and ${exactly}`)).n);
    expect(part?.valor).toBeGreaterThan(0);
  }

  const entrada = await report(`/relatorios/volume?${PERIODO}&data=entrada`);
  const came = await count(
    `(i.created_at at time zone 'America/Sao_Paulo')::date between '${DE}' and '${ATE}'`,
  );
  expect(numberOf(entrada, 'total').valor).toBe(came.n);
  expect(came.n).not.toBe(total.valor);

  const nota = numberOf(await report(`/relatorios/qualidade?${PERIODO}&projeto_id=${vendas.id}`), 'nota');
  const mean = await count(`${ON} '${DE}' and '${ATE}' and i.projeto_id = $2 and q.pontuacao is not null`, [
    vendas.id,
  ]);
  expect([nota.n, nota.valor]).toEqual([mean.n, expect.closeTo(mean.v as number, 9)]);
  expect(
    (nota.intervalo?.de ?? 1) < (nota.valor ?? 0) && (nota.valor ?? 1) < (nota.intervalo?.ate ?? 0),
  ).toBe(true);
});

it('say what was paid in reais beside what providers cost, whole and by minute', async () => {
  await test.deps.db.query(
    `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, valor_centavos, created_at)
     values (gen_random_uuid(), $1, 'compra', 100, 600, 12990, '2026-03-10T12:00:00Z')`,
    [mine.empresa.id],
  );
  // Six runs were charged: four of calls, one of a call that failed and was refunded, and one of an interview.
  const { rows: runs } = await test.deps.db.query<{ id: string; pesquisa: boolean }>(
    `update execucoes set created_at = '2026-03-11T12:00:00Z' where id in (
       (select x.id from execucoes x where x.projeto_id = $1 limit 5) union
       (select x.id from execucoes x join projetos p on p.id = x.projeto_id where p.empresa_id = $2
         and p.tipo_projeto = 'pesquisa' limit 1))
     returning id, projeto_id <> $1 as pesquisa`,
    [vendas.id, mine.empresa.id],
  );
  expect(runs).toHaveLength(6);
  await test.deps.db.query(
    `update linhas_custo set created_at = '2026-03-11T12:00:00Z' where execucao_id = any($1)`,
    [runs.filter(({ pesquisa }) => pesquisa).map(({ id }) => id)],
  );
  const failed = runs.find(({ pesquisa }) => !pesquisa)?.id;
  for (const [tipo, quantidade, ids] of [
    ['reserva', -1, runs.filter(({ pesquisa }) => !pesquisa).map(({ id }) => id)],
    ['reserva', -9, runs.filter(({ pesquisa }) => pesquisa).map(({ id }) => id)],
    ['estorno', 1, [failed]],
  ] as const) {
    await test.deps.db.query(
      `insert into credito_lancamentos (id, empresa_id, tipo, quantidade, saldo_apos, execucao_id, created_at)
       select gen_random_uuid(), $1, $2::tipo_lancamento, $3, 0, x, '2026-03-11T12:00:00Z' from unnest($4::uuid[]) x`,
      [mine.empresa.id, tipo, quantidade, ids],
    );
  }
  const custos = await report(`/relatorios/custos?${PERIODO}`);
  expect(numberOf(custos, 'comprado')).toMatchObject({
    valor: 12990,
    unidade: 'centavos',
    n: 1,
    lista: 'extrato',
  });
  const [usd, minutos] = ['usd', 'minutos'].map((chave) => numberOf(custos, chave).valor as number) as [
    number,
    number,
  ];
  expect(minutos).toBeGreaterThan(100);
  expect(numberOf(custos, 'usd_por_minuto').valor).toBeCloseTo(usd / minutos, 9);
  const calls = await test.deps.db.query<{ usd: number; vendas: number }>(
    `select sum(c.total_usd)::float8 as usd, (sum(c.total_usd) filter (where p.id = $2))::float8 as vendas
     from linhas_custo c join projetos p on p.id = c.projeto_id
     where c.empresa_id = $1 and p.tipo_projeto <> 'pesquisa' and (c.created_at at time zone 'America/Sao_Paulo')::date
       between '${DE}' and '${ATE}'`,
    [mine.empresa.id, vendas.id],
  );
  const { usd: ofCalls = 0, vendas: ofVendas = 0 } = calls.rows[0] ?? {};
  expect(ofCalls).toBeLessThan(usd);
  expect(numberOf(custos, 'usd_por_ligacao').valor).toBeCloseTo(ofCalls / 4, 9);
  expect(numberOf(custos, 'creditos_por_ligacao')).toMatchObject({ valor: 1, n: 6, lista: 'extrato' });
  // 100 credits cost R$ 129,90.
  expect(numberOf(custos, 'reais_por_ligacao').valor).toBeCloseTo(129.9, 9);
  const ofProject = await report(`/relatorios/custos?${PERIODO}&projeto_id=${vendas.id}`);
  expect(numberOf(ofProject, 'usd_por_ligacao').valor).toBeCloseTo(ofVendas / 4, 9);
  for (const gone of ['comprado', 'creditos_por_ligacao', 'reais_por_ligacao']) {
    expect(ofProject.numeros.map(({ chave }) => chave)).not.toContain(gone);
  }
});

longo.test('rank agents, merged ones as one, inactive ones too, and nobody on too small a base', async () => {
  const { ranking = [] } = await report(`/relatorios/agentes?de=2026-02-02&ate=2026-03-29`);
  expect(ranking.map(({ nome }) => nome).sort()).toEqual(['Sem agente', 'ana', 'bia', 'caio']);
  const ana = ranking.find(({ id }) => id === agente.ana);
  expect(ana?.ligacoes.valor).toBe(
    (
      await count(`${ON} '2026-02-02' and '2026-03-29' and i.agente_id = any($2)`, [
        [agente.ana, agente.anaAntiga],
      ])
    ).n,
  );
  expect(ranking.find(({ nome }) => nome === 'caio')).toMatchObject({ ativo: false });
  expect(ranking.filter(({ posicao }) => posicao !== null).every(({ nota }) => nota.n >= 30)).toBe(true);
  const { ranking: few = [] } = await report('/relatorios/agentes?de=2026-03-02&ate=2026-03-04');
  expect(few.length).toBeGreaterThan(1);
  expect(
    few
      .filter(({ id }) => id)
      .every(({ posicao, motivo }) => posicao === null && motivo?.includes('não há base para comparar')),
  ).toBe(true);
});

longo.test('name the 500 agents with most calls, and say so where there are more', async () => {
  const { empresa, projeto, auditoria, tokens } = await createTenant(test.deps);
  const { rows } = await test.deps.db.query<{ id: string }>(
    `insert into agentes (id, empresa_id, nome) select gen_random_uuid(), $1, 'A ' || n from generate_series(1, 502) n
      returning id`,
    [empresa.id],
  );
  await test.deps.db.query(
    `insert into auditoria_itens (id, empresa_id, projeto_id, auditoria_id, call_start_time, agente_id, agente_origem)
     select gen_random_uuid(), $1, $2, $3, '2026-03-10T12:00:00Z', a, 'pessoa'
       from unnest($4::uuid[]) with ordinality as t (a, n),
       generate_series(1, case when n > 500 then 1 else 2 end)`,
    [empresa.id, projeto.id, auditoria.id, rows.map(({ id }) => id)],
  );
  const answer = (await get(`/relatorios/agentes?${PERIODO}`, tokens.gerente)).json().data;
  const named = (answer.ranking as Ranked[]).filter(({ id }) => id !== null);
  expect(named).toHaveLength(500);
  expect(named.every(({ ligacoes }) => ligacoes.valor === 2)).toBe(true);
  expect(answer.avisos).toEqual([
    expect.stringContaining('os 500 agentes com mais ligações no período, de um total de 502'),
  ]);
});

it('every number of every report opens a list with exactly as many rows as it says', async () => {
  const { empresa } = mine;
  const totals = new Map<string, number>();
  const totalOf = async (lista: string, filtro: Record<string, string>) => {
    const path =
      lista === 'extrato'
        ? `/creditos/extrato/${empresa.id}`
        : lista === 'custos'
          ? '/relatorios/custos/linhas'
          : '/ligacoes';
    const { empresaId: _, ...asked } = filtro;
    const query = new URLSearchParams(
      lista === 'ligacoes' ? { ...asked, total: 'exato', limit: '1' } : { ...asked, limit: '1' },
    );
    const url = `${path}?${query}`;
    const known = totals.get(url);
    if (known !== undefined) return known;
    const answer = await get(url);
    expect(answer.statusCode, url).toBe(200);
    const { total, totalExato } = answer.json().pagination;
    expect(totalExato).toBe(true);
    totals.set(url, total);
    return total;
  };
  let walked = 0;
  /** `npm test` follows the first number of each kind on a page, and then every tenth number of that kind. */
  const OF = 10;
  const kinds = new Map<string, number>();
  const isTurn = (aba: string, lista: string, filtro: Record<string, string>) => {
    const kind = [aba, lista, ...Object.keys(filtro).sort()].join(' ');
    const before = kinds.get(kind) ?? 0;
    kinds.set(kind, before + 1);
    return LONGO || before % OF === 0;
  };
  const walk = async (aba: string, node: unknown): Promise<void> => {
    if (typeof node !== 'object' || node === null) return;
    if ('lista' in node && 'filtro' in node && 'n' in node) {
      const { lista, filtro, n } = node as { lista: string; filtro: Record<string, string>; n: number };
      if (isTurn(aba, lista, filtro)) {
        expect([aba, filtro, await totalOf(lista, filtro)]).toEqual([aba, filtro, n]);
        walked += 1;
      }
    }
    for (const part of Object.values(node)) await walk(aba, part);
  };
  const queries = [
    PERIODO,
    `de=2026-02-20&ate=2026-03-10&data=entrada`,
    `de=2026-02-02&ate=2026-03-29&projeto_id=${vendas.id}`,
    `${PERIODO}&agente_id=${agente.ana}`,
    `${PERIODO}&agente_id=nenhum`,
  ];
  for (const query of cases(queries, 2)) {
    for (const aba of ['volume', 'qualidade', 'agentes', 'sentimento', 'custos', 'validacao']) {
      const answer = await get(`/relatorios/${aba}?${query}`);
      if (answer.statusCode === 422) continue;
      expect(answer.statusCode, `${aba}?${query}: ${answer.body.slice(0, 200)}`).toBe(200);
      await walk(`${aba}?${query}`, answer.json().data);
    }
  }
  // Many numbers must have been followed. Most of them are counts by day, each with the count of the previous period.
  expect(walked).toBeGreaterThan(LONGO ? 2000 : 100);
}, 240_000);

longo.test(
  'each is one request of as many statements, however many days, agents and projects it is of',
  async () => {
    const statements = async (path: string, token: string): Promise<number> => {
      const { answer, queries } = await queriesBy(test.deps.db.pool, () => get(path, token));
      expect(answer.statusCode, path).toBe(200);
      return queries.length;
    };
    const nothing = await createTenant(test.deps);
    for (const aba of ['volume', 'qualidade', 'agentes', 'palavras', 'sentimento', 'custos', 'validacao']) {
      const path = `/relatorios/${aba}?`;
      const [much, little] = [mine.tokens.gerente, nothing.tokens.gerente];
      // Sends a request before measuring, because only the first request reads the session's data.
      await statements(`${path}${PERIODO}`, much);
      await statements(`${path}${PERIODO}`, little);
      const all = [
        await statements(`${path}${PERIODO}`, much),
        await statements(`${path}de=2024-04-01&ate=${ATE}`, much),
        await statements(`${path}de=${ATE}&ate=${ATE}`, little),
      ];
      expect([aba, new Set(all).size]).toEqual([aba, 1]);
      expect(all[0]).toBeGreaterThan(0);
      expect(all[0]).toBeLessThanOrEqual(8);
    }
  },
);

longo.test(
  'words that matter: of whole months, those that are said more or less than before, of no other project',
  async () => {
    const words = async (mes: string, rows: Record<string, number>, projeto = vendas) => {
      for (const [forma, n] of Object.entries(rows)) {
        await test.deps.db.query(
          `insert into lexico_mes (empresa_id, projeto_id, mes, forma, lexema, raiz, docs, n)
            values ($1, $2, $3, $4, $4, $4, $5, $6)`,
          [mine.empresa.id, projeto.id, mes, forma, Math.max(1, Math.round(n / 2)), n],
        );
      }
    };
    await words('2026-02-01', {
      '': 400,
      bom: 50_000,
      dia: 50_000,
      que: 9000,
      boleto: 300,
      cancelar: 40,
      raro: 1,
    });
    await words('2026-03-01', {
      '': 400,
      bom: 50_000,
      dia: 50_000,
      que: 9100,
      boleto: 60,
      cancelar: 220,
      raro: 3,
    });
    await words('2026-01-01', { cancelar: 5000 });
    const found = (await report(`/relatorios/palavras?${PERIODO}`)) as unknown as {
      periodo: object;
      anterior: object;
      totais: object;
      palavras: { palavra: string; agora: number; antes: number; z: number }[];
    };
    // The report states the two months that it compares, and how many words each month has.
    expect(found).toMatchObject({
      periodo: { de: '2026-03-01', ate: '2026-03-31' },
      anterior: { de: '2026-02-01', ate: '2026-02-28' },
      totais: { agora: 109_383, antes: 109_341 },
    });
    expect(found.palavras.map(({ palavra, agora, antes, z }) => [palavra, agora, antes, z > 0])).toEqual([
      ['boleto', 60, 300, false],
      ['cancelar', 220, 40, true],
    ]);
    const other = await createTenant(test.deps);
    const theirs = (await get(`/relatorios/palavras?${PERIODO}`, other.tokens.gerente)).json().data;
    expect(theirs.palavras).toEqual([]);
  },
);

it('belong to their company and to those who may see them', async () => {
  const other = await createTenant(test.deps);
  expect(
    (await get(`/relatorios/volume?${PERIODO}&projeto_id=${vendas.id}`, other.tokens.gerente)).statusCode,
  ).toBe(404);
  expect((await get(`/ligacoes?projeto_id=${vendas.id}`, other.tokens.gerente)).statusCode).toBe(404);
  expect(
    (await get(`/relatorios/volume?empresaId=${mine.empresa.id}`, other.tokens.gerente)).statusCode,
  ).toBe(404);
  const theirs = (await get(`/relatorios/volume?de=2026-02-02&ate=2026-03-29`, other.tokens.gerente)).json()
    .data;
  // The other company's report counts its single call.
  expect(numberOf(theirs, 'total').valor).toBe(1);
  const asAdmin = (
    await get(`/relatorios/volume?${PERIODO}&empresaId=${mine.empresa.id}`, other.tokens.admin)
  ).json().data;
  expect(numberOf(asAdmin, 'total').valor).toBeGreaterThan(100);

  // Only a gerente or an administrator may see the figures of people.
  expect((await get(`/relatorios/agentes?${PERIODO}`, mine.tokens.usuario)).statusCode).toBe(403);
  expect((await get(`/relatorios/volume?${PERIODO}`, mine.tokens.usuario)).statusCode).toBe(200);
  const chave = await createApiKey(test.deps, mine.empresa);
  expect((await get(`/relatorios/volume?${PERIODO}`, chave)).statusCode).toBe(403);
});

longo.test('say of each template how often people agree with the AI', async () => {
  const templates = await Promise.all(
    ['Cortesia', 'Encerramento'].map((nome) => createTemplateVersion(test.deps, mine.empresa.id, { nome })),
  );
  // Every reviewed call has one insight of each template. All insights of the first template are approved, and half of
  // the
  // second template's.
  await test.deps.db.query(
    `insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
      status_processamento,
       categoria, validado_humano, veredito, validado_por, validado_em, vigente, updated_at)
     select gen_random_uuid(), q.empresa_id, q.projeto_id, i.auditoria_id, q.item_id, q.execucao_id, v.id, 'concluido',
     'performance', true,
       case when v.n = 1 or q.n % 2 = 0 then 'aprovado' else 'rejeitado' end, $2, now(), true, now()
     from (select *, row_number() over (order by item_id) as n from item_qualidade where empresa_id = $1
       and revisado_por is not null) q
     join auditoria_itens i on i.id = q.item_id, unnest($3::uuid[]) with ordinality as v (id, n)`,
    [mine.empresa.id, mine.gerente.usuarioId, templates.map(({ versaoId }) => versaoId)],
  );
  const found = await report(`/relatorios/validacao?${PERIODO}`);
  const [cortesia, encerramento] = found.grupos.find(({ chave }) => chave === 'templates')?.partes ?? [];
  expect([cortesia?.nome, cortesia?.valor, encerramento?.nome]).toEqual(['Cortesia', 1, 'Encerramento']);
  expect((encerramento?.valor ?? 0) > 0 && (encerramento?.valor ?? 1) < 1).toBe(true);
  const revisadas = numberOf(found, 'revisadas').valor as number;
  expect([numberOf(found, 'decididos').valor, encerramento?.n]).toEqual([2 * revisadas, revisadas]);
});

longo.test('refuse what they cannot say, by name', async () => {
  const said = async (path: string) => {
    const answer = await get(path);
    return [answer.statusCode, answer.json().message];
  };
  expect(await said('/relatorios/volume?de=2026-03-02&ate=2026-03-01')).toEqual([
    422,
    'O período termina antes de começar: troque as datas.',
  ]);
  expect(await said('/relatorios/volume?de=2024-03-01&ate=2026-03-01')).toEqual([
    422,
    'Selecione um período de até 24 meses.',
  ]);
  expect(await said(`/relatorios/volume?${PERIODO}&data=entrada&agente_id=${agente.ana}`)).toEqual([
    422,
    'Por agente, os números são contados pela data da ligação: selecione “Data da ligação”.',
  ]);
  expect(await said(`/relatorios/custos?${PERIODO}&agente_id=${agente.ana}`)).toEqual([
    422,
    'Os custos não são contados por agente: remova o agente do filtro.',
  ]);
});
