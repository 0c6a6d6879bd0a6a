import { isSampled } from '@escuta/shared/domain/sampling';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callApi, createTestApp, type Method, type TestApp } from '../support/app.ts';
import { createTenant } from '../support/factories.ts';
import { listenOnce } from '../support/messages.ts';

let test: TestApp;
let tenant: Awaited<ReturnType<typeof createTenant>>;
let other: Awaited<ReturnType<typeof createTenant>>;
beforeAll(async () => {
  test = await createTestApp();
  other = await createTenant(test.deps);
});
beforeEach(async () => {
  tenant = await createTenant(test.deps);
});
afterAll(() => test.close());

const call = (method: Method, path: string, payload?: object, token = tenant.tokens.admin) =>
  callApi(test, token, method, `/processing-config${path}`, payload);

const read = async (projetoId?: string) =>
  (await call('GET', `/${tenant.empresa.id}${projetoId ? `?projetoId=${projetoId}` : ''}`)).body.data;

describe('the configuration', () => {
  it('with nothing set is the default, and says the options for audio and log', async () => {
    expect(await read()).toMatchObject({
      empresaId: tenant.empresa.id,
      projetoId: null,
      proprio: false,
      isActive: true,
      transcriptionConfig: { enabled: true, sampling_percentage: 100 },
      retryConfig: { max_retries: 3, enable_exponential_backoff: true, dead_letter_queue: true },
    });
    expect((await call('GET', `/${tenant.empresa.id}/audio-options`)).body.data).toEqual({
      enabled: true,
      noise_reduction: false,
      normalize_audio: false,
      enhance_speed: false,
    });
    expect((await call('GET', `/${tenant.empresa.id}/logging-config`)).body.data).toEqual({ level: 'info' });
  });

  it('changes field by field, and each change is in the log of actions', async () => {
    const empresaId = tenant.empresa.id;
    const sampled = await call('PUT', '/transcription-sampling', { empresaId, samplingPercentage: 30 });
    expect(sampled).toMatchObject({
      status: 200,
      body: { message: 'Porcentagem de transcrição atualizada com sucesso' },
    });
    for (const [processingType, part] of [
      ['transcription', 'transcriptionConfig'],
      ['audio', 'audioProcessingConfig'],
      ['text_analysis', 'textAnalysisConfig'],
      ['business', 'businessProcessingConfig'],
    ] as const) {
      const off = await call('PUT', '/toggle-processing', { empresaId, processingType, enabled: false });
      expect(off.body.data[part].enabled).toBe(false);
    }
    const advanced = await call('PUT', '/advanced', {
      empresaId,
      audioProcessingConfig: { normalize_audio: true },
      retryConfig: { max_retries: 5 },
      loggingConfig: { level: 'debug' },
    });
    expect(advanced.body.data).toMatchObject({
      transcriptionConfig: { enabled: false, sampling_percentage: 30 },
      audioProcessingConfig: { enabled: false, normalize_audio: true, noise_reduction: false },
      retryConfig: { max_retries: 5, dead_letter_queue: true },
      loggingConfig: { level: 'debug' },
    });
    const records = await test.deps.prisma.registroAcesso.findMany({
      where: { empresaId, acao: 'configuracao_alterada' },
      orderBy: { createdAt: 'asc' },
    });
    expect(records).toHaveLength(6);
    expect(records[0]?.detalhes).toEqual({ amostragem: { antes: 100, depois: 30 } });
    expect(records[5]).toMatchObject({
      usuarioId: tenant.admin.usuarioId,
      detalhes: {
        antes: { 'retryConfig.max_retries': 3 },
        depois: { 'retryConfig.max_retries': 5 },
      },
    });
  });

  it("of a project inherits from the company what it does not change, and can be the company's alone again", async () => {
    const empresaId = tenant.empresa.id;
    const projetoId = tenant.projeto.id;
    await call('PUT', '/transcription-sampling', { empresaId, samplingPercentage: 40 });
    await call('PUT', '/toggle-processing', {
      empresaId,
      projetoId,
      processingType: 'business',
      enabled: false,
    });
    expect(await read(projetoId)).toMatchObject({
      proprio: true,
      transcriptionConfig: { sampling_percentage: 40 },
      businessProcessingConfig: { enabled: false },
    });
    expect((await read()).businessProcessingConfig.enabled).toBe(true);
    await call('PUT', '/advanced', { empresaId, isActive: false });
    expect((await read(projetoId)).isActive).toBe(false);
    const back = await call('DELETE', `/${empresaId}/projetos/${projetoId}`);
    expect(back.body.data).toMatchObject({ proprio: false, businessProcessingConfig: { enabled: true } });
  });

  it('changes also what it could not read, and what only another version knows stays stored', async () => {
    const { id: empresaId } = tenant.empresa;
    await call('PUT', '/advanced', { empresaId, retryConfig: { max_retries: 1 } });
    await test.deps.db.query(
      `update configuracoes_processamento set logging_config = '["de outra versão"]',
         text_analysis_config = '{"campo_de_outra_versao": {"a": 1}, "enabled": false}' where empresa_id = $1`,
      [empresaId],
    );
    const answer = await call('PUT', '/advanced', {
      empresaId,
      loggingConfig: { level: 'debug' },
      textAnalysisConfig: { summary_generation: false },
    });
    expect(answer).toMatchObject({ status: 200, body: { data: { loggingConfig: { level: 'debug' } } } });
    const { rows } = await test.deps.db.query(
      'select logging_config as log, text_analysis_config as texto from configuracoes_processamento where empresa_id = $1',
      [empresaId],
    );
    expect(rows).toEqual([
      {
        log: { level: 'debug' },
        texto: { campo_de_outra_versao: { a: 1 }, enabled: false, summary_generation: false },
      },
    ]);
  });

  it('keeps both changes of two people at the same time', async () => {
    const empresaId = tenant.empresa.id;
    await Promise.all([
      ...(['transcription', 'audio', 'text_analysis', 'business'] as const).map((processingType) =>
        call('PUT', '/toggle-processing', { empresaId, processingType, enabled: false }),
      ),
      call('PUT', '/transcription-sampling', { empresaId, samplingPercentage: 5 }),
    ]);
    expect(await read()).toMatchObject({
      transcriptionConfig: { enabled: false, sampling_percentage: 5 },
      audioProcessingConfig: { enabled: false },
      textAnalysisConfig: { enabled: false },
      businessProcessingConfig: { enabled: false },
    });
  });
});

