import { useDraftTexts } from '../../../kit/form/use-draft-text.ts';

/**
 * Typed notes, kept for each insight, so that going to another insight loses none.
 * @param id the insight being reviewed; null for none
 */
export function useNotes(id: string | null): {
  note: string;
  setNote: (text: string) => void;
  /** Discards the note after its verdict was given. */
  dropNote: () => void;
} {
  const { textOf, setText } = useDraftTexts('observacao-do-insight', 'Observação');
  const put = (text: string): void => {
    if (id !== null) setText(id, text);
  };
  return { note: id === null ? '' : textOf(id), setNote: put, dropNote: () => put('') };
}
