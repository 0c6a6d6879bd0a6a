/** State of a goal, which is the number of concluded interviews in which an option should be chosen. */
export type EstadoDaCota = {
  feitas: number;
  /** Interviews that the goal still needs; `excedem`: interviews beyond the goal. */
  faltam: number;
  excedem: number;
};

export const quotaState = (meta: number, feitas: number): EstadoDaCota => ({
  feitas,
  faltam: Math.max(0, meta - feitas),
  excedem: Math.max(0, feitas - meta),
});
