// Stored data are read tolerantly: rows that an older or newer version wrote, or that were changed by hand, are shown
// as far as possible and never fail a list or page. The test plants odd values in every JSON column and calls every
// reading route, whose status must stay the same. New columns and routes are covered without a change here.
import { randomUUID } from 'node:crypto';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import { DEFAULT_PROCESSING_CONFIG } from '@escuta/shared/domain/runs/processing-config';
import { LOTE_SEM_NADA } from '@escuta/shared/domain/tasks/tasks';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createFullTenant, type FullTenant, requestFor } from '../support/contract-requests.ts';
import { bearer } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
import { cases } from '../support/longo.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';

let test: TestApp;
let fake: FakeProvider;
let tenant: FullTenant;
/** A bulk run requested by the manager, which nobody else sees. */
let lote: { id: string };
/** JSON columns of all tables. `chave` is an expression for the row's key as text. */
let columns: { tabela: string; coluna: string; chave: string }[];
/** The columns' original values. */
let kept: { tabela: string; coluna: string; chave: string; onde: string; valor: unknown }[];
/** Original status of each reading route: `contract caller` → status. */
let before: Map<string, number>;

beforeAll(async () => {
  fake = await startFakeProvider();
  test = await createTestApp({ OPENAI_BASE_URL: fake.url });
  const { deps } = test;
  await ensureCatalogue(deps.db);
  tenant = await createFullTenant(deps);
  const { empresa, projeto, auditoria, template } = tenant;
  await deps.prisma.projetoInsightTemplate.create({
    data: { empresaId: empresa.id, projetoId: projeto.id, insightTemplateId: template.id },
  });
  const { isActive: _, ...config } = DEFAULT_PROCESSING_CONFIG;
  await deps.prisma.configuracaoProcessamento.createMany({
    data: [
      { empresaId: empresa.id, projetoId: null, ...config },
      { empresaId: empresa.id, projetoId: projeto.id, ...config },
    ],
  });
  lote = await deps.prisma.tarefa.create({
    data: {
      id: randomUUID(),
      empresaId: empresa.id,
      tipo: 'reprocessar_falhas',
      autorId: tenant.gerente.usuarioId,
      parametros: { projetoId: projeto.id },
      cursor: { falhas: [] },
      resultado: { ...LOTE_SEM_NADA, empresasSemCredito: [] },
      status: 'concluida',
      total: 0,
    },
  });
  // Makes a complete analysis with a real worker.
  const item = await createRecordedItem(deps, { empresa, projeto, auditoria });
  // The test requests the run before a worker starts: the company's task for missing insights would request it too.
  const { execucaoId } = await request(deps, item);
  const worker = await startTestWorker(deps, fake.url);
  try {
    expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
    const insight = await deps.prisma.insight.findFirstOrThrow({ where: { execucaoId } });
    // Adds a review, because the figures of agreement are computed from reviews.
    await deps.prisma.insightRevisao.create({
      data: {
        empresaId: empresa.id,
        insightId: insight.id,
        usuarioId: tenant.gerente.usuarioId,
        veredito: 'aprovado',
        criterios: {
          create: {
            criterio: 'saudacao',
            empresaId: empresa.id,
            atendidoIa: 'sim',
            atendidoPessoa: 'nao',
            comprovado: true,
          },
        },
      },
    });
    tenant = { ...tenant, item: { ...tenant.item, ...item }, insight };
  } finally {
    await stopTestWorker(worker);
  }
  const { rows } = await deps.db.query<(typeof columns)[number]>(
    `select c.table_name as tabela, c.column_name as coluna,
       (select format('row(%s)::text', string_agg(quote_ident(a.attname), ', ' order by a.attnum)) from pg_index x
          join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any (x.indkey)
        where x.indrelid = quote_ident(c.table_name)::regclass and x.indisprimary) as chave
     from information_schema.columns c where c.table_schema = current_schema() and c.data_type = 'jsonb'
       and c.table_name not in (select relname from pg_class where relispartition) order by 1, 2`,
  );
  columns = rows;
  expect(columns.length).toBeGreaterThan(20);
  kept = [];
  for (const column of columns) {
    const { tabela, coluna, chave } = column;
    const held = await deps.db.query<{ onde: string; valor: unknown }>(
      `select ${chave} as onde, ${coluna} as valor from ${tabela} where ${coluna} is not null`,
    );
    kept.push(...held.rows.map((row) => ({ ...column, ...row })));
  }
  before = await statuses();
}, 240_000);
afterAll(async () => {
  await test?.close();
  await fake?.close();
});

