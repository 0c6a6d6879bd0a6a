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

/** Keeps a text; deletes a blank one. */
function keepText(owner: string, key: string, title: string, text: string | null): void {
  if (text?.trim()) keepDraft(owner, key, { title, dialog: false, values: { [FIELD]: text } });
  else dropDraft(owner, key);
}

/**
 * The text of a single field outside a form, such as a comment. It survives a closed panel, a reload and the end of the
 * session. Once the text was saved or discarded, the caller sets null, which deletes it.
 * @param key key of the draft: 'comentario:<id>'
 * @param title name of the text for people
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
 * A text for each item of a list, outside a form. The texts survive going to another item, a reload and the end of the
 * session. The caller deletes a saved or discarded text by setting ''; leaving the page deletes all, but asks first.
 * @param kind beginning of the drafts' keys: 'observacao'
 * @param title name of the texts for people
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
      // Deletes the texts if the person left the page, but not if the session ended.
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
