// A second run (a retry, a new analysis, a generation of insights) reuses valid results, but none of another recording.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM_ACTOR } from '@escuta/shared/services/log/audit-log';
import { patchProcessingConfig } from '@escuta/shared/services/runs/processing-config';
import { requestRun } from '@escuta/shared/services/runs/request';
import { retryDeadLetter } from '@escuta/shared/services/runs/retry';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunningWorker } from '../../worker/src/worker.ts';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { bearer, createMembro, signToken } from '../support/factories.ts';
import { type FakeProvider, type FakeRequest, startFakeProvider } from '../support/fake-provider.ts';
import { cases, longo } from '../support/longo.ts';
import {
  balanceOf,
  createPipelineTenant,
  createRecordedItem,
  createTemplate,
  type PipelineTenant,
  request,
  SAMPLES,
  startTestWorker,
  stopTestWorker,
  waitForRun,
} from '../support/pipeline.ts';
import { endOfTask } from '../support/tasks.ts';

let test: TestApp;
let fake: FakeProvider;
let worker: RunningWorker;
const NO_RETRY = { retryConfig: { max_retries: 0, dead_letter_queue: true } };

beforeAll(async () => {
  test = await createTestApp();
  fake = await startFakeProvider();
  worker = await startTestWorker(test.deps, fake.url);
});
afterEach(() => {
  fake.intercept = () => undefined;
  fake.latencyMs = { transcricao: 0, chat: 0 };
  fake.requests.length = 0;
});
afterAll(async () => {
  await stopTestWorker(worker);
  await fake.close();
  await test.close();
});

type Item = Awaited<ReturnType<typeof createRecordedItem>>;

async function newTenant(fields: Parameters<typeof createPipelineTenant>[1] = {}) {
  const tenant = await createPipelineTenant(test.deps, { config: NO_RETRY, ...fields });
  const membro = await createMembro(test.deps, tenant.empresa, { papel: 'gerente' });
  return { ...tenant, token: signToken(test.deps, membro) };
}
type Tenant = Awaited<ReturnType<typeof newTenant>>;

const call = ({ token }: Tenant, method: Method, path: string, payload?: object) =>
  callApi(test, token, method, path, payload);

