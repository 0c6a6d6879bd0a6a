import { addUnit, noUnits } from '@escuta/shared/domain/intervals/ratio';
import type { Contagens } from '@escuta/shared/domain/interview/verdicts/figures';
import { applicableCells, VALIDAM } from '@escuta/shared/domain/interview/verdicts/figures';

/** Adds up the verdicts of interviews to the sums that the database stores for rates over cells. */
export function byInterview(entrevistas: readonly Contagens['porVeredito'][]): Contagens['porEntrevista'] {
  const sums = { validadas: noUnits(), corretas: noUnits(), corretasDasAplicaveis: noUnits() };
  for (const one of entrevistas) {
    const judged = VALIDAM.reduce((n, veredito) => n + one[veredito], 0);
    addUnit(sums.validadas, { x: judged, c: applicableCells(one) });
    addUnit(sums.corretas, { x: one.confere, c: judged });
    addUnit(sums.corretasDasAplicaveis, { x: one.confere, c: applicableCells(one) });
  }
  return sums;
}
