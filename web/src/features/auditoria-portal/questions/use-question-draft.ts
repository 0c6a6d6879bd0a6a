import { useCallback, useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../kit/form/use-unsaved.ts';
import { session, useSession } from '../../../lib/network/session.ts';
import { draftOwner, dropDraft, keepDraft, readDraft } from '../../../lib/page/drafts.ts';
import { TYPED } from '../../../lib/page/unsaved.ts';
import { countChanges, type QuestionDraft } from './question-draft.ts';

export interface QuestionDrafting {
  /** Null: nothing was changed. */
  draft: QuestionDraft | null;
  /** Null discards it; so does a draft that changes nothing. */
  change: (next: QuestionDraft | null) => void;
}

/**
 * Corrections of a preparation's questions that are not saved yet. They outlive the tab and a reading that somebody
 * else asked for, are asked about before the page is left, and come back after a sign-in where the session ended.
 */
export function useQuestionDraft(preparoId: string): QuestionDrafting {
  const current = useSession();
  const owner = current ? draftOwner(current) : null;
  const key = `perguntas-preparo:${preparoId}`;
  const [draft, setDraft] = useState<QuestionDraft | null>(() => {
    const kept = owner ? readDraft(owner, key)?.values.draft : undefined;
    return (kept as QuestionDraft | undefined) ?? null;
  });
  const latest = useRef(draft);
  const change = useCallback((next: QuestionDraft | null) => {
    const kept = next && countChanges(next) > 0 ? next : null;
    // At once: leaving right behind a save loses nothing.
    latest.current = kept;
    setDraft(kept);
  }, []);
  useUnsaved(() => (latest.current ? TYPED : null));
  useEffect(() => {
    if (!owner) return;
    const stop = session.subscribe(() => {
      if (session.get() || session.lastEnd() === 'logout' || !latest.current) return;
      keepDraft(owner, key, {
        title: 'Correção das perguntas',
        dialog: false,
        values: { draft: latest.current },
      });
    });
    return () => {
      stop();
      if (session.get()) dropDraft(owner, key);
    };
  }, [owner, key]);
  return { draft, change };
}
