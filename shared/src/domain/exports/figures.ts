export type Contagens = {
  ouvidas: number;
  audiveis: number;
  insights: number;
  decididos: number;
  aprovados: number;
};

export type Partes = { audiveis: number | null; validadas: number | null; corretas: number | null };

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** Returns the shares of `qualityShares` that only people's decisions determine. */
export function reviewShares({
  insights,
  decididos,
  aprovados,
}: Pick<Contagens, 'insights' | 'decididos' | 'aprovados'>): Omit<Partes, 'audiveis'> {
  return { validadas: share(decididos, insights), corretas: share(aprovados, decididos) };
}

/**
 * The shares of home, summary and reports, computed by the API alone; 0 to 1, null if the denominator is 0:
 *
 * audíveis   recordings with speech ÷ recordings with an audio result
 * validadas  decided insights ÷ insights
 * corretas   approved ÷ decided
 */
export function qualityShares(counts: Contagens): Partes {
  return {
    audiveis: share(counts.audiveis, counts.ouvidas),
    ...reviewShares(counts),
  };
}
