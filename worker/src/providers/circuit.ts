/**
 * The circuit of one provider as pure transitions: closed → open → half-open → closed. Where it is kept, and whose clock
 * it is, is `shared-circuit.ts`.
 *
 * It opens when ITENS_PARA_ABRIR different items in a row failed because the provider did not answer, with no answer to
 * anybody between: one item that fails among others that succeed never opens it. While it is open nobody calls; when its
 * pause is over one call goes out as a probe. An answer closes the circuit, a failure makes the pause longer, up to
 * PAUSA_MAXIMA_MS: so after the provider's return work goes on within that pause and the length of one call.
 */
export type Circuit = {
  /** Different items that failed in a row. Empty once it has opened. */
  falharam: readonly string[];
  aberto: null | {
    /** Since when, ms. */
    desde: number;
    /** When the next probe may go out, ms. */
    ate: number;
    pausaMs: number;
    /** The call that tries whether the provider is back; `ate`: it is given up then, and another may try. */
    sonda: { id: string; ate: number } | null;
    /** How often each item was a probe, most recent last. */
    sondas: readonly (readonly [quem: string, vezes: number])[];
  };
};

/** Different items that must fail in a row. */
export const ITENS_PARA_ABRIR = 3;
export const PAUSA_INICIAL_MS = 2000;
/** Longest pause between probes, ms: what a provider's return may go unnoticed. */
export const PAUSA_MAXIMA_MS = 20_000;
/** A probe without an outcome (a hanging provider, a dead worker) lets another one go after this, ms. */
export const SONDA_LIMITE_MS = 20_000;
/** Who is held while a probe is in the air asks again after this, ms. */
export const ESPERA_SONDA_MS = 3000;
/**
 * An item's failed probes use up none of its attempts until it has been a probe this often: an outage of hours costs
 * nobody an attempt, yet broken items that have the installation to themselves come to their end.
 */
export const SONDAS_SEM_CONTAR = 30;
/** Items whose probes are remembered: with more than these at hand an outage is one, not a few broken items. */
const SONDAS_LEMBRADAS = 100;

const CLOSED: Circuit = { falharam: [], aberto: null };

export type Admission =
  | { circuit: Circuit | null; passa: true; sonda: boolean }
  | { circuit: Circuit | null; passa: false; esperaMs: number };

/** May this call go out? @param quem the item that calls @param id of this call alone @param now ms */
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

/** The provider did not answer a call. `conta`: it uses up one of the item's attempts; else it waits `esperaMs`. */
export function fail(
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
  // Calls that were in the air when it opened, and probes that were given up, change nothing.
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
