import { useState } from 'react';
import { useUnsaved } from '../../kit/form/use-unsaved.ts';
import { TYPED } from '../../lib/unsaved.ts';

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
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  useUnsaved(() => (Object.values(notes).some((text) => text.trim() !== '') ? TYPED : null));
  const put = (text: string): void => {
    if (id !== null) setNotes((before) => ({ ...before, [id]: text }));
  };
  return { note: id === null ? '' : (notes[id] ?? ''), setNote: put, dropNote: () => put('') };
}
