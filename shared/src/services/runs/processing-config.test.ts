import { describe, expect, it } from 'vitest';
import { DEFAULT_PROCESSING_CONFIG } from '../../domain/runs/processing-config.ts';
import { type ConfigRow, mergeConfig } from './processing-config.ts';

const row = (projeto: boolean, parts: object = {}): ConfigRow => ({
  projeto,
  isActive: true,
  transcriptionConfig: {},
  audioProcessingConfig: {},
  textAnalysisConfig: {},
  businessProcessingConfig: {},
  retryConfig: {},
  loggingConfig: {},
  ...parts,
});

describe('the configuration in force', () => {
  it("is the project's field over the company's over the default", () => {
    const found = mergeConfig([
      row(true, { textAnalysisConfig: { summary_generation: true, modelo: 'gpt-4' } }),
      row(false, { textAnalysisConfig: { enabled: false, summary_generation: false } }),
    ]);
    expect(found.textAnalysisConfig).toEqual({
      ...DEFAULT_PROCESSING_CONFIG.textAnalysisConfig,
      enabled: false,
      summary_generation: true,
      modelo: 'gpt-4',
    });
    expect(mergeConfig([])).toEqual(DEFAULT_PROCESSING_CONFIG);
  });

  it("a project's field that cannot be read leaves what the company said: nothing is charged that it had switched off", () => {
    const company = row(false, {
      transcriptionConfig: { sampling_percentage: 10 },
      textAnalysisConfig: { enabled: false },
    });
    for (const [sampling_percentage, enabled] of [
      ['10%', 'nao'],
      [null, null],
      [101, {}],
    ]) {
      const project = row(true, {
        transcriptionConfig: { sampling_percentage, modelo: 'whisper-1' },
        textAnalysisConfig: { enabled },
      });
      const found = mergeConfig([company, project]);
      expect(found.transcriptionConfig).toMatchObject({ sampling_percentage: 10, modelo: 'whisper-1' });
      expect(found.textAnalysisConfig.enabled).toBe(false);
    }
  });

  it.each([
    ['a text', 'texto'],
    ['a list', ['x']],
    ['null', null],
    ['a number', 7],
  ])('a whole part that is %s counts as not set, and the other parts hold', (_name, part) => {
    const company = row(false, { textAnalysisConfig: { enabled: false }, retryConfig: { max_retries: 1 } });
    const found = mergeConfig([
      company,
      row(true, { textAnalysisConfig: part, retryConfig: { max_retries: 2 } }),
    ]);
    expect(found.textAnalysisConfig.enabled).toBe(false);
    expect(found.retryConfig.max_retries).toBe(2);
    expect(mergeConfig([row(false, { textAnalysisConfig: part })])).toEqual(DEFAULT_PROCESSING_CONFIG);
  });

  it('a field that only another version knows is left out', () => {
    const found = mergeConfig([
      row(false, { loggingConfig: { level: 'warn', campo_de_outra_versao: 1, toString: 'x' } }),
    ]);
    expect(found.loggingConfig).toEqual({ level: 'warn' });
  });
});
