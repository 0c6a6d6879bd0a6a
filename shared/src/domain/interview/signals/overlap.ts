/** Signal `sobreposta_ou_telefone`: simultaneous interviews by one person, phones with several names. */

import { phoneKey } from '../../calls/phone-key.ts';
import { groupBy } from '../../group-by.ts';
import type { EntrevistaDoSinal, Intervalo } from './interview-facts.ts';

/** Overlap above which the signal fires, ms. */
export const SOBREPOSTA_MS = 120_000;
/** Number of names on one phone that is only noted, not a signal, because households share phones. */
export const NOMES_NOTA = 2;
/** Maximum people who may share a phone; a phone with more names does not belong to a respondent. */
export const PESSOAS_MAX = 3;

/** `nota`: true if an interview got no answers during the overlap, because it may merely have been left open. */
export type Sobreposta = { a: string; b: string; agenteId: string; ms: number; em: Intervalo; nota: boolean };

type Aberta = { interview: EntrevistaDoSinal; ate: number };

/** Overlap of two interviews, ms; the longest overlapping stretch; whether both got answers during the overlap. */
function measureOverlap(
  a: EntrevistaDoSinal,
  b: EntrevistaDoSinal,
): { ms: number; em: Intervalo; emAmbas: boolean } {
  let ms = 0;
  let em: Intervalo = { de: 0, ate: 0 };
  let [inA, inB] = [false, false];
  for (const one of a.ativa) {
    for (const other of b.ativa) {
      const de = Math.max(one.de, other.de);
      const ate = Math.min(one.ate, other.ate);
      if (ate <= de) continue;
      ms += ate - de;
      const isInside = (at: number) => at >= de && at <= ate;
      inA ||= a.respostasEm.some(isInside);
      inB ||= b.respostasEm.some(isInside);
      if (ate - de > em.ate - em.de) em = { de, ate };
    }
  }
  return { ms, em, emAmbas: inA && inB };
}

/**
 * Pairs of one interviewer's interviews whose times without pauses overlap by more than 2 min in all, by server time
 * (corrected by relogio_desvio_ms). A pair is only noted unless both interviews got answers during the overlap.
 */
export function overlaps(interviews: readonly EntrevistaDoSinal[]): Sobreposta[] {
  const found: Sobreposta[] = [];
  const byAgent = groupBy(
    interviews.filter(({ agenteId, ativa }) => agenteId !== null && ativa.length > 0),
    ({ agenteId }) => agenteId as string,
  );
  for (const [agenteId, own] of byAgent) {
    const sorted = own.toSorted(
      (a, b) => (a.ativa[0]?.de ?? 0) - (b.ativa[0]?.de ?? 0) || (a.id < b.id ? -1 : 1),
    );
    let open: Aberta[] = [];
    for (const interview of sorted) {
      const de = interview.ativa[0]?.de ?? 0;
      open = open.filter(({ ate }) => ate > de);
      for (const { interview: earlier } of open) {
        const { ms, em, emAmbas } = measureOverlap(earlier, interview);
        if (ms > SOBREPOSTA_MS)
          found.push({ a: earlier.id, b: interview.id, agenteId, ms, em, nota: !emAmbas });
      }
      open.push({ interview, ate: interview.ativa.at(-1)?.ate ?? 0 });
    }
  }
  return found;
}

/**
 * Innocent reasons for several names on a phone. 'casa': two names of a household. 'varios': several interviewers typed
 * the phone for more than three names. 'inventado': equal or sequential digits, so no real phone was given.
 */
type MotivoTelefone = 'casa' | 'varios' | 'inventado';

export type TelefoneRepetido = {
  numero: string;
  nomes: number;
  entrevistadores: number;
  entrevistas: readonly EntrevistaDoSinal[];
  /** Reason for only noting the phone; null: the phone is a signal. */
  motivo: MotivoTelefone | null;
};

/** Digits of a local number, equal or sequential in an invented phone. */
const LOCAL = 8;
const COUNTED = ['01234567890123456789', '98765432109876543210'];

function isInvented(numero: string): boolean {
  const local = numero.slice(-LOCAL);
  return /^(\d)\1+$/u.test(local) || COUNTED.some((row) => row.includes(local));
}

function innocentReason(
  numero: string,
  nomes: number,
  agentes: ReadonlySet<string | null>,
): MotivoTelefone | null {
  if (nomes <= NOMES_NOTA) return 'casa';
  if (nomes <= PESSOAS_MAX) return null;
  if (isInvented(numero)) return 'inventado';
  // Interviews without an interviewer may be by several people.
  return agentes.size > 1 || agentes.has(null) ? 'varios' : null;
}

/**
 * Phones (E.164) with several names. Two names count as a household; more than three are a signal only if one
 * interviewer alone typed the phone.
 */
export function repeatedPhones(interviews: readonly EntrevistaDoSinal[]): TelefoneRepetido[] {
  const byPhone = groupBy(
    interviews.filter(({ telefone }) => telefone !== null),
    ({ telefone }) => telefone?.numero as string,
  );
  return [...byPhone].flatMap(([numero, entrevistas]) => {
    const nomes = new Set(entrevistas.map(({ telefone }) => telefone?.nome)).size;
    if (nomes < 2) return [];
    const agentes = new Set(entrevistas.map(({ agenteId }) => agenteId));
    return [
      {
        ...{ numero, nomes, entrevistadores: [...agentes].filter((id) => id !== null).length },
        entrevistas: entrevistas.toSorted((a, b) => a.em - b.em || (a.id < b.id ? -1 : 1)),
        motivo: innocentReason(numero, nomes, agentes),
      },
    ];
  });
}

/** A typed phone in E.164 ('+5511987654321'), by the rule of `phoneKey`. */
export function e164(typed: string | null): string | null {
  if (typed === null) return null;
  const key = phoneKey(typed);
  if (/^\+\d{8,15}$/u.test(key)) return key;
  const national = key.replace(/^0+/u, '');
  return /^\d{10,11}$/u.test(national) ? `+55${national}` : null;
}
