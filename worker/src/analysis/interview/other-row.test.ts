import type { Comparacao } from '@escuta/shared/domain/interview/verdicts/verdict';
import { expect, it } from 'vitest';
import { maybeOtherRow } from './other-row.ts';

const cells = (compativel: number, incompativel: number, ...others: [Comparacao, boolean][]) =>
  [
    ...Array.from({ length: compativel }, (): [Comparacao, boolean] => ['compativel', true]),
    ...Array.from({ length: incompativel }, (): [Comparacao, boolean] => ['incompativel', true]),
    ...others,
  ].map(([codigo, provado]) => ({ comparacao: { codigo, provado } }));

it('asks of a recording whose answers are mostly not those of its row', () => {
  expect(maybeOtherRow(cells(1, 4))).toEqual({ comparadas: 5, concordam: 1 });
  expect(maybeOtherRow(cells(0, 4))).toEqual({ comparadas: 4, concordam: 0 });
  expect(maybeOtherRow(cells(3, 5))).toEqual({ comparadas: 8, concordam: 3 });
});

it('says nothing of 40 % and more, of few answers, and of what is not proven or was not compared', () => {
  expect(maybeOtherRow(cells(2, 3))).toBeNull();
  expect(maybeOtherRow(cells(8, 2))).toBeNull();
  expect(maybeOtherRow(cells(0, 3))).toBeNull();
  expect(
    maybeOtherRow(
      cells(
        0,
        3,
        ['incompativel', false],
        ['so_digitada', true],
        ['so_falada', true],
        ['nao_comparavel', true],
        ['parcial', true],
      ),
    ),
  ).toBeNull();
});
