import { alignColumns } from '@escuta/shared/domain/survey-file/columns/columns';
import { expect, it } from 'vitest';
import { namesOf } from './row-names.ts';

it('the error of a formula names no row, and says nothing of what its column is', () => {
  const linhas = [
    { n: 2, celulas: ['#REF!', 'a.wav'] },
    { n: 3, celulas: ['Q2', '#N/D'] },
    { n: 4, celulas: ['#N/D', 'c.wav'] },
    { n: 5, celulas: ['#N/D', '#NOME?'] },
  ];
  const colunas = alignColumns(['Questionário', 'Gravação'], linhas, []);
  expect(colunas.map(({ papel }) => papel)).toEqual(['identificador', 'arquivo']);
  expect(
    linhas.map((linha) => namesOf(linha, colunas)).map((one) => [one.identificador, one.arquivo]),
  ).toEqual([
    ['', 'a.wav'],
    ['Q2', ''],
    ['', 'c.wav'],
    ['', ''],
  ]);
});
