/** How many of each: of recordings that the audio stage heard, and of insights that were made of them. */
export type Contagens = {
  /** Recordings that the audio stage came to a result about. */
  ouvidas: number;
  /** Those of them with audible speech. */
  audiveis: number;
  insights: number;
  /** Insights that a person decided on: approved or rejected. */
  decididos: number;
  aprovados: number;
};

export type Partes = { audiveis: number | null; validadas: number | null; corretas: number | null };

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** What people decided of the insights alone: `validadas` and `corretas` of `qualityShares`. */
export function reviewShares({
  insights,
  decididos,
  aprovados,
}: Pick<Contagens, 'insights' | 'decididos' | 'aprovados'>): Omit<Partes, 'audiveis'> {
  return { validadas: share(decididos, insights), corretas: share(aprovados, decididos) };
}

/**
 * The shares that the home, the summary and reports show, made by the API alone: each 0 to 1 and null without anything to divide by:
 *
 *   audíveis   what the audio stage heard speech in ÷ what it heard
 *   validadas  insights that a person decided ÷ insights
 *   corretas   approved ÷ decided
 */
export function qualityShares(counts: Contagens): Partes {
  return {
    audiveis: share(counts.audiveis, counts.ouvidas),
    ...reviewShares(counts),
  };
}
