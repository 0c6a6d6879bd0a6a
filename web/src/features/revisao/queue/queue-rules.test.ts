// @vitest-environment node
import { expect, it } from 'vitest';
import {
  audibleEvidence,
  focusedIndex,
  type ParaRevisar,
  reviewTime,
  waitingCount,
  withFreshPage,
} from './queue-rules.ts';

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

it('counts what waits without what was judged here since the server counted', () => {
  const nothing = { judged: new Set<string>(), listed: ['a', 'b', 'c'] };
  expect(waitingCount(3, new Set(['a', 'gone']), nothing)).toBe(1);
  expect(waitingCount(0, new Set(['a']), nothing)).toBe(0);
  // 'a' was judged before the count, which lacks 'a'. 'b' was judged before the count too, but the server's response
  // still listed 'b', so 'b' is subtracted.
  const judged = new Set(['a', 'b']);
  expect(waitingCount(3, new Set(['a', 'b', 'c']), { judged, listed: ['b', 'c'] })).toBe(1);
});

it('puts the page in focus right and leaves the others', () => {
  const page = (ids: string, proximo: string | null) => ({
    insights: [...ids].map((id) => ({ id })),
    proximo,
  });
  const text = (pages: readonly ReturnType<typeof page>[]) =>
    pages.map(({ insights, proximo }) => `${insights.map(({ id }) => id).join('')}>${proximo}`);
  const pages = [page('abc', '1'), page('def', '2'), page('ghi', '3')];
  // Another person judged insight e, so the following rows move up.
  expect(text(withFreshPage(pages, 1, page('dfg', '2b')))).toEqual(['abc>1', 'dfg>2b', 'hi>3']);
  // A more urgent insight was added and pushed a row out of the page: the row is kept at the page's end.
  expect(text(withFreshPage(pages, 1, page('xde', '2b')))).toEqual(['abc>1', 'xdef>2', 'ghi>3']);
  expect(text(withFreshPage(pages, 1, page('xyz', '2b')))).toEqual(['abc>1', 'xyzdef>2', 'ghi>3']);
  // A row of an earlier page moved to the refetched page.
  expect(text(withFreshPage(pages, 1, page('bde', '2b')))).toEqual(['ac>1', 'bdef>2', 'ghi>3']);
  // The refetched page is now the last one of the queue.
  expect(text(withFreshPage(pages, 1, page('df', null)))).toEqual(['abc>1', 'df>null']);
  // If the refetched page is the last one loaded, its new cursor requests the rows that follow.
  expect(text(withFreshPage([page('abc', '1')], 0, page('acd', '1b')))).toEqual(['acd>1b']);
  expect(text(withFreshPage([page('abc', '1')], 0, page('xab', '1b')))).toEqual(['xabc>1']);
});

it('says a time in words', () => {
  expect(reviewTime(8400)).toBe('8 s');
  expect(reviewTime(65_000)).toBe('1 min 05 s');
});
