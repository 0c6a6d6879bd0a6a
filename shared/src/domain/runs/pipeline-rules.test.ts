import { describe, expect, it } from 'vitest';
import { mergeAnalyses, quarterMeans, splitIntoWindows } from '../insights/analysis-merge.ts';
import { BACKOFF_FIXED_MS, BACKOFF_MAX_MS, retryDelayMs } from './backoff.ts';
import { type Preco, priceAt, usageLines } from './costs.ts';
import { DEFAULT_MODELS, DEFAULT_PRICES, resolveModel } from './default-models.ts';
import { getTranscriptionCapabilities } from './model-capabilities.ts';
import { DEFAULT_PROCESSING_CONFIG } from './processing-config.ts';

describe('backoff', () => {
  it('doubles with jitter, up to its cap', () => {
    expect(retryDelayMs(1, { exponential: true }, () => 0)).toBe(1000);
    expect(retryDelayMs(1, { exponential: true }, () => 0.999_999)).toBe(2000);
    expect(retryDelayMs(3, { exponential: true }, () => 0)).toBe(4000);
    expect(retryDelayMs(60, { exponential: true }, () => 0.999_999)).toBe(BACKOFF_MAX_MS);
  });

  it('never comes back before Retry-After', () => {
    expect(retryDelayMs(1, { exponential: true, retryAfterMs: 30_000 }, () => 0)).toBe(30_000);
    expect(retryDelayMs(9, { exponential: false, retryAfterMs: 10 })).toBe(BACKOFF_FIXED_MS);
  });
});

describe('costs', () => {
  const preco = (precoUsd: string, de: string, ate: string | null): Preco => ({
    provedor: 'openai',
    modelo: 'm',
    unidade: 'minuto_audio',
    precoUsd,
    vigenteDe: new Date(de),
    vigenteAte: ate === null ? null : new Date(ate),
  });
  const what = { provedor: 'openai', modelo: 'm', unidade: 'minuto_audio' } as const;

  it('takes the price in force at the moment', () => {
    const list = [preco('1', '2026-01-01', '2026-06-01'), preco('2', '2026-06-01', null)];
    expect(priceAt(list, what, new Date('2026-05-31T23:59:59Z'))?.precoUsd).toBe('1');
    expect(priceAt(list, what, new Date('2026-06-01T00:00:00Z'))?.precoUsd).toBe('2');
    expect(priceAt(list, what, new Date('2025-06-01'))).toBeNull();
    expect(priceAt(list, { ...what, modelo: 'outro' }, new Date('2026-07-01'))).toBeNull();
  });

  it('bills only the units that the provider billed', () => {
    expect(usageLines({ minutos: 1.376_666_666 })).toEqual([
      { unidade: 'minuto_audio', quantidade: 1.376_667 },
    ]);
    expect(usageLines({ tokensEntrada: 10, tokensSaida: 0 })).toEqual([
      { unidade: 'token_entrada', quantidade: 10 },
    ]);
  });
});