describe('refusals', () => {
  it('values out of range, unknown fields and models, and nothing changes', async () => {
    const empresaId = tenant.empresa.id;
    const before = await read();
    for (const samplingPercentage of [-1, 101, 33.3, '50', null]) {
      const answer = await call('PUT', '/transcription-sampling', { empresaId, samplingPercentage });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain('A amostragem vai de 0 a 100%.');
    }
    expect(
      (await call('PUT', '/toggle-processing', { empresaId, processingType: 'video', enabled: true })).body
        .message,
    ).toContain('Tipo de processamento inválido.');
    expect((await call('PUT', '/advanced', { empresaId, retryConfig: { max_retries: 99 } })).status).toBe(
      400,
    );
    expect((await call('PUT', '/advanced', { empresaId, retryConfig: { outro: 1 } })).status).toBe(400);
    const model = await call('PUT', '/advanced', { empresaId, textAnalysisConfig: { modelo: 'gpt-99' } });
    expect(model).toMatchObject({
      status: 422,
      body: { message: 'O modelo “gpt-99” não está no catálogo de modelos.' },
    });
    expect(await read()).toEqual(before);
  });

  it("a non-administrator only reads his own; another company's project does not exist", async () => {
    const empresaId = tenant.empresa.id;
    const { gerente } = tenant.tokens;
    expect((await call('GET', `/${empresaId}`, undefined, gerente)).status).toBe(200);
    expect((await call('GET', `/${other.empresa.id}`, undefined, gerente)).status).toBe(404);
    expect(
      (await call('PUT', '/transcription-sampling', { empresaId, samplingPercentage: 1 }, gerente)).status,
    ).toBe(403);
    const foreign = await call('PUT', '/transcription-sampling', {
      empresaId,
      projetoId: other.projeto.id,
      samplingPercentage: 1,
    });
    expect(foreign).toMatchObject({ status: 404, body: { message: 'Projeto não encontrado.' } });
  });
});

describe('health and cache', () => {
  it('says what waits and what runs in the company', async () => {
    await test.deps.prisma.execucao.create({
      data: {
        empresaId: tenant.empresa.id,
        projetoId: tenant.projeto.id,
        itemId: tenant.item.id,
        origem: 'manual',
        configuracao: {},
        createdAt: new Date(Date.now() - 7_200_000),
      },
    });
    const { body } = await call('GET', '/health');
    expect(body.data).toMatchObject({ status: 'parado', aguardando: 1 });
    expect(body.data.esperaMaisAntigaS).toBeGreaterThanOrEqual(7200);
    expect((await call('GET', '/health', undefined, other.tokens.usuario)).body.data).toMatchObject({
      status: 'ok',
      aguardando: 0,
      esperaMaisAntigaS: null,
    });
  });

  it('the button tells all processes', async () => {
    const { heard } = await listenOnce(test.deps.subscriptions, `${process.env.REDIS_PREFIX}:caches`);
    expect(await call('POST', '/clear-cache', { empresaId: tenant.empresa.id })).toMatchObject({
      status: 200,
      body: { message: 'Cache limpo com sucesso' },
    });
    await heard;
  });
});

it('the sample of 30 % of 10,000 items is within 1 point of 30 %, and always the same', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => {
    const hex = (index * 2_654_435_761).toString(16).padStart(12, '0').slice(-12);
    return `01990000-0000-7000-8000-${hex}`;
  });
  const sample = ids.filter((id) => isSampled(id, 30));
  expect(Math.abs(sample.length / 100 - 30)).toBeLessThan(1);
  expect(ids.filter((id) => isSampled(id, 30))).toEqual(sample);
});
