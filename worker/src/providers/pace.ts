/**
 * Rate of calls to a provider, as pure transitions. While most calls are answered, a 429 delays only its own call. When
 * refusals outnumber answers, all calls pause for Retry-After, then continue at half the answered rate; the rate grows
 * by 10 % per second, and the limit ends at double the answered rate. A long Retry-After also pauses all calls. The
 * multiplicative decrease is that of congestion control (Jacobson 1988), for a rate instead of a window.
 */
export type Pace = {
  inicio: number;
  /** Answers and refusals since `desde` (ms), and in the JANELA_MS before. */
  janela: Outcomes & { desde: number; antes: Outcomes };
  /** Time before which no call may be sent, ms. */
  pausadoAte: number;
  /** Rate limit; null for none. */
  teto: null | {
    /** Start of the limit (end of the pause), ms; refusals of earlier calls do not lower the limit. */
    desde: number;
    /** Allowed calls per second at `desde`; the rate grows from then on. */
    porSegundo: number;
    proxima: number;
  };
  /** Refusals in a row per item, most recent last. */
  recusas: readonly (readonly [quem: string, vezes: number])[];
};

type Outcomes = { respondidas: number; recusadas: number };

/** Period for counting, ms. The older of the two windows counts by its share that still lies in the period. */
const JANELA_MS = 10_000;
const NONE: Outcomes = { respondidas: 0, recusadas: 0 };
/** Refusals needed to show the provider's limit; they must also outnumber the answers. */
const RECUSAS_DENSAS = 5;
/** A longer Retry-After pauses the calls of all items, ms. */
export const ESPERA_LONGA_MS = 5000;
/** Delay after a refusal without a Retry-After, ms. */
export const ESPERA_PADRAO_MS = 2000;
/** Longest delay, ms, against absurd headers. */
export const ESPERA_MAXIMA_MS = 600_000;
/**
 * First and longest delay of an item refused repeatedly, ms, doubled with each refusal, unless the provider requests a
 * longer wait.
 */
const RECUO_MS = 500;
const RECUO_MAXIMO_MS = 60_000;
/** Number of an item's refusals in a row that are no attempts: busy providers cost none, but too large requests end. */
export const RECUSAS_SEM_CONTAR = 10;
const RECUSAS_LEMBRADAS = 200;
const TETO_MINIMO = 0.2;
/** Factor by which the rate grows per second. */
const CRESCIMENTO = 1.1;
/** Multiple of the answered rate at which the limit is lifted. */
const FOLGA = 2;

/**
 * Decides whether a call may be sent: after `esperaMs` if `passa`; otherwise, ask again after `esperaMs`.
 * @param now ms
 */
export function enter(
  pace: Pace | null,
  { now, longestMs }: { now: number; longestMs: number },
): { pace: Pace | null; passa: boolean; esperaMs: number } {
  if (!pace) return { pace, passa: true, esperaMs: 0 };
  if (now < pace.pausadoAte) return { pace, passa: false, esperaMs: pace.pausadoAte - now };
  const { teto } = pace;
  if (!teto) return { pace, passa: true, esperaMs: 0 };
  const perSecond = teto.porSegundo * CRESCIMENTO ** (Math.max(0, now - teto.desde) / 1000);
  // The limit ends at FOLGA times the answered rate; the answered rate is twice `porSegundo`.
  if (perSecond >= teto.porSegundo * 2 * FOLGA)
    return { pace: { ...pace, teto: null }, passa: true, esperaMs: 0 };
  const slot = Math.max(now, teto.proxima);
  if (slot - now > longestMs) return { pace, passa: false, esperaMs: slot - now };
  return {
    pace: { ...pace, teto: { ...teto, proxima: slot + 1000 / perSecond } },
    passa: true,
    esperaMs: slot - now,
  };
}

/** Records that the provider answered an item's call, whatever the answer. */
export function recordAnswer(pace: Pace | null, { quem, now }: { quem: string; now: number }): Pace {
  const known = pace ?? begin(now);
  const janela = windowAt(known, now);
  return {
    ...known,
    janela: { ...janela, respondidas: janela.respondidas + 1 },
    recusas: known.recusas.filter(([other]) => other !== quem),
  };
}

export function answersOthers(pace: Pace | null, now: number): boolean {
  return pace !== null && recentOf(windowAt(pace, now), now).respondidas > 0;
}

/**
 * Records a 429. `conta`: true if the call counts as an attempt. The item tries again after `esperaMs`.
 * @param enviadaEm time of the call, ms
 * @param retryAfterMs wait requested, ms
 */
export function recordRefusal(
  pace: Pace | null,
  {
    quem,
    enviadaEm,
    now,
    retryAfterMs,
  }: { quem: string; enviadaEm: number; now: number; retryAfterMs: number | null },
): { pace: Pace; conta: boolean; esperaMs: number; baixou: boolean } {
  const known = pace ?? begin(now);
  const named = Math.min(ESPERA_MAXIMA_MS, Math.max(1, Math.ceil(retryAfterMs ?? ESPERA_PADRAO_MS)));
  const times = (known.recusas.find(([other]) => other === quem)?.[1] ?? 0) + 1;
  const recusas = [...known.recusas.filter(([other]) => other !== quem), [quem, times] as const].slice(
    -RECUSAS_LEMBRADAS,
  );
  const before = windowAt(known, now);
  const janela = { ...before, recusadas: before.recusadas + 1 };
  const recent = recentOf(janela, now);
  const dense = recent.recusadas >= RECUSAS_DENSAS && recent.recusadas > recent.respondidas;
  const everybody = dense || named > ESPERA_LONGA_MS;
  // Only calls sent at the present rate can lower it.
  const lowers = dense && enviadaEm >= (known.teto?.desde ?? 0);
  const pausadoAte = everybody ? Math.max(known.pausadoAte, now + named) : known.pausadoAte;
  const seconds = Math.max(1, Math.min(JANELA_MS, now - known.inicio) / 1000);
  return {
    pace: {
      // Counts answers and refusals anew from the pause's end.
      inicio: lowers ? pausadoAte : known.inicio,
      janela: lowers ? { ...NONE, desde: pausadoAte, antes: NONE } : janela,
      pausadoAte,
      teto: lowers
        ? {
            desde: pausadoAte,
            porSegundo: Math.max(TETO_MINIMO, recent.respondidas / seconds / 2),
            proxima: pausadoAte,
          }
        : known.teto,
      recusas,
    },
    conta: times >= RECUSAS_SEM_CONTAR,
    esperaMs: Math.max(named, pausadoAte - now, Math.min(RECUO_MAXIMO_MS, RECUO_MS * 2 ** (times - 1))),
    baixou: lowers,
  };
}

const begin = (now: number): Pace => ({
  inicio: now,
  janela: { ...NONE, desde: now, antes: NONE },
  pausadoAte: 0,
  teto: null,
  recusas: [],
});

function windowAt({ janela }: Pace, now: number): Pace['janela'] {
  const over = now - janela.desde;
  if (over <= JANELA_MS) return janela;
  const { respondidas, recusadas } = janela;
  // After two windows, the last counts are too old as well.
  return { ...NONE, desde: now, antes: over > 2 * JANELA_MS ? NONE : { respondidas, recusadas } };
}

function recentOf({ desde, antes, respondidas, recusadas }: Pace['janela'], now: number): Outcomes {
  const share = Math.max(0, 1 - (now - desde) / JANELA_MS);
  return {
    respondidas: respondidas + antes.respondidas * share,
    recusadas: recusadas + antes.recusadas * share,
  };
}
