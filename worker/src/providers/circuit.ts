/**
 * The circuit breaker of a provider, as pure transitions between states: closed → open → half-open → closed.
 * `shared-circuit.ts` stores the state. The circuit opens when ITENS_PARA_ABRIR different items in a row got no answer;
 * a single failing item never opens it. After a pause, one call is let through as a probe: an answer closes the
 * circuit, a failure doubles the pause, up to PAUSA_MAXIMA_MS.
 */
export type Circuit = {
  /** Ids of the different items that failed in a row; empty once the circuit is open. */
  falharam: readonly string[];
  aberto: null | {
    desde: number;
    ate: number;
    pausaMs: number;
    /** The call that is the present probe; after the time `ate` (ms), another call may be the probe. */
    sonda: { id: string; ate: number } | null;
    /** Number of probes of each item, most recent last. */
    sondas: readonly (readonly [quem: string, vezes: number])[];
  };
};

export const ITENS_PARA_ABRIR = 3;
export const PAUSA_INICIAL_MS = 2000;
/** Longest pause between probes, ms. */
export const PAUSA_MAXIMA_MS = 20_000;
/** Time after which a probe without a result no longer holds back other probes, ms. */
export const SONDA_LIMITE_MS = 20_000;
/** Longest time after which calls that wait for a probe's result try again, ms. */
export const ESPERA_SONDA_MS = 3000;
/** Number of an item's failed probes that count no attempt: outages cost none, but an item that always fails ends. */
export const SONDAS_SEM_CONTAR = 30;
/** Number of items whose probes are counted; if more items fail, it is an outage, and counting matters less. */
const SONDAS_LEMBRADAS = 100;

const CLOSED: Circuit = { falharam: [], aberto: null };

export type Admission =
  | { circuit: Circuit | null; passa: true; sonda: boolean }
  | { circuit: Circuit | null; passa: false; esperaMs: number };

/**
 * Decides whether a call may be sent.
 * @param quem the calling item
 * @param id of this call alone
 * @param now present time, ms
 */
export function admit(
  circuit: Circuit | null,
  { quem, id, now }: { quem: string; id: string; now: number },
): Admission {
  const aberto = circuit?.aberto;
  if (!aberto) return { circuit, passa: true, sonda: false };
  if (now < aberto.ate) return { circuit, passa: false, esperaMs: aberto.ate - now };
  if (aberto.sonda && now < aberto.sonda.ate) {
    return { circuit, passa: false, esperaMs: Math.min(ESPERA_SONDA_MS, aberto.sonda.ate - now) };
  }
  const vezes = probesOf(aberto.sondas, quem) + 1;
  const sondas = [...aberto.sondas.filter(([other]) => other !== quem), [quem, vezes] as const];
  return {
    circuit: {
      falharam: [],
      aberto: {
        ...aberto,
        sonda: { id, ate: now + SONDA_LIMITE_MS },
        sondas: sondas.slice(-SONDAS_LEMBRADAS),
      },
    },
    passa: true,
    sonda: true,
  };
}

/** Records a call without an answer. `conta`: true if it counts as an attempt; else it is repeated after `esperaMs`. */
export function recordFailure(
  circuit: Circuit | null,
  { quem, id, now }: { quem: string; id: string; now: number },
): { circuit: Circuit } & ({ conta: true } | { conta: false; esperaMs: number }) {
  const { falharam, aberto } = circuit ?? CLOSED;
  if (!aberto) {
    const all = falharam.includes(quem) ? falharam : [...falharam, quem];
    if (all.length < ITENS_PARA_ABRIR) return { circuit: { falharam: all, aberto: null }, conta: true };
    const pausaMs = PAUSA_INICIAL_MS;
    return {
      circuit: {
        falharam: [],
        aberto: { desde: now, ate: now + pausaMs, pausaMs, sonda: null, sondas: [] },
      },
      conta: false,
      esperaMs: pausaMs,
    };
  }
  const conta = probesOf(aberto.sondas, quem) > SONDAS_SEM_CONTAR;
  // Failures of calls in progress when the circuit opened, and of probes that were given up, do not change the circuit.
  if (aberto.sonda?.id !== id) {
    const open = { falharam, aberto };
    return conta
      ? { circuit: open, conta }
      : { circuit: open, conta, esperaMs: Math.max(ESPERA_SONDA_MS, aberto.ate - now) };
  }
  const pausaMs = Math.min(PAUSA_MAXIMA_MS, aberto.pausaMs * 2);
  const next = { falharam, aberto: { ...aberto, pausaMs, ate: now + pausaMs, sonda: null } };
  return conta ? { circuit: next, conta } : { circuit: next, conta, esperaMs: pausaMs };
}

const probesOf = (sondas: readonly (readonly [string, number])[], quem: string): number =>
  sondas.find(([other]) => other === quem)?.[1] ?? 0;
