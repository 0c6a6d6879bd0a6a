// Keeps a sentence's unfinished correction and the sentence as it was when the correction began.

import type { SentencaDoTrecho } from '@escuta/shared/contracts/surveys/confrontos';
import { useState } from 'react';
import { useRequiredSession } from '../../lib/network/session.ts';
import { type Draft, draftOwner, dropDraft, keepDraft, readDraft } from '../../lib/page/drafts.ts';

/** The fields of a sentence that a correction of it needs. */
export type CorrectedSentence = Pick<
  SentencaDoTrecho,
  'ordem' | 'texto' | 'falante' | 'texto_original' | 'falante_original'
>;
/** A sentence as seen by the person who corrects it. */
export type SeenSentence = Pick<CorrectedSentence, 'texto' | 'falante'>;

/**
 * Draft key. It includes the transcribed text, because in a new transcript the same number belongs to another sentence.
 */
const keyOf = (itemId: string, { ordem, texto, texto_original }: CorrectedSentence): string =>
  `correcao:${itemId}:${ordem}:${texto_original ?? texto}`;

/** Number of the sentence with an unfinished correction; null if no correction is unfinished. */
export function useBegunCorrection(itemId: string, sentencas: readonly CorrectedSentence[]): number | null {
  const owner = draftOwner(useRequiredSession());
  return sentencas.find((one) => readDraft(owner, keyOf(itemId, one)))?.ordem ?? null;
}

type Correction = { texto: string; falante: string; visto: SeenSentence };

/** Initial values of a correction: those of the kept draft, else the sentence's own. */
function begin(kept: Draft['values'] | undefined, { texto, falante }: CorrectedSentence): Correction {
  const said = (field: string, otherwise: string): string => {
    const value = kept?.[field];
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    texto: said('texto', texto),
    falante: said('falante', falante),
    visto: {
      texto: said('vistoTexto', texto),
      falante: said('vistoFalante', falante) as SeenSentence['falante'],
    },
  };
}

/**
 * A sentence's typed correction and the sentence as the person saw it. Both survive a redrawn list, a reload and the
 * session's end, until saved or discarded (`drop`). `accept` records that the person has seen the present sentence.
 */
export function useCorrectionDraft(itemId: string, sentenca: CorrectedSentence) {
  const owner = draftOwner(useRequiredSession());
  const key = keyOf(itemId, sentenca);
  const [correction, setCorrection] = useState(() => begin(readDraft(owner, key)?.values, sentenca));
  const set = (next: Correction): void => {
    const { texto, falante, visto } = next;
    setCorrection(next);
    if (texto === visto.texto && falante === visto.falante) dropDraft(owner, key);
    else {
      const values = { texto, falante, vistoTexto: visto.texto, vistoFalante: visto.falante };
      keepDraft(owner, key, { title: 'Correção da transcrição', dialog: false, values });
    }
  };
  return {
    ...correction,
    change: (fields: Partial<Pick<Correction, 'texto' | 'falante'>>) => set({ ...correction, ...fields }),
    accept: () => set({ ...correction, visto: { texto: sentenca.texto, falante: sentenca.falante } }),
    drop: () => dropDraft(owner, key),
  };
}
