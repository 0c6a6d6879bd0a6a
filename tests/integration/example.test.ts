// The example of 'Primeiros passos': an analysed call free of charge, in a project of its own.
import { requestRun } from '@escuta/shared/services/runs/request';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readTotais } from '../../api/src/features/admin/repo.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { bearer, createProjeto, createTenant } from '../support/factories.ts';
import { balanceOf } from '../support/pipeline.ts';
import { isStored, rowsThatName } from '../support/stored-rows.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  mine = await createTenant(test.deps, { creditos: 3 });
});

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  token = mine.tokens.gerente,
  payload?: object,
) =>
  test.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: bearer(token),
    ...(payload ? { payload } : {}),
  });
const make = (token = mine.tokens.gerente) => call('POST', '/projetos/exemplo', token);
type Made = { projeto_id: string; auditoria_item_id: string; criado: boolean };
const made = async (token?: string) => (await make(token)).json().data as Made;
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await test.deps.db.query<T>(text, values)).rows;

describe('the example', () => {
  it('is one only, also when two people ask for it at the same time', async () => {
    const answers = await Promise.all([make(), make(), make(mine.tokens.usuario), make(mine.tokens.usuario)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const all = answers.map((answer) => answer.json().data as Made);
    expect(new Set(all.map(({ auditoria_item_id }) => auditoria_item_id)).size).toBe(1);
    expect(all.filter(({ criado }) => criado)).toHaveLength(1);
    expect(await made()).toEqual({ ...all[0], criado: false });
    const where = { empresaId: mine.empresa.id };
    expect(await test.deps.prisma.projeto.count({ where: { ...where, exemploItemId: { not: null } } })).toBe(
      1,
    );
    // Concurrent requests that created no example leave no objects, and no object of the example is due for deletion.
    expect(await test.deps.prisma.objetoPendente.count({ where })).toBe(0);

    const other = await createTenant(test.deps);
    const theirs = await made(other.tokens.gerente);
    expect(theirs).toMatchObject({ criado: true });
    expect((await call('GET', `/projetos/${theirs.projeto_id}`)).statusCode).toBe(404);
  });

  it('takes no credits, leaves no costs and queues nothing', async () => {
    await made();
    expect(await balanceOf(test.deps, mine.empresa.id)).toEqual({ saldo: 3, soma: 3 });
    const where = { empresaId: mine.empresa.id };
    const { prisma } = test.deps;
    expect(await prisma.creditoLancamento.count({ where })).toBe(1);
    expect(await prisma.linhaCusto.count({ where })).toBe(0);
    expect(await prisma.chamadaProvedor.count({ where })).toBe(0);
    expect(await prisma.outboxMensagem.count({ where })).toBe(0);
  });

  it('happened on a working morning of São Paulo, not at the click', async () => {
    const { auditoria_item_id: id } = await made();
    const { callStartTime: start, callEndTime: end } = await test.deps.prisma.auditoriaItem.findUniqueOrThrow(
      { where: { id } },
    );
    expect([start?.toISOString().slice(11, 16), [1, 2, 3, 4, 5].includes(start?.getUTCDay() ?? 0)]).toEqual([
      '13:14',
      true,
    ]);
    expect(end && start && end > start && end <= new Date()).toBe(true);
  });

  it('answers as an analysed call: sound, wave, utterances, criteria and evidence within the sound', async () => {
    const { auditoria_item_id, projeto_id } = await made();
    const answer = await call('GET', `/auditoria-items/${auditoria_item_id}/resultados`);
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    expect(data.auditoriaItem).toMatchObject({ status: 'concluido' });
    expect(data.auditoriaItem.projeto ?? data.projeto).toMatchObject({ id: projeto_id });
    const rows = await query<{
      start_ms: number;
      end_ms: number;
      citacao: string;
      texto: string;
      verificada: boolean;
    }>(
      `select e.start_ms, e.end_ms, e.citacao, s.texto, e.verificada from evidencias e
         join insights g on g.id = e.insight_id
         join auditoria_resultados r on r.execucao_id = g.execucao_id
         join transcricoes t on t.resultado_id = r.id and t.canal = e.canal
         join sentencas s on s.transcricao_id = t.id and s.ordem = e.sentenca_ordem
       where g.item_id = $1 and g.vigente`,
      [auditoria_item_id],
    );
    expect(rows.length).toBeGreaterThan(8);
    for (const { start_ms, end_ms, citacao, texto, verificada } of rows) {
      expect(verificada).toBe(true);
      expect(texto).toContain(citacao);
      expect(start_ms).toBeGreaterThanOrEqual(0);
      expect(end_ms).toBeGreaterThan(start_ms);
      expect(end_ms).toBeLessThanOrEqual(83_000);
    }
    const insights = await test.deps.prisma.insight.findMany({ where: { itemId: auditoria_item_id } });
    expect(insights).toHaveLength(4);
    expect(insights.every(({ vigente, pontuacao }) => vigente && pontuacao !== null)).toBe(true);
    expect(answer.body).toContain('Exemplo: Cortesia e empatia');

    const sound = await call('GET', `/auditoria-item/${auditoria_item_id}/download`);
    expect([sound.statusCode, sound.headers['content-type']]).toEqual([200, 'audio/mpeg']);
    expect(sound.rawPayload.length).toBe(331_200);
    const peaks = await call('GET', `/auditoria-item/${auditoria_item_id}/picos`);
    expect(peaks.statusCode, peaks.body.slice(0, 200)).toBe(200);
    expect(peaks.rawPayload.subarray(0, 4).toString()).toBe('EPK1');
  });

  it("is neither in the company's figures nor in the review queue; the project's page shows its own", async () => {
    const before = (await call('GET', '/dashboard')).json().data;
    const queue = async (query = '') => (await call('GET', `/insights/revisao${query}`)).json();
    const stats = async (query = '') => {
      const {
        de: _de,
        ate: _ate,
        ...figures
      } = (await call('GET', `/insights/analytics/stats${query}`)).json().data;
      return figures;
    };
    // The panel caches its totals for a moment, so the test also reads them from the database.
    const panel = async () => {
      // Leaves out the latest actions, which contain the example's creation but are no figures.
      const { atividadeRecente: _, ...numbers } = (
        await call('GET', '/admin/stats', mine.tokens.admin)
      ).json().data;
      return [numbers, await readTotais(test.deps.db, { kind: 'instalacao' })];
    };
    const admin = await panel();
    const empty = await stats();
    const { projeto_id } = await made();
    await test.deps.db.query(
      `update insights set score_confianca = 0.1 where empresa_id = $1 and validado_humano = false`,
      [mine.empresa.id],
    );
    const { projetosAtivos, atividadeRecente: _, ...after } = (await call('GET', '/dashboard')).json().data;
    const { projetosAtivos: known, atividadeRecente: __, ...then } = before;
    expect(after).toEqual(then);
    expect(projetosAtivos.find((one: { id: string }) => one.id === projeto_id)).toMatchObject({
      exemplo: true,
    });
    expect(known.every((one: { exemplo: boolean }) => !one.exemplo)).toBe(true);
    expect(await panel()).toEqual(admin);
    expect((await queue()).data.insights).toEqual([]);
    expect((await queue(`?projetoId=${projeto_id}`)).data.insights.length).toBeGreaterThan(0);
    expect(await stats()).toEqual(empty);
    expect(await stats(`?projetoId=${projeto_id}`)).not.toEqual(empty);
    const projeto = (await call('GET', `/projetos/${projeto_id}`)).json().data;
    expect(projeto).toMatchObject({
      exemplo: true,
      estatisticas: { totalAuditorias: 1, auditoriasConcluidas: 1 },
    });
  });

  it('takes no calls of the company', async () => {
    const { projeto_id } = await made();
    const answer = await call('POST', '/auditoria/call-center-default/items/ligacao', mine.tokens.gerente, {
      projeto_id,
      numero_destino: '1133334444',
      call_start_time: '2026-03-01T10:00:00-03:00',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'O projeto de exemplo não recebe ligações. Crie um projeto para as ligações da sua empresa.',
    ]);
  });

  it('is deleted by a manager without leaving anything, and can be made again', async () => {
    const { projeto_id, auditoria_item_id } = await made();
    const { prisma } = test.deps;
    const where = { empresaId: mine.empresa.id };
    const item = await prisma.auditoriaItem.findUniqueOrThrow({ where: { id: auditoria_item_id } });
    const [resultado] = await prisma.auditoriaResultado.findMany({ where: { itemId: item.id } });
    const keys = [item.arquivoPath, resultado?.picosPath] as string[];
    expect(await Promise.all(keys.map((key) => isStored(test.deps, key)))).toEqual([true, true]);
    const runs = await prisma.execucao.findMany({ where: { itemId: item.id } });
    const templates = await prisma.insightTemplate.findMany({ where });
    const ids = [projeto_id, item.id, ...runs.map(({ id }) => id), ...templates.map(({ id }) => id)];
    expect(Object.keys(await rowsThatName(test.deps, ids)).length).toBeGreaterThan(12);

    expect((await call('DELETE', `/projetos/${projeto_id}`, mine.tokens.usuario)).statusCode).toBe(403);
    const answer = await call('DELETE', `/projetos/${projeto_id}`);
    expect(answer.statusCode, answer.body).toBe(200);
    // The log keeps the example's creation and deletion; the rules' queue keeps its call until a worker removes it.
    await expect.poll(() => rowsThatName(test.deps, ids)).toEqual({ registros_acesso: 2, regra_fila: 1 });
    await expect.poll(() => Promise.all(keys.map((key) => isStored(test.deps, key)))).toEqual([false, false]);
    await expect.poll(() => prisma.objetoPendente.count({ where })).toBe(0);

    const again = await made();
    expect(again.criado).toBe(true);
    expect(again.auditoria_item_id).not.toBe(auditoria_item_id);
  });

  it('leaves the company a template that it began to use', async () => {
    const { projeto_id } = await made();
    const [kept] = await test.deps.prisma.insightTemplate.findMany({
      where: { empresaId: mine.empresa.id, nome: 'Exemplo: Cortesia e empatia' },
    });
    const own = await createProjeto(test.deps, mine.empresa);
    await test.deps.prisma.projetoInsightTemplate.create({
      data: { empresaId: mine.empresa.id, projetoId: own.id, insightTemplateId: kept?.id as string },
    });
    expect((await call('DELETE', `/projetos/${projeto_id}`)).statusCode).toBe(200);
    const left = await test.deps.prisma.insightTemplate.findMany({ where: { empresaId: mine.empresa.id } });
    expect(left.map(({ nome, exemploDe }) => [nome, exemploDe])).toEqual([
      ['Exemplo: Cortesia e empatia', null],
    ]);
  });

  it('waits for a running processing before it is deleted', async () => {
    const { projeto_id, auditoria_item_id } = await made();
    await requestRun(test.deps.db, {
      entrevistaMinutos: 20,
      scope: { kind: 'empresa', empresaId: mine.empresa.id },
      itemId: auditoria_item_id,
      origem: 'manual',
      solicitadoPor: null,
    });
    const answer = await call('DELETE', `/projetos/${projeto_id}`);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'execucao_em_andamento']);
    expect(await test.deps.prisma.auditoriaItem.count({ where: { id: auditoria_item_id } })).toBe(1);
  });
});
