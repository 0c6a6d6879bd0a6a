import { useCallback, useState } from 'react';
import { draftOwner, dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts';
import { useRequiredSession } from '../../lib/session.ts';

const FIELD = 'texto';

/**
 * The text of one field that stands in no form (a comment, an answer): it outlives its panel being closed, a reload and
 * the end of the session, and is forgotten when it is set to null (saved, given up).
 * @param key which one: 'comentario:<id>'
 * @param title what it is called, for people
 */
export function useDraftText(key: string, title: string): [string | null, (text: string | null) => void] {
  const owner = draftOwner(useRequiredSession());
  const [text, setText] = useState<string | null>(() => {
    const kept = readDraft(owner, key)?.values[FIELD];
    return typeof kept === 'string' ? kept : null;
  });
  const set = useCallback(
    (next: string | null) => {
      setText(next);
      if (next?.trim()) keepDraft(owner, key, { title, dialog: false, values: { [FIELD]: next } });
      else dropDraft(owner, key);
    },
    [owner, key, title],
  );
  return [text, set];
}
