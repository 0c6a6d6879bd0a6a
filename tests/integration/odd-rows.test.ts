// What is stored is read tolerantly: a row that an older or a newer version wrote, or somebody's hand, is shown as far as it
// can be, and never turns a list or a page into a failure. Every JSON column of the database holds something odd here, and
// every route that reads is asked. New columns and routes are walked without a change.
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { Contract } from '@escuta/shared/contracts/contract';
import { DEFAULT_PROCESSING_CONFIG } from '@escuta/shared/domain/processing-config';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureCatalogue } from '../../prisma/seed/catalogue.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createFullTenant, type FullTenant, requestFor } from '../support/contract-requests.ts';
import { bearer } from '../support/factories.ts';
import { type FakeProvider, startFakeProvider } from '../support/fake-provider.ts';
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
/** Columns that hold JSON, of all tables. */
let columns: { tabela: string; coluna: string }[];

beforeAll(async () => {
  fake = await startFakeProvider();
  test = await createTestApp({ OPENAI_BASE_URL: fake.url });
  const { deps } = test;
  await ensureCatalogue(deps.prisma);
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
  // A whole analysis, as the worker writes it.
  const worker = await startTestWorker(deps, fake.url);
  try {
    const item = await createRecordedItem(deps, { empresa, projeto, auditoria });
    const { execucaoId } = await request(deps, item);
    expect((await waitForRun(deps, execucaoId)).status).toBe('concluida');
    const insight = await deps.prisma.insight.findFirstOrThrow({ where: { execucaoId } });
    tenant = { ...tenant, item: { ...tenant.item, ...item }, insight };
  } finally {
    await stopTestWorker(worker);
  }
  const { rows } = await deps.pool.query<{ tabela: string; coluna: string }>(
    `select table_name as tabela, column_name as coluna from information_schema.columns
     where table_schema = current_schema() and data_type = 'jsonb' order by 1, 2`,
  );
  columns = rows;
  expect(columns.length).toBeGreaterThan(20);
}, 240_000);
afterAll(async () => {
  await test?.close();
  await fake?.close();
});

/** Runs `work` with triggers and rules of the tables off: what an old version wrote was not held to them. */
async function unguarded(work: (db: PoolClient) => Promise<void>) {
  const client = await test.deps.pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    await work(client);
    await client.query('set session_replication_role = origin');
  } finally {
    client.release();
  }
}

/** A value of the same shape whose every leaf is of another type. */
function retyped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(retyped);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, retyped(one)]));
  }
  return typeof value === 'string' ? 7 : 'de outra versão';
}

/** Every route that reads, but for one that asks somebody else's server. */
const READERS = ALL_CONTRACTS.filter(
  ({ id, method, kind }) => method === 'GET' && kind !== 'sse' && id !== 'lookupCep',
);

async function answersOf(contract: Contract): Promise<string[]> {
  const faults = [];
  for (const caller of ['gerente', 'admin'] as const) {
    const { method, url } = requestFor(tenant, contract);
    const query = contract.id === 'searchItens' ? '?q=ligacao' : '';
    const answer = await test.app.inject({
      method,
      url: `${url}${query}`,
      headers: bearer(tenant.tokens[caller]),
    });
    if (answer.statusCode >= 500)
      faults.push(`${contract.id} (${caller}): ${answer.statusCode} ${answer.body.slice(0, 160)}`);
  }
  return faults;
}

async function faults(): Promise<string[]> {
  const found = [];
  for (const contract of READERS) found.push(...(await answersOf(contract)));
  return found;
}

describe('um valor estranho em cada coluna JSON', () => {
  it('o que é lido sem nada estranho responde', async () => {
    expect(await faults()).toEqual([]);
  });

  it('campos conhecidos com valores de outro tipo: nenhuma leitura falha', async () => {
    let n = 0;
    await unguarded(async (db) => {
      for (const { tabela, coluna } of columns) {
        const { rows } = await db.query<{ onde: string; valor: unknown }>(
          `select ctid::text as onde, ${coluna} as valor from ${tabela} where ${coluna} is not null`,
        );
        for (const { onde, valor } of rows) {
          n += 1;
          await db.query(`update ${tabela} set ${coluna} = $1::jsonb where ctid = $2::tid`, [
            JSON.stringify(retyped(valor)),
            onde,
          ]);
        }
      }
    });
    expect(n).toBeGreaterThan(20);
    expect(await faults()).toEqual([]);
  });

  it('o worker processa uma ligação ao lado de configuração, modelo e parâmetros que não sabe ler', async () => {
    const { deps } = test;
    const other = await createPipelineTenant(deps, {
      config: {
        retryConfig: { max_retries: 'muitas', enable_exponential_backoff: true },
        textAnalysisConfig: { modelo: 4, campo_de_outra_versao: {} },
        loggingConfig: [],
      },
    });
    await ensureCatalogue(deps.prisma);
    await deps.pool.query(`update projeto_insight_templates set parametros = 'null' where projeto_id = $1`, [
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

  it.each([
    ['um objeto vazio', '{}'],
    ['um campo desconhecido', '{"campo_de_outra_versao": "x", "status": 7}'],
    ['uma lista', '["x", {"id": 1}]'],
    ['um texto', '"texto"'],
    ['um nulo de JSON', 'null'],
  ])('%s: nenhuma leitura falha', async (_name, value) => {
    const refused: string[] = [];
    await unguarded(async (db) => {
      for (const { tabela, coluna } of columns) {
        await db
          .query(`update ${tabela} set ${coluna} = $1::jsonb`, [value])
          .catch(() => refused.push(`${tabela}.${coluna}`));
      }
    });
    // What a column of the database itself is made from cannot be anything.
    expect(['', 'insights.alertas_identificados']).toContain(refused.join());
    expect(await faults()).toEqual([]);
  });
});
