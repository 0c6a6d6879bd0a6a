import { DEFAULT_PROCESSING_CONFIG } from '@escuta/shared/domain/runs/processing-config';
import { expect, it } from 'vitest';
import { advancedForm, patchOf, valuesOf } from './advanced-values.ts';

const values = valuesOf({ empresaId: 'e', projetoId: null, proprio: false, ...DEFAULT_PROCESSING_CONFIG });
const checked = (change: Partial<typeof values>) => advancedForm.parse({ ...values, ...change });

it('sends nothing when nothing was changed', () => {
  expect(patchOf(checked({}), new Set())).toEqual({});
});

it('sends each change in its part, and only those', () => {
  const after = checked({
    isActive: false,
    normalize_audio: true,
    max_retries: '0',
    level: 'debug',
    modeloTexto: ' gpt-4 ',
  });
  const changed = ['isActive', 'normalize_audio', 'max_retries', 'level', 'modeloTexto'] as const;
  expect(patchOf(after, new Set(changed))).toEqual({
    isActive: false,
    audioProcessingConfig: { normalize_audio: true },
    retryConfig: { max_retries: 0 },
    loggingConfig: { level: 'debug' },
    textAnalysisConfig: { modelo: 'gpt-4' },
  });
});

it('takes whole retries from 0 to 10', () => {
  for (const max_retries of ['', '11', '2,5', '-1']) {
    expect(advancedForm.safeParse({ ...values, max_retries }).success).toBe(false);
  }
});
