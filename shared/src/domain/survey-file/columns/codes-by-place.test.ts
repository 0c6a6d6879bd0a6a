import { describe, expect, it } from 'vitest';
import { blocksOfText } from '../documents/document.ts';
import { readQuestionnaire } from '../documents/questionnaire-grammar.ts';
import { columnCounter } from '../rows/answer-counts.ts';
import { readAnswer } from '../rows/answers.ts';
import { warningsOf } from '../rows/warnings.ts';
import { hasCodesByPlace } from './codes-by-place.ts';
import { alignColumns } from './columns.ts';

const LISTAS = {
  descem: '3 - Sim\n2 - Não\n1 - Não sabe',
  dezenas: '10 - Sim\n20 - Não\n30 - Talvez',
  zero: '0 - Não\n1 - Sim',
  lugares: '1 - Sim\n2 - Não\n9 - Não sabe',
  'alto no fim': '1 - Sim\n2 - Não\n3 - Talvez\n8 - Nenhum\n99 - NS/NR',
};
const document = (lista: string, boxed = '( ) Boa\n( ) Regular\n( ) Ruim') =>
  readQuestionnaire(
    blocksOfText(`Bom dia. Aceita participar?\nP1. Mora aqui?\n${lista}\nP2. Como avalia a praça?\n${boxed}`),
  );
const marked = (lista: string, boxed?: string) =>
  document(lista, boxed).perguntas.flatMap((one) => (hasCodesByPlace(one) ? [one.codigo] : []));
const said = (lista: string, cells: readonly string[]) => {
  const lido = document(lista);
  const rows = cells.map((cell, index) => ({ n: index + 2, celulas: ['2', cell] }));
  const { colunas, add } = columnCounter(lido.perguntas, alignColumns(['P1', 'P2'], rows, lido.perguntas));
  for (const row of rows) add(row);
  return warningsOf(lido, colunas).flatMap(({ tipo, gravidade, codigo }) =>
    codigo === 'P2' ? [`${gravidade} ${tipo}`] : [],
  );
};

describe('a list without codes among lists that have others than their places', () => {
  it.each(['descem', 'dezenas', 'zero'] as const)('is uncertain: %s', (lista) => {
    expect(marked(LISTAS[lista])).toEqual(['P2']);
  });

  it.each(['lugares', 'alto no fim'] as const)('is not where they are places: %s', (lista) => {
    expect(marked(LISTAS[lista])).toEqual([]);
    expect(said(LISTAS[lista], ['1', '2', '3', '3'])).toEqual([]);
  });

  it('is not where it has its own codes, and is where they lack at some', () => {
    expect(marked(LISTAS.descem, '1 - Boa\n2 - Regular\n3 - Ruim')).toEqual([]);
    expect(marked(LISTAS.lugares, '3 - Boa\n2 - Regular\n1 - Ruim\nOutro: ______')).toEqual(['P2']);
  });

  it('takes no code of the sheet for a place, and reads words', () => {
    const [, pergunta] = document(LISTAS.descem).perguntas;
    expect(readAnswer(pergunta!, '3')).toHaveProperty('motivo');
    expect(readAnswer(pergunta!, 'Ruim')).toEqual({ opcoes: [2], texto: null });
    expect(readAnswer(pergunta!, '1 - Ruim')).toEqual({ opcoes: [2], texto: null });
  });

  it('keeps an audit from being confirmed where the sheet answers by codes, be they few', () => {
    expect(said(LISTAS.descem, ['Boa', 'Ruim', 'Regular', 'Boa', '3'])).toContain('impede codigo_sem_opcao');
    expect(said(LISTAS.descem, ['Boa', 'Ruim', 'Regular', 'Boa', 'Boa'])).toEqual(['aviso leitura']);
  });
});
