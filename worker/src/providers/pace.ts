/**
 * The permitted rate of calls to a provider, as pure transitions; `shared-pace.ts` stores it. A 429 among answers
 * delays only its call. When refusals outnumber answers, all calls pause for Retry-After and continue at half the
 * answered rate, which grows by 10 % per second until it has doubled that rate; then the limit is lifted. A long
 * Retry-After pauses all calls. Multiplicative decrease like in congestion control (Jacobson 1988); a rate grows here,
 * not a window.
 */
export type Pace = {
  inicio: number;
  /** Outcomes since `desde` (ms), and those of the JANELA_MS before it. */
  janela: Outcomes & { desde: number; antes: Outcomes };
  /** No call may be sent earlier, ms. */
  pausadoAte: number;
  /** The rate limit in force; null: none. */
  teto: null | {
    /** Time of the decrease, or of the end of its pause, ms; earlier calls do not count. */
    desde: number;
    /** Calls per second at `desde`; the rate grows from then on. */
    porSegundo: number;
    proxima: number;
  };
  /** Refusals in a row of each item, most recent last. */
  recusas: readonly (readonly [quem: string, vezes: number])[];
};

type Outcomes = { respondidas: number; recusadas: number };

/** Length of the sliding count, ms (two windows, the older by its remaining share). */
const JANELA_MS = 10_000;
const NONE: Outcomes = { respondidas: 0, recusadas: 0 };
/** Refusals show the provider's limit if they are at least this many and outnumber the answers. */
const RECUSAS_DENSAS = 5;
/** A longer Retry-After applies to all calls, ms. */
export const ESPERA_LONGA_MS = 5000;
/** Delay after a refusal without a Retry-After, ms. */
export const ESPERA_PADRAO_MS = 2000;
/** Longest delay, ms, so that an odd header does not stop the workers. */
export const ESPERA_MAXIMA_MS = 600_000;
/**
 * First and longest backoff of an item refused repeatedly, ms; the second refusal in a row waits only as long as the
 * provider says.
 */
const RECUO_MS = 500;
const RECUO_MAXIMO_MS = 60_000;
/** Refusals in a row that count no attempt: a busy provider costs none, but too large requests end eventually. */
export const RECUSAS_SEM_CONTAR = 10;
const RECUSAS_LEMBRADAS = 200;
const TETO_MINIMO = 0.2;
/** Growth of the rate, per second. */
const CRESCIMENTO = 1.1;
/** Multiple of the answered rate at which the limit is lifted. */
const FOLGA = 2;

/**
 * Decides whether a call may be sent: `passa` in `esperaMs`; otherwise try again then.
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
  // The limit is lifted at double `porSegundo`, because that is half of the answered rate.
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
 * Records a 429. `conta`: counts an attempt of the item; the item returns after `esperaMs`.
 * @param enviadaEm time of the call, ms
 * @param retryAfterMs null: the provider stated none
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
  // Calls at an earlier rate say nothing about the present rate.
  const lowers = dense && enviadaEm >= (known.teto?.desde ?? 0);
  const pausadoAte = everybody ? Math.max(known.pausadoAte, now + named) : known.pausadoAte;
  const seconds = Math.max(1, Math.min(JANELA_MS, now - known.inicio) / 1000);
  return {
    pace: {
      // After the pause, counting starts again.
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
  // After more than two windows, the outcomes of the last window have expired too.
  return { ...NONE, desde: now, antes: over > 2 * JANELA_MS ? NONE : { respondidas, recusadas } };
}

function recentOf({ desde, antes, respondidas, recusadas }: Pace['janela'], now: number): Outcomes {
  const share = Math.max(0, 1 - (now - desde) / JANELA_MS);
  return {
    respondidas: respondidas + antes.respondidas * share,
    recusadas: recusadas + antes.recusadas * share,
  };
}
