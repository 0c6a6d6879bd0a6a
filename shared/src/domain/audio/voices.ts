import type { SinaisDeQuemConduz } from '../profiles/definition.ts';
import type { Perfil } from '../profiles/profile.ts';
import { type Falante, sideOf, VOZES } from '../profiles/roles.ts';
import { PROFILES } from '../profiles/table.ts';
import { normaliseQuote } from '../transcripts/evidence.ts';
import type { Trecho } from '../transcripts/transcript.ts';

/** What a model heard, with its own label of the voice ('A', 'B', …); null where it gives none. */
export type TrechoDeVoz = Trecho & { voz: string | null };

/**
 * Version of the rules by which voices get roles: those here and each profile's `vozes`. It is part of what a transcript
 * depends on (stage-inputs.ts): raised with any change of them, a recording's next analysis hears it anew.
 */
export const REGRAS_DE_VOZES = 1;

/** The two parties say at least this share of the words: the rest are passers-by, or one voice taken for two. */
const PARTES_MIN = 0.9;
/** Who leads an interview asks at least this many questions … */
const PERGUNTAS_MIN = 4;
/** … and this share of all that are asked. */
const PERGUNTAS_PARCELA = 0.8;

/**
 * Who speaks in one answer of a model that tells voices apart. Its labels become voices in the order in which they are heard;
 * the two that say nearly everything become the profile's roles where their words tell which of them leads. Nobody is taken
 * for a party on less: what is said of the agent is held against the agent.
 */
export function nameVoices<T extends TrechoDeVoz>(
  perfil: Perfil,
  trechos: readonly T[],
): (Omit<T, 'voz'> & { falante: Falante })[] {
  const ordered = [...trechos].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const labels = [...new Set(ordered.flatMap(({ voz }) => (voz === null ? [] : [voz])))];
  const names = new Map<string, Falante>(labels.map((voz, index) => [voz, VOZES[index] ?? 'desconhecido']));
  const { papeis, vozes } = PROFILES[perfil];
  const parties = twoParties(trechos);
  const leader = parties && whoLeads(vozes, trechos, parties);
  if (parties && leader !== null) {
    for (const voz of parties) names.set(voz, papeis[voz === leader ? 'agente' : 'cliente']);
  }
  return trechos.map(({ voz, ...trecho }) => ({
    ...trecho,
    falante: (voz === null ? undefined : names.get(voz)) ?? 'desconhecido',
  }));
}

/** Whether a speaker is a voice that nobody could name. */
export function isUnnamedVoice(falante: Falante | undefined): boolean {
  return VOZES.some((voz) => voz === falante);
}

/**
 * What was heard in the pieces of one channel, each in an answer of its own, in order. A model labels voices anew in each: 'A'
 * of one need not be 'A' of the next, so that labels do not outlast their piece. Roles do, where every piece in which somebody
 * speaks has them: else they are forgotten in all, for a dialogue known by half would be scored as if it were known. What came
 * without labels is left as it is.
 */
export function joinPieces<T extends Trecho>(pieces: readonly (readonly T[])[]): T[] {
  const trechos = pieces.flat();
  if (pieces.length < 2) return trechos;
  const named = (piece: readonly T[]) =>
    piece.some(({ falante }) => falante !== undefined && sideOf(falante) !== null);
  const known = pieces.every((piece) => piece.length === 0 || named(piece));
  return trechos.map((trecho) =>
    trecho.falante !== undefined && (!known || isUnnamedVoice(trecho.falante))
      ? { ...trecho, falante: 'desconhecido' }
      : trecho,
  );
}

/** The two voices that say nearly all there is; null where there are no such two. */
function twoParties(trechos: readonly TrechoDeVoz[]): readonly [string, string] | null {
  const spoken = new Map<string, number>();
  let total = 0;
  for (const { voz, texto } of trechos) {
    total += texto.length;
    if (voz !== null) spoken.set(voz, (spoken.get(voz) ?? 0) + texto.length);
  }
  const [first, second] = [...spoken].sort(([, a], [, b]) => b - a);
  if (!first || !second || first[1] + second[1] < total * PARTES_MIN) return null;
  return [first[0], second[0]];
}

/** Which of two voices leads, by what only such a one says; null where their words do not tell, or speak against each other. */
function whoLeads(
  { frases, perguntas }: SinaisDeQuemConduz,
  trechos: readonly TrechoDeVoz[],
  parties: readonly [string, string],
): string | null {
  const count = (holds: (texto: string) => boolean) =>
    parties.map((party) => trechos.filter(({ voz, texto }) => voz === party && holds(texto)).length) as [
      number,
      number,
    ];
  const said = count((texto) => frases.some((frase) => frase.test(normaliseQuote(texto))));
  const asked = count((texto) => texto.trim().endsWith('?'));
  const total = asked[0] + asked[1];
  const byWords = said[0] > 0 !== said[1] > 0 ? parties[said[0] > 0 ? 0 : 1] : null;
  const most = asked[0] >= asked[1] ? 0 : 1;
  const byQuestions =
    perguntas && total >= PERGUNTAS_MIN && asked[most] >= total * PERGUNTAS_PARCELA ? parties[most] : null;
  if (byWords !== null && byQuestions !== null && byWords !== byQuestions) return null;
  return byWords ?? byQuestions;
}
