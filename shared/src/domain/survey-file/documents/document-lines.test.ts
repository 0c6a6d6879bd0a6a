import { expect, it } from 'vitest';
import { isOpenLine, linesAfter, pagesOf } from './document-lines.ts';
import type { LinhaLida } from './read-questionnaire.ts';

const at = (pagina: number) => ({ pagina, x: 0, y: 0, largura: 1, altura: 0.1 });
const linha = (
  uso: LinhaLida['uso'],
  pergunta: number | null = null,
  lugar: LinhaLida['lugar'] = null,
): LinhaLida => ({ texto: 'Uma linha', uso, pergunta, lugar });

it('pages are those of the print, and a line without a place is on the page before', () => {
  const linhas = [at(1), null, at(2), at(1)].map((lugar) => linha('usada', null, lugar));
  expect(pagesOf(linhas)).toEqual([
    { pagina: 1, linhas: [0, 1, 3] },
    { pagina: 2, linhas: [2] },
  ]);
});

it('a document without pages is cut by lines and by characters', () => {
  expect(pagesOf([])).toEqual([]);
  const many = pagesOf(Array.from({ length: 130 }, () => linha('usada')));
  expect(many.map(({ pagina, linhas }) => [pagina, linhas.length])).toEqual([
    [1, 60],
    [2, 60],
    [3, 10],
  ]);
  const long = pagesOf(Array.from({ length: 4 }, () => ({ texto: 'a'.repeat(2500), lugar: null })));
  expect(long.map(({ linhas }) => linhas)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

it('lines follow their question, are left with one that is removed, and are taken by a person', () => {
  const linhas = [
    linha('usada', null),
    linha('usada', 0),
    linha('duvidosa', 1),
    linha('duvidosa', 2),
    linha('deixada'),
    linha('deixada'),
  ];
  const after = linesAfter(linhas, {
    placeNow: (before) => [null, 0, 1][before] ?? null,
    changed: new Set([0]),
    taken: new Map([[4, 2]]),
  });
  expect(after.map(({ uso, pergunta }) => [uso, pergunta])).toEqual([
    ['usada', null],
    ['deixada', null],
    ['usada', 0],
    ['duvidosa', 1],
    ['usada', 2],
    ['deixada', null],
  ]);
  expect(after.map(isOpenLine)).toEqual([false, true, false, false, false, true]);
});
