import { useDraftTexts } from '../../../kit/form/use-draft-text.ts';

/**
 * Typed notes by insight: moving the focus loses none.
 * @param id the focused insight; null: none
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
