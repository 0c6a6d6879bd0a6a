import { expect, it } from 'vitest';
import { REGRAS_DE_VOZES } from '../audio/voices.ts';
import { type ProcessingConfig, processingConfigSchema } from './processing-config.ts';
import {
  analysisInput,
  audioInput,
  businessInput,
  canonicalJson,
  confrontInput,
  transcriptionInput,
} from './stage-inputs.ts';

const config = (fields: object = {}): ProcessingConfig => processingConfigSchema.parse(fields);
const gravacao = { arquivoSha256: 'abc', arquivoPath: 'e/i/1' };
const modelo = { rotulo: 'x', provedor: 'openai' as const, modelo: 'm', capacidades: {} };
const all = (c: ProcessingConfig) =>
  canonicalJson([
    audioInput('ligacao', gravacao, 'left', c),
    transcriptionInput(modelo),
    analysisInput('ligacao', c, modelo),
    businessInput('ligacao', c, [{ versaoId: 'v', parametros: { a: 1, b: 2 }, modelo }]),
  ]);

it('does not depend on what changes no result', () => {
  const base = all(config());
  for (const other of [
    { loggingConfig: { level: 'debug' } },
    { retryConfig: { max_retries: 9 } },
    { transcriptionConfig: { sampling_percentage: 1, enabled: false } },
    // All filters off together, or each off, give the same sound.
    { audioProcessingConfig: { enabled: false } },
  ])
    expect(all(config(other)), JSON.stringify(other)).toBe(base);
  const off = { enabled: false, noise_reduction: true };
  expect(all(config({ audioProcessingConfig: off }))).toBe(base);
});

it('depends on every option that changes one', () => {
  const base = all(config());
  for (const other of [
    { audioProcessingConfig: { noise_reduction: true } },
    { audioProcessingConfig: { normalize_audio: true } },
    { audioProcessingConfig: { enhance_speed: true } },
    { textAnalysisConfig: { sentiment_analysis: false } },
    { textAnalysisConfig: { enabled: false } },
    { businessProcessingConfig: { enabled: false } },
  ])
    expect(all(config(other)), JSON.stringify(other)).not.toBe(base);
  const audio = (sha: string | null, canal: 'left' | 'right') =>
    canonicalJson(audioInput('ligacao', { arquivoSha256: sha, arquivoPath: 'e/i/1' }, canal, config()));
  expect(
    new Set([audio('abc', 'left'), audio('abc', 'right'), audio('def', 'left'), audio(null, 'left')]).size,
  ).toBe(4);
  const other = { ...modelo, capacidades: { sucessor: { provedor: 'openai' as const, modelo: 'n' } } };
  expect(canonicalJson(transcriptionInput(other))).not.toBe(canonicalJson(transcriptionInput(modelo)));
});

it('says the same of the same templates, whatever the order of rows and keys', () => {
  const one = { versaoId: 'a', parametros: { x: 1, y: 2 }, modelo };
  const two = { versaoId: 'b', parametros: {}, modelo };
  const text = (templates: Parameters<typeof businessInput>[2]) =>
    canonicalJson(businessInput('ligacao', config(), templates));
  expect(text([two, { ...one, parametros: { y: 2, x: 1 } }])).toBe(text([one, two]));
  expect(text([one])).not.toBe(text([one, two]));
  expect(text([{ ...one, parametros: { x: 1, y: 3 } }, two])).not.toBe(text([one, two]));
});

it('is another for an interview: its roles and words are others', () => {
  const gravacao = { arquivoSha256: 'abc', arquivoPath: null };
  const of = (perfil: 'ligacao' | 'entrevista') =>
    [
      audioInput(perfil, gravacao, 'left', config()),
      analysisInput(perfil, config(), null),
      businessInput(perfil, config(), []),
    ].map(canonicalJson);
  of('entrevista').forEach((text, index) => {
    expect(text).not.toBe(of('ligacao')[index]);
  });
});

it('holds a transcript without voices for another one, once its model is asked for voices; all others stay as they were', () => {
  const of = (nome: string) => transcriptionInput({ ...modelo, modelo: nome });
  expect(of('gpt-4o-transcribe-diarize')).toMatchObject({ vozes: REGRAS_DE_VOZES });
  expect(Object.keys(of('whisper-1') as object)).toEqual(['modelo']);
});

it('is another for interviews since their rules changed: what older rules found is not taken over', () => {
  const old = {
    perfil: 'entrevista',
    entrada: { regras: 1, versao: 'v', digitadas: [], modelo: null },
  };
  const none = { modelo: null, segundo: null };
  const now = confrontInput('entrevista', config(), none, { versaoId: 'v', digitadas: [] });
  expect(canonicalJson(now)).not.toBe(canonicalJson(old));
  expect(now).toMatchObject({ perfil: 'entrevista', entrada: { versao: 'v', digitadas: [], modelo: null } });
  // A second model changes the input; without it the input stays as before.
  const second = confrontInput(
    'entrevista',
    config(),
    { ...none, segundo: modelo },
    { versaoId: 'v', digitadas: [] },
  );
  expect(canonicalJson(second)).not.toBe(canonicalJson(now));
  expect(now).not.toHaveProperty('entrada.segundo');
  // Older inputs lack `danos`, because older sound was not checked for noise and dropouts.
  const { entrada } = audioInput('entrevista', gravacao, 'left', config()) as { entrada: object };
  const { danos, ...before } = entrada as { danos?: number };
  expect(danos).toBeDefined();
  expect(Object.keys(before).sort()).toEqual(['canalAgente', 'pausaNaFalaMs', 'som']);
  expect(audioInput('ligacao', gravacao, 'left', config())).not.toHaveProperty('danos');
});
