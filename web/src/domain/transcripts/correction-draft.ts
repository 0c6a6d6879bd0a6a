// A sentence's correction under way, and the sentence as it was shown then.

import type { SentencaDoTrecho } from '@escuta/shared/contracts/surveys/confrontos';
import { useState } from 'react';
import { useRequiredSession } from '../../lib/network/session.ts';
import { type Draft, draftOwner, dropDraft, keepDraft, readDraft } from '../../lib/page/drafts.ts';

/** A sentence as far as its correction depends on it. */
export type CorrectedSentence = Pick<
  SentencaDoTrecho,
  'ordem' | 'texto' | 'falante' | 'texto_original' | 'falante_original'
>;
/** A sentence as a correction goes over it. */
export type SeenSentence = Pick<CorrectedSentence, 'texto' | 'falante'>;

/** Of one sentence as it was transcribed: after a new transcript, the same number is another sentence. */
const keyOf = (itemId: string, { ordem, texto, texto_original }: CorrectedSentence): string =>
  `correcao:${itemId}:${ordem}:${texto_original ?? texto}`;

/** The number of the sentence whose correction was begun and neither saved nor given up; null without one. */
export function useBegunCorrection(itemId: string, sentencas: readonly CorrectedSentence[]): number | null {
  const owner = draftOwner(useRequiredSession());
  return sentencas.find((one) => readDraft(owner, keyOf(itemId, one)))?.ordem ?? null;
}

type Correction = { texto: string; falante: string; visto: SeenSentence };

/** The kept draft; without one, the sentence. */
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
 * The typed correction of a sentence and the sentence as it was seen: both outlive a redrawn list, a reload and the end
 * of the session, until it is saved or given up (`drop`). `accept`: the person has seen what the sentence is now, and
 * goes on.
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
