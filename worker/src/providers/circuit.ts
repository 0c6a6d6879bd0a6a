/**
 * A provider's circuit breaker, as pure transitions: closed → open → half-open → closed. The circuit opens when
 * ITENS_PARA_ABRIR different items in a row got no answer. After a pause, one call passes as a probe: an answer closes
 * the circuit, a failure doubles the pause, up to PAUSA_MAXIMA_MS.
 */
export type Circuit = {
  /** Different items that failed in a row; empty once the circuit is open. */
  falharam: readonly string[];
  aberto: null | {
    desde: number;
    ate: number;
    pausaMs: number;
    /** The present probe; after the time `ate` (ms), another call may probe. */
    sonda: { id: string; ate: number } | null;
    /** Number of each item's probes, most recent last. */
    sondas: readonly (readonly [quem: string, vezes: number])[];
  };
};

export const ITENS_PARA_ABRIR = 3;
export const PAUSA_INICIAL_MS = 2000;
export const PAUSA_MAXIMA_MS = 20_000;
/** Time after which a probe without a result blocks no other probe, ms. */
export const SONDA_LIMITE_MS = 20_000;
/** Longest wait for a probe's result before another try, ms. */
export const ESPERA_SONDA_MS = 3000;
/** Number of an item's failed probes that are no attempts: outages cost none, but an always failing item ends. */
export const SONDAS_SEM_CONTAR = 30;
/** Items whose probes are counted; more mean an outage, where counting matters less. */
const SONDAS_LEMBRADAS = 100;

const CLOSED: Circuit = { falharam: [], aberto: null };

export type Admission =
  | { circuit: Circuit | null; passa: true; sonda: boolean }
  | { circuit: Circuit | null; passa: false; esperaMs: number };

/**
 * Decides whether a call may be sent.
 * @param quem the calling item
 * @param id identifies this call
 * @param now ms
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

/** Records a call without an answer. `conta`: the call counts as an attempt; otherwise, repeat it after `esperaMs`. */
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
  // Failures of earlier calls and of abandoned probes do not change the open circuit.
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
