import { useCallback, useEffect, useRef, useState } from 'react';
import { session, useRequiredSession } from '../../lib/network/session.ts';
import { draftOwner, dropDraft, keepDraft, readDraft } from '../../lib/page/drafts.ts';
import { TYPED } from '../../lib/page/unsaved.ts';
import { useUnsaved } from './use-unsaved.ts';

const FIELD = 'texto';

function keptText(owner: string, key: string): string | null {
  const kept = readDraft(owner, key)?.values[FIELD];
  return typeof kept === 'string' ? kept : null;
}

/** Keeps a text; one without a word is forgotten. */
function keepText(owner: string, key: string, title: string, text: string | null): void {
  if (text?.trim()) keepDraft(owner, key, { title, dialog: false, values: { [FIELD]: text } });
  else dropDraft(owner, key);
}

/**
 * The text of one field that stands in no form (a comment, an answer): it outlives its panel being closed, a reload and
 * the end of the session, and is forgotten when it is set to null (saved, given up).
 * @param key which one: 'comentario:<id>'
 * @param title what it is called, for people
 */
export function useDraftText(key: string, title: string): [string | null, (text: string | null) => void] {
  const owner = draftOwner(useRequiredSession());
  const [text, setText] = useState<string | null>(() => keptText(owner, key));
  const set = useCallback(
    (next: string | null) => {
      setText(next);
      keepText(owner, key, title, next);
    },
    [owner, key, title],
  );
  return [text, set];
}

/**
 * One text for each thing of a list (an answer, an insight) that stands in no form: it outlives another thing being
 * opened, a reload and the end of the session, and is forgotten when it is set to '' (saved, given up) or its page is
 * left, which asks first.
 * @param kind what they are of, before the thing's id in the drafts: 'observacao'
 * @param title what one is called, for people
 */
export function useDraftTexts(
  kind: string,
  title: string,
): { textOf: (id: string) => string; setText: (id: string, text: string) => void } {
  const owner = draftOwner(useRequiredSession());
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  useUnsaved(() => (Object.values(texts).some((text) => text.trim() !== '') ? TYPED : null));
  const typed = useRef(new Set<string>());
  useEffect(
    () => () => {
      // Left by the person, not by the end of the session.
      if (session.get()) for (const key of typed.current) dropDraft(owner, key);
    },
    [owner],
  );
  const keyOf = (id: string): string => `${kind}:${id}`;
  return {
    textOf: (id) => texts[id] ?? keptText(owner, keyOf(id)) ?? '',
    setText: (id, text) => {
      setTexts((before) => ({ ...before, [id]: text }));
      typed.current.add(keyOf(id));
      keepText(owner, keyOf(id), title, text);
    },
  };
}
