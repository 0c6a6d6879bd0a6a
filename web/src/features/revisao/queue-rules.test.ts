// @vitest-environment node
import { expect, it } from 'vitest';
import { audibleEvidence, focusedIndex, type ParaRevisar, reviewTime, waitingCount } from './queue-rules.ts';

it('plays only quotes that were found, failed criteria before met ones', () => {
  const quote = (verificada: boolean, startMs: number | null) => ({
    citacao: 'x',
    verificada,
    sentencaOrdem: verificada ? 1 : null,
    canal: null,
    startMs,
    endMs: startMs === null ? null : startMs + 100,
  });
  const criterio = (atendido: 'sim' | 'nao', evidencias: ReturnType<typeof quote>[]) => ({
    id: atendido,
    descricao: '',
    peso: 1,
    critico: false,
    atendido,
    justificativa: '',
    comprovado: true,
    evidencias,
  });
  const insight: Pick<ParaRevisar, 'resultado' | 'alertasIdentificados'> = {
    resultado: {
      pontuacaoIa: 1,
      criterios: [
        criterio('sim', [quote(true, 5000), quote(false, null)]),
        criterio('nao', [quote(true, 9000)]),
      ],
    },
    alertasIdentificados: [
      { titulo: 'a', descricao: '', gravidade: 'alta', comprovado: true, evidencias: [quote(true, 100)] },
    ],
  };
  expect(audibleEvidence(insight).map(({ startMs }) => startMs)).toEqual([100, 9000, 5000]);
});

it('keeps the focus where it was when the insight in focus goes away', () => {
  expect(focusedIndex(['a', 'b', 'c'], 'b', 0)).toBe(1);
  expect(focusedIndex(['a', 'c'], 'b', 1)).toBe(1);
  expect(focusedIndex(['a'], 'b', 3)).toBe(0);
  expect(focusedIndex(['a', 'b'], null, 0)).toBe(0);
  expect(focusedIndex([], 'b', 2)).toBe(-1);
});

it('counts what waits without what was judged here', () => {
  expect(waitingCount(3, ['a', 'b', 'c'], new Set(['a', 'gone']))).toBe(2);
  expect(waitingCount(0, ['a'], new Set(['a']))).toBe(0);
});

it('says a time in words', () => {
  expect(reviewTime(8400)).toBe('8 s');
  expect(reviewTime(65_000)).toBe('1 min 05 s');
});