describe('model catalogue', () => {
  const entry = (rotulo: string) => DEFAULT_MODELS.find((model) => model.rotulo === rotulo) ?? null;
  const context = (now: string, configured: readonly string[]) => ({
    configured: (provedor: string) => configured.includes(provedor),
    encerraEm: (modelo: string) => getTranscriptionCapabilities(modelo).encerraEm,
    now: new Date(now),
  });

  it('moves to the stated successor on the day the maker ends a model, and says so', () => {
    const before = resolveModel(entry('padrao-transcricao'), context('2027-02-25', ['openai']));
    const after = resolveModel(entry('padrao-transcricao'), context('2027-02-26', ['openai']));
    expect(before).toMatchObject({ ok: true, modelo: { modelo: 'whisper-1', observacao: null } });
    expect(after).toMatchObject({ ok: true, modelo: { modelo: 'gpt-transcribe' } });
    expect(after.ok && after.modelo.observacao).toContain('whisper-1');
  });

  it('uses the stated alternative of a provider without a key, and says so', () => {
    const found = resolveModel(entry('claude-3-haiku'), context('2026-12-01', ['openai']));
    expect(found).toMatchObject({ ok: true, modelo: { provedor: 'openai' } });
    expect(found.ok && found.modelo.observacao).toContain('claude-3-haiku');
    expect(resolveModel(entry('claude-3-haiku'), context('2026-12-01', ['anthropic']))).toMatchObject({
      ok: true,
      modelo: { modelo: 'claude-haiku-4-5', observacao: null },
    });
  });

  it('fails with a reason rather than choosing something by itself', () => {
    expect(resolveModel(entry('gpt-4'), context('2026-12-01', []))).toEqual({
      ok: false,
      motivo: 'provedor_nao_configurado',
    });
    expect(resolveModel(null, context('2026-12-01', ['openai']))).toMatchObject({
      motivo: 'rotulo_desconhecido',
    });
  });

  it('has a price for everything that it may call', () => {
    for (const { provedor, modelo, finalidade, capacidades } of DEFAULT_MODELS) {
      for (const alvo of [{ provedor, modelo }, capacidades.sucessor, capacidades.alternativa]) {
        if (!alvo) continue;
        const unidades = finalidade === 'transcricao' ? ['minuto_audio'] : ['token_entrada', 'token_saida'];
        for (const unidade of unidades) {
          expect(DEFAULT_PRICES).toContainEqual(expect.objectContaining({ ...alvo, unidade }));
        }
      }
    }
  });
});

describe('analysis of long calls', () => {
  it('splits into windows that together are the call', () => {
    const sentences = Array.from({ length: 1001 }, (_, i) => i);
    const windows = splitIntoWindows(sentences);
    expect(windows.flat()).toEqual(sentences);
    expect(windows).toHaveLength(6);
    expect(Math.max(...windows.map((w) => w.length))).toBeLessThanOrEqual(200);
    expect(splitIntoWindows([1])).toEqual([[1]]);
  });

  it('merges windows and averages quarters', () => {
    const window = (sentimento_geral: 'positivo' | 'negativo', ordem: number) => ({
      resumo: `r${ordem}`,
      sentimento_geral,
      sentencas: [{ ordem, sentimento: 1 }],
      ofensas: [],
      respostas: [],
    });
    const merged = mergeAnalyses([window('negativo', 1), window('negativo', 2), window('positivo', 3)]);
    expect(merged.sentimento_geral).toBe('negativo');
    expect(merged.sentencas).toHaveLength(3);
    expect(merged.resumo).toContain('Parte 3 de 3: r3');
    const at = (startMs: number, sentimento: number | null) => ({ startMs, sentimento });
    expect(quarterMeans([at(0, 1), at(10, 0), at(60, -1), at(70, null), at(99, 0.5)], 100)).toEqual([
      0.5,
      null,
      -1,
      0.5,
    ]);
  });
});

describe('wait for a provider that is down', () => {
  it('bridges five minutes with the default number of retries, however the dice fall', () => {
    const waits = (random: () => number) =>
      Array.from({ length: DEFAULT_PROCESSING_CONFIG.retryConfig.max_retries }, (_, index) =>
        retryDelayMs(index + 1, { exponential: true, outageBaseMs: 10_000 }, random),
      );
    expect(waits(() => 0)).toEqual([8750, 52_500, 262_500]);
    expect(waits(() => 0).reduce((sum, ms) => sum + ms)).toBeGreaterThan(5 * 60_000);
    expect(waits(() => 0.999_999)).toEqual([10_000, 60_000, 300_000]);
    expect(retryDelayMs(10, { exponential: true, outageBaseMs: 10_000 }, () => 0.999_999)).toBe(300_000);
    // A failure while other calls succeed is retried at once, then soon, then after the usual wait.
    const scattered = { exponential: true, outageBaseMs: 10_000, scattered: true };
    expect([1, 2, 3, 10].map((attempt) => retryDelayMs(attempt, scattered, () => 0.999_999))).toEqual([
      250, 1000, 300_000, 300_000,
    ]);
  });
});
