import { describe, expect, it } from 'vitest';
import { getChatCapabilities, getTranscriptionCapabilities } from './model-capabilities.ts';

describe('getTranscriptionCapabilities', () => {
  it('knows that whisper gives times and confidence and when it ends', () => {
    expect(getTranscriptionCapabilities('whisper-1')).toMatchObject({
      formato: 'verbose_json',
      temposPorSegmento: true,
      confianca: 'avg_logprob',
      encerraEm: '2027-02-26',
    });
  });

  it.each(['Systran/faster-whisper-small', 'openai/whisper-large-v3', 'whisper-large-v3-turbo'])(
    'takes %s for a local whisper, which nobody switches off',
    (modelo) => {
      expect(getTranscriptionCapabilities(modelo)).toMatchObject({
        temposPorSegmento: true,
        encerraEm: null,
      });
    },
  );

  it('gives the gpt-4o family text only, with token log probabilities', () => {
    for (const modelo of [
      'gpt-4o-transcribe',
      'gpt-4o-mini-transcribe',
      'gpt-4o-mini-transcribe-2025-12-15',
    ]) {
      expect(getTranscriptionCapabilities(modelo)).toMatchObject({
        formato: 'json',
        temposPorSegmento: false,
        confianca: 'logprobs',
        idioma: 'language',
      });
    }
  });

  it('knows which model tells voices apart, by its own name and by that of a dated one or of a maker', () => {
    for (const modelo of [
      'gpt-4o-transcribe-diarize',
      'gpt-4o-transcribe-diarize-2026-01-01',
      'openai/gpt-4o-transcribe-diarize',
    ]) {
      expect(getTranscriptionCapabilities(modelo)).toMatchObject({
        formato: 'json',
        diarizacao: true,
        duracaoMaximaMs: 1_390_000,
        confianca: null,
        prompt: false,
      });
    }
    for (const modelo of ['gpt-4o-transcribe', 'gpt-transcribe', 'whisper-1', 'voz-da-casa-v1']) {
      expect(getTranscriptionCapabilities(modelo).diarizacao).toBe(false);
    }
  });

  it('sends the successor several language hints and expects no confidence', () => {
    expect(getTranscriptionCapabilities('gpt-transcribe')).toMatchObject({
      idioma: 'languages',
      confianca: null,
    });
  });

  it('asks nothing optional of a model it does not know', () => {
    expect(getTranscriptionCapabilities('voz-da-casa-v1')).toMatchObject({
      formato: 'json',
      confianca: null,
      prompt: false,
      temperatura: false,
    });
  });
});

describe('getChatCapabilities', () => {
  it.each([
    ['gpt-4o-mini', 2, 'max_completion_tokens', 'json_schema', false],
    ['gpt-4.1-mini-2025-04-14', 2, 'max_completion_tokens', 'json_schema', false],
    ['gpt-5-mini', null, 'max_completion_tokens', 'json_schema', true],
    ['gpt-5.6-luna', null, 'max_completion_tokens', 'json_schema', true],
    ['gpt-6-luna', null, 'max_completion_tokens', 'json_schema', true],
    ['gpt-5-chat-latest', 2, 'max_completion_tokens', 'json_schema', false],
    ['o4-mini', null, 'max_completion_tokens', 'json_schema', true],
    ['gpt-3.5-turbo-0125', 2, 'max_tokens', 'json_object', false],
    ['gpt-4', 2, 'max_tokens', 'texto', false],
    ['gpt-4-turbo-2024-04-09', 2, 'max_tokens', 'json_object', false],
    ['claude-3-haiku-20240307', 1, 'max_tokens', 'texto', false],
    ['claude-3-5-sonnet-20241022', 1, 'max_tokens', 'texto', false],
    ['claude-haiku-4-5', 1, 'max_tokens', 'texto', false],
    ['claude-sonnet-4-20250514', 1, 'max_tokens', 'texto', false],
    ['claude-opus-4-6', 1, 'max_tokens', 'texto', false],
    ['claude-opus-4-7', null, 'max_tokens', 'texto', false],
    ['claude-opus-4-8-20260601', null, 'max_tokens', 'texto', false],
    ['claude-sonnet-5', null, 'max_tokens', 'texto', false],
    ['claude-haiku-5-5', null, 'max_tokens', 'texto', false],
    ['anthropic/claude-opus-4.7', null, 'max_tokens', 'texto', false],
    ['claude-mythos-preview', null, 'max_tokens', 'texto', false],
    ['llama3.2:3b', null, 'max_tokens', 'texto', false],
  ])('%s', (modelo, temperaturaMaxima, parametroLimite, saida, raciocinio) => {
    expect(getChatCapabilities(modelo)).toMatchObject({
      temperaturaMaxima,
      parametroLimite,
      saida,
      raciocinio,
    });
  });
});
