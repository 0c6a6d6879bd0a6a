/** Reads a call's rows, and decides what becomes of each row. */

import { Legs, Repeats } from '@escuta/shared/domain/call-sheet/legs';
import { DIRECAO_EM_DUVIDA, type LigacaoLida, type RowReader } from '@escuta/shared/domain/call-sheet/row';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';

export type ChamadaLida = {
  /** The call and its first row; null if no row is a call. */
  chamada: { n: number; celulas: string[]; ligacao: LigacaoLida } | null;
  /** Rows with further legs. If `chamada` is null: halves of channels whose call is not in the sheet. */
  pernas: number[];
  /** Rows that repeat another row (`linha`) of the call. */
  repetidas: { n: number; linha: number }[];
  recusadas: { n: number; celulas: string[]; motivos: string[] }[];
  /** Number of summary rows, such as totals. */
  resumos: number;
};

/** Reads a call's rows (leg-index.ts), in the sheet's order. */
export function readCall(reader: RowReader, linhas: readonly LinhaLida[]): ChamadaLida {
  const steps = readingCall(reader, linhas);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** `readCall` that yields after each row, so that a long call does not block the event loop. */
export function* readingCall(
  reader: RowReader,
  linhas: readonly LinhaLida[],
): Generator<undefined, ChamadaLida, undefined> {
  const legs = new Legs();
  const taken: number[] = [];
  const repeats = new Repeats();
  const lida: ChamadaLida = { chamada: null, pernas: [], repetidas: [], recusadas: [], resumos: 0 };
  for (const { n, celulas } of linhas) {
    const row = reader.read(celulas);
    const metade = reader.isHalf(celulas);
    if (row.tipo === 'resumo') {
      lida.resumos += 1;
      continue;
    }
    // An unanswered half of a channel is no call without the other half.
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
