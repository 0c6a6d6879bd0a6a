// @vitest-environment node
import { expect, it } from 'vitest';
import type { Criterio } from './insights.ts';
import { nextAnswer, rejection } from './verdicts.ts';

it('goes from the AI’s answer to its opposite, to the third, and back', () => {
  expect(nextAnswer('sim', undefined)).toBe('nao');
  expect(nextAnswer('sim', 'nao')).toBe('nao_se_aplica');
  expect(nextAnswer('sim', 'nao_se_aplica')).toBeUndefined();
  expect(nextAnswer('nao', undefined)).toBe('sim');
  expect(nextAnswer('nao_se_aplica', undefined)).toBe('sim');
});

it('names the wrong criteria, none of them, or says nothing of them when the whole is wrong', () => {
  const criterios = [{ id: 'a' }, { id: 'b' }] as Criterio[];
  const wrong = new Map([['b', 'nao' as const]]);
  const base = { veredito: 'rejeitado', motivo: 'Errado.' };
  expect(rejection(' Errado. ', criterios, wrong, false)).toEqual({
    ...base,
    criterios: [{ id: 'b', atendido: 'nao' }],
  });
  expect(rejection('Errado.', criterios, new Map(), false)).toEqual({ ...base, criterios: [] });
  expect(rejection('Errado.', criterios, wrong, true)).toEqual(base);
  expect(rejection('Errado.', [], new Map(), false)).toEqual(base);
});
