import { useCallback, useEffect, useRef, useState } from 'react';
import { useUnsaved } from '../../../kit/form/use-unsaved.ts';
import { session, useSession } from '../../../lib/network/session.ts';
import { draftOwner, dropDraft, keepDraft, readDraft } from '../../../lib/page/drafts.ts';
import { TYPED } from '../../../lib/page/unsaved.ts';
import { countChanges, type QuestionDraft } from './question-draft.ts';

export interface QuestionDrafting {
  /** The unsaved corrections; null if there are none. */
  draft: QuestionDraft | null;
  /** Replaces the draft; null, or a draft without changes, discards it. */
  change: (next: QuestionDraft | null) => void;
}

/**
 * Unsaved corrections of a preparation's questions. They stay when the tab changes or the files are read again. Leaving
 * the page asks first; if the session ends, they return after the next sign-in.
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
    // The ref is set at once, so that leaving the page right after a save asks nothing.
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
