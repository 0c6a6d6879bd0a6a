// Reviewed scores: a person's correction or rejection counts everywhere, with the AI's score beside it; a task recounts
// the verdicts that an earlier version stored.
import { randomUUID } from 'node:crypto';
import { newId } from '@escuta/shared/platform/database/ids';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { carryHumanWork } from '../../worker/src/analysis/templates/carry.ts';
import { requestRecounts } from '../../worker/src/tasks/kinds/recontar-notas.ts';
import { callApi, createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createAuditoria,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { expectInsightSums } from '../support/insight-sums.ts';
import { createRunWithInsights, createTemplateVersion, judged } from '../support/insights.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
let template: Awaited<ReturnType<typeof createTemplateVersion>>;
let bia: { token: string; usuarioId: string };

beforeAll(async () => {
  test = await createTestApp();
  mine = await createTenant(test.deps);
  template = await createTemplateVersion(test.deps, mine.empresa.id, { categoria: 'compliance' });
  const membro = await createMembro(test.deps, mine.empresa, { nome: 'Bia Revisora' });
  bia = { token: signToken(test.deps, membro), usuarioId: membro.usuarioId };
});
afterAll(() => test.close());

const read = async (path: string) => {
  const { status, body } = await callApi(test, mine.tokens.gerente, 'GET', path);
  expect(status, path).toBe(200);
  return body.data;
};
const give = (id: string, body: object, token = mine.tokens.gerente) =>
  callApi(test, token, 'POST', `/insights/validate/${id}`, body);
const undo = (id: string) => callApi(test, mine.tokens.gerente, 'DELETE', `/insights/validate/${id}`);

/** Six criteria that the AI called not met: a score of 0. */
const SEIS = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => judged(id, { atendido: 'nao' }));
const CORRIGE = {
  veredito: 'rejeitado',
  motivo: 'Foi dito.',
  criterios: [
    { id: 'b', atendido: 'sim' },
    { id: 'f', atendido: 'sim' },
  ],
};
const REJEITA = { veredito: 'rejeitado', motivo: 'Não é esta ligação.' };

/** Creates a finished run of an item, with an insight and a result. */
async function analyse(item: Awaited<ReturnType<typeof createItem>>, pontuacao: number) {
  const { deps } = test;
  const fields = { template, pontuacao, criterios: pontuacao === 0 ? SEIS : [judged('a')] };
  const { ids, execucaoId } = await createRunWithInsights(deps, item, [fields]);
  const { empresaId, projetoId, auditoriaId, id: itemId } = item;
  await deps.prisma.auditoriaResultado.create({
    data: {
      ...{ empresaId, projetoId, auditoriaId, itemId, execucaoId },
      statusProcessamento: 'concluido',
      processadoEm: new Date(),
    },
  });
  await deps.prisma.execucaoEtapa.create({
    data: {
      empresaId,
      execucaoId,
      etapa: 'audio',
      ordem: 1,
      status: 'concluida',
      saida: { arquivoPath: 'a/1' },
    },
  });
  return { execucaoId, id: ids[0] as string };
}

/** Creates a call of today, with an agent and a project of its own, and with an insight. */
async function newCall(pontuacao = 0) {
  const { deps } = test;
  const projeto = await createProjeto(deps, mine.empresa);
  const auditoria = await createAuditoria(deps, projeto);
  const agente = await deps.prisma.agente.create({
    data: { empresaId: mine.empresa.id, nome: `Carla ${randomUUID()}` },
  });
  const item = await createItem(deps, auditoria, { status: 'concluido', callStartTime: new Date() });
  await deps.prisma.auditoriaItem.update({
    where: { id: item.id },
    data: { agenteId: agente.id, agenteOrigem: 'pessoa', arquivoPath: 'a/1' },
  });
  return { projeto, agente, item, ...(await analyse(item, pontuacao)) };
}
type Call = Awaited<ReturnType<typeof newCall>>;

const today = () => new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
let exported = 0;

