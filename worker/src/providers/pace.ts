/**
 * How fast one provider may be asked, as pure transitions. Where it is kept, and whose clock it is, is `shared-pace.ts`.
 *
 * A 429 among answers ('scattered') stops nobody: who met it waits its Retry-After, all others go on. When refusals
 * outnumber answers the provider's own limit is met: everybody pauses for Retry-After, and goes on at half the rate at which
 * it answered, which grows again by a tenth a second until it is twice that rate, and then no rate holds any more. A long
 * Retry-After (a quota's window) pauses everybody at once.
 * Multiplicative decrease, as in congestion control (Jacobson 1988); the growth is of a rate, not of a window.
 */
export type Pace = {
  /** Since when outcomes are counted, ms. */
  inicio: number;
  /** Outcomes since `desde` (ms), and those of the JANELA_MS before it. */
  janela: Outcomes & { desde: number; antes: Outcomes };
  /** Nobody asks before, ms. */
  pausadoAte: number;
  /** The rate in force; null: as fast as calls come. */
  teto: null | {
    /** When it was lowered, or the pause that came with it ends, ms: what was asked before says nothing about it. */
    desde: number;
    /** Calls a second at `desde`; it grows from there. */
    porSegundo: number;
    /** When the next call may go out, ms. */
    proxima: number;
  };
  /** How often in a row each item was refused, most recent last. */
  recusas: readonly (readonly [quem: string, vezes: number])[];
};

type Outcomes = { respondidas: number; recusadas: number };

/** Outcomes are counted over this, sliding (two windows, the older one by its share that still counts), ms. */
const JANELA_MS = 10_000;
const NONE: Outcomes = { respondidas: 0, recusadas: 0 };
/** So many refusals, and more of them than answers, are the provider's limit and no scattered ones. */
const RECUSAS_DENSAS = 5;
/** A Retry-After beyond this holds for everybody, however few met it, ms. */
export const ESPERA_LONGA_MS = 5000;
/** Wait of who is refused without a Retry-After, ms. */
export const ESPERA_PADRAO_MS = 2000;
/** Longest wait, ms: one odd header must not stop the workers for long. */
export const ESPERA_MAXIMA_MS = 600_000;
/**
 * An item refused again and again comes back ever later, from and up to this, ms, unless it is told to wait longer: the second
 * refusal in a row is as likely a scattered one as the first, and waits no longer than the provider says.
 */
const RECUO_MS = 500;
const RECUO_MAXIMO_MS = 60_000;
/**
 * Refusals in a row use up none of an item's attempts until there are so many: a full provider costs nobody an attempt, yet
 * a request that is itself too large for the limit comes to its end.
 */
export const RECUSAS_SEM_CONTAR = 10;
/** Items whose refusals are remembered. */
const RECUSAS_LEMBRADAS = 200;
/** Lowest rate, calls a second. */
const TETO_MINIMO = 0.2;
/** Growth of the rate, a second. */
const CRESCIMENTO = 1.1;
/** No rate holds any more once it has grown to this many times the rate at which the provider answered. */
const FOLGA = 2;

/** May this call go out? `esperaMs`: it has a place, that long from now; not `passa`: ask again after that. @param now ms */
export function enter(
  pace: Pace | null,
  { now, longestMs }: { now: number; longestMs: number },
): { pace: Pace | null; passa: boolean; esperaMs: number } {
  if (!pace) return { pace, passa: true, esperaMs: 0 };
  if (now < pace.pausadoAte) return { pace, passa: false, esperaMs: pace.pausadoAte - now };
  const { teto } = pace;
  if (!teto) return { pace, passa: true, esperaMs: 0 };
  const perSecond = teto.porSegundo * CRESCIMENTO ** (Math.max(0, now - teto.desde) / 1000);
  // It was halved when it was lowered.
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

/** The provider answered an item's call, well or not: it took it in. */
export function answered(pace: Pace | null, { quem, now }: { quem: string; now: number }): Pace {
  const known = pace ?? begin(now);
  const janela = windowAt(known, now);
  return {
    ...known,
    janela: { ...janela, respondidas: janela.respondidas + 1 },
    recusas: known.recusas.filter(([other]) => other !== quem),
  };
}

/** Whether the provider has answered anybody lately. */
export function answersOthers(pace: Pace | null, now: number): boolean {
  return pace !== null && recentOf(windowAt(pace, now), now).respondidas > 0;
}

/**
 * The provider refused a call because of too many. `conta`: it uses up one of the item's attempts. `esperaMs`: the item
 * comes back then. @param enviadaEm when the call went out, ms @param retryAfterMs null: the provider named none
 */
export function refused(
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
  // What went out at the former rate says nothing about the one in force.
  const lowers = dense && enviadaEm >= (known.teto?.desde ?? 0);
  const pausadoAte = everybody ? Math.max(known.pausadoAte, now + named) : known.pausadoAte;
  const seconds = Math.max(1, Math.min(JANELA_MS, now - known.inicio) / 1000);
  return {
    pace: {
      // After the pause outcomes are counted anew: those before it were met at another rate.
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
  // A whole window without an outcome lies between: nothing of before counts.
  return { ...NONE, desde: now, antes: over > 2 * JANELA_MS ? NONE : { respondidas, recusadas } };
}

function recentOf({ desde, antes, respondidas, recusadas }: Pace['janela'], now: number): Outcomes {
  const share = Math.max(0, 1 - (now - desde) / JANELA_MS);
  return {
    respondidas: respondidas + antes.respondidas * share,
    recusadas: recusadas + antes.recusadas * share,
  };
}
