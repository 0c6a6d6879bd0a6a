import { ALL_CONTRACTS } from '@escuta/shared/contracts/all';
import type { Contract } from '@escuta/shared/contracts/contract';
import type pg from 'pg';
import { closeTestDeps, createTestDeps } from '../tests/support/app.ts';
import { createFullTenant, type FullTenant } from '../tests/support/contract-requests.ts';
import { bearer, signToken } from '../tests/support/factories.ts';
import { reasonLeftOut, type ScreenRequest, screenRequest } from '../tests/support/screen-routes.ts';
import { startApi, type Volume } from './installation.ts';
import { median, type Row, row } from './support.ts';

const SAMPLES = 15;
const WARM_UP = 3;
const LIMIT_MS = 50;

/** Who asks: a manager of the large company, of the small one that has one of each thing, an administrator. */
type Caller = { tenant: FullTenant; headers: Record<string, string> };

/** What a large company has of what a path may name, the newest of each. */
async function idsOf(pool: pg.Pool, { empresaId, projetoId }: Volume) {
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
    `select i.id from auditoria_itens i join transcricoes t on t.item_id = i.id where i.projeto_id = $1 order by i.created_at desc limit 1`,
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
      `select id from insight_templates where empresa_id = $1 and categoria = 'performance' order by created_at desc limit 1`,
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

/** What people look for that costs more than a first page. */
function variantsOf(
  ids: Awaited<ReturnType<typeof idsOf>>,
  projetoId: string,
): readonly (readonly [who: 'gerente' | 'admin', path: string])[] {
  const calls = `/projetos/${projetoId}/auditoria-items`;
  const insights = `/insights/${projetoId}`;
  return [
    ['gerente', `${calls}?page=50000`],
    ['gerente', `${calls}?q=silva`],
    ['gerente', `${calls}?q=ana`],
    ['gerente', `${calls}?q=50007`],
    ['gerente', `${calls}?status=erro&page=500`],
    ['gerente', `${calls}?data=ligacao&page=500`],
    ['gerente', `${insights}?`],
    ['gerente', `${insights}?orderBy=scoreConfianca`],
    ['gerente', `${insights}?orderBy=pontuacao&orderDirection=asc`],
    ['gerente', `${insights}?categoria=fraude`],
    ['gerente', `${insights}?includeStats=true`],
    ['gerente', `${insights}?hasAlertas=true`],
    ['gerente', `${insights}?minConfianca=0.9&validadoHumano=false`],
    ['gerente', `/insights/${ids.auditoria}?includeStats=true`],
    ['gerente', '/insights/revisao?categoria=elogio'],
    ['gerente', '/insights/revisao?categoria=fraude'],
    ['gerente', `/insights/revisao?projetoId=${projetoId}&prioridade=media`],
    ['gerente', '/insights/analytics/stats?periodo=90d'],
    ['gerente', '/insights/analytics/stats?periodo=12m'],
    ['gerente', '/insights/analytics/stats?periodo=90d&data=ligacao'],
    ['gerente', '/insights/analytics/trends?periodo=90d&intervalos=12'],
    ['gerente', '/insights/analytics/trends?periodo=12m&intervalos=12'],
    ['gerente', '/insights/analytics/concordancia?periodo=90d'],
    ['gerente', '/insights/analytics/concordancia?periodo=30d'],
    ['gerente', '/insights/analytics/concordancia?periodo=90d&data=ligacao'],
    ['gerente', '/suporte/tickets?q=grava%C3%A7%C3%A3o'],
    ['gerente', '/suporte/tickets?q=inexistente'],
    ['gerente', '/suporte/tickets?page=5000'],
    ['gerente', `/pesquisas/${ids.pesquisa}/entrevistas?q=nogueira`],
    ['admin', '/admin/auditorias?q=inexistente'],
    ['admin', '/admin/auditorias?q=Auditoria'],
    ['admin', '/projetos?q=Projeto'],
    ['admin', '/users?q=silva'],
    ['admin', '/users?page=500'],
    ['admin', '/empresas?q=medida'],
    ['admin', '/admin/registros?q=pessoa'],
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

/** Every route that a screen calls, over HTTP at volume: p50 and p99 of each; those left out with their reason. */
export async function measureScreens(pool: pg.Pool, volume: Volume): Promise<Row[]> {
  const deps = createTestDeps();
  const small = await createFullTenant(deps);
  const ids = await idsOf(pool, volume);
  const {
    rows: [gerente],
  } = await pool.query(
    `select id, usuario_id as "usuarioId", empresa_id as "empresaId", papel, versao_token as "versaoToken" from membros where empresa_id = $1 and papel = 'gerente' limit 1`,
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
  const callers: Record<'gerente' | 'admin' | 'pequena', Caller> = {
    gerente: { tenant: large, headers: bearer(signToken(deps, gerente)) },
    admin: { tenant: large, headers: bearer(small.tokens.admin) },
    pequena: { tenant: small, headers: bearer(small.tokens.gerente) },
  };
  const api = await startApi();
  try {
    const rows: Row[] = [];
    const measure = async (request: ScreenRequest, note = '') => {
      const taken: number[] = [];
      for (let n = -WARM_UP; n < SAMPLES; n++) {
        const start = performance.now();
        const status = await send(api.base, request);
        if (status >= 400) throw new Error(`${request.name} ${request.url}: ${status}`);
        if (n >= 0) taken.push(performance.now() - start);
      }
      const p99 = Math.max(...taken);
      rows.push({
        ...row(`${request.name}${note}`, median(taken), LIMIT_MS, 'max', ' ms'),
        p50: median(taken),
        p99,
      } as Row);
      if (process.env.TELAS_VERBOSE)
        console.log(request.name, note, median(taken).toFixed(1), p99.toFixed(1));
    };
    const left: string[] = [];
    for (const contract of ALL_CONTRACTS as readonly Contract[]) {
      const reason = reasonLeftOut(contract);
      if (reason) {
        left.push(`${contract.id}: ${reason}`);
        continue;
      }
      const tries: Caller[] =
        contract.access.who === 'admin' ? [callers.admin] : [callers.gerente, callers.pequena];
      const statuses: number[] = [];
      for (const caller of tries) {
        const request = screenRequest(caller.tenant, contract, caller.headers);
        const status = await send(api.base, request);
        statuses.push(status);
        if (status < 400) {
          await measure(request, caller === callers.pequena ? ' (empresa pequena)' : '');
          break;
        }
      }
      if (statuses.every((status) => status >= 400)) {
        rows.push({ measure: contract.id, value: statuses.join(', '), limit: 'responder', ok: false });
      }
    }
    for (const [who, path] of variantsOf(ids, volume.projetoId)) {
      await measure({
        method: 'GET',
        url: `/api/v1${path}`,
        headers: callers[who].headers,
        name: path.replaceAll(volume.projetoId, '{1M}'),
      });
    }
    return rows;
  } finally {
    await api.stop();
    await closeTestDeps(deps);
  }
}
