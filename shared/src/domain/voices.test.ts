import { describe, expect, it } from 'vitest';
import { forgetLabels, nameVoices, type TrechoDeVoz } from './voices.ts';

const heard = (...said: [voz: string | null, texto: string][]): TrechoDeVoz[] =>
  said.map(([voz, texto], index) => ({
    voz,
    texto,
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    confianca: null,
  }));
const speakers = (perfil: 'ligacao' | 'entrevista', ...said: [string | null, string][]) =>
  nameVoices(perfil, heard(...said)).map(({ falante }) => falante);

describe('voices of a call', () => {
  it('are agent and client where one of them says what only agents say', () => {
    expect(
      speakers(
        'ligacao',
        ['A', 'Alô, bom dia.'],
        ['B', 'Lumavia, em que posso ajudar?'],
        ['A', 'A internet não funciona.'],
      ),
    ).toEqual(['cliente', 'agente', 'cliente']);
  });

  it('are voices, in the order in which they are heard, where nothing tells', () => {
    expect(speakers('ligacao', ['B', 'Alô?'], ['A', 'Quem fala?'], ['B', 'Sou eu.'])).toEqual([
      'voz_1',
      'voz_2',
      'voz_1',
    ]);
  });

  it('are nobody where both say so, or one alone is heard', () => {
    expect(speakers('ligacao', ['A', 'Em que posso ajudar?'], ['B', 'Como posso ajudar?'])).toEqual([
      'voz_1',
      'voz_2',
    ]);
    expect(speakers('ligacao', ['A', 'Em que posso ajudar?'])).toEqual(['voz_1']);
  });

  it('do not take who asks much for the agent', () => {
    const asking = Array.from({ length: 6 }, (): [string, string] => ['A', 'E a minha fatura?']);
    expect(speakers('ligacao', ...asking, ['B', 'Um momento, senhor, vou verificar.'])[0]).toBe('voz_1');
  });
});

describe('voices of an interview', () => {
  const asks: [string, string][] = [
    ['A', 'Qual é a sua idade?'],
    ['B', 'Quarenta e dois anos.'],
    ['A', 'O senhor trabalha?'],
    ['B', 'Trabalho, sim, numa padaria.'],
    ['A', 'Quantas pessoas moram na casa?'],
    ['B', 'Quatro, contando comigo.'],
    ['A', 'E o senhor confia na prefeitura?'],
    ['B', 'Mais ou menos.'],
  ];

  it('are interviewer and respondent where one asks nearly everything', () => {
    expect(speakers('entrevista', ...asks).slice(0, 2)).toEqual(['entrevistador', 'entrevistado']);
  });

  it('stay voices where questions are few, or come from both', () => {
    expect(speakers('entrevista', ...asks.slice(0, 4))[0]).toBe('voz_1');
    const both = asks.map(([voz, texto]): [string, string] => [voz, `${texto.replace(/[.?]$/u, '')}?`]);
    expect(speakers('entrevista', ...both)[0]).toBe('voz_1');
  });

  it('stay voices where words and questions speak against each other', () => {
    expect(speakers('entrevista', ...asks, ['B', 'Eu estou fazendo uma pesquisa também.'])[0]).toBe('voz_1');
  });

  it('leave a passer-by a voice, and do without parties where a third one says much', () => {
    expect(speakers('entrevista', ...asks, ['C', 'Mãe!']).at(-1)).toBe('voz_3');
    expect(speakers('entrevista', ...asks, ['C', 'Mãe!'])[0]).toBe('entrevistador');
    const crowd = speakers('entrevista', ...asks, ['C', 'Pois eu acho que '.repeat(10)]);
    expect([...new Set(crowd)]).toEqual(['voz_1', 'voz_2', 'voz_3']);
  });
});

it('what has no label, and who comes after the last voice, is unknown; labels mean nothing beyond one answer', () => {
  const many = Array.from({ length: 9 }, (_, index): [string, string] => [`${index}`, 'Uma fala qualquer.']);
  const named = nameVoices('ligacao', heard(...many, [null, 'Oi.']));
  expect(named.map(({ falante }) => falante).slice(7)).toEqual(['voz_8', 'desconhecido', 'desconhecido']);
  const told = nameVoices(
    'ligacao',
    heard(['A', 'Em que posso ajudar?'], ['B', 'A fatura veio errada.'], ['C', 'Oi']),
  );
  expect(forgetLabels(told).map(({ falante }) => falante)).toEqual(['agente', 'cliente', 'desconhecido']);
});
