import { describe, expect, it } from 'vitest';
import { PAPEL_CERTO, type PapelDaSentenca } from './roles.ts';
import { readerByWords, rolesByVoice } from './voice-roles.ts';

const READ: PapelDaSentenca = { falante: 'entrevistador', origem: 'texto', confianca: 0.95 };
const AFTER: PapelDaSentenca = { falante: 'entrevistado', origem: 'texto', confianca: 0.7 };
const GUESSED: PapelDaSentenca = { falante: 'entrevistado', origem: 'texto', confianca: 0.5 };
const UNKNOWN: PapelDaSentenca = { falante: 'desconhecido', origem: null, confianca: 0 };

describe('who speaks, by words and voice', () => {
  it('names by the sound what the words left open', () => {
    const roles = rolesByVoice([READ, AFTER, GUESSED, UNKNOWN, GUESSED], [0.9, -0.9, 0.8, -0.7, null]);
    expect(roles.map(({ falante, origem }) => [falante, origem])).toEqual([
      ['entrevistador', 'texto'],
      ['entrevistado', 'voz'],
      ['entrevistador', 'voz'],
      ['entrevistado', 'voz'],
      ['entrevistado', 'texto'],
    ]);
  });

  it('weighs the sound against the words: what follows a reading is another voice only when it sounds clearly so', () => {
    expect(rolesByVoice([AFTER], [0.3])[0]).toMatchObject({ falante: 'entrevistado' });
    expect(rolesByVoice([AFTER], [0.9])[0]).toMatchObject({ falante: 'entrevistador' });
  });

  it('is never certain by the sound alone, so that it takes no proof from a quote', () => {
    for (const voz of [-1, 1])
      for (const papel of [AFTER, GUESSED, UNKNOWN])
        expect(rolesByVoice([papel], [voz])[0]?.confianca).toBeLessThan(PAPEL_CERTO);
  });

  it('leaves alone what is certain, and what a person said even where that is that nobody can tell', () => {
    const person: PapelDaSentenca = { falante: 'entrevistado', origem: 'pessoa', confianca: 1 };
    const untold: PapelDaSentenca = { falante: 'desconhecido', origem: 'pessoa', confianca: 1 };
    expect(rolesByVoice([person, untold, READ], [1, 1, -1])).toEqual([person, untold, READ]);
  });

  it('knows of no sentence whose words tell nothing', () => {
    expect(readerByWords(UNKNOWN)).toBe(0.5);
    expect(readerByWords(READ)).toBe(0.95);
    expect(readerByWords(AFTER)).toBeCloseTo(0.3);
  });
});