/** Reads the call's score (0 to 1) in every place: the score in force and, where it is shown, the AI's score. */
async function everywhere({ projeto, agente, item }: Call) {
  const period = `de=${today()}&ate=${today()}&projeto_id=${projeto.id}`;
  const hundredth = (n: number | null) => (n === null ? null : n / 100);
  const [row] = await read(`/projetos/${projeto.id}/auditoria-items`);
  const [insight] = await read(`/insights/${item.id}`);
  const page = await read(`/auditoria-items/${item.id}/resultados`);
  const [history] = await read(`/auditoria-item/${item.id}/resultados`);
  const metrics = history.analise_individual.business_metrics;
  const { ranking } = await read(`/relatorios/agentes?${period}`);
  const { numeros } = await read(`/relatorios/qualidade?${period}`);
  const stats = await read(`/insights/analytics/stats?projetoId=${projeto.id}`);
  const [trend] = await read(`/insights/analytics/trends?projetoId=${projeto.id}&intervalos=1&data=ligacao`);
  const project = (await read('/projetos?limit=100')).find(({ id }: { id: string }) => id === projeto.id);
  const dossier = await test.app.inject({
    url: `/api/v1/auditoria-resultado/${item.id}/exportar`,
    headers: bearer(mine.tokens.gerente),
  });
  const [judgement] = dossier.json().dossie.insights;
  exported += 1;
  const file = await test.app.inject({
    method: 'POST',
    url: '/api/v1/exportacoes/arquivo',
    headers: bearer(mine.tokens.gerente),
    // Every request uses a new IP address, because an address may export 30 times a minute.
    remoteAddress: `10.1.0.${exported}`,
    payload: {
      tipo: 'ligacoes',
      formato: 'json',
      alvo: { tipo: 'projeto', id: projeto.id },
      colunas: ['nota', 'nota_ia'],
    },
  });
  const [cells] = file.json().ligacoes;
  const shown = page.insightTemplatesUsados[0].resultado.insight;
  const agent = ranking.find(({ id }: { id: string }) => id === agente.id);
  return {
    lista: [hundredth(row.qualidade.nota), hundredth(row.qualidade.nota_ia)],
    insight: [insight.pontuacao, insight.pontuacao_ia],
    pagina: [shown.pontuacao, shown.pontuacao_ia],
    resultado: [metrics.qualityScore, metrics.qualityScore_ia],
    conformidade: [metrics.complianceChecks.overallScore, metrics.complianceChecks.overallScore_ia],
    dossie: [judgement.pontuacao, judgement.pontuacao_ia],
    exportacao: [hundredth(cells.nota), hundredth(cells.nota_ia)],
    agentes: [agent.nota.valor, agent.nota_ia],
    qualidade: numeros.find(({ chave }: { chave: string }) => chave === 'nota').valor,
    estatisticas: stats.pontuacaoMedia,
    tendencias: trend.pontuacaoMedia,
    projeto: project.pontuacaoMedia,
  };
}

/** Expected result of `everywhere` for a score in force and an AI score. */
function told(nota: number | null, ia: number) {
  const both = [nota, ia];
  const rounded = nota === null ? null : Math.round(nota * 100) / 100;
  return {
    lista: [rounded, ia],
    ...{ insight: both, pagina: both, resultado: both, conformidade: both, dossie: both, exportacao: both },
    agentes: both,
    ...{ qualidade: nota, estatisticas: nota, tendencias: nota, projeto: nota },
  };
}

it('a corrected criterion is the score everywhere, a rejected insight is in no mean, and undoing restores', async () => {
  const one = await newCall();
  expect(await everywhere(one)).toEqual(told(0, 0));
  const home = async () => (await read('/dashboard')).qualidadeMedia;
  const before = await home();
  const given = await give(one.id, CORRIGE);
  expect(given.body.data).toMatchObject({
    pontuacao: 0.3333,
    pontuacao_ia: 0,
    validacao: { inteiro: false, discordancias: [{ id: 'b' }, { id: 'f' }] },
  });
  expect(await everywhere(one)).toEqual(told(0.3333, 0));
  const { media, meses } = await home();
  expect(media).toBeCloseTo((before.media * before.meses.at(-1).itens + 0.3333) / meses.at(-1).itens, 3);
  // Filtering and sorting use the score in force.
  const list = `/projetos/${one.projeto.id}/auditoria-items`;
  expect(await read(`${list}?nota_de=33`)).toHaveLength(1);
  expect(await read(`${list}?nota_ate=32`)).toHaveLength(0);

  await give(one.id, REJEITA);
  expect(await everywhere(one)).toEqual(told(null, 0));
  expect(await read(`${list}?nota_de=0`)).toHaveLength(0);
  await undo(one.id);
  expect(await everywhere(one)).toEqual(told(0.3333, 0));
  await undo(one.id);
  expect(await everywhere(one)).toEqual(told(0, 0));
  await expectInsightSums(test.deps.db);
});

it('orders insights and calls by the score in force', async () => {
  const low = await newCall();
  const item = await createItem(
    test.deps,
    { ...low.item, id: low.item.auditoriaId },
    { status: 'concluido' },
  );
  const { id: middle } = await analyse(item, 0.2);
  const order = async (path: string) => (await read(path)).map(({ id }: { id: string }) => id);
  const insights = `/insights/${low.projeto.id}?orderBy=pontuacao&orderDirection=desc`;
  const calls = `/projetos/${low.projeto.id}/auditoria-items?ordem=nota_maior`;
  expect(await order(insights)).toEqual([middle, low.id]);
  expect(await order(calls)).toEqual([item.id, low.item.id]);
  await give(low.id, CORRIGE);
  expect(await order(insights)).toEqual([low.id, middle]);
  expect(await order(calls)).toEqual([low.item.id, item.id]);
  await give(middle, REJEITA);
  expect(await order(insights)).toEqual([low.id, middle]);
  expect(await order(calls)).toEqual([low.item.id, item.id]);
});

