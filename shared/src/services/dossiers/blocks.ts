import type { PdfBloco } from '../exports/pdf.ts';

/** Width of a fact's label, points. */
const ROTULO = 92;

export const section = (titulo: string, ...blocos: readonly PdfBloco[]): PdfBloco[] =>
  blocos.length === 0 ? [] : [{ tipo: 'secao', titulo }, ...blocos];

export function factsInColumns(facts: readonly (readonly [rotulo: string, valor: string])[]): PdfBloco {
  const half = Math.ceil(facts.length / 2);
  return {
    tipo: 'colunas',
    colunas: [facts.slice(0, half), facts.slice(half)].map((fatos) => ({
      largura: '*',
      blocos: [{ tipo: 'fatos', fatos, rotulo: ROTULO }],
    })),
  };
}
