import { loadavg } from 'node:os';
import type { Database } from '@escuta/prisma/db';
import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { Contract } from '@escuta/shared/contracts/contract';

import { closeTestDeps, createTestDeps } from '../tests/support/app.ts';
import { createFullTenant, type FullTenant } from '../tests/support/contract-requests.ts';
import { bearer, signToken } from '../tests/support/factories.ts';
import { reasonLeftOut, type ScreenRequest, screenRequest } from '../tests/support/screen-routes.ts';
import { startApi, type Volume } from './installation.ts';
import { cpuSeconds, median, type Row, row } from './support.ts';

const SAMPLES = 20;
const WARM_UP = 3;
const LIMIT_MS = 50;
/** TELAS=<regular expression>: measures only matching routes and addresses. */
const ONLY = new RegExp(process.env.TELAS ?? '');

/** Limits of the routes that have a limit of their own in issue 14, ms. */
const LIMITS: Record<string, number> = {
  getAdminStats: 10,
  getInsightStats: 20,
  getInsightTrends: 20,
  listInsights: 20,
};

/** The ids that paths may name: for each kind, the newest row of a large company. */
async function idsOf(pool: Database, { empresaId, projetoId }: Volume) {
  const one = async (text: string, values: unknown[] = []): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(text, values);
    if (!rows[0]) throw new Error(`nothing to measure: ${text}`);
    return rows[0].id;
  };
  const pesquisa = await one(
    'select pesquisa_id as id from entrevistas where empresa_id = $1 group by 1 order by count(*) desc limit 1',
    [empresaId],
  );
  const item = await one(
    `select i.id from auditoria_itens i join transcricoes t on t.item_id = i.id where i.projeto_id = $1
      order by i.created_at desc limit 1`,
    [projetoId],
  );
  return {
    pesquisa,
    item,
    auditoria: await one('select id from auditorias where projeto_id = $1 and padrao', [projetoId]),
    projetoDaPesquisa: await one('select projeto_id as id from pesquisas where id = $1', [pesquisa]),
    questionario: await one('select id from questionarios where pesquisa_id = $1', [pesquisa]),
    entrevista: await one(
      'select id from entrevistas where pesquisa_id = $1 order by created_at desc limit 1',
      [pesquisa],
    ),
    template: await one(
      `select id from insight_templates where empresa_id = $1 and categoria = 'performance'
        order by created_at desc limit 1`,
      [empresaId],
    ),
    insight: await one('select id from insights where item_id = $1 and vigente limit 1', [item]),
    ticket: await one('select id from tickets where empresa_id = $1 order by created_at desc limit 1', [
      empresaId,
    ]),
    agente: await one('select id from agentes where empresa_id = $1 limit 1', [empresaId]),
    gerente: await one(
      `select usuario_id as id from membros where empresa_id = $1 and papel = 'gerente' limit 1`,
      [empresaId],
    ),
  };
}

/** Lists requests that cost more than a first page, some with a limit of their own from issue 14, ms. */
function variantsOf(
  ids: Awaited<ReturnType<typeof idsOf>>,
  projetoId: string,
): readonly (readonly [who: 'gerente' | 'admin', path: string, limit?: number])[] {
  const calls = `/projetos/${projetoId}/auditoria-items`;
  const insights = `/insights/${projetoId}`;
  return [
    ['gerente', `${calls}?ordem=ligacao`],
    ['gerente', `${calls}?ordem=ligacao&page=50000`],
    ['gerente', `${calls}?ordem=ligacao&status=erro`],
    ['gerente', `${calls}?ordem=ligacao&q=silva`],
    ['gerente', `${calls}?page=50000`],
    ['gerente', `${calls}?page=100000`],
    ['gerente', `${calls}?q=silva`],
    ['gerente', `${calls}?q=ar`],
    ['gerente', `${calls}?q=50007`],
    ['gerente', `${calls}?status=erro&page=500`],
    ['gerente', `${calls}?data=ligacao&page=500`],
    ['gerente', insights, 20],
    ['gerente', `${insights}?orderBy=scoreConfianca`, 20],
    ['gerente', `${insights}?orderBy=pontuacao&orderDirection=asc`, 20],
    ['gerente', `${insights}?categoria=fraude`, 20],
    ['gerente', `${insights}?includeStats=true`, 20],
    ['gerente', `${insights}?hasAlertas=true`],
    ['gerente', `${insights}?tags=cancelamento`],
    ['gerente', `${insights}?minConfianca=0.9&validadoHumano=false`],
    ['gerente', `${insights}?page=500`],
    ['gerente', `/insights/${ids.auditoria}?includeStats=true`, 20],
    ['gerente', '/insights/revisao?categoria=elogio', 20],
    ['gerente', '/insights/revisao?categoria=fraude', 20],
    ['gerente', `/insights/revisao?projetoId=${projetoId}&prioridade=media`],
    ['gerente', '/insights/analytics/stats?periodo=90d', 20],
    ['gerente', '/insights/analytics/stats?periodo=12m'],
    ['gerente', '/insights/analytics/stats?periodo=90d&data=ligacao'],
    ['gerente', '/insights/analytics/trends?periodo=90d&intervalos=12', 20],
    ['gerente', '/insights/analytics/trends?periodo=12m&intervalos=12'],
    ['gerente', '/insights/analytics/trends?periodo=90d&intervalos=12&data=ligacao'],
    ['gerente', '/insights/analytics/concordancia?periodo=90d'],
    ['gerente', '/insights/analytics/concordancia?periodo=12m'],
    ['gerente', '/insights/analytics/concordancia?periodo=90d&data=ligacao'],
    ['gerente', '/suporte/tickets?q=grava%C3%A7%C3%A3o', 30],
    ['gerente', '/suporte/tickets?q=inexistente', 30],
    ['gerente', '/suporte/tickets?page=5000'],
    ['gerente', `/pesquisas/${ids.pesquisa}/entrevistas?q=nogueira`],
    ['admin', '/admin/auditorias?q=inexistente', 10],
    ['admin', '/admin/auditorias?q=Auditoria'],
    ['admin', '/projetos?q=Projeto'],
    ['admin', '/projetos?q=inexistente'],
    ['admin', '/users?q=silva'],
    ['admin', '/users?q=inexistente'],
    ['admin', '/users?page=500'],
    ['admin', '/empresas?q=medida'],
    ['admin', '/admin/registros?q=pessoa'],
    ['admin', '/admin/registros?q=inexistente'],
  ];
}