it('a run that repeats the analysis takes the reviewed score over, one that says something else does not', async () => {
  const one = await newCall();
  await give(one.id, CORRIGE);
  const again = await analyse(one.item, 0);
  const carry = (execucaoId: string) =>
    test.deps.db.transaction((tx) =>
      carryHumanWork(tx, { itemId: one.item.id, execucaoId, arquivoPath: 'a/1' }),
    );
  expect(await carry(again.execucaoId)).toEqual({ levados: 1, ficam: 0 });
  expect(await everywhere({ ...one, ...again })).toEqual(told(0.3333, 0));
  const other = await analyse(one.item, 1);
  expect(await carry(other.execucaoId)).toEqual({ levados: 0, ficam: 1 });
  expect(await everywhere({ ...one, ...other })).toEqual(told(1, 1));
  await expectInsightSums(test.deps.db);
});

it('of two reviewers at once the score is that of the verdict in force, and the second names the first to replace it', async () => {
  const one = await newCall();
  const answers = await Promise.all([give(one.id, CORRIGE), give(one.id, REJEITA, bia.token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = answers.findIndex(({ status }) => status === 409);
  expect(await everywhere(one)).toEqual(told(late === 0 ? null : 0.3333, 0));
  const { revisaoId } = answers[late]?.body.dados ?? {};
  const [body, token] = late === 0 ? [CORRIGE, mine.tokens.gerente] : [REJEITA, bia.token];
  expect((await give(one.id, { ...body, substitui: revisaoId }, token)).status).toBe(200);
  expect(await everywhere(one)).toEqual(told(late === 0 ? 0.3333 : null, 0));
});

/** Stores a verdict as the previous version did, without a reviewed score. */
async function giveAsBefore(id: string, pessoa: Record<string, string>): Promise<void> {
  const { db: pool } = test.deps;
  const revisao = newId();
  await pool.query(
    `insert into insight_revisoes (id, empresa_id, insight_id, usuario_id, veredito, motivo)
     values ($1, $2, $3, $4, 'rejeitado', 'Errado.')`,
    [revisao, mine.empresa.id, id, bia.usuarioId],
  );
  await pool.query(
    `insert into insight_revisao_criterios (revisao_id, empresa_id, criterio, atendido_ia, atendido_pessoa, comprovado)
     select $1, $2, c ->> 'id', c ->> 'atendido', coalesce($4::jsonb ->> (c ->> 'id'), c ->> 'atendido'), true
     from insights g, jsonb_array_elements(g.resultado -> 'criterios') c where g.id = $3`,
    [revisao, mine.empresa.id, id, JSON.stringify(pessoa)],
  );
  await pool.query(
    `update insights g set validado_humano = true, veredito = r.veredito, motivo_rejeicao = r.motivo,
      validado_por = r.usuario_id,
       validado_em = r.created_at, revisao_ms = r.revisao_ms, updated_at = now()
     from insight_revisoes r where r.insight_id = $1 and r.em_vigor and g.id = $1`,
    [id],
  );
}

it('verdicts of the version before keep the AI’s score until a task counts them, once over several workers', async () => {
  const { deps } = test;
  const [corrected, rejected] = [await newCall(), await newCall(1)];
  await giveAsBefore(corrected.id, { b: 'sim', f: 'sim' });
  await giveAsBefore(rejected.id, { a: 'nao' });
  expect(await everywhere(corrected)).toEqual(told(0, 0));
  expect(await everywhere(rejected)).toEqual(told(1, 1));
  await Promise.all([requestRecounts(deps.db), requestRecounts(deps.db)]);
  const open = await deps.prisma.tarefa.findMany({ where: { tipo: 'recontar_notas' } });
  expect(open).toHaveLength(1);
  const workers = [startTasks(deps), startTasks(deps)];
  const ended = await endOfTask(test, mine.tokens.gerente, open[0]?.id as string);
  await Promise.all(workers.map((one) => one.stop(5000)));
  expect(ended).toMatchObject({
    status: 'concluida',
    resultado: { insights: 2, alteradas: 2, semNota: 1 },
  });
  expect(await everywhere(corrected)).toEqual(told(0.3333, 0));
  expect(await everywhere(rejected)).toEqual(told(null, 1));
  await expectInsightSums(deps.db);
  // No score is left to recount, so no second task is created.
  await requestRecounts(deps.db);
  expect(await deps.prisma.tarefa.count({ where: { tipo: 'recontar_notas' } })).toBe(1);
});
