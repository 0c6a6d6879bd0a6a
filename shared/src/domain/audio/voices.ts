import type { SinaisDeQuemConduz } from '../profiles/definition.ts';
import type { Perfil } from '../profiles/profile.ts';
import { type Falante, sideOf, VOZES } from '../profiles/roles.ts';
import { PROFILES } from '../profiles/table.ts';
import { normaliseQuote } from '../transcripts/evidence.ts';
import type { Trecho } from '../transcripts/transcript.ts';

/** A transcribed stretch with the model's voice label ('A', 'B', …), if any. */
export type TrechoDeVoz = Trecho & { voz: string | null };

/**
 * Version of the rules for voices' roles, part of a transcript's inputs (stage-inputs.ts). Increase it with any change.
 */
export const REGRAS_DE_VOZES = 1;

/** Minimum share of words by the two parties; other words are by bystanders, or by a voice that the model split. */
const PARTES_MIN = 0.9;
/** Minimum questions by an interview's leader. */
const PERGUNTAS_MIN = 4;
/** Minimum share of all questions by an interview's leader. */
const PERGUNTAS_PARCELA = 0.8;

/**
 * Assigns the profile's roles to the two main voices if their words reveal the leader; else assigns no role, because a
 * wrong role would produce findings against the agent.
 */
export function nameVoices<T extends TrechoDeVoz>(
  perfil: Perfil,
  trechos: readonly T[],
): (Omit<T, 'voz'> & { falante: Falante })[] {
  const ordered = [...trechos].sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs);
  const labels = [...new Set(ordered.flatMap(({ voz }) => (voz === null ? [] : [voz])))];
  const names = new Map<string, Falante>(labels.map((voz, index) => [voz, VOZES[index] ?? 'desconhecido']));
  const { papeis, vozes } = PROFILES[perfil];
  const parties = findTwoParties(trechos);
  const leader = parties && findLeader(vozes, trechos, parties);
  if (parties && leader !== null) {
    for (const voz of parties) names.set(voz, papeis[voz === leader ? 'agente' : 'cliente']);
  }
  return trechos.map(({ voz, ...trecho }) => ({
    ...trecho,
    falante: (voz === null ? undefined : names.get(voz)) ?? 'desconhecido',
  }));
}

export function isUnnamedVoice(falante: Falante | undefined): boolean {
  return VOZES.some((voz) => voz === falante);
}

/**
 * Joins the answers for a channel's pieces. Because voice labels differ between pieces, roles are kept only if every
 * piece with speech has roles.
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

/** The two voices with nearly all words, if any. */
function findTwoParties(trechos: readonly TrechoDeVoz[]): readonly [string, string] | null {
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

/** The leading voice by characteristic phrases; null if phrases are missing or contradictory. */
function findLeader(
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