/** Sends a request as a screen does and reads the whole answer. @returns its status */
async function send(base: string, { method, url, headers, payload }: ScreenRequest): Promise<number> {
  const response = await fetch(base.replace('/api/v1', '') + url, {
    method,
    headers: { ...headers, ...(payload ? { 'content-type': 'application/json' } : {}) },
    ...(payload ? { body: typeof payload === 'string' ? payload : JSON.stringify(payload) } : {}),
  });
  await response.arrayBuffer();
  return response.status;
}

/**
 * Measures every route that a screen calls, one request after the other over HTTP, in the large installation; lists the
 * slowest first.
 * @param postgres ids of PostgreSQL's processes, whose CPU time is measured because it hardly depends on other load
 */
export async function measureScreens(
  pool: Database,
  volume: Volume,
  postgres: readonly number[],
): Promise<Row[]> {
  const deps = createTestDeps();
  const small = await createFullTenant(deps);
  const ids = await idsOf(pool, volume);
  const {
    rows: [gerente],
  } = await pool.query(
    `select id, usuario_id as "usuarioId", empresa_id as "empresaId", papel, versao_token as "versaoToken" from membros
      where empresa_id = $1 and papel = 'gerente' limit 1`,
    [volume.empresaId],
  );
  const large = {
    ...small,
    empresa: { ...small.empresa, id: volume.empresaId },
    projeto: { ...small.projeto, id: volume.projetoId },
    auditoria: { ...small.auditoria, id: ids.auditoria },
    item: { ...small.item, id: ids.item },
    pesquisa: { ...small.pesquisa, id: ids.pesquisa },
    pesquisaAuditada: { id: ids.pesquisa },
    questionario: { ...small.questionario, id: ids.questionario },
    entrevista: { ...small.entrevista, id: ids.entrevista },
    template: { ...small.template, id: ids.template },
    insight: { ...small.insight, id: ids.insight },
    ticket: { ...small.ticket, id: ids.ticket },
    agente: { ...small.agente, id: ids.agente },
  } as FullTenant;
  const headers = {
    gerente: bearer(signToken(deps, gerente)),
    admin: bearer(small.tokens.admin),
    pequena: bearer(small.tokens.gerente),
  };
  const api = await startApi();
  try {
    const measured: { row: Row; p50: number }[] = [];
    const refused: Row[] = [];
    const measure = async (request: ScreenRequest, limit = LIMITS[request.name] ?? LIMIT_MS) => {
      const taken: number[] = [];
      let before = 0;
      for (let n = -WARM_UP; n < SAMPLES; n++) {
        if (n === 0) before = cpuSeconds(postgres);
        const start = performance.now();
        const status = await send(api.base, request);
        if (status >= 400) {
          refused.push({ measure: request.name, value: `${status}`, limit: 'responde', ok: false });
          return;
        }
        if (n >= 0) taken.push(performance.now() - start);
      }
      const p50 = median(taken);
      const worst = Math.max(...taken).toFixed(0);
      const cpu = (((cpuSeconds(postgres) - before) * 1000) / SAMPLES).toFixed(1);
      const one = row(request.name, p50, limit, 'max', ' ms');
      measured.push({
        p50,
        row: { ...one, value: `${one.value} (pior ${worst}, PostgreSQL ${cpu} de CPU)` },
      });
    };
    for (const contract of ALL_CONTRACTS as readonly Contract[]) {
      if (reasonLeftOut(contract) || !ONLY.test(contract.id)) continue;
      if (contract.access.who === 'admin') {
        await measure(screenRequest(large, contract, headers.admin));
        continue;
      }
      // If the large company lacks an id for the request, the small company is measured; the row's name says so.
      const request = screenRequest(large, contract, headers.gerente);
      const status = await send(api.base, request);
      if (status < 400) await measure(request);
      else {
        const name = `${contract.id} (empresa pequena)`;
        await measure({ ...screenRequest(small, contract, headers.pequena), name });
      }
    }
    for (const [who, path, limit] of variantsOf(ids, volume.projetoId)) {
      if (!ONLY.test(path)) continue;
      const name = path.replaceAll(volume.projetoId, '{projeto}').replace(/\/[0-9a-f-]{36}/, '/{id}');
      await measure({ method: 'GET', url: `/api/v1${path}`, headers: headers[who], name }, limit);
    }
    console.log(
      `  carga ao medir: ${loadavg()
        .map((n) => n.toFixed(1))
        .join(' ')}; as mais lentas primeiro`,
    );
    return [...refused, ...measured.sort((a, b) => b.p50 - a.p50).map((one) => one.row)];
  } finally {
    await api.stop();
    await closeTestDeps(deps);
  }
}
