/** Signal `sobreposta_ou_telefone`: interviews of one person at the same time, and phones with several names. Pure. */

import { phoneKey } from '../../calls/phone-key.ts';
import { groupBy } from '../../group-by.ts';
import type { EntrevistaDoSinal, Intervalo } from './interview-facts.ts';

/** Interviews of one interviewer that go on at once for longer than this fire, ms. */
export const SOBREPOSTA_MS = 120_000;
/** A household shares a phone: up to so many names are only noted. */
export const NOMES_NOTA = 2;
/** A number that stands for more people than this is nobody's phone: what interviewers type where somebody gives none. */
export const PESSOAS_MAX = 3;

/** `nota`: nothing was answered in one of them while both went on: it had been left open. */
export type Sobreposta = { a: string; b: string; agenteId: string; ms: number; em: Intervalo; nota: boolean };

type Aberta = { interview: EntrevistaDoSinal; ate: number };

/**
 * How long two interviews went on at once, ms, where the longest such stretch lies, and whether answers were typed in both of them
 * meanwhile.
 */
function both(a: EntrevistaDoSinal, b: EntrevistaDoSinal): { ms: number; em: Intervalo; emAmbas: boolean } {
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
 * Pairs of interviews of one interviewer that went on at once for more than 2 min in all. Times are the server's: whoever gives them has
 * taken the device's skew off (relogio_desvio_ms) and left pauses out. Nobody asks two people at once where only one of them answers: such
 * a pair is only noted. Sorted by when they begin, and each looked at only against those that had not ended.
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
        const { ms, em, emAmbas } = both(earlier, interview);
        if (ms > SOBREPOSTA_MS)
          found.push({ a: earlier.id, b: interview.id, agenteId, ms, em, nota: !emAmbas });
      }
      open.push({ interview, ate: interview.ativa.at(-1)?.ate ?? 0 });
    }
  }
  return found;
}

export type TelefoneRepetido = {
  numero: string;
  nomes: number;
  entrevistas: readonly EntrevistaDoSinal[];
  nota: boolean;
};

/**
 * Phones (E.164) that stand in interviews with two names or more. Two are noted only: people of one household share one. Of more than
 * three it is a number that was made up for want of one, which says nothing of who was asked; where one interviewer alone typed it, that
 * is worth a note.
 */
export function repeatedPhones(interviews: readonly EntrevistaDoSinal[]): TelefoneRepetido[] {
  const byPhone = groupBy(
    interviews.filter(({ telefone }) => telefone !== null),
    ({ telefone }) => telefone?.numero as string,
  );
  return [...byPhone].flatMap(([numero, entrevistas]) => {
    const nomes = new Set(entrevistas.map(({ telefone }) => telefone?.nome)).size;
    if (nomes < 2) return [];
    const isNobodys = nomes > PESSOAS_MAX;
    if (isNobodys && new Set(entrevistas.map(({ agenteId }) => agenteId)).size > 1) return [];
    return [
      {
        numero,
        nomes,
        entrevistas: entrevistas.toSorted((a, b) => a.em - b.em || (a.id < b.id ? -1 : 1)),
        nota: nomes <= NOMES_NOTA || isNobodys,
      },
    ];
  });
}

/** A phone as it was typed in E.164 ('+5511987654321'), by the rule of all numbers; null of what is none. */
export function e164(typed: string | null): string | null {
  if (typed === null) return null;
  const key = phoneKey(typed);
  if (/^\+\d{8,15}$/u.test(key)) return key;
  const national = key.replace(/^0+/u, '');
  return /^\d{10,11}$/u.test(national) ? `+55${national}` : null;
}