/** Runs `work` without triggers and rules, because rows of an old version were never checked by them. */
async function unguarded(work: (db: PoolClient) => Promise<void>) {
  const client = await test.deps.db.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await work(client);
    await client.query('set session_replication_role = origin');
  } finally {
    client.release();
  }
}

/** Applies `change` to the original value of every row. */
async function plant(change: (value: unknown) => unknown): Promise<void> {
  await unguarded(async (db) => {
    for (const { tabela, coluna, chave, onde, valor } of kept) {
      await db
        .query(`update ${tabela} set ${coluna} = $1::jsonb where ${chave} = $2`, [
          JSON.stringify(change(valor)),
          onde,
        ])
        .catch((error: unknown) => {
          // A generated column (n_alertas) is computed from this value, and its computation fails for other shapes.
          if (`${tabela}.${coluna}` !== 'insights.alertas_identificados') throw error;
        });
    }
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Returns a copy of `value` with `change` applied to each field. */
const withFields = (value: Record<string, unknown>, change: (one: unknown) => unknown) =>
  Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]));

/** Keeps the value's shape, but gives every leaf another type. */
function retyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(retyped);
  if (isRecord(value)) return withFields(value, retyped);
  return typeof value === 'string' ? 7 : 'de outra versão';
}

/** Replaces each list in the value by an object. */
function unlisted(value: unknown): unknown {
  if (Array.isArray(value)) return { de_outra_versao: 1 };
  return isRecord(value) ? withFields(value, unlisted) : value;
}

/** Adds elements of other types to each list in the value. */
function refilled(value: unknown): unknown {
  if (Array.isArray(value)) return [null, 7, 'de outra versão', [], {}, ...value.map(refilled)];
  return isRecord(value) ? withFields(value, refilled) : value;
}

/** Replaces each field of the value by `other` if the field's content is an object. */
const unobjected = (other: unknown) => (value: unknown) =>
  isRecord(value) ? withFields(value, (one) => (isRecord(one) ? other : one)) : value;

/** Every reading route, except event streams and the route that calls a foreign server. */
const READERS = ALL_CONTRACTS.filter(
  ({ id, method, kind }) => method === 'GET' && kind !== 'sse' && id !== 'lookupCep',
);

/** Routes that need a search term. */
const ASKED: ReadonlySet<string> = new Set(['searchItens', 'searchConversas', 'listMesesDaBusca']);

/** Requests each reading route as the company's manager and as an administrator. @returns the answers */
async function answers(): Promise<{ who: string; status: number; body: string }[]> {
  const found = [];
  for (const contract of READERS) {
    for (const caller of ['gerente', 'admin'] as const) {
      const { method, url } = requestFor(
        contract.id === 'getLoteFalhas' ? { ...tenant, falha: { ...tenant.falha, id: lote.id } } : tenant,
        contract,
      );
      const query = ASKED.has(contract.id) ? '?q=ligacao' : '';
      const { statusCode: status, body } = await test.app.inject({
        method,
        url: `${url}${query}`,
        // With `remoteAddress` a request is injected instead of sent over HTTP, which saves a thousand HTTP requests.
        remoteAddress: '127.0.0.1',
        headers: bearer(tenant.tokens[caller]),
      });
      found.push({ who: `${contract.id} (${caller})`, status, body });
    }
  }
  return found;
}

const statuses = async () => new Map((await answers()).map(({ who, status }) => [who, status]));

/** Permitted change: without a known recording a waveform counts as missing, because it may be another recording's. */
const WAVEFORM = /^downloadPicos .*: 200 → 404 .*Este item ainda não tem forma de onda/;

/** Rebuilds the figures, and finds the routes whose status changed. */
async function faults(): Promise<string[]> {
  await test.deps.db.query('select escuta_recontar($1)', [tenant.projeto.id]);
  return (await answers())
    .filter(({ who, status }) => status !== before.get(who))
    .map(({ who, status, body }) => `${who}: ${before.get(who)} → ${status} ${body.slice(0, 160)}`)
    .filter((fault) => !WAVEFORM.test(fault));
}

