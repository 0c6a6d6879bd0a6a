/** Goals of answers: how many concluded interviews shall have chosen an option. */
export type EstadoDaCota = {
  feitas: number;
  /** How many are missing, and how many there are too many of. */
  faltam: number;
  excedem: number;
};

/** Where a quota stands. */
export const quotaState = (meta: number, feitas: number): EstadoDaCota => ({
  feitas,
  faltam: Math.max(0, meta - feitas),
  excedem: Math.max(0, feitas - meta),
});
