/** Rows of one call: what becomes of each of them. */

import { Legs, Repeats } from '@escuta/shared/domain/call-sheet/legs';
import { DIRECAO_EM_DUVIDA, type LigacaoLida, type RowReader } from '@escuta/shared/domain/call-sheet/row';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';

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
  const steps = readingCall(reader, linhas);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** `readCall` with a step after each row: a call may have so many that whoever reads it must do other things in between. */
export function* readingCall(
  reader: RowReader,
  linhas: readonly LinhaLida[],
): Generator<undefined, ChamadaLida, undefined> {
  const legs = new Legs();
  const taken: number[] = [];
  const repeats = new Repeats();
  const lida: ChamadaLida = { chamada: null, pernas: [], repetidas: [], recusadas: [] };
  for (const { n, celulas } of linhas) {
    const row = reader.read(celulas);
    const metade = reader.isHalf(celulas);
    // A half alone that nobody answered is no call: its other half was not written into this sheet.
    if (row.tipo === 'recusada' && metade) lida.pernas.push(n);
    else if (row.tipo === 'recusada') lida.recusadas.push({ n, celulas, motivos: row.motivos });
    else {
      const perna = { n, ligacao: row.ligacao, metade };
      const linha = repeats.before(perna);
      if (linha === null) {
        legs.add(perna);
        taken.push(n);
      } else lida.repetidas.push({ n, linha });
    }
    yield;
  }
  const call = legs.call();
  if (!call) return lida;
  const { ligacao, principal } = call;
  const { n, metade } = principal;
  if (taken.length === 1 && metade && (ligacao.duracao ?? 0) === 0) {
    lida.pernas.push(n);
    return lida;
  }
  for (const leg of taken) if (leg !== n) lida.pernas.push(leg);
  const celulas = linhas.find((linha) => linha.n === n)?.celulas ?? [];
  if (ligacao.direcao === 'duvida') lida.recusadas.push({ n, celulas, motivos: [DIRECAO_EM_DUVIDA] });
  else lida.chamada = { n, celulas, ligacao };
  return lida;
}
