/** Rows of one call: what becomes of each of them. */
import type { LinhaLida } from '../survey-file/sheet.ts';
import { joinLegs, type Perna, withoutRepeats } from './legs.ts';
import { DIRECAO_EM_DUVIDA, type LigacaoLida, type RowReader } from './row.ts';

/** A call and its rows. */
export type ChamadaLida = {
  /** Null: none of the rows is one. */
  chamada: { n: number; celulas: string[]; ligacao: LigacaoLida } | null;
  /** Further legs of it, by their rows; without a call, halves of a channel whose call is not in the sheet. */
  pernas: number[];
  /** Rows that say what another row of the call said, with that one. */
  repetidas: { n: number; linha: number }[];
  recusadas: { n: number; celulas: string[]; motivos: string[] }[];
};

/** Reads rows that are one call (leg-index.ts), in the sheet's order. */
export function readCall(reader: RowReader, linhas: readonly LinhaLida[]): ChamadaLida {
  const read: Perna[] = [];
  const celulasDe = new Map<number, string[]>();
  const lida: ChamadaLida = { chamada: null, pernas: [], repetidas: [], recusadas: [] };
  for (const { n, celulas } of linhas) {
    const row = reader.read(celulas);
    const metade = reader.isHalf(celulas);
    // A half alone that nobody answered is no call: its other half was not written into this sheet.
    if (row.tipo === 'recusada' && metade) lida.pernas.push(n);
    else if (row.tipo === 'recusada') lida.recusadas.push({ n, celulas, motivos: row.motivos });
    else {
      celulasDe.set(n, celulas);
      read.push({ n, ligacao: row.ligacao, metade });
    }
  }
  const { pernas, repetidas } = withoutRepeats(read);
  lida.repetidas = [...repetidas].map(([n, linha]) => ({ n, linha }));
  const [first, ...others] = pernas;
  if (!first) return lida;
  if (others.length === 0 && first.metade && (first.ligacao.duracao ?? 0) === 0) {
    lida.pernas.push(first.n);
    return lida;
  }
  const { ligacao, principal } = joinLegs([first, ...others]);
  const { n } = principal;
  const celulas = celulasDe.get(n) ?? [];
  for (const perna of pernas) if (perna.n !== n) lida.pernas.push(perna.n);
  if (ligacao.direcao === 'duvida') lida.recusadas.push({ n, celulas, motivos: [DIRECAO_EM_DUVIDA] });
  else lida.chamada = { n, celulas, ligacao };
  return lida;
}
