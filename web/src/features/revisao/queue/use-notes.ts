import { useDraftTexts } from '../../../kit/form/use-draft-text.ts';

/**
 * What is typed about each insight of the queue: another that comes into focus takes nothing of it away.
 * @param id the insight in focus; null: none
 */
export function useNotes(id: string | null): {
  note: string;
  setNote: (text: string) => void;
  /** Its verdict was given with it. */
  dropNote: () => void;
} {
  const { textOf, setText } = useDraftTexts('observacao-do-insight', 'Observação');
  const put = (text: string): void => {
    if (id !== null) setText(id, text);
  };
  return { note: id === null ? '' : textOf(id), setNote: put, dropNote: () => put('') };
}
