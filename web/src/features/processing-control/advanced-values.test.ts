import { DEFAULT_PROCESSING_CONFIG } from '@escuta/shared/domain/processing-config';
import { expect, it } from 'vitest';
import { changedFields, valuesOf } from './advanced-values.ts';

const values = valuesOf({ empresaId: 'e', projetoId: null, proprio: false, ...DEFAULT_PROCESSING_CONFIG });

it('sends nothing when nothing changed', () => {
  expect(changedFields(values, { ...values })).toEqual({});
});

it('sends each change in its part, and only those', () => {
  expect(
    changedFields(values, {
      ...values,
      isActive: false,
      normalize_audio: true,
      max_retries: 0,
      level: 'debug',
      modeloTexto: ' gpt-4 ',
    }),
  ).toEqual({
    isActive: false,
    audioProcessingConfig: { normalize_audio: true },
    retryConfig: { max_retries: 0 },
    loggingConfig: { level: 'debug' },
    textAnalysisConfig: { modelo: 'gpt-4' },
  });
});
