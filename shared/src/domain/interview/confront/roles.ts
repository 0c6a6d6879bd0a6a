/** Assigns speakers in a single-microphone interview: the reader of the questions is the interviewer. */
import { type Falante, sideOf, VOZES } from '../../profiles/roles.ts';
import type { Alignment } from '../comparison/alignment.ts';

/**
 * Source of a role: the transcript, the words (certain in readings), the voice's sound, the provider's voices, or a
 * person.
 */
export const ORIGENS_PAPEL = ['transcricao', 'texto', 'voz', 'provedor', 'pessoa'] as const;
export type OrigemPapel = (typeof ORIGENS_PAPEL)[number];

/** Certainty from which a role is evidence; a less certain role contradicts nothing. */
export const PAPEL_CERTO = 0.8;

export type PapelDaSentenca = {
  falante: Falante;
  origem: OrigemPapel | null;
  confianca: number;
};

/**
 * Share of read words from which a sentence is a reading; below this share, another person speaks in the sentence, too.
 */
const READING_SHARE = 0.6;
/** Minimum share of all read words that the interviewer's voice must have spoken. */
const VOICE_SHARE = 0.6;
/** Maximum share of all read words for any other voice. */
const OTHER_VOICES_MAX = 0.25;
/** Certainty of a role by its source. `depois`: the sentence follows a reading, so it is usually an answer. */
const CERTAINTY = { texto: 0.95, provedor: 0.9, depois: 0.7, palpite: 0.5 };

const isVoice = (falante: Falante): boolean => (VOZES as readonly string[]).includes(falante);

/** For each sentence: number of its words, and of those that belong to a reading (question or options). */
export function readShares(
  { words, readings, windows }: Alignment,
  sentencas: number,
): { words: number; read: number }[] {
  const shares = Array.from({ length: sentencas }, () => ({ words: 0, read: 0 }));
  for (const { sentenca } of words) {
    const share = shares[sentenca];
    if (share) share.words += 1;
  }
  for (const [question, reading] of readings.entries()) {
    if (!reading) continue;
    const read = (from: number, end: number): void => {
      for (let at = from; at < end; at += 1) {
        const share = shares[words[at]?.sentenca ?? -1];
        if (share) share.read += 1;
      }
    };
    // The reading includes its options, up to the answer's window.
    read(reading.from, Math.max(reading.to + 1, windows[question]?.from ?? 0));
    if (reading.again) read(reading.again.from, reading.again.to + 1);
  }
  return shares;
}

/** The provider's voice that reads the questions; null: voices are separated poorly or not at all. */
function readingVoice(
  falantes: readonly Falante[],
  shares: readonly { words: number; read: number }[],
): Falante | null {
  const read = new Map<Falante, number>();
  let all = 0;
  for (const [index, falante] of falantes.entries()) {
    if (!isVoice(falante)) continue;
    const words = shares[index]?.read ?? 0;
    read.set(falante, (read.get(falante) ?? 0) + words);
    all += words;
  }
  const [first, ...others] = [...read].sort((a, b) => b[1] - a[1]);
  if (!first || others.length === 0 || all === 0 || first[1] < all * VOICE_SHARE) return null;
  return others.every(([, words]) => words <= all * OTHER_VOICES_MAX) ? first[0] : null;
}

/**
 * Each aligned sentence's role. Known roles stay; a provider's voice (`voz_1`) gets the role of the readings it speaks.
 */
export function rolesOf(
  alignment: Alignment,
  sentencas: readonly { falante: Falante; origem?: OrigemPapel | null }[],
): PapelDaSentenca[] {
  const shares = readShares(alignment, sentencas.length);
  const voice = readingVoice(
    sentencas.map(({ falante }) => falante),
    shares,
  );
  let sinceReading = Number.POSITIVE_INFINITY;
  const roles = sentencas.map(({ falante, origem }, index): PapelDaSentenca => {
    const { words, read } = shares[index] ?? { words: 0, read: 0 };
    const isReading = words > 0 && read / words >= READING_SHARE;
    sinceReading = read > 0 ? 0 : sinceReading + 1;
    // A person's decision stays, even 'desconhecido'.
    if (sideOf(falante) !== null || origem === 'pessoa')
      return { falante, origem: origem ?? 'transcricao', confianca: 1 };
    if (voice !== null && isVoice(falante))
      return {
        falante: falante === voice ? 'entrevistador' : 'entrevistado',
        origem: 'provedor',
        confianca: CERTAINTY.provedor,
      };
    if (isReading) return { falante: 'entrevistador', origem: 'texto', confianca: CERTAINTY.texto };
    if (read === 0 && sinceReading === 1)
      return { falante: 'entrevistado', origem: 'texto', confianca: CERTAINTY.depois };
    return { falante, origem: null, confianca: 0 };
  });
  return roles.map((role, index) => guess(role, index, roles, shares));
}

/** The likely speaker: the interviewer at both ends of the interview and before readings, else the respondent. */
function guess(
  role: PapelDaSentenca,
  index: number,
  roles: readonly PapelDaSentenca[],
  shares: readonly { words: number; read: number }[],
): PapelDaSentenca {
  if (role.origem !== null || (shares[index]?.read ?? 0) > 0) return role;
  const isReading = (at: number) => (shares[at]?.read ?? 0) > 0;
  const first = roles.findIndex((_, at) => isReading(at));
  const last = roles.findLastIndex((_, at) => isReading(at));
  if (first < 0) return role;
  const leads = index < first || isReading(index + 1) || (index > last + 1 && index === roles.length - 1);
  return {
    falante: leads ? 'entrevistador' : 'entrevistado',
    origem: 'texto',
    confianca: CERTAINTY.palpite,
  };
}
