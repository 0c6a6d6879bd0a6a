/**
 * Whose a sentence is by the sound of the voice, on one microphone: whoever was heard reading the questions is known, and so, less
 * surely, is whoever answered; every other sentence is one of the two. Where their voices are too alike to tell even those apart, the
 * sound says nothing.
 */
import { PAPEL_CERTO, type PapelDaSentenca } from './roles.ts';

/** What a voice sounds like: numbers of the same length for every sentence (worker/src/audio/voice-features.ts). Null: too short. */
export type Voz = readonly number[] | null;

/** Each party must be heard in so many sentences. */
const HEARD_MIN = 3;
/** So many of the readings must be told from the answers by the sound alone. */
const READINGS_MIN = 0.85;
/** … and so many of what follows a reading must be another voice. */
const ANSWERS_MIN = 0.6;
const ROUNDS = 6;
/** Under PAPEL_CERTO: of near twins it is wrong too often for the sound alone to take a proof from a quote. */
const CERTAINTY = 0.75;
/** Clear from this part of the usual distance on. */
const CLEAR = 0.1;

/** 0: who reads the questions; 1: who answers. */
type Party = 0 | 1;
type Row = { voz: readonly number[]; party: Party };
type Model = { means: [number[], number[]]; scale: number[] };

function meanOf(rows: readonly (readonly number[])[]): number[] {
  return (rows[0] ?? []).map((_, d) => rows.reduce((sum, row) => sum + (row[d] ?? 0), 0) / rows.length);
}

/** Two means with the variance that both share, drawn towards their mean: there are few sentences and many numbers. */
function learn(rows: readonly Row[]): Model {
  const of = (party: Party) => rows.filter((row) => row.party === party).map(({ voz }) => voz);
  const means: [number[], number[]] = [meanOf(of(0)), meanOf(of(1))];
  const variance = means[0].map(
    (_, d) =>
      rows.reduce((sum, { voz, party }) => sum + ((voz[d] ?? 0) - (means[party][d] ?? 0)) ** 2, 0) /
      rows.length,
  );
  const overall = variance.reduce((a, b) => a + b, 0) / Math.max(1, variance.length);
  return { means, scale: variance.map((own) => 0.8 * own + 0.2 * overall + 1e-6) };
}

/** Above 0: the first party's; how far from the other. */
function score({ means, scale }: Model, voz: readonly number[]): number {
  return voz.reduce((sum, value, d) => {
    const [a, b] = [value - (means[0][d] ?? 0), value - (means[1][d] ?? 0)];
    return sum + (b * b - a * a) / (scale[d] ?? 1);
  }, 0);
}

const bothHeard = (rows: readonly Row[]): boolean =>
  ([0, 1] as const).every((party) => rows.filter((row) => row.party === party).length >= HEARD_MIN);

const isCertain = ({ origem, confianca }: PapelDaSentenca): boolean =>
  origem !== null && confianca >= PAPEL_CERTO;

/**
 * Roles with what the sound says. Roles that are certain stay as they are.
 *
 * @param papeis of rolesOf
 * @param vozes what each sentence's voice sounds like, in the same order
 */
export function rolesByVoice(papeis: readonly PapelDaSentenca[], vozes: readonly Voz[]): PapelDaSentenca[] {
  const unchanged = [...papeis];
  const heard = papeis.flatMap((papel, index) => {
    const voz = vozes[index];
    if (!voz) return [];
    const party: Party = papel.falante === 'entrevistador' ? 0 : 1;
    return [{ voz, papel, party, certain: isCertain(papel) }];
  });
  // Readings are certain; what follows them is an answer more often than not: from there the two voices are found.
  let rows: Row[] = heard.filter(({ papel, certain }) => certain || papel.confianca >= SEED_MIN);
  if (!bothHeard(rows)) return unchanged;
  for (let round = 0; round < ROUNDS; round += 1) {
    const model = learn(rows);
    rows = heard.map(({ voz, party, certain }) => ({
      voz,
      party: certain ? party : score(model, voz) > 0 ? 0 : 1,
    }));
    if (!bothHeard(rows)) return unchanged;
  }
  // Each reading is told by what was learnt of all others.
  const readings = heard.flatMap(({ voz, certain, party }, at) =>
    certain && party === 0 ? [score(learn(rows.filter((_, other) => other !== at)), voz)] : [],
  );
  const told = readings.filter((value) => value > 0);
  const answers = heard.flatMap(({ papel, certain }, at) =>
    !certain && papel.falante === 'entrevistado' && papel.confianca >= SEED_MIN ? [rows[at]?.party] : [],
  );
  if (told.length < readings.length * READINGS_MIN) return unchanged;
  if (answers.filter((party) => party === 1).length < answers.length * ANSWERS_MIN) return unchanged;
  const usual = told.sort((a, b) => a - b)[Math.floor(told.length / 2)] ?? 0;
  const model = learn(rows);
  return papeis.map((papel, index) => {
    const voz = vozes[index];
    if (!voz || isCertain(papel)) return papel;
    const value = score(model, voz);
    // Between the two voices the words say more.
    if (Math.abs(value) < usual * CLEAR) return papel;
    return { falante: value > 0 ? 'entrevistador' : 'entrevistado', origem: 'voz', confianca: CERTAINTY };
  });
}

/** The least certain role from which a voice is learnt: what follows a reading. */
const SEED_MIN = 0.6;
