import { describe, expect, it } from 'vitest';
import {
  chooseExcerpts,
  maskedSearch,
  mostSides,
  parseSearch,
  placesFound,
  tsqueryOf,
  wordsAsked,
} from './search-query.ts';
import { wordsOf } from './search-words.ts';

const read = (text: string) => {
  const lida = parseSearch(text);
  if ('erro' in lida) throw new Error(lida.erro);
  return lida.consulta;
};

describe('a query', () => {
  it.each([
    ['cancelar boleto', [[['cancelar'], ['boleto']]]],
    [
      '"não quero" -cartão',
      [
        [
          ['não', 'quero'],
          ['-', 'cartão'],
        ],
      ],
    ],
    ['“não quero”', [[['não', 'quero']]]],
    ['multa OR juros boleto', [[['multa']], [['juros'], ['boleto']]]],
    ['OR multa OR OR juros OR', [[['multa']], [['juros']]]],
    ['guarda-chuva e-mail', [[['guarda', 'chuva'], ['email']]]],
    ['-"segunda via" fatura', [[['-', 'segunda', 'via'], ['fatura']]]],
    ['R$ 1.500,00 !!!', [[['r'], ['1500', '00']]]],
    ['"aberta sem fim', [[['aberta', 'sem', 'fim']]]],
  ])('%s', (text, expected) => {
    expect(
      read(text).map((termos) =>
        termos.map(({ palavras, nao }) => (nao ? ['-', ...palavras] : [...palavras])),
      ),
    ).toEqual(expected);
  });

  it.each([
    ['', 'Digite ao menos uma palavra.'],
    ['... !', 'Digite ao menos uma palavra.'],
    ['-cartão', 'O sinal “-” só exclui resultados: inclua também uma palavra a encontrar.'],
    ['boleto OR -cartão', 'O sinal “-” só exclui resultados: inclua também uma palavra a encontrar.'],
    ['a '.repeat(21), 'Use no máximo 20 termos na busca.'],
    ['a'.repeat(201), 'Use no máximo 200 caracteres na busca.'],
  ])('that cannot be asked says why: %s', (text, erro) => {
    expect(parseSearch(text)).toEqual({ erro });
  });

  it('excludes a word in each of its forms, and keeps a phrase together across them', () => {
    const consulta = read('"as ligações" -cartões OR multa');
    const radicais = new Map([
      ['as', ['as']],
      ['ligações', ['ligaca', 'ligaco']],
      ['cartões', ['carta', 'carto']],
      ['multa', ['mult']],
    ]);
    expect(wordsAsked(consulta)).toEqual(['as', 'ligações', 'cartões', 'multa']);
    expect(tsqueryOf(consulta, radicais)).toBe(
      `((('as')<->('ligaca'|'ligaco'))&!(('carta'|'carto')))|((('mult')))`,
    );
    expect(mostSides(consulta, (word) => ({ as: 900, ligações: 30, cartões: 1, multa: 5 })[word] ?? 0)).toBe(
      35,
    );
  });
});

describe('what is shown of a side', () => {
  const radicais = new Map([
    ['não', ['nao']],
    ['quero', ['quer']],
    ['boleto', ['bolet']],
  ]);

  it('one sentence of each term before a second of any, whole phrases only', () => {
    const achados = placesFound(read('"não quero" boleto'), radicais, {
      nao: [2, 11, 31],
      quer: [5, 12, 32],
      bolet: [21, 45],
    });
    expect(achados.map(({ posicao }) => posicao)).toEqual([11, 21, 31, 45]);
    expect(chooseExcerpts(achados, [1, 10, 20, 30, 40], 2)).toEqual([
      { frase: 1, palavras: [1, 2] },
      { frase: 2, palavras: [1] },
    ]);
  });

  it('a phrase that goes on in the next sentence is shown where it begins', () => {
    const achados = placesFound(read('"não quero"'), radicais, { nao: [9], quer: [10] });
    expect(chooseExcerpts(achados, [1, 10])).toEqual([{ frase: 0, palavras: [8] }]);
  });
});

it('a kept query holds no number of anybody', () => {
  expect(maskedSearch('cpf 123.456.789-00 sala 101 tel (11) 98765 4321')).toBe(
    'cpf #### sala 101 tel (11) ####',
  );
});

it('words stand where they are in the text, whatever they are written with', () => {
  const text = 'A 𝗺ulta: e-mail, não (R$ 1.500)';
  expect(wordsOf(text).map(({ palavra, de, ate }) => [palavra, text.slice(de, ate)])).toEqual([
    ['a', 'A'],
    ['multa', '𝗺ulta'],
    ['email', 'e-mail'],
    ['não', 'não'],
    ['r', 'R'],
    ['1500', '1.500'],
  ]);
});
