import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import type { PapelDaSentenca } from './roles.ts';
import { rolesByVoice, type Voz } from './voice-roles.ts';

const READ: PapelDaSentenca = { falante: 'entrevistador', origem: 'texto', confianca: 0.95 };
const AFTER: PapelDaSentenca = { falante: 'entrevistado', origem: 'texto', confianca: 0.7 };
const GUESSED: PapelDaSentenca = { falante: 'entrevistado', origem: 'texto', confianca: 0.5 };

/** A reading, what follows it, and something else that the interviewer said, again and again. */
const SPOKEN = Array.from(
  { length: 8 },
  () => ['entrevistador', 'entrevistado', 'entrevistador'] as const,
).flat();
const KNOWN = Array.from({ length: 8 }, () => [READ, AFTER, GUESSED]).flat();

function voicesOf(distance: number): Voz[] {
  const random = seededRandom(7);
  return SPOKEN.map((who) =>
    Array.from({ length: 25 }, () => random() + random() + (who === 'entrevistado' ? distance : 0)),
  );
}

describe('who speaks, by the voice', () => {
  it('names by the sound what the words left open', () => {
    const roles = rolesByVoice(KNOWN, voicesOf(1.5));
    expect(roles.map(({ falante }) => falante)).toEqual(SPOKEN);
    expect(roles.map(({ origem }) => origem)).toEqual(
      SPOKEN.map((_, at) => (at % 3 === 0 ? 'texto' : 'voz')),
    );
  });

  it('says nothing where two voices are one, too little was heard, or nobody read', () => {
    expect(rolesByVoice(KNOWN.slice(0, 6), voicesOf(1.5).slice(0, 6))).toEqual(KNOWN.slice(0, 6));
    expect(
      rolesByVoice(
        KNOWN,
        SPOKEN.map(() => null),
      ),
    ).toEqual(KNOWN);
    expect(
      rolesByVoice(
        KNOWN,
        SPOKEN.map(() => [1, 2, 3]),
      ),
    ).toEqual(KNOWN);
    const unread = KNOWN.map(() => AFTER);
    expect(rolesByVoice(unread, voicesOf(1.5))).toEqual(unread);
  });

  it('leaves alone what is certain', () => {
    const person: PapelDaSentenca = { falante: 'entrevistado', origem: 'pessoa', confianca: 1 };
    const corrected = KNOWN.with(2, person);
    expect(rolesByVoice(corrected, voicesOf(1.5))[2]).toEqual(person);
  });
});
