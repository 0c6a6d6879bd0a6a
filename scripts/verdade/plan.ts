/** Parts that `npm run verdade` measures besides the oracle. */
export type Plano = {
  demo: boolean;
  som: boolean;
  /** Reason shown to people why nothing is spoken, although speech was not switched off; null if there is none. */
  aviso: string | null;
  /** Reason why the request is impossible; null if it is possible. */
  erro: string | null;
};

/** Decides what to measure from the options. @param faltam names of missing programs that speaking needs */
export function planOf(
  dito: { som: boolean; 'sem-som': boolean; 'sem-demo': boolean },
  faltam: readonly string[],
): Plano {
  const demo = !dito['sem-demo'];
  if (dito.som && dito['sem-som']) {
    return { demo, som: false, aviso: null, erro: 'Escolha --som ou --sem-som.' };
  }
  if (dito['sem-som'] || faltam.length === 0) {
    return { demo, som: !dito['sem-som'], aviso: null, erro: null };
  }
  const falta = `falta instalar ${faltam.join(' e ')}.`;
  return dito.som
    ? { demo, som: false, aviso: null, erro: `Para --som ${falta}` }
    : { demo, som: false, aviso: `Sem as entrevistas faladas: ${falta}`, erro: null };
}
