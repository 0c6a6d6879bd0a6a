/** What `npm run verdade` does besides the oracle. */
export type Plano = {
  demo: boolean;
  som: boolean;
  /** Why nothing is spoken although nobody left it out, for people. */
  aviso: string | null;
  /** Why it can not do what it was told to. */
  erro: string | null;
};

/** @param faltam programs that speaking needs and that are not installed */
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
