import { describe, expect, it } from 'vitest';
import { frozenOption, frozenQuestion } from '../../../../../tests/support/frozen-question.ts';
import { PAPEL_CERTO, rolesOf } from '../confront/roles.ts';
import type { PerguntaCongelada } from '../questionnaire/questionnaire.ts';
import { cutAtReadings } from './cut-readings.ts';
import { placeQuestions } from './places.ts';

const question = (id: string, texto: string, opcoes: string[] = [], rest: Partial<PerguntaCongelada> = {}) =>
  frozenQuestion({
    id,
    texto,
    lerOpcoes: false,
    opcoes: opcoes.map((option, index) => frozenOption({ id: option, texto: option, valor: index + 1 })),
    ...rest,
  });
const QUESTIONS = [
  question('p1', 'Há quantos anos a senhora mora neste endereço?', [], { tipo: 'numero' }),
  question(
    'p2',
    'Como a senhora avalia a variedade de produtos da feira: ótima, boa, regular, ruim ou péssima?',
    ['Ótima', 'Boa', 'Regular', 'Ruim', 'Péssima'],
  ),
  question('p3', 'Quanto a senhora gasta por mês na feira, em reais?', [], { tipo: 'numero' }),
  question('p4', 'Qual destes meios a senhora usa para vir?', ['Ônibus', 'Metrô', 'Carro', 'A pé'], {
    lerOpcoes: true,
  }),
];

/** Pieces of a one-microphone transcript; '!' marks a piece whose speaker is certain. */
function pieces(...textos: string[]): string[] {
  const cut = cutAtReadings(
    { perguntas: QUESTIONS },
    textos.map((texto, index) => ({ texto, startMs: index * 4000, endMs: index * 4000 + 3500 })),
  );
  const roles = rolesOf(
    placeQuestions(
      QUESTIONS,
      cut.map(({ texto }) => texto),
    ).alignment,
    cut.map(() => ({ falante: 'desconhecido' as const })),
  );
  return cut.map(({ texto }, index) => {
    const { falante, confianca } = roles[index]!;
    return `${falante}${confianca >= PAPEL_CERTO ? '!' : ''}: ${texto}`;
  });
}
const P1 = ['Há quantos anos a senhora mora neste endereço?', 'Oito.'];
const READ_1 = 'entrevistador!: Há quantos anos a senhora mora neste endereço?';

describe('an answer that looks like the end of its reading', () => {
  it.each([
    [
      'an option that was cut off',
      ['Como a senhora avalia a variedade de produtos da feira: ótima, boa, regular ou ruim?', 'Péssima.'],
    ],
    [
      'the last option, which the recognition dropped',
      ['Como a senhora avalia a variedade de produtos da feira: ótima, boa, regular, ruim ou', 'Péssima.'],
    ],
    ['a tail with a number before it', ['Quanto a senhora gasta por mês na feira?', 'Mil e duzentos reais.']],
    [
      'an option that was not read',
      ['Qual destes meios a senhora usa para vir? Ônibus, Metrô, Carro?', 'A pé.'],
    ],
  ])('%s: is the answer', (_, said) => {
    const found = pieces(...P1, ...said);
    expect(found[0]).toBe(READ_1);
    expect(found.at(-1)).toBe(`entrevistado: ${said[1]}`);
    expect(found.at(-2)).toMatch(/^entrevistador!: /);
  });

  it('a number in the sentence of the reading ends it', () => {
    expect(pieces(...P1, 'Quanto a senhora gasta por mês na feira oitocentos reais.').slice(2)).toEqual([
      'entrevistador!: Quanto a senhora gasta por mês na feira',
      'entrevistado: oitocentos reais.',
    ]);
  });

  it('a reading that goes on behind a pause stays one', () => {
    for (const tail of ['ou péssima?', 'ruim ou péssima?', 'péssima?'])
      expect(
        pieces(...P1, 'Como a senhora avalia a variedade de produtos da feira: ótima, boa, regular', tail).at(
          -1,
        ),
      ).toBe(`entrevistador!: ${tail}`);
    const listed = ['Ônibus.', 'Metrô.', 'Carro.', 'A pé.'];
    expect(pieces(...P1, 'Qual destes meios a senhora usa para vir?', ...listed, 'De carro.').at(-2)).toBe(
      'entrevistador!: A pé.',
    );
  });
});

describe('a reading that the recognition spoilt', () => {
  it('keeps its options together with a hesitation inside of one', () => {
    const { alignment } = placeQuestions(QUESTIONS, [
      ...P1,
      'Qual destes meios a senhora usa para vir?',
      'Ônibus, Metrô, Carro, então A bom pé?',
      'De carro.',
    ]);
    const { from, to } = alignment.windows[3]!;
    expect(alignment.words.slice(from, to).map(({ texto }) => texto)).toEqual(['de', 'carro']);
  });

  it('begins where the question was read first, however it was understood', () => {
    const said = [
      ...P1,
      'Quanto a senhora gasta por mês na feira, olha em reais?',
      'Como?',
      'Quanto a senhora gasta por mês na feira, em reais?',
      'Oitocentos reais.',
    ];
    const { alignment } = placeQuestions(QUESTIONS, said);
    expect(alignment.words[alignment.readings[2]!.from]?.sentenca).toBe(2);
    expect(alignment.readings[2]).toMatchObject({ missing: [], added: [], anchor: true });
    expect(alignment.words[alignment.windows[2]!.from]?.sentenca).toBe(3);
    expect(pieces(...said).slice(2)).toEqual([
      `entrevistador!: ${said[2]}`,
      `entrevistado: ${said[3]}`,
      `entrevistador!: ${said[4]}`,
      `entrevistado: ${said[5]}`,
    ]);
  });
});