describe('a strange value in each JSON column', () => {
  it('what is read without anything strange answers', () => {
    // Expected refusals: an administrators' route refuses a manager, and only its requester sees a bulk run. The file
    // of a task that is no export, the former recording's object and the documents' objects are not found.
    const adminOnly = READERS.filter(({ access }) => access.who === 'admin').map(
      ({ id }) => `${id} (gerente)`,
    );
    const missing = [
      'getLoteFalhas (admin)',
      ...['downloadExportacao', 'downloadGravacaoAnterior', 'downloadDocumentoDoQuestionario'].flatMap(
        (id) => [`${id} (gerente)`, `${id} (admin)`],
      ),
      // Neither the manager nor the administrator received a sheet.
      ...['getMinhaFolha', 'downloadSomDoRetorno'].flatMap((id) => [`${id} (gerente)`, `${id} (admin)`]),
      // With a provider configured, no samples are offered.
      ...['downloadAmostra (gerente)', 'downloadAmostra (admin)'],
    ];
    const expected = (who: string) => {
      if (adminOnly.includes(who)) return 403;
      // No interview has a second recording, and the preparation's document is deleted.
      if (/^(?:listenSegundaGravacao|downloadDocumentoDoPreparo) /.test(who)) return 409;
      // The request has no criterion.
      if (/^listLigacoesDoCriterio /.test(who)) return 400;
      // The request names neither an agent nor a survey.
      if (/^listPreviasDeFolha /.test(who)) return 400;
      // The request carries no token, which the link in an e-mail has.
      if (/^openDescadastro /.test(who)) return 400;
      // The request names no server.
      if (who === 'askModeloServidor (admin)') return 400;
      return missing.includes(who) ? 404 : 200;
    };
    expect([...before].filter(([who, status]) => status !== expected(who))).toEqual([]);
  });

  it.each(
    cases<[string, (value: unknown) => unknown]>([
      ['known fields with values of another type', retyped],
      ['objects where lists belong', unlisted],
      ['lists that hold other things too', refilled],
      ['lists where objects belong', unobjected(['de outra versão'])],
      ['texts where objects belong', unobjected('de outra versão')],
    ]),
  )('%s: no reading fails', async (_name, change) => {
    expect(kept.length).toBeGreaterThan(20);
    await plant(change);
    expect(await faults()).toEqual([]);
  });

  it('the worker processes a call beside configuration, template and parameters that it cannot read', async () => {
    const { deps } = test;
    const other = await createPipelineTenant(deps, {
      config: {
        retryConfig: { max_retries: 'muitas', enable_exponential_backoff: true },
        textAnalysisConfig: { modelo: 4, campo_de_outra_versao: {} },
        loggingConfig: [],
      },
    });
    await ensureCatalogue(deps.db);
    await deps.db.query(`update projeto_insight_templates set parametros = 'null' where projeto_id = $1`, [
      other.projeto.id,
    ]);
    const padrao = { where: { rotulo: 'padrao-transcricao' }, data: { capacidades: 'de outra versão' } };
    await deps.prisma.modeloCatalogo.updateMany(padrao);
    const worker = await startTestWorker(deps, fake.url);
    try {
      const { execucaoId } = await request(deps, await createRecordedItem(deps, other));
      expect(await waitForRun(deps, execucaoId)).toMatchObject({ status: 'concluida', motivo: null });
      expect(
        await deps.prisma.insight.count({ where: { execucaoId, statusProcessamento: 'concluido' } }),
      ).toBe(1);
    } finally {
      await stopTestWorker(worker);
    }
  });

  it.each(
    cases([
      ['a text', '"texto"'],
      ['an empty object', '{}'],
      ['an unknown field', '{"campo_de_outra_versao": "x", "status": 7}'],
      ['a list', '["x", {"id": 1}]'],
      ['a JSON null', 'null'],
    ] as const),
  )('%s: no reading fails', async (_name, value) => {
    await plant(() => JSON.parse(value));
    expect(await faults()).toEqual([]);
  });
});
