// @vitest-environment node
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/network/api.ts';
import type { Criterio } from './insights.ts';
import { corrections, nextAnswer, reasonOf, rejection, verdictInTheWay } from './verdicts.ts';

it('goes from the AI’s answer to its opposite, to the third, and back', () => {
  expect(nextAnswer('sim', undefined)).toBe('nao');
  expect(nextAnswer('sim', 'nao')).toBe('nao_se_aplica');
  expect(nextAnswer('sim', 'nao_se_aplica')).toBeUndefined();
  expect(nextAnswer('nao', undefined)).toBe('sim');
  expect(nextAnswer('nao_se_aplica', undefined)).toBe('sim');
});

it('keeps the corrections in force and turns the answers in force to the marked criteria', () => {
  const criterios = [
    { id: 'a', atendido: 'nao' as const },
    { id: 'b', atendido: 'nao' as const },
    { id: 'c', atendido: 'sim' as const },
  ];
  const verdict = (answers: Record<string, 'sim' | 'nao'>, inteiro = false) => ({
    discordancias: Object.entries(answers).map(([id, atendido]) => ({ id, atendido })),
    inteiro,
  });
  const given = (ids: string[], before: ReturnType<typeof verdict> | null) =>
    Object.fromEntries(corrections(criterios, ids, before));
  expect(given(['b', 'gone'], null)).toEqual({ b: 'sim' });
  expect(given(['b'], verdict({ a: 'sim' }))).toEqual({ a: 'sim', b: 'sim' });
  // The verdict in force answers 'nao' to c, so that correcting c gives the AI's own answer.
  expect(given(['c'], verdict({ a: 'sim', c: 'nao' }))).toEqual({ a: 'sim' });
  expect(given(['b'], verdict({}, true))).toEqual({ b: 'sim' });
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

it('names the corrected criteria in the reason', () => {
  const criterios = [
    { id: 'a', descricao: 'Informa o protocolo' },
    { id: 'b', descricao: 'Agradece' },
  ];
  const reason = (motivo: string | null, ids: string[], inteiro = false) =>
    reasonOf(
      { motivo, inteiro, discordancias: ids.map((id) => ({ id, atendido: 'sim' as const })) },
      criterios,
    );
  expect(reason('Critério avaliado errado', ['a'])).toBe('Critério avaliado errado: “Informa o protocolo”');
  expect(reason('Foi dito.', ['a', 'b'])).toBe(
    'Foi dito. (Critérios corrigidos: “Informa o protocolo”, “Agradece”)',
  );
  expect(reason(null, ['b'])).toBe('Critério corrigido: “Agradece”');
  expect(reason('Outra ligação.', ['a', 'b'], true)).toBe('Outra ligação.');
  expect(reason(null, [])).toBeNull();
});

it('tells somebody else’s verdict from other refusals', () => {
  const em = '2026-11-02T12:00:00.000Z';
  const details = { revisaoId: 'r1', veredito: 'rejeitado', por: 'Bia', em, motivo: 'Errado.' };
  const refused = (status: number, more: object | null) =>
    new ApiError(status, 'conflito', 'Não.', { dados: more as Record<string, unknown> | null });
  expect(verdictInTheWay(refused(409, details))).toEqual({
    id: 'r1',
    proprio: false,
    veredito: 'rejeitado',
    nome: 'Bia',
    em,
    motivo: 'Errado.',
  });
  expect(verdictInTheWay(refused(409, { substituido: true }))).toBeNull();
  expect(verdictInTheWay(refused(422, details))).toBeNull();
  expect(verdictInTheWay(new Error('x'))).toBeNull();
});