/** Uploads another recording of an item, as a browser does. */
async function upload(tenant: Tenant, item: Item, sample = 'teste-curta'): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([await readFile(join(SAMPLES, `${sample}.mp3`))]), 'outra.mp3');
  const encoded = new Response(form);
  const response = await test.app.inject({
    method: 'POST',
    url: `/api/v1/auditoria-item/${item.id}/upload`,
    headers: { ...bearer(tenant.token), 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return response.statusCode;
}

const change = (tenant: PipelineTenant, patch: Parameters<typeof patchProcessingConfig>[2]) =>
  patchProcessingConfig(test.deps.db, { empresaId: tenant.empresa.id, projetoId: null }, patch);

async function run(item: Item, origem: Parameters<typeof request>[2] = 'manual') {
  const { execucaoId } = await request(test.deps, item, origem);
  return waitForRun(test.deps, execucaoId);
}

const letterOf = (execucaoId: string) =>
  test.deps.prisma.letraMorta.findFirstOrThrow({ where: { execucaoId } });

async function retry(tenant: PipelineTenant, execucaoId: string) {
  const letter = await letterOf(execucaoId);
  const again = await retryDeadLetter(test.deps.db, {
    entrevistaMinutos: 20,
    scope: { kind: 'empresa', empresaId: tenant.empresa.id },
    letraId: letter.id,
    actor: SYSTEM_ACTOR,
  });
  return waitForRun(test.deps, again.execucaoId);
}

/** Names of the requests to the provider: 'left' or 'right' for a channel's transcript, the task for others. */
const asked = () =>
  fake.requests
    .map((seen) => seen.tarefa ?? (/:(left|right)/.exec(seen.idempotencyKey ?? '')?.[1] as string))
    .sort();
const isRight = (seen: FakeRequest) => /:transcricao:right/.test(seen.idempotencyKey ?? '');

const insightsOf = (execucaoId: string) =>
  test.deps.prisma.insight.findMany({
    where: { execucaoId },
    include: { evidencias: true, revisoes: true, comentarios: true },
    orderBy: { templateVersaoId: 'asc' },
  });

async function textOf(execucaoId: string): Promise<string[]> {
  const rows = await test.deps.prisma.transcricao.findMany({
    where: { resultado: { execucaoId } },
    orderBy: { canal: 'asc' },
  });
  return rows.map(({ fullText }) => fullText);
}

/** Makes the last stage fail in the database, until the returned function runs. */
async function breakAccounts(empresaId: string): Promise<() => Promise<void>> {
  const name = `teste_quebra_${empresaId.replaceAll('-', '')}`;
  await test.deps.db.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'contabilidade quebrada' USING ERRCODE = 'P0001'; END $$;
    CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON item_qualidade FOR EACH ROW
      WHEN (NEW.empresa_id = '${empresaId}') EXECUTE FUNCTION ${name}()`);
  return async () => {
    await test.deps.db.query(`DROP TRIGGER ${name} ON item_qualidade; DROP FUNCTION ${name}()`);
  };
}

const OTHER = [
  [0, 1, 'Este é outro cliente.'],
  [1.2, 2.5, 'Quero cancelar o contrato.'],
] as const;

describe('a reprocessing from the queue of failures', () => {
  it('does not use the paid answer of another recording: replacing the recording closes the failure, with the reason', async () => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    fake.intercept = (seen) => (isRight(seen) ? { status: 400 } : undefined);
    const failed = await run(item);
    expect(failed.item.status).toBe('erro');
    const letter = await letterOf(failed.id);
    expect(letter.etapa).toBe('transcricao');

    fake.intercept = (seen) => (seen.rota === 'transcricao' ? { segments: OTHER } : undefined);
    expect(await upload(tenant, item)).toBeLessThan(300);
    const answer = await call(tenant, 'POST', `/falhas/${letter.id}/reprocessar`);
    expect(answer.status).toBe(409);
    const [row] = (await call(tenant, 'GET', '/falhas')).body.data;
    expect(row).toMatchObject({
      status: 'descartada',
      motivoDescarte: 'A gravação com falha foi substituída por outra.',
    });
    expect(
      await test.deps.prisma.registroAcesso.count({
        where: { empresaId: tenant.empresa.id, acao: 'falha_descartada', recursoId: item.id },
      }),
    ).toBe(1);
    expect(
      await test.deps.prisma.eventoTimeline.count({ where: { itemId: item.id, evento: 'Falha encerrada' } }),
    ).toBe(1);
    const done = await run(item);
    expect(await textOf(done.id)).toEqual(Array(2).fill('Este é outro cliente. Quero cancelar o contrato.'));
  });

  longo.test("even open, another recording's failure lends nothing: no transcript, no answer", async () => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    for (const fails of [isRight, (seen: FakeRequest) => seen.tarefa === 'insight']) {
      fake.intercept = (seen) => (fails(seen) ? { status: 400 } : undefined);
      const failed = await run(item);
      expect(failed.status).toBe('erro');
      // Simulates data of an earlier version, which replaced a recording without closing the failed run.
      const other = await createRecordedItem(test.deps, tenant);
      await test.deps.prisma.auditoriaItem.update({
        where: { id: item.id },
        data: { arquivoPath: other.arquivoPath, arquivoSha256: null, status: 'pendente' },
      });
      fake.intercept = (seen) => (seen.rota === 'transcricao' ? { segments: OTHER } : undefined);
      fake.requests.length = 0;
      const done = await retry(tenant, failed.id);
      expect(done.item.status).toBe('concluido');
      expect(asked()).toEqual(['analise_texto', 'insight', 'left', 'right']);
      expect(await textOf(done.id)).toEqual(
        Array(2).fill('Este é outro cliente. Quero cancelar o contrato.'),
      );
      const [insight] = await insightsOf(done.id);
      expect(insight?.evidencias.map(({ citacao }) => citacao)).toContain('Este é outro cliente.');
    }
  });

  it('pays only the missing channel, also the second time; and nothing that was ready', async () => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    fake.intercept = (seen) => (isRight(seen) ? { status: 400 } : undefined);
    const first = await run(item);
    fake.requests.length = 0;
    const second = await retry(tenant, first.id);
    expect(second.status).toBe('erro');
    expect(asked()).toEqual(['right']);
    fake.intercept = () => undefined;
    fake.requests.length = 0;
    const third = await retry(tenant, second.id);
    expect(third.item.status).toBe('concluido');
    expect(asked()).toEqual(['analise_texto', 'insight', 'right']);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  });

  it('after a failure in the last stage keeps each insight and its evidence, without paying anything', async () => {
    const tenant = await newTenant({ templates: 2 });
    const item = await createRecordedItem(test.deps, tenant);
    const mend = await breakAccounts(tenant.empresa.id);
    const failed = await run(item);
    expect(await letterOf(failed.id)).toMatchObject({ etapa: 'contabilizacao', status: 'aberta' });
    fake.requests.length = 0;
    // The run is retried twice. The second retry starts from a run that had itself reused all results.
    const again = await retry(tenant, failed.id);
    expect(again.status).toBe('erro');
    await mend();
    const done = await retry(tenant, again.id);
    expect(done.item.status).toBe('concluido');
    expect(asked()).toEqual([]);
    const before = await insightsOf(failed.id);
    const after = await insightsOf(done.id);
    expect(after).toHaveLength(2);
    expect(after.every(({ vigente }) => vigente)).toBe(true);
    const said = (rows: typeof before) =>
      rows.map(({ resultado, resumo, pontuacao, evidencias }) => ({
        resultado,
        resumo,
        pontuacao,
        evidencias: evidencias.map(({ citacao, startMs }) => [citacao, startMs]).sort(),
      }));
    expect(said(after)).toEqual(said(before));
    expect((await call(tenant, 'GET', `/auditoria-items/${item.id}/resultados`)).body.data).toMatchObject({
      estatisticas: { insightsGerados: 2 },
    });
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
    // The sums of the project's quality equal a recount.
    const quality = () =>
      test.deps.db.query('select * from projeto_qualidade_dia where projeto_id = $1', [tenant.projeto.id]);
    const kept = (await quality()).rows;
    await test.deps.db.query('select escuta_recontar($1)', [tenant.projeto.id]);
    expect((await quality()).rows).toEqual(kept);
  });

  longo.test(
    "is not needed when a stage's end crosses another transaction: it repeats itself, without spending an attempt",
    async () => {
      const tenant = await newTenant();
      const item = await createRecordedItem(test.deps, tenant);
      const name = `teste_cruza_${tenant.empresa.id.replaceAll('-', '')}`;
      // A sequence counts the attempts, because a rollback does not reset it: the first two fail with a deadlock.
      await test.deps.db.query(`
      CREATE SEQUENCE ${name};
      CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('${name}') < 3 THEN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END IF;
          RETURN NEW;
        END $$;
      CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON item_qualidade FOR EACH ROW
        WHEN (NEW.empresa_id = '${tenant.empresa.id}') EXECUTE FUNCTION ${name}()`);
      try {
        const done = await run(item);
        expect(done.status).toBe('concluida');
        expect(done.etapas.find(({ etapa }) => etapa === 'contabilizacao')).toMatchObject({ tentativa: 1 });
      } finally {
        await test.deps.db.query(
          `DROP TRIGGER ${name} ON item_qualidade; DROP FUNCTION ${name}(); DROP SEQUENCE ${name}`,
        );
      }
    },
  );

  longo.test(
    'of a failed regeneration asks what was missing, and does not return to the old analysis',
    async () => {
      const tenant = await newTenant();
      const item = await createRecordedItem(test.deps, tenant);
      const first = await run(item);
      fake.intercept = (seen) => (seen.tarefa === 'insight' ? { status: 400 } : undefined);
      const failed = await run(item, 'regenerar');
      expect(failed.status).toBe('erro');
      fake.intercept = () => undefined;
      fake.requests.length = 0;
      const done = await retry(tenant, failed.id);
      expect(asked()).toEqual(['insight']);
      const custos = done.custos.map(({ etapa }) => etapa);
      expect(new Set(custos)).toEqual(new Set(['negocio']));
      expect(first.item.id).toBe(done.itemId);
    },
  );
});

describe('redoing the analysis', () => {
  it('uses the transcript while recording, channel, sound and model hold; nothing else invalidates it', async () => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    await run(item);
    await change(tenant, {
      loggingConfig: { level: 'debug' },
      retryConfig: { max_retries: 1 },
      transcriptionConfig: { sampling_percentage: 3 },
    });
    fake.requests.length = 0;
    await run(item, 'regenerar');
    await run(item, 'regenerar');
    expect(asked()).toEqual(['analise_texto', 'analise_texto', 'insight', 'insight']);

    // The agent is now on the other channel: the speakers change roles, and the transcripts that were paid stay valid.
    await test.deps.prisma.projeto.update({
      where: { id: tenant.projeto.id },
      data: { canalAgente: 'right' },
    });
    fake.requests.length = 0;
    const swapped = await run(item, 'regenerar');
    expect(asked()).toEqual(['analise_texto', 'insight']);
    const falas = await test.deps.prisma.sentenca.findMany({
      where: { transcricao: { resultado: { execucaoId: swapped.id }, canal: 'right' } },
    });
    expect([...new Set(falas.map(({ falante }) => falante))]).toEqual(['agente']);

    await change(tenant, { audioProcessingConfig: { noise_reduction: true } });
    fake.requests.length = 0;
    const cleaned = await run(item, 'regenerar');
    expect(asked()).toEqual(['analise_texto', 'insight', 'left', 'right']);
    expect(cleaned.eventos[0]?.detalhes).toContain('a transcrição será refeita');
  });

  longo.test(
    'after another recording refuses, and the recording does not change between request and run',
    async () => {
      const tenant = await newTenant();
      const item = await createRecordedItem(test.deps, tenant);
      await run(item);
      expect(await upload(tenant, item)).toBeLessThan(300);
      const refused = await call(tenant, 'POST', `/auditoria-item/${item.id}/regenerar-analise`);
      expect(refused.status).toBe(422);
      await run(item);
      fake.latencyMs = { transcricao: 0, chat: 300 };
      const { execucaoId } = await request(test.deps, item, 'regenerar');
      expect(await upload(tenant, item)).toBe(409);
      expect((await waitForRun(test.deps, execucaoId)).item.status).toBe('concluido');
    },
  );

  longo.test(
    'uses also the transcript of a run that the former version began and this one ended',
    async () => {
      const tenant = await newTenant();
      const item = await createRecordedItem(test.deps, tenant);
      const { prisma } = test.deps;
      const { execucaoId } = await request(test.deps, item);
      // An earlier version stored another hash for the audio stage, and neither `som` nor `decisao` in its output.
      fake.intercept = (seen) => (isRight(seen) ? { delayMs: 60_000 } : undefined);
      const paid = () => prisma.chamadaProvedor.count({ where: { execucaoId } });
      await expect.poll(() => asked().length).toBe(2);
      await expect.poll(paid).toBe(1);
      const where = { execucaoId_etapa: { execucaoId, etapa: 'audio' as const } };
      const { saida } = await prisma.execucaoEtapa.findUniqueOrThrow({ where });
      const { som: _som, decisao: _decisao, ...older } = saida as Record<string, unknown>;
      await stopTestWorker(worker);
      await prisma.execucaoEtapa.update({
        where,
        data: { entradaHash: 'b'.repeat(64), saida: older as typeof saida & object },
      });
      const left = createHash('sha256').update(`${item.arquivoPath}:left`).digest('hex');
      await prisma.chamadaProvedor.updateMany({
        where: { execucaoId, chave: 'left' },
        data: { pedidoHash: left },
      });
      fake.intercept = () => undefined;
      fake.requests.length = 0;
      worker = await startTestWorker(test.deps, fake.url);
      expect((await waitForRun(test.deps, execucaoId)).status).toBe('concluida');
      expect(asked()).toEqual(['analise_texto', 'insight', 'right']);
      fake.requests.length = 0;
      await run(item, 'regenerar');
      expect(asked()).toEqual(['analise_texto', 'insight']);
    },
  );
});

describe("a stage's decision holds for the next ones", () => {
  it.each(
    cases([
      { nome: 'transcription is switched on', antes: { enabled: false }, depois: { enabled: true } },
      {
        nome: 'the sample grows',
        antes: { sampling_percentage: 0 },
        depois: { sampling_percentage: 100 },
      },
    ]),
  )('$nome during the run: nobody fails, and the next time transcribes', async ({ antes, depois }) => {
    const tenant = await newTenant();
    await change(tenant, { transcriptionConfig: antes });
    const item = await createRecordedItem(test.deps, tenant);
    // A trigger changes the company's transcription setting in the transaction that ends the audio stage.
    const name = `teste_liga_${tenant.empresa.id.replaceAll('-', '')}`;
    await test.deps.db.query(`
      create function ${name}() RETURNS trigger LANGUAGE plpgsql as $$
        begin
          update configuracoes_processamento set transcription_config = '${JSON.stringify(depois)}'
            where empresa_id = '${tenant.empresa.id}';
          RETURN NEW;
        end $$;
      create trigger ${name} AFTER update of status on execucao_etapas for EACH row
        when (NEW.empresa_id = '${tenant.empresa.id}' and NEW.etapa = 'audio' and NEW.status = 'concluida')
        EXECUTE function ${name}()`);
    try {
      const ended = await run(item, 'lote');
      expect(ended).toMatchObject({ status: 'ignorada', item: { status: 'pendente' } });
      expect(await test.deps.prisma.letraMorta.count({ where: { itemId: item.id } })).toBe(0);
    } finally {
      await test.deps.db.query(`DROP TRIGGER ${name} ON execucao_etapas; DROP FUNCTION ${name}()`);
    }
    expect((await run(item, 'lote')).item.status).toBe('concluido');
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  });
});

async function generate(tenant: Tenant, limite?: number) {
  const { status, body } = await call(tenant, 'POST', `/insights/${tenant.projeto.id}/generate`, {
    options: limite ? { limite } : {},
  });
  expect(status, JSON.stringify(body)).toBe(202);
  const tarefa = await endOfTask(test, tenant.token, (body.data as { tarefaId: string }).tarefaId);
  if (tarefa.tipo !== 'gerar_insights') throw new Error('another kind');
  expect(tarefa).toMatchObject({ status: 'concluida', erro: null });
  const { enfileirados = 0, ignorados = [] } = tarefa.resultado ?? {};
  return { enfileirados, ...Object.fromEntries(ignorados.map(({ codigo, n }) => [codigo, n])) };
}

async function settle(tenant: Tenant): Promise<void> {
  const open = await test.deps.prisma.execucao.findMany({
    where: { empresaId: tenant.empresa.id, status: { in: ['na_fila', 'executando'] } },
  });
  for (const { id } of open) await waitForRun(test.deps, id);
}

describe("people's work in a new analysis", () => {
  const verdict = (tenant: Tenant, id: string, body: object = {}) =>
    call(tenant, 'POST', `/insights/validate/${id}`, {
      veredito: 'rejeitado',
      motivo: 'Foi dito, sim.',
      ...body,
    });
  const queue = async (tenant: Tenant): Promise<{ id: string }[]> =>
    (await call(tenant, 'GET', '/insights/revisao')).body.data.insights;
  const agreed = async (tenant: Tenant) =>
    (await call(tenant, 'GET', '/insights/analytics/concordancia')).body.data.templates as {
      revisados: number;
      geral: { n: number };
    }[];
  const history = async (tenant: Tenant, item: Item) =>
    (await call(tenant, 'GET', `/auditoria-items/${item.id}/vereditos-anteriores`)).body.data as {
      id: string;
      comentarios: { texto: string }[];
      validacao: { veredito: string } | null;
    }[];
  /** The fake provider's usual judgement. Its confidence is low, so that a person must review it. */
  const judgement = (citacao: string, atendido = 'sim') => ({
    content: JSON.stringify({
      resumo: 'Resumo.',
      pontuacao: 0.5,
      confianca: 0.4,
      criterios: ['saudacao', 'protocolo'].map((id) => ({
        id,
        atendido,
        justificativa: 'Foi dito.',
        evidencias: [{ sentencas: [1], citacao }],
      })),
      alertas: [],
    }),
  });
  const judgeWith = (answer: { content: string }) => {
    fake.intercept = (seen) => (seen.tarefa === 'insight' ? answer : undefined);
  };

  it('is taken along where the AI said the same of the same words: out of the queue, counted once, and it can be undone', async () => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    judgeWith(judgement('Bom dia, central de atendimento.'));
    const first = await run(item);
    const [before] = await insightsOf(first.id);
    expect(await queue(tenant)).toHaveLength(1);
    expect((await verdict(tenant, before?.id as string, { observacoes: 'Ouvi de novo.' })).status).toBe(200);
    await call(tenant, 'POST', `/insights/${before?.id}/feedback`, { feedback: 'Ver com a equipe.' });
    expect(await agreed(tenant)).toMatchObject([{ revisados: 1, geral: { n: 2 } }]);

    // The AI quotes the same words with other capitals and punctuation, in a new analysis and in the next run.
    judgeWith(judgement('bom dia central de ATENDIMENTO'));
    await run(item, 'regenerar');
    const last = await run(item);
    const [after] = await insightsOf(last.id);
    expect(after).toMatchObject({
      vigente: true,
      validadoHumano: true,
      veredito: 'rejeitado',
      motivoRejeicao: 'Foi dito, sim.',
      observacoes: 'Ouvi de novo.',
    });
    const shown = await call(tenant, 'GET', `/auditoria-items/${item.id}/resultados`);
    expect(shown.body.data.insightTemplatesUsados[0].resultado.insight).toMatchObject({
      validadoHumano: true,
      feedback: 'Ver com a equipe.',
      validacao: { veredito: 'rejeitado', em: before ? expect.any(String) : '' },
    });
    expect(last.eventos.find(({ evento }) => evento === 'Vereditos e comentários')?.detalhes).toContain(
      '1 veredito ou comentário foi mantido nesta análise',
    );
    expect(await queue(tenant)).toEqual([]);
    expect(await agreed(tenant)).toMatchObject([{ revisados: 1, geral: { n: 2 } }]);
    expect((await call(tenant, 'GET', '/insights/revisao')).body.data.minhasRevisoes.n).toBe(1);
    expect(await history(tenant, item)).toEqual([]);

    // If the copied verdict is withdrawn, the verdict from which it was copied is withdrawn too.
    expect((await call(tenant, 'DELETE', `/insights/validate/${after?.id}`)).status).toBe(200);
    expect(await agreed(tenant)).toEqual([]);
    expect((await queue(tenant)).map(({ id }) => id)).toEqual([after?.id]);
    const again = await run(item, 'regenerar');
    expect((await insightsOf(again.id))[0]).toMatchObject({
      validadoHumano: false,
      comentarios: [{ texto: 'Ver com a equipe.' }],
    });
  });

  longo.test.each([
    { nome: 'another quote', depois: () => judgement('Em que posso ajudar hoje?') },
    { nome: 'another answer of the AI', depois: () => judgement('Bom dia, central de atendimento.', 'nao') },
  ])("with $nome stays in the item's history, and the new insight asks for review", async ({ depois }) => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    judgeWith(judgement('Bom dia, central de atendimento.'));
    const first = await run(item);
    const [before] = await insightsOf(first.id);
    await verdict(tenant, before?.id as string);
    await call(tenant, 'POST', `/insights/${before?.id}/feedback`, { feedback: 'Meu comentário.' });
    judgeWith(depois());
    const second = await run(item, 'regenerar');
    const [after] = await insightsOf(second.id);
    expect(after).toMatchObject({ vigente: true, validadoHumano: false, comentarios: [] });
    expect((await queue(tenant)).map(({ id }) => id)).toEqual([after?.id]);
    expect(await history(tenant, item)).toMatchObject([
      { id: before?.id, comentarios: [{ texto: 'Meu comentário.' }], validacao: { veredito: 'rejeitado' } },
    ]);
    expect(await agreed(tenant)).toMatchObject([{ revisados: 1 }]);
    // If the AI repeats a finding in similar words, the person's verdict on the finding applies again.
    judgeWith(judgement('Bom dia, central de atendimento.'));
    const third = await run(item, 'regenerar');
    expect((await insightsOf(third.id))[0]).toMatchObject({ validadoHumano: true });
    expect(await history(tenant, item)).toEqual([]);
    expect(await agreed(tenant)).toMatchObject([{ revisados: 1 }]);
  });

  longo.test(
    'undone or commented in a page that still shows the former analysis, counts where the verdict is now',
    async () => {
      const tenant = await newTenant();
      const item = await createRecordedItem(test.deps, tenant);
      judgeWith(judgement('Bom dia, central de atendimento.'));
      const [before] = await insightsOf((await run(item)).id);
      const old = before?.id as string;
      await verdict(tenant, old);
      await run(item, 'regenerar');
      const [after] = await insightsOf((await run(item, 'regenerar')).id);
      expect(after).toMatchObject({ vigente: true, validadoHumano: true });

      const commented = await call(tenant, 'POST', `/insights/${old}/feedback`, {
        feedback: 'Escrito depois.',
      });
      expect(commented.body.data).toMatchObject({ id: after?.id, feedback: 'Escrito depois.' });
      const undone = await call(tenant, 'DELETE', `/insights/validate/${old}`);
      expect(undone.body.data).toMatchObject({ id: after?.id, validadoHumano: false });
      const shown = await call(tenant, 'GET', `/auditoria-items/${item.id}/resultados`);
      expect(shown.body.data.insightTemplatesUsados[0].resultado.insight).toMatchObject({
        validadoHumano: false,
        feedback: 'Escrito depois.',
      });
      expect(await agreed(tenant)).toEqual([]);
      expect((await queue(tenant)).map(({ id }) => id)).toEqual([after?.id]);
    },
  );

  longo.test('of another recording is never taken along, even if the words are the same', async () => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    const first = await run(item);
    const [before] = await insightsOf(first.id);
    await verdict(tenant, before?.id as string);
    expect(await upload(tenant, item)).toBeLessThan(300);
    const second = await run(item);
    expect((await insightsOf(second.id))[0]).toMatchObject({ vigente: true, validadoHumano: false });
    expect(await history(tenant, item)).toHaveLength(1);
    const foreign = await newTenant();
    expect((await call(foreign, 'GET', `/auditoria-items/${item.id}/vereditos-anteriores`)).status).toBe(404);
  });

  it('before it runs again says its cost, what it reuses and what it replaces', async () => {
    const tenant = await newTenant();
    const item = await createRecordedItem(test.deps, tenant);
    const preview = async (modo: string) =>
      (await call(tenant, 'GET', `/auditoria-items/${item.id}/nova-execucao?modo=${modo}`)).body.data;
    expect(await preview('processar')).toEqual({
      creditos: 1,
      saldo: 1000,
      reaproveita: [],
      refaz: ['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao'],
      substitui: null,
    });
    const first = await run(item);
    const [insight] = await insightsOf(first.id);
    await verdict(tenant, insight?.id as string);
    expect(await preview('regenerar')).toEqual({
      creditos: 1,
      saldo: 999,
      reaproveita: ['audio', 'transcricao'],
      refaz: ['analise_texto', 'negocio', 'contabilizacao'],
      substitui: { insights: 1, vereditos: 1, comentarios: 0 },
    });
    await change(tenant, { audioProcessingConfig: { normalize_audio: true } });
    expect((await preview('regenerar')).reaproveita).toEqual([]);
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 999, soma: 999 });
  });
});

describe('generating insights', () => {
  it('after a template is linked pays only the missing insight', async () => {
    const tenant = await newTenant({ templates: 1 });
    const items = [await createRecordedItem(test.deps, tenant), await createRecordedItem(test.deps, tenant)];
    for (const item of items) await run(item);
    expect(await generate(tenant)).toEqual({ enfileirados: 0, com_insights: 2 });
    await createTemplate(test.deps, tenant.projeto, 'Tardio');
    const preview = await call(tenant, 'GET', `/insights/${tenant.projeto.id}/generate`);
    expect(preview.body.data).toMatchObject({ itens: 2, comTranscricao: 2, creditos: 1, parcial: false });
    const estimate = async (more: object) => {
      const selecao = { ids: items.map(({ id }) => id) };
      const body = { projetoId: tenant.projeto.id, selecao, modo: 'insights', ...more };
      return (await call(tenant, 'POST', '/lotes/estimativa', body)).body.data;
    };
    expect(await estimate({})).toMatchObject({ itens: 2, creditos: 1, cabem: 2, creditosQueCabem: 1 });
    expect(await estimate({ maximo: 1 })).toMatchObject({ itens: 1, creditos: 1, cabem: 1, alem: true });
    fake.requests.length = 0;
    expect(await generate(tenant)).toEqual({ enfileirados: 2 });
    await settle(tenant);
    // One credit covers up to ten calls: the first call costs it, the second costs nothing, and both entries are final.
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual({ saldo: 997, soma: 997 });
    const entries = await test.deps.prisma.creditoLancamento.findMany({
      where: { empresaId: tenant.empresa.id, descricao: { startsWith: 'Insights adicionais' } },
      orderBy: { createdAt: 'asc' },
    });
    expect(entries.map(({ quantidade, descricao }) => [quantidade, descricao])).toEqual([
      [-1, 'Insights adicionais (até 10 ligações)'],
      [0, 'Insights adicionais (incluídos no crédito do grupo de ligações)'],
    ]);
    const finals = {
      tipo: 'captura' as const,
      execucaoId: { in: entries.map((one) => one.execucaoId as string) },
    };
    expect(await test.deps.prisma.creditoLancamento.count({ where: finals })).toBe(2);
    expect(asked()).toEqual(['insight', 'insight']);
    for (const item of items) {
      const rows = await test.deps.prisma.insight.findMany({ where: { itemId: item.id, vigente: true } });
      expect(rows.map(({ statusProcessamento }) => statusProcessamento)).toEqual(['concluido', 'concluido']);
    }
    expect(await generate(tenant)).toEqual({ enfileirados: 0, com_insights: 2 });
  });

  longo.test('asked for by two people, what the other completed does not take another credit', async () => {
    const tenant = await newTenant({ templates: 1 });
    const item = await createRecordedItem(test.deps, tenant);
    await run(item);
    await createTemplate(test.deps, tenant.projeto, 'Tardio');
    const lacunas = () =>
      requestRun(test.deps.db, {
        entrevistaMinutos: 20,
        scope: { kind: 'empresa', empresaId: tenant.empresa.id },
        itemId: item.id,
        origem: 'manual',
        reuso: 'lacunas',
        solicitadoPor: null,
      });
    await waitForRun(test.deps, (await lacunas()).execucaoId);
    const before = await balanceOf(test.deps, tenant.empresa.id);
    await expect(lacunas()).rejects.toMatchObject({ code: 'conflito' });
    expect(await balanceOf(test.deps, tenant.empresa.id)).toEqual(before);
    expect(await test.deps.prisma.execucao.count({ where: { itemId: item.id } })).toBe(2);
  });

  it('goes on: what is out of the sample, inaudible or broken leaves the batch, with the reason', async () => {
    const tenant = await newTenant();
    await change(tenant, { transcriptionConfig: { sampling_percentage: 0 } });
    for (let n = 0; n < 3; n += 1) await createRecordedItem(test.deps, tenant);
    expect(await generate(tenant, 2)).toEqual({ enfileirados: 0, fora_da_amostra: 3 });
    const broken = await createRecordedItem(
      test.deps,
      tenant,
      join(import.meta.dirname, '../../package.json'),
    );
    const unlucky = await createRecordedItem(test.deps, tenant);
    await change(tenant, { transcriptionConfig: { sampling_percentage: 100 } });
    fake.intercept = (seen) => (seen.rota === 'transcricao' ? { status: 400 } : undefined);
    // With a limit of two items each request reaches the next items, because an item that failed is not offered again.
    expect(await generate(tenant, 2)).toEqual({ enfileirados: 2, limite: 3 });
    await settle(tenant);
    expect(await generate(tenant, 2)).toEqual({ enfileirados: 2, limite: 1, falhou: 2 });
    await settle(tenant);
    fake.intercept = () => undefined;
    expect(await generate(tenant, 2)).toEqual({ enfileirados: 1, falhou: 3, sem_audio: 1 });
    await settle(tenant);
    expect(await generate(tenant, 2)).toEqual({
      enfileirados: 0,
      falhou: 3,
      sem_audio: 1,
      com_insights: 1,
    });
    const preview = await call(tenant, 'GET', `/insights/${tenant.projeto.id}/generate`);
    expect(preview.body.data.itens).toBe(0);
    expect(
      (await test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: broken.id } })).status,
    ).toBe('erro');
    expect(
      (await test.deps.prisma.auditoriaItem.findUniqueOrThrow({ where: { id: unlucky.id } })).status,
    ).toBe('concluido');
  });
});
