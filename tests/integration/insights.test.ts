import { randomUUID } from 'node:crypto';
import type { ResultadoCompleto } from '@escuta/shared/contracts/calls/resultados';
import { COMENTARIOS_MAX } from '@escuta/shared/contracts/insights/insight-parts';
import type { InsightWire } from '@escuta/shared/contracts/insights/insights';
import { insightAttention } from '@escuta/shared/domain/insights/insight-attention';
import { NOTA_EM_VIGOR } from '@escuta/shared/platform/database/conditions/insight-score';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAgreement, readStats, readTrends } from '../../api/src/features/insights/analytics-repo.ts';
import type { Loop } from '../../worker/src/background/loop.ts';
import { addUpInsights } from '../../worker/src/sums.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import {
  bearer,
  createAuditoria,
  createItem,
  createMembro,
  createProjeto,
  createTenant,
  signToken,
} from '../support/factories.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { expectInsightSums } from '../support/insight-sums.ts';
import {
  createRunWithInsights,
  createTemplateVersion,
  type InsightFields,
  judged,
} from '../support/insights.ts';
import {
  createPipelineTenant,
  createRecordedItem,
  request as requestPipelineRun,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';
import { endOfTask, startTasks } from '../support/tasks.ts';

let test: TestApp;
let tasks: Loop;
let mine: Awaited<ReturnType<typeof createTenant>>;
let theirs: Awaited<ReturnType<typeof createTenant>>;
let template: Awaited<ReturnType<typeof createTemplateVersion>>;
/** A second person of the company. */
let other: { token: string; nome: string; usuarioId: string };

beforeAll(async () => {
  test = await createTestApp();
  tasks = startTasks(test.deps);
  mine = await createTenant(test.deps, { creditos: 50 });
  theirs = await createTenant(test.deps);
  template = await createTemplateVersion(test.deps, mine.empresa.id, { nome: 'Cortesia' });
  const membro = await createMembro(test.deps, mine.empresa, { nome: 'Bia Revisora' });
  other = { token: signToken(test.deps, membro), nome: 'Bia Revisora', usuarioId: membro.usuarioId };
});
afterAll(async () => {
  await tasks.stop(5000);
  await test.close();
});

type Body<T> = { data: T; message: string; code: string; dados: Record<string, unknown> };
async function call<T>(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  options: { body?: object; token?: string } = {},
): Promise<{ status: number; body: Body<T> & Record<string, never> }> {
  const response = await test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: bearer(options.token ?? mine.tokens.usuario),
    ...(options.body ? { payload: options.body } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

const newItem = (auditoria = mine.auditoria) => createItem(test.deps, auditoria, { status: 'concluido' });

/** Creates an insight of a new item; returns the insight's id. */
async function newInsight(fields: Partial<InsightFields> = {}, auditoria = mine.auditoria): Promise<string> {
  const item = await newItem(auditoria);
  const { ids } = await createRunWithInsights(test.deps, item, [{ template, ...fields }]);
  return ids[0]!;
}

/** Creates a project, so that a test's lists and figures contain only its own data. */
async function newProject() {
  const projeto = await createProjeto(test.deps, mine.empresa);
  const auditoria = await createAuditoria(test.deps, projeto);
  return { projeto, auditoria };
}

type Queue = {
  insights: (InsightWire & { audioUrl: string | null; item: { numeroDestino: string | null } })[];
  proximo: string | null;
  total: number;
  minhasRevisoes: { n: number; tempoMedioMs: number | null };
};
const queue = async (query: string, token?: string) =>
  (await call<Queue>('GET', `/insights/revisao?${query}`, token ? { token } : {})).body.data;

const validate = (id: string, body: object = {}, token?: string) =>
  call<InsightWire>('POST', `/insights/validate/${id}`, token ? { body, token } : { body });
const undo = (id: string, token?: string, search = '') =>
  call<InsightWire>('DELETE', `/insights/validate/${id}${search}`, token ? { token } : {});

const alerta = {
  titulo: 'Ameaça',
  descricao: 'Vai ao Procon.',
  gravidade: 'alta' as const,
  comprovado: true,
};

describe("the review queue follows the specification's rule", () => {
  const cases: [string, Partial<InsightFields>, boolean][] = [
    ['an error', { status: 'erro', scoreConfianca: null }, true],
    ['confidence 0.49', { scoreConfianca: 0.49 }, true],
    ['confidence 0.5', { scoreConfianca: 0.5 }, true],
    ['confidence 0.69', { scoreConfianca: 0.69 }, true],
    ['confidence 0.7', { scoreConfianca: 0.7 }, false],
    ['no confidence', { scoreConfianca: null }, false],
    ['an alert', { alertas: [alerta] }, true],
    ['a claim without evidence', { semEvidencia: true }, true],
    ['pending, confidence 0.6', { status: 'pendente', scoreConfianca: 0.6 }, false],
    ['processing, confidence 0.3', { status: 'processando', scoreConfianca: 0.3 }, true],
  ];
  it.each(cases)('%s', async (_name, fields, waits) => {
    const { projeto, auditoria } = await newProject();
    const id = await newInsight(fields, auditoria);
    const expected = insightAttention({
      statusProcessamento: fields.status ?? 'concluido',
      scoreConfianca: fields.scoreConfianca === undefined ? 0.9 : fields.scoreConfianca,
      validadoHumano: false,
      alertas: fields.alertas?.length ?? 0,
      semEvidencia: fields.semEvidencia ?? false,
    });
    expect(expected.precisa).toBe(waits);
    const { insights, total } = await queue(`projetoId=${projeto.id}`);
    expect(insights.map((insight) => insight.id)).toEqual(waits ? [id] : []);
    expect(total).toBe(waits ? 1 : 0);
    if (waits) expect(insights[0]!.atencao).toEqual(expected);
    const stats = await call<{ porPrioridade: Record<string, number> }>(
      'GET',
      `/insights/analytics/stats?projetoId=${projeto.id}`,
    );
    expect(stats.body.data.porPrioridade[expected.prioridade]).toBe(1);
  });

  it('puts errors first, then the oldest, and pages without loss or repetition', async () => {
    const { projeto, auditoria } = await newProject();
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 1, hour));
    const media = [];
    for (const hour of [3, 1, 2])
      media.push(await newInsight({ scoreConfianca: 0.2, createdAt: at(hour) }, auditoria));
    const alta = await newInsight({ status: 'erro', createdAt: at(9) }, auditoria);
    const wanted = [alta, media[1], media[2], media[0]];
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Queue = await queue(`projetoId=${projeto.id}&limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.insights.map(({ id }) => id));
      expect(page.total).toBe(4);
      cursor = page.proximo;
    } while (cursor);
    expect(seen).toEqual(wanted);
    expect((await queue(`projetoId=${projeto.id}&prioridade=alta`)).insights.map(({ id }) => id)).toEqual([
      alta,
    ]);
    expect((await queue(`projetoId=${projeto.id}&categoria=compliance`)).insights).toEqual([]);
    expect((await call('GET', '/insights/revisao?cursor=nada')).status).toBe(400);
  });

  it('is a list in pages too, ordered by its columns, with the agent of each call', async () => {
    const { projeto, auditoria } = await newProject();
    const agente = (nome: string) =>
      test.deps.prisma.agente.create({ data: { empresaId: mine.empresa.id, nome } });
    const [ana, zeca] = [await agente('Ana'), await agente('Zeca')];
    const made = async (agenteId: string | null, fields: Partial<InsightFields>) => {
      const item = await createItem(test.deps, auditoria, {
        status: 'concluido',
        ...(agenteId ? { agenteId, agenteOrigem: 'pessoa' } : {}),
      });
      const { ids } = await createRunWithInsights(test.deps, item, [{ template, ...fields }]);
      return ids[0]!;
    };
    const error = await made(zeca.id, { status: 'erro', scoreConfianca: null });
    const low = await made(ana.id, { scoreConfianca: 0.2 });
    const lower = await made(null, { scoreConfianca: 0.1 });
    type Row = { id: string; item: { agente: { id: string; nome: string } | null } };
    const sheet = async (query = '') => {
      const url = `/insights/revisao/lista?projetoId=${projeto.id}${query}`;
      const { status, body } = await call<Row[]>('GET', url);
      expect(status, body.message).toBe(200);
      return { rows: body.data, pagination: (body as unknown as { pagination: object }).pagination };
    };
    const ids = async (query?: string) => (await sheet(query)).rows.map(({ id }) => id);
    expect(await ids()).toEqual([error, low, lower]);
    expect(await ids('&ordem=agente')).toEqual([low, error, lower]);
    expect(await ids('&ordem=agente_z')).toEqual([error, low, lower]);
    expect(await ids('&ordem=confianca')).toEqual([lower, low, error]);
    expect(await ids('&limit=2&page=2')).toEqual([lower]);
    expect((await sheet('&limit=2&page=2')).pagination).toMatchObject({ total: 3, page: 2, totalPages: 2 });
    expect((await sheet('&ordem=agente')).rows[0]!.item.agente).toEqual({ id: ana.id, nome: 'Ana' });
    // The page of a call shows the same reasons as the queue, even without a recording.
    const { execucaoId, itemId } = await test.deps.prisma.insight.findUniqueOrThrow({ where: { id: low } });
    const ref = { empresaId: mine.empresa.id, projetoId: projeto.id, auditoriaId: auditoria.id };
    await test.deps.prisma.auditoriaResultado.create({ data: { ...ref, itemId, execucaoId } });
    const page = await call<ResultadoCompleto>('GET', `/auditoria-items/${itemId}/resultados`);
    expect(page.body.data.insightTemplatesUsados).toHaveLength(1);
    expect((await call('GET', '/insights/revisao/lista?page=500')).status).toBe(400);
    expect((await call('GET', '/insights/revisao/lista?ordem=nada')).status).toBe(400);
    expect((await call('GET', `/insights/revisao/lista?empresaId=${theirs.empresa.id}`)).status).toBe(404);
  });

  it('has what is needed to judge, and the recording only while it is the analysed one', async () => {
    const { projeto, auditoria } = await newProject();
    const item = await newItem(auditoria);
    const path = `${mine.empresa.id}/${item.id}/a`;
    await test.deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath: path } });
    const { execucaoId, ids } = await createRunWithInsights(test.deps, item, [
      { template, scoreConfianca: 0.4, criterios: [judged('saudacao')] },
    ]);
    const own = { empresaId: mine.empresa.id };
    await test.deps.prisma.execucaoEtapa.create({
      data: {
        ...own,
        execucaoId,
        etapa: 'audio',
        ordem: 1,
        status: 'concluida',
        saida: { arquivoPath: path },
      },
    });
    const ref = { ...own, projetoId: projeto.id, itemId: item.id };
    const resultado = await test.deps.prisma.auditoriaResultado.create({
      data: { ...ref, auditoriaId: auditoria.id, execucaoId },
    });
    await test.deps.prisma.transcricao.create({
      data: {
        ...ref,
        resultadoId: resultado.id,
        canal: 'left',
        modelo: 'm',
        fullText: 'Bom dia, em que posso ajudar?',
        sentencas: {
          create: {
            ...own,
            ordem: 7,
            texto: 'Bom dia, em que posso ajudar?',
            startMs: 1000,
            endMs: 3000,
            falante: 'agente',
          },
        },
      },
    });
    const quote = { ...own, insightId: ids[0]!, criterio: 'saudacao' };
    await test.deps.prisma.evidencia.createMany({
      data: [
        {
          ...quote,
          ordem: 0,
          citacao: 'Bom dia',
          verificada: true,
          sentencaOrdem: 7,
          canal: 'left',
          startMs: 1000,
          endMs: 3000,
        },
        { ...quote, ordem: 1, citacao: 'nunca dito', verificada: false },
      ],
    });
    const [first] = (await queue(`projetoId=${projeto.id}`)).insights;
    expect(first!.resultado!.criterios[0]!.evidencias).toEqual([
      {
        citacao: 'Bom dia',
        verificada: true,
        sentencaOrdem: 7,
        canal: 'left',
        startMs: 1000,
        endMs: 3000,
        falante: 'agente',
        sentenca: 'Bom dia, em que posso ajudar?',
      },
      {
        citacao: 'nunca dito',
        verificada: false,
        sentencaOrdem: null,
        canal: null,
        startMs: null,
        endMs: null,
        falante: null,
        sentenca: null,
      },
    ]);
    expect(first!.item.numeroDestino).toBe('11987654321');
    expect(first!.audioUrl).toContain(`/auditoria-item/${item.id}/download?`);
    await test.deps.prisma.auditoriaItem.update({
      where: { id: item.id },
      data: { arquivoPath: `${path}2` },
    });
    expect((await queue(`projetoId=${projeto.id}`)).insights[0]!.audioUrl).toBeNull();
  });
});

describe('which insights count', () => {
  it('only those of the last completed analysis; those of a newer failure stand beside them, in error', async () => {
    const item = await newItem();
    const list = async (query = '') => {
      const { body } = await call<InsightWire[]>('GET', `/insights/${item.id}?orderDirection=asc${query}`);
      return body.data.map(({ id }) => id);
    };
    const first = await createRunWithInsights(test.deps, item, [{ template }]);
    expect(await list()).toEqual(first.ids);
    const second = await createRunWithInsights(test.deps, item, [{ template }]);
    expect(await list()).toEqual(second.ids);
    const failed = await createRunWithInsights(test.deps, item, [{ template, status: 'erro' }], 'erro');
    expect(await list()).toEqual([...second.ids, ...failed.ids]);
    const failedAgain = await createRunWithInsights(test.deps, item, [{ template, status: 'erro' }], 'erro');
    expect(await list()).toEqual([...second.ids, ...failedAgain.ids]);
    const last = await createRunWithInsights(test.deps, item, [{ template }]);
    expect(await list()).toEqual(last.ids);
    expect(await list('&todas=true')).toHaveLength(5);
    // An insight replaced by a newer analysis cannot be validated.
    expect((await validate(second.ids[0]!)).status).toBe(409);
  });
});

describe('the list of an item, an audit or a project', () => {
  it('finds what the id names and filters by all that the specification asks', async () => {
    const { projeto, auditoria } = await newProject();
    const conformidade = await createTemplateVersion(test.deps, mine.empresa.id, { categoria: 'compliance' });
    const item = await newItem(auditoria);
    const { ids } = await createRunWithInsights(test.deps, item, [
      { template, scoreConfianca: 0.9, tags: ['venda'] },
      { template: conformidade, scoreConfianca: 0.3, alertas: [alerta], tags: ['aviso', 'procon'] },
    ]);
    const [a, b] = ids as [string, string];
    const list = async (query: string, id = projeto.id) => {
      const { status, body } = await call<InsightWire[]>('GET', `/insights/${id}?${query}`);
      expect(status, query).toBe(200);
      return body.data.map((insight) => insight.id);
    };
    for (const id of [item.id, auditoria.id, projeto.id]) {
      expect(new Set(await list('', id))).toEqual(new Set(ids));
    }
    expect(await list('categoria=compliance')).toEqual([b]);
    expect(await list('status=erro')).toEqual([]);
    expect(await list('minConfianca=0.5')).toEqual([a]);
    expect(await list('maxConfianca=0.5')).toEqual([b]);
    expect(await list('hasAlertas=true')).toEqual([b]);
    expect(await list('hasAlertas=false')).toEqual([a]);
    expect(await list('tags=procon&tags=outra')).toEqual([b]);
    expect((await list('tags=venda,aviso')).length).toBe(2);
    expect(await list('orderBy=scoreConfianca&orderDirection=asc')).toEqual([b, a]);
    expect(await list('orderBy=scoreConfianca&orderDirection=asc&limit=1&page=2')).toEqual([a]);
    await validate(a);
    expect(await list('validadoHumano=true')).toEqual([a]);
    expect(await list('validadoHumano=false')).toEqual([b]);
    const full = await call<InsightWire[]>(
      'GET',
      `/insights/${projeto.id}?includeStats=true&includeTemplateInfo=true&categoria=compliance`,
    );
    expect(full.body.data[0]).toMatchObject({
      statusProcessamento: 'concluido',
      scoreConfianca: 0.3,
      nivelConfianca: 'baixa',
      validadoHumano: false,
      categoria: 'compliance',
      tags: ['aviso', 'procon'],
      template: { id: conformidade.id, nome: conformidade.nome, versao: 1 },
      templateInfo: { promptTemplate: 'Avalie.' },
      atencao: { precisa: true, prioridade: 'media' },
    });
    expect(full.body).toMatchObject({
      alvo: 'projeto',
      estatisticas: { total: 2, validados: 1, alertas: 1 },
    });
    expect((await call('GET', `/insights/${projeto.id}?minConfianca=0.8&maxConfianca=0.2`)).status).toBe(400);
    for (const query of ['limit=101', 'minConfianca=2', 'orderBy=resumo']) {
      expect((await call('GET', `/insights/${projeto.id}?${query}`)).status, query).toBe(400);
    }
  });

  it("neither shows nor changes another company's", async () => {
    const foreign = await createTemplateVersion(test.deps, theirs.empresa.id);
    const { ids } = await createRunWithInsights(test.deps, theirs.item, [
      { template: foreign, scoreConfianca: 0.1 },
    ]);
    const [id] = ids as [string];
    for (const target of [theirs.item.id, theirs.auditoria.id, theirs.projeto.id, id, randomUUID()]) {
      expect((await call('GET', `/insights/${target}`)).status).toBe(404);
    }
    expect((await validate(id)).status).toBe(404);
    expect((await undo(id)).status).toBe(404);
    expect((await call('POST', `/insights/${id}/feedback`, { body: { feedback: 'x' } })).status).toBe(404);
    expect((await call('POST', `/insights/${id}/reprocess`)).status).toBe(404);
    expect((await call('POST', `/insights/${theirs.projeto.id}/generate`)).status).toBe(404);
    expect((await call('GET', `/insights/revisao?empresaId=${theirs.empresa.id}`)).status).toBe(404);
    expect((await queue(`projetoId=${theirs.projeto.id}`)).insights).toEqual([]);
    expect(await test.deps.prisma.insight.findUniqueOrThrow({ where: { id } })).toMatchObject({
      validadoHumano: false,
    });
    expect(await test.deps.prisma.insightComentario.count({ where: { insightId: id } })).toBe(0);
  });
});

describe("a person's verdict", () => {
  const CRITERIOS = [
    judged('saudacao', { atendido: 'sim' }),
    judged('protocolo', { atendido: 'nao' }),
    judged('oferta', { atendido: 'nao_se_aplica' }),
    judged('inventado', { atendido: 'sim', comprovado: false }),
  ];
  const aiValues = async (id: string) => {
    const {
      pontuacao,
      resultado,
      scoreConfianca,
      resumo,
      alertasIdentificados,
      semEvidencia,
      statusProcessamento,
    } = await test.deps.prisma.insight.findUniqueOrThrow({ where: { id } });
    return {
      pontuacao,
      resultado,
      scoreConfianca,
      resumo,
      alertasIdentificados,
      semEvidencia,
      statusProcessamento,
    };
  };

  it("stands beside the AI's and changes nothing of it; the second replaces the first and the history stays", async () => {
    const id = await newInsight({ scoreConfianca: 0.4, pontuacao: 0.5, criterios: CRITERIOS });
    const before = await aiValues(id);
    const approved = await validate(id, { observacoes: 'Conferi a gravação.', revisaoMs: 12_000 });
    expect(approved.status).toBe(200);
    expect(approved.body.data).toMatchObject({
      validadoHumano: true,
      observacoes: 'Conferi a gravação.',
      validacao: {
        veredito: 'aprovado',
        por: { id: mine.usuario.usuarioId },
        revisaoMs: 12_000,
        discordancias: [],
      },
    });
    const rejected = await validate(id, {
      veredito: 'rejeitado',
      motivo: 'O protocolo foi dito.',
      criterios: [{ id: 'protocolo', atendido: 'sim' }],
    });
    expect(rejected.body.data.validacao).toMatchObject({
      veredito: 'rejeitado',
      motivo: 'O protocolo foi dito.',
      discordancias: [{ id: 'protocolo', atendido: 'sim' }],
    });
    expect(await aiValues(id)).toEqual(before);
    const history = await test.deps.prisma.insightRevisao.findMany({
      where: { insightId: id },
      orderBy: { createdAt: 'asc' },
    });
    expect(history.map(({ veredito, emVigor }) => [veredito, emVigor])).toEqual([
      ['aprovado', false],
      ['rejeitado', true],
    ]);
    const log = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: id },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ acao, detalhes }) => [acao, (detalhes as { veredito: string }).veredito])).toEqual([
      ['insight_validado', 'aprovado'],
      ['insight_validado', 'rejeitado'],
    ]);
  });

  it('undone, lets the former count again, and after that none; the insight returns to the queue', async () => {
    const { projeto, auditoria } = await newProject();
    const id = await newInsight({ scoreConfianca: 0.4 }, auditoria);
    const waiting = async () => (await queue(`projetoId=${projeto.id}`)).total;
    await validate(id);
    await validate(id, { veredito: 'rejeitado', motivo: 'Errado.' });
    expect(await waiting()).toBe(0);
    expect((await undo(id)).body.data).toMatchObject({
      validadoHumano: true,
      validacao: { veredito: 'aprovado' },
    });
    expect((await undo(id)).body.data).toMatchObject({
      validadoHumano: false,
      validacao: null,
      observacoes: null,
    });
    expect(await waiting()).toBe(1);
    expect((await undo(id)).status).toBe(409);
  });

  it('tells the second person that the first decided, and replaces only at his wish', async () => {
    const id = await newInsight({ scoreConfianca: 0.4 });
    await validate(id, {}, other.token);
    const late = await validate(id, { veredito: 'rejeitado', motivo: 'Errado.' });
    expect(late.status).toBe(409);
    expect(late.body.message).toBe('Bia Revisora já aprovou este insight.');
    expect((await undo(id)).status).toBe(409);
    const substitui = late.body.dados.revisaoId;
    const replaced = await validate(id, { veredito: 'rejeitado', motivo: 'Errado.', substitui });
    expect(replaced.body.data.validacao?.por.id).toBe(mine.usuario.usuarioId);
    // Undoing restores the first person's verdict.
    expect((await undo(id)).body.data.validacao).toMatchObject({
      veredito: 'aprovado',
      por: { nome: other.nome },
    });
  });

  it('of two people at the same time, one counts', async () => {
    const id = await newInsight({ scoreConfianca: 0.4 });
    const answers = await Promise.all([
      validate(id),
      validate(id, { veredito: 'rejeitado', motivo: 'Errado.' }, other.token),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await test.deps.prisma.insightRevisao.count({ where: { insightId: id } })).toBe(1);
  });

  it('sent twice by the same person, is one: also when undone, and a comment too', async () => {
    const id = await newInsight({ scoreConfianca: 0.4, criterios: CRITERIOS });
    const rejection = { veredito: 'rejeitado', motivo: 'Errado.', revisaoMs: 900 };
    await validate(id);
    const first = await validate(id, rejection);
    const [again] = await Promise.all([
      validate(id, { ...rejection, revisaoMs: 950 }),
      validate(id, rejection),
    ]);
    expect([again.status, again.body.data.validacao]).toEqual([200, first.body.data.validacao]);
    const search = `?dado_em=${first.body.data.validacao?.em}`;
    const undone = [await undo(id, undefined, search), await undo(id, undefined, search)];
    expect(undone.map(({ body }) => body.data.validacao?.veredito)).toEqual(['aprovado', 'aprovado']);
    const write = () => call('POST', `/insights/${id}/feedback`, { body: { feedback: 'Longo demais.' } });
    await Promise.all([write(), write()]);
    expect(await test.deps.prisma.insightRevisao.count({ where: { insightId: id } })).toBe(2);
    expect(await test.deps.prisma.insightComentario.count({ where: { insightId: id } })).toBe(1);
    const log = await test.deps.prisma.registroAcesso.findMany({
      where: { recursoId: id },
      orderBy: { id: 'asc' },
    });
    expect(log.map(({ acao }) => acao)).toEqual([
      ...['insight_validado', 'insight_validado', 'insight_veredito_desfeito', 'insight_feedback'],
    ]);
    // A different reason counts as another verdict.
    await validate(id, rejection);
    await validate(id, { ...rejection, motivo: 'Outro.' });
    expect(await test.deps.prisma.insightRevisao.count({ where: { insightId: id } })).toBe(4);
    expect((await undo(id, undefined, '?dado_em=2026-01-01T00:00:00.000Z')).status).toBe(409);
  });

  it('refuses what makes no sense, without changing anything', async () => {
    const id = await newInsight({ scoreConfianca: 0.4 });
    expect((await validate(id, { veredito: 'rejeitado' })).body.message).toBe(
      'Informe o motivo da rejeição.',
    );
    expect((await validate(id, { criterios: [{ id: 'outro', atendido: 'sim' }] })).status).toBe(422);
    expect((await validate(id, { veredito: 'talvez' })).status).toBe(400);
    expect((await validate(id, { revisaoMs: -1 })).status).toBe(400);
    const pending = await newInsight({ status: 'pendente', scoreConfianca: null });
    expect((await validate(pending)).status).toBe(422);
    expect(await test.deps.prisma.insightRevisao.count({ where: { insightId: id } })).toBe(0);
  });

  it('comments stand in the insight with author and time, side by side, and are no verdict', async () => {
    const id = await newInsight({ scoreConfianca: 0.4 });
    const write = (feedback: string, token?: string) =>
      call<InsightWire>('POST', `/insights/${id}/feedback`, {
        body: { feedback },
        ...(token ? { token } : {}),
      });
    await write('O resumo é longo demais.');
    const { body } = await write('Concordo.', other.token);
    expect(body.data).toMatchObject({ feedback: 'Concordo.', validadoHumano: false });
    expect(body.data.comentarios).toEqual([
      {
        id: expect.any(String),
        texto: 'O resumo é longo demais.',
        por: { id: mine.usuario.usuarioId, nome: 'Pessoa de Teste' },
        em: expect.stringMatching(/Z$/u),
      },
      {
        id: expect.any(String),
        texto: 'Concordo.',
        por: { id: other.usuarioId, nome: other.nome },
        em: expect.any(String),
      },
    ]);
    const { empresaId, projetoId, auditoriaId, itemId, execucaoId } =
      await test.deps.prisma.insight.findUniqueOrThrow({ where: { id } });
    await test.deps.prisma.auditoriaResultado.create({
      data: { empresaId, projetoId, auditoriaId, itemId, execucaoId, statusProcessamento: 'concluido' },
    });
    await test.deps.prisma.auditoriaItem.update({ where: { id: itemId }, data: { arquivoPath: 'gravacao' } });
    const complete = await call<ResultadoCompleto>('GET', `/auditoria-items/${itemId}/resultados`);
    const shown = complete.body.data.insightTemplatesUsados.find((one) => one.id === id)?.resultado.insight;
    expect(shown?.comentarios).toEqual(body.data.comentarios);
  });

  it('refuses a comment beyond the limit, and keeps the former ones', async () => {
    const id = await newInsight({ scoreConfianca: 0.4 });
    await test.deps.prisma.insightComentario.createMany({
      data: Array.from({ length: COMENTARIOS_MAX }, (_, n) => ({
        empresaId: mine.empresa.id,
        insightId: id,
        texto: `Comentário ${n}`,
      })),
    });
    const { status, body } = await call('POST', `/insights/${id}/feedback`, {
      body: { feedback: 'Mais um.' },
    });
    expect([status, body.message]).toEqual([409, 'Um insight aceita até 100 comentários.']);
    expect(await test.deps.prisma.insightComentario.count({ where: { insightId: id } })).toBe(
      COMENTARIOS_MAX,
    );
  });

  it("each person's review time becomes his mean", async () => {
    const { projeto, auditoria } = await newProject();
    const person = await createMembro(test.deps, mine.empresa, { papel: 'gerente' });
    const token = signToken(test.deps, person);
    for (const revisaoMs of [10_000, 20_000]) {
      await validate(await newInsight({ scoreConfianca: 0.4 }, auditoria), { revisaoMs }, token);
    }
    expect((await queue(`projetoId=${projeto.id}`, token)).minhasRevisoes).toEqual({
      n: 2,
      tempoMedioMs: 15_000,
    });
    const stats = await call<{ tempoMedioRevisaoS: number }>(
      'GET',
      `/insights/analytics/stats?projetoId=${projeto.id}`,
    );
    expect(stats.body.data.tempoMedioRevisaoS).toBe(15);
  });
});

describe('agreement', () => {
  type Agreement = {
    templates: {
      templateId: string;
      revisados: number;
      aprovados: number;
      rejeitados: number;
      geral: Record<string, unknown>;
      criterios: ({ id: string; descricao: string; n: number } & Record<string, unknown>)[];
    }[];
  };

  it('is that of a table made by hand: 20, 5, 10, 15', async () => {
    const { projeto, auditoria } = await newProject();
    const own = await createTemplateVersion(test.deps, mine.empresa.id);
    const cells = [
      [20, 'sim', 'sim'],
      [5, 'sim', 'nao'],
      [10, 'nao', 'sim'],
      [15, 'nao', 'nao'],
    ] as const;
    const verdicts: [string, object][] = [];
    for (const [n, ia, pessoa] of cells) {
      for (let i = 0; i < n; i += 1) {
        const criterios = [
          judged('a', { atendido: ia }),
          judged('b', { atendido: 'nao_se_aplica' }),
          judged('c', { comprovado: false }),
        ];
        const id = await newInsight({ template: own, criterios, scoreConfianca: 0.4 }, auditoria);
        verdicts.push([
          id,
          ia === pessoa
            ? {}
            : { veredito: 'rejeitado', motivo: 'Errado.', criterios: [{ id: 'a', atendido: pessoa }] },
        ]);
      }
    }
    const answers = await Promise.all(verdicts.map(([id, body]) => validate(id, body)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { body } = await call<Agreement>('GET', `/insights/analytics/concordancia?projetoId=${projeto.id}`);
    const [found] = body.data.templates;
    expect(found).toMatchObject({ templateId: own.id, revisados: 50, aprovados: 35, rejeitados: 15 });
    // A criterion that does not apply, or whose evidence was not found, counts as no judgement of the AI.
    expect(found!.criterios.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(found!.criterios[1]).toMatchObject({ id: 'b', n: 0, kappa: null });
    // A textbook's table gives po 0.70, pe 0.50 and kappa 0.40. Of the 25 calls that the AI failed, people passed 10.
    expect(found!.criterios[0]).toMatchObject({
      descricao: 'Critério a',
      n: 50,
      concordancia: 0.7,
      taxaFalsaReprovacao: 0.4,
    });
    expect(found!.criterios[0]!.kappa).toBeCloseTo(0.4, 10);
    const { de, ate } = found!.criterios[0]!.kappaIntervalo as { de: number; ate: number };
    expect(de).toBeCloseTo(0.1207, 3);
    expect(ate).toBeCloseTo(0.62, 3);
    // For all criteria together only the share of agreement is given, without a kappa.
    expect(found!.geral).toMatchObject({ n: 50, concordancia: 0.7, kappa: null, kappaIntervalo: null });
    const other = await call<Agreement>(
      'GET',
      `/insights/analytics/concordancia?templateId=${template.id}&projetoId=${projeto.id}`,
    );
    expect(other.body.data.templates).toEqual([]);
  });

  it('rejecting the whole insight disagrees with each criterion; undoing takes it from the count', async () => {
    const { projeto, auditoria } = await newProject();
    const id = await newInsight(
      {
        criterios: [judged('a', { atendido: 'sim' }), judged('b', { atendido: 'nao' })],
        scoreConfianca: 0.4,
      },
      auditoria,
    );
    const read = async () => {
      const { body } = await call<Agreement>(
        'GET',
        `/insights/analytics/concordancia?projetoId=${projeto.id}`,
      );
      return body.data.templates.map(({ geral }) => geral);
    };
    await validate(id, { veredito: 'rejeitado', motivo: 'Outra ligação.' });
    expect(await read()).toMatchObject([{ n: 2, concordancia: 0, taxaFalsaReprovacao: 1 }]);
    await undo(id);
    expect(await read()).toEqual([]);
  });

  it('gives neither kappa nor interval for few judgements', async () => {
    const { projeto, auditoria } = await newProject();
    const criterios = [judged('a', { atendido: 'sim' })];
    const ids = await Promise.all(
      [1, 2, 3].map(() => newInsight({ criterios, scoreConfianca: 0.4 }, auditoria)),
    );
    await validate(ids[0]!, { veredito: 'rejeitado', motivo: 'Não foi dito.' });
    await validate(ids[1]!);
    await validate(ids[2]!);
    const { body } = await call<Agreement>('GET', `/insights/analytics/concordancia?projetoId=${projeto.id}`);
    expect(body.data.templates[0]!.criterios[0]).toMatchObject({
      n: 3,
      concordancia: 0.6667,
      kappa: null,
      kappaIntervalo: null,
      taxaFalsaReprovacao: null,
    });
  });
});

describe('figures of the period', () => {
  it('sum state, category, confidence and verdicts, and stop at the window asked for', async () => {
    const { projeto, auditoria } = await newProject();
    const days = (n: number) => new Date(Date.now() - n * 86_400_000);
    const approved = await newInsight({ scoreConfianca: 0.9, pontuacao: 1, createdAt: days(1) }, auditoria);
    const rejected = await newInsight({ scoreConfianca: 0.6, pontuacao: 0.5, createdAt: days(2) }, auditoria);
    await newInsight({ status: 'erro', scoreConfianca: null, createdAt: days(3) }, auditoria);
    const alarming = await newInsight(
      { scoreConfianca: 0.3, alertas: [alerta, alerta], createdAt: days(15) },
      auditoria,
    );
    await newInsight({ scoreConfianca: 0.3, createdAt: days(200) }, auditoria);
    await validate(approved);
    await validate(rejected, { veredito: 'rejeitado', motivo: 'x' });
    const read = async (periodo: string, more = '') =>
      (
        await call<Record<string, unknown>>(
          'GET',
          `/insights/analytics/stats?projetoId=${projeto.id}&periodo=${periodo}${more}`,
        )
      ).body.data;
    expect(await read('7d')).toMatchObject({
      total: 3,
      porStatus: { pendente: 0, processando: 0, concluido: 2, erro: 1 },
      porCategoria: [{ categoria: 'performance', n: 3 }],
      porConfianca: { alta: 1, media: 1, baixa: 0, semConfianca: 1 },
      porPrioridade: { alta: 1, media: 0, baixa: 2 },
      validados: 2,
      aprovados: 1,
      rejeitados: 1,
      partes: { validadas: 1, corretas: 0.5 },
      // The averages leave out the rejected insight.
      pontuacaoMedia: 1,
      confiancaMedia: 0.75,
      alertas: 0,
    });
    expect(await read('30d')).toMatchObject({ total: 4, alertas: 2, comAlertas: 1 });
    // A reviewed call still needs attention but leaves the queue, and `naFila` counts the same calls as the queue.
    expect(await read('30d')).toMatchObject({ precisamAtencao: 2, naFila: 2 });
    await validate(alarming);
    expect(await read('30d')).toMatchObject({ precisamAtencao: 2, naFila: 1 });
    expect(await read('12m')).toMatchObject({ total: 5, precisamAtencao: 3, naFila: 2 });
    expect((await queue(`projetoId=${projeto.id}`)).total).toBe(2);
    expect(await read('30d', '&categoria=performance')).toMatchObject({ total: 4 });
    expect(await read('30d', '&categoria=quality')).toMatchObject({ total: 0, pontuacaoMedia: null });
    const { body } = await call<{ n: number; atencao: number | null; confiancaMedia: number | null }[]>(
      'GET',
      `/insights/analytics/trends?projetoId=${projeto.id}&periodo=30d&intervalos=3`,
    );
    expect(body.data.map(({ n, atencao }) => [n, atencao])).toEqual([
      [0, null],
      [1, 1],
      [3, 0.3333],
    ]);
    expect((await call('GET', '/insights/analytics/trends?intervalos=61')).status).toBe(400);
    expect((await call('GET', '/insights/analytics/stats?periodo=3d')).status).toBe(400);
  });
});

describe('generating', () => {
  it('queues what a project has with a recording and without insights, and says why the rest stayed', async () => {
    const { projeto, auditoria } = await newProject();
    const recorded = async () => {
      const item = await createItem(test.deps, auditoria);
      return test.deps.prisma.auditoriaItem.update({
        where: { id: item.id },
        data: { arquivoPath: `${mine.empresa.id}/${item.id}/a` },
      });
    };
    await newItem(auditoria);
    const items = [await recorded(), await recorded(), await recorded()];
    await createRunWithInsights(test.deps, await recorded(), [{ template }]);
    type Answer = { alvo: string; tarefaId: string };
    const generate = async (limite?: number) => {
      const { status, body } = await call<Answer>('POST', `/insights/${projeto.id}/generate`, {
        body: { options: limite ? { limite } : {} },
      });
      expect(status).toBe(202);
      // The worker queues the items later, so that the answer has the task's id and no count.
      expect(body.data).toMatchObject({ enfileirados: 0, ignorados: [], saldo: null });
      const tarefa = await endOfTask(test, mine.tokens.gerente, body.data.tarefaId);
      if (tarefa.tipo !== 'gerar_insights') throw new Error('another kind');
      expect(tarefa).toMatchObject({ status: 'concluida', alvo: { id: projeto.id, nome: projeto.nome } });
      const { enfileirados = 0, ignorados = [] } = tarefa.resultado ?? {};
      expect(tarefa.progresso).toEqual({ feito: enfileirados, total: enfileirados, falhas: 0 });
      return {
        alvo: body.data.alvo,
        enfileirados,
        ignorados: Object.fromEntries(ignorados.map(({ codigo, n }) => [codigo, n])),
      };
    };
    // The preview queues and charges nothing.
    const preview = async () =>
      (await call<Record<string, unknown>>('GET', `/insights/${projeto.id}/generate`)).body.data;
    const { saldoCreditos } = await test.deps.prisma.empresa.findUniqueOrThrow({
      where: { id: mine.empresa.id },
    });
    for (let again = 0; again < 2; again += 1)
      expect(await preview()).toEqual({
        alvo: 'projeto',
        itens: 3,
        comTranscricao: 0,
        parcial: false,
        ignorados: [
          { codigo: 'com_insights', motivo: 'Já têm insights de todos os templates.', n: 1 },
          { codigo: 'sem_gravacao', motivo: 'Não têm gravação.', n: 1 },
        ],
        creditos: 3,
        saldo: saldoCreditos,
      });
    expect((await call('GET', `/insights/${theirs.projeto.id}/generate`)).status).toBe(404);
    expect(await generate(2)).toMatchObject({
      alvo: 'projeto',
      enfileirados: 2,
      ignorados: { com_insights: 1, sem_gravacao: 1, limite: 1 },
    });
    expect(await generate()).toMatchObject({ enfileirados: 1, ignorados: { em_andamento: 2 } });
    // A repeated request starts no second run of an item.
    expect(await generate()).toMatchObject({ enfileirados: 0, ignorados: { em_andamento: 3 } });
    const runs = await test.deps.prisma.execucao.findMany({
      where: { itemId: { in: items.map(({ id }) => id) } },
    });
    expect(runs.map(({ origem }) => origem)).toEqual(['lote', 'lote', 'lote']);
  });

  it('redoing the analysis of an item without a transcript says why not, and takes no credit', async () => {
    const before = await test.deps.prisma.empresa.findUniqueOrThrow({ where: { id: mine.empresa.id } });
    const item = await newItem();
    const { ids } = await createRunWithInsights(test.deps, item, [{ template }]);
    expect((await call('POST', `/insights/${item.id}/generate`)).status).toBe(409);
    await test.deps.prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath: 'x/y/z' } });
    expect((await call('POST', `/insights/${ids[0]}/reprocess`)).status).toBe(422);
    const after = await test.deps.prisma.empresa.findUniqueOrThrow({ where: { id: mine.empresa.id } });
    expect(after.saldoCreditos).toBe(before.saldoCreditos);
  });

  it('redoing the analysis from an insight starts a run over the present transcript', async () => {
    const { prisma } = test.deps;
    const item = await newItem();
    const path = `${mine.empresa.id}/${item.id}/a`;
    await prisma.auditoriaItem.update({ where: { id: item.id }, data: { arquivoPath: path } });
    const { execucaoId, ids } = await createRunWithInsights(test.deps, item, [{ template }]);
    const own = { empresaId: mine.empresa.id };
    const done = { ...own, execucaoId, status: 'concluida' as const };
    await prisma.execucaoEtapa.createMany({
      data: [
        { ...done, etapa: 'audio', ordem: 1, saida: { arquivoPath: path, canais: [] } },
        { ...done, etapa: 'transcricao', ordem: 2, saida: {} },
      ],
    });
    const { projetoId, auditoriaId } = await prisma.auditoriaItem.findUniqueOrThrow({
      where: { id: item.id },
    });
    const ref = { ...own, projetoId, itemId: item.id };
    const resultado = await prisma.auditoriaResultado.create({ data: { ...ref, auditoriaId, execucaoId } });
    const sentencas = {
      create: { ...own, ordem: 0, texto: 'Bom dia', startMs: 0, endMs: 900, falante: 'agente' },
    };
    await prisma.transcricao.create({
      data: { ...ref, resultadoId: resultado.id, canal: 'left', modelo: 'm', fullText: 'Bom dia', sentencas },
    });
    const asked = await call('POST', `/insights/${ids[0]}/reprocess`);
    expect([asked.status, asked.body.message]).toEqual([202, undefined]);
    const runs = await prisma.execucao.findMany({ where: { itemId: item.id, id: { not: execucaoId } } });
    expect(runs.map(({ origem }) => origem)).toEqual(['regenerar']);
  });
});

describe('a provider that invents quotes', () => {
  it('never proves anything: not in the list, the queue, the score or the agreement', async () => {
    const provider = await startFakeProvider();
    provider.intercept = ({ tarefa, texto }) => {
      if (tarefa === 'analise_texto' || !texto.includes('<criterios>')) return undefined;
      const invented = [{ sentencas: [1, 2], citacao: 'Seu protocolo é 20261234, anote por favor.' }];
      return {
        content: JSON.stringify({
          resumo: 'Atendimento perfeito.',
          pontuacao: 1,
          confianca: 0.99,
          criterios: ['saudacao', 'protocolo'].map((id) => ({
            id,
            atendido: 'sim',
            justificativa: 'Foi dito com clareza.',
            evidencias: invented,
          })),
          alertas: [{ titulo: 'Elogio', descricao: 'Elogiou.', gravidade: 'baixa', evidencias: invented }],
        }),
      };
    };
    const tenant = await createPipelineTenant(test.deps);
    const pessoa = await createMembro(test.deps, tenant.empresa);
    const token = signToken(test.deps, pessoa);
    const worker = await startTestWorker(test.deps, provider.url);
    try {
      const item = await createRecordedItem(test.deps, tenant);
      await waitForRun(test.deps, (await requestPipelineRun(test.deps, item)).execucaoId);
      const { body } = await call<InsightWire[]>('GET', `/insights/${item.id}`, { token });
      const [insight] = body.data;
      expect(insight).toMatchObject({
        statusProcessamento: 'concluido',
        semEvidencia: true,
        pontuacao: null,
      });
      expect(insight!.atencao.motivos).toContain('Afirmação sem evidência na transcrição');
      const claims = [...insight!.resultado!.criterios, ...insight!.alertasIdentificados];
      expect(claims).toHaveLength(3);
      for (const claim of claims) {
        expect(claim.comprovado).toBe(false);
        expect(claim.evidencias).toMatchObject([{ verificada: false, startMs: null, sentenca: null }]);
      }
      expect((await queue('', token)).insights.map(({ id }) => id)).toEqual([insight!.id]);
      // An approval of an insight with an unproven claim does not count as agreement with the AI.
      await validate(insight!.id, {}, token);
      const agreement = await call<{ templates: { criterios: unknown[] }[] }>(
        'GET',
        '/insights/analytics/concordancia',
        { token },
      );
      expect(agreement.body.data.templates.flatMap(({ criterios }) => criterios)).toEqual([]);
    } finally {
      await stopTestWorker(worker);
      await provider.close();
    }
  });
});

it('the sums by day say what insights and verdicts say, counted anew: also those of a leaving item', async () => {
  const { db: pool } = test.deps;
  expect((await expectInsightSums(pool)).vereditos).toBeGreaterThan(5);
  const { rows } = await pool.query<{ item: string }>(
    `select g.item_id as item from insights g join insight_revisoes r on r.insight_id = g.id where r.em_vigor
      and g.vigente limit 1`,
  );
  const [item] = rows;
  const waitsFor = (query: string) =>
    vi.waitFor(async () => {
      const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query = $1`;
      expect((await pool.query(waits, [query])).rowCount).toBe(1);
    }, 20_000);
  // Figures are kept by the call's day: insights and verdicts move with each change of the call's time or entry date.
  const days = async () =>
    (
      await pool.query(
        'select dia::text, sum(n)::int as n from insight_chamada_dia group by 1 having sum(n) <> 0',
      )
    ).rows;
  const before = await days();
  await pool.query(`update auditoria_itens set call_start_time = '2026-01-02T12:00:00Z' where id = $1`, [
    item?.item,
  ]);
  expect(await days()).toContainEqual({ dia: '2026-01-02', n: expect.any(Number) });
  await expectInsightSums(pool);
  await pool.query(
    `update auditoria_itens set call_start_time = null, created_at = created_at - interval '40 days'
      where id = any (select item_id from insights)`,
  );
  await expectInsightSums(pool);
  await pool.query(
    `update auditoria_itens set created_at = created_at + interval '40 days'
      where id = any (select item_id from insights)`,
  );
  await expectInsightSums(pool);
  expect(before.length).toBeGreaterThan(0);

  // Moving or deleting a call waits for a transaction that writes or reviews its insight, and counts that insight.
  const move = `update auditoria_itens set call_start_time = '2026-01-05T12:00:00Z' where id = '${item?.item}'`;
  const remove = `delete from auditoria_itens where id = '${item?.item}'`;
  let behind: Promise<unknown> = Promise.resolve();
  await pool.transaction(async (tx) => {
    await tx.query(
      `insert into insights (id, empresa_id, projeto_id, auditoria_id, item_id, execucao_id, template_versao_id,
        status_processamento, categoria, updated_at)
       select gen_random_uuid(), g.empresa_id, g.projeto_id, g.auditoria_id, g.item_id, g.execucao_id, v.id,
       'concluido', 'tardio', now()
       from insights g, insight_template_versoes v where g.item_id = $1 and g.vigente
         and not exists (select from insights o where o.execucao_id = g.execucao_id and o.template_versao_id = v.id)
           limit 1`,
      [item?.item],
    );
    behind = pool.query(move);
    await waitsFor(move);
  });
  await behind;
  const late = await pool.query(
    `select dia::text, sum(n)::int as n from insight_chamada_dia where categoria = 'tardio'
      group by 1 having sum(n) <> 0`,
  );
  expect(late.rows).toEqual([{ dia: '2026-01-05', n: 1 }]);
  await expectInsightSums(pool);
  await pool.transaction(async (tx) => {
    await tx.query('update insights set revisao_ms = 777000 where item_id = $1', [item?.item]);
    behind = pool.query(remove);
    await waitsFor(remove);
  });
  await behind;
  await expectInsightSums(pool);

  // Changes that are queued one by one in insight_dia and then added up give the same sums.
  const { rows: some } = await pool.query<{ id: string }>('select id from insights where vigente limit 1');
  const waiting = () => pool.query('select 1 from insight_dia where not somada');
  const come = async () => {
    for (let ms = 0; ms < 120; ms++) {
      await pool.query('update insights set revisao_ms = revisao_ms + 1 where id = $1', [some[0]?.id]);
    }
    expect((await waiting()).rowCount).toBeGreaterThanOrEqual(120);
  };
  await pool.query('update insights set revisao_ms = 1000 where id = $1', [some[0]?.id]);
  await come();
  await addUpInsights(pool);
  expect((await waiting()).rowCount).toBe(0);
  await expectInsightSums(pool);

  // A recount waits for a running addUpInsights(); otherwise that function's row would count besides the recount.
  await come();
  const recount = 'select escuta_recontar_insights()';
  let counting: Promise<unknown> = Promise.resolve();
  await pool.transaction(async (tx) => {
    await addUpInsights(tx);
    counting = pool.query(recount);
    await waitsFor(recount);
  });
  await counting;
  await expectInsightSums(pool);
});

it('a period says what the count says, by any of the dates and at whatever time it begins and ends', async () => {
  const { db: pool } = test.deps;
  await pool.query(
    `update insights g set created_at = timestamptz '2026-04-01T00:00:00-03:00' + n * interval '5 hours 40 minutes'
     from (select id, row_number() over (order by id) as n from insights) o where o.id = g.id`,
  );
  await pool.query(
    `update insight_revisoes r
      set created_at = timestamptz '2026-04-03T00:00:00-03:00' + n * interval '3 hours 10 minutes', em_vigor = false
     from (select id, row_number() over (order by id) as n from insight_revisoes where em_vigor) o where o.id = r.id`,
  );
  await pool.query(
    `update insight_revisoes set em_vigor = true where created_at < '2026-06-01' and desfeita_em is null`,
  );
  await pool.query(
    `update auditoria_itens i set created_at = timestamptz '2026-03-30T00:00:00-03:00' + n * interval '9 hours',
       call_start_time = timestamptz '2026-03-25T03:00:00-03:00' + n * interval '7 hours'
     from (select id, row_number() over (order by id) as n from auditoria_itens) o where o.id = i.id`,
  );
  await expectInsightSums(pool);
  const scope = { kind: 'empresa', empresaId: mine.empresa.id } as const;
  const moments = {
    analise: 'g.created_at',
    ligacao: 'coalesce(i.call_start_time, i.created_at)',
    entrada: 'i.created_at',
  };
  const windows = [
    ['2026-04-01T00:00:00-03:00', '2026-04-09T00:00:00-03:00'],
    ['2026-04-01T05:20:00-03:00', '2026-04-06T23:10:00-03:00'],
    ['2026-03-28T13:00:00-03:00', '2026-04-05T01:30:00-03:00'],
    ['2026-04-02T08:00:00-03:00', '2026-04-02T19:00:00-03:00'],
    ['2026-01-01T11:00:00-03:00', '2026-05-01T11:00:00-03:00'],
  ] as const;
  const found = new Set<number>();
  for (const [from, until] of windows) {
    const [de, ate] = [new Date(from), new Date(until)];
    const step = (ate.getTime() - de.getTime()) / 12;
    const starts = Array.from({ length: 12 }, (_, n) => new Date(de.getTime() + n * step));
    for (const [data, moment] of Object.entries(moments) as [keyof typeof moments, string][]) {
      const where = `g.vigente and g.empresa_id = $1 and ${moment} >= $2 and ${moment} < $3`;
      const counted = await pool.query(
        `select count(*)::int as total, count(*) filter (where g.validado_humano)::int as validados,
          coalesce(sum(g.n_alertas), 0)::int as alertas,
           count(*) filter (where g.status_processamento = 'erro')::int as erro,
           round(avg(${NOTA_EM_VIGOR})::numeric, 6)::float8 as "pontuacaoMedia",
           avg(g.revisao_ms)::float8 as "tempoMedioMs" from insights g join auditoria_itens i on i.id = g.item_id
             where ${where}`,
        [mine.empresa.id, de, ate],
      );
      const stats = await readStats(pool, scope, { data, de, ate }, null);
      const { total, validados, alertas, erro, tempoMedioMs } = stats;
      const pontuacaoMedia = stats.pontuacaoMedia === null ? null : Number(stats.pontuacaoMedia.toFixed(6));
      expect({ total, validados, alertas, erro, pontuacaoMedia, tempoMedioMs }, `${data} ${from}`).toEqual(
        counted.rows[0],
      );
      expect(stats.porCategoria.reduce((n, one) => n + one.n, 0)).toBe(total);
      found.add(total);
      const intervals = await pool.query(
        `select width_bucket(${moment}, $4::timestamptz[]) as intervalo, count(*)::int as n from insights g
          join auditoria_itens i on i.id = g.item_id
         where ${where} group by 1 order by 1`,
        [mine.empresa.id, de, ate, starts],
      );
      const trends = await readTrends(pool, scope, { data, de, ate }, starts);
      expect(
        trends.map(({ intervalo, n }) => ({ intervalo, n })),
        `${data} ${from}`,
      ).toEqual(intervals.rows);
    }
    for (const [data, moment] of [['revisao', 'r.created_at'], ...Object.entries(moments).slice(1)] as [
      'revisao' | 'ligacao' | 'entrada',
      string,
    ][]) {
      const verdicts = await pool.query(
        `select v.template_id as "templateId", count(distinct r.id)::int as revisados,
          count(distinct r.id) filter (where r.veredito = 'rejeitado')::int as rejeitados,
           count(*) filter (where c.atendido_ia = 'sim' and c.atendido_pessoa = 'nao')::int as sim_nao
         from insight_revisoes r join insights g on g.id = r.insight_id join auditoria_itens i on i.id = g.item_id
           join insight_template_versoes v on v.id = g.template_versao_id
           left join insight_revisao_criterios c on c.revisao_id = r.id and c.comprovado
         where r.em_vigor and g.levado_para is null and g.empresa_id = $1 and ${moment} >= $2 and ${moment} < $3
           group by 1 order by 1`,
        [mine.empresa.id, de, ate],
      );
      const agreement = await readAgreement(pool, scope, { data, de, ate });
      expect(
        agreement
          .map(({ templateId, revisados, rejeitados, criterios }) => ({
            ...{ templateId, revisados, rejeitados },
            sim_nao: criterios.reduce((n, one) => n + one.simNao, 0),
          }))
          .sort((a, b) => (a.templateId < b.templateId ? -1 : 1)),
        `${data} ${from}`,
      ).toEqual(verdicts.rows);
    }
  }
  expect(found.size).toBeGreaterThan(8);
});
