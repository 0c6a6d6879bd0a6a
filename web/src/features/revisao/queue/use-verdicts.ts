import {
  listReviewQueue,
  undoInsightValidation,
  validateInsight,
} from '@escuta/shared/contracts/insights/insights';
import { useCallback, useRef, useState } from 'react';
import { type Verdict, type VereditoAnterior, verdictInTheWay } from '../../../domain/insights/verdicts.ts';
import { useApiMutation } from '../../../kit/mutation.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { ApiError, errorMessage } from '../../../lib/network/api.ts';
import { queryKey } from '../../../lib/network/query.ts';

/** Id of the toast, the same for all verdicts, so that only the last one is shown. */
const TOAST = 'veredito';
const QUEUE = () => [queryKey(listReviewQueue)];

/** A verdict given on the insight `id`. `sent` resolves to the verdict's time, or to null if the server refused it. */
type Given = { id: string; sent: Promise<string | null> };
/** A verdict that was not saved, because it would replace the verdict of another person (`first`). */
type Asked = { id: string; verdict: Verdict; first: VereditoAnterior };

/**
 * Gives verdicts. A judged insight leaves the list before the server responds, and returns if the server refuses or the
 * person undoes the verdict. `onReturn` gets the id of an insight that returns; `refresh` reloads the queue.
 */
export function useVerdicts(onReturn: (id: string) => void, refresh: () => Promise<void>) {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<Asked | null>(null);
  const given = useRef<Given[]>([]);
  const undoing = useRef(false);

  const putBack = useCallback(
    (id: string) => {
      setJudged((now) => new Set([...now].filter((other) => other !== id)));
      onReturn(id);
    },
    [onReturn],
  );
  // `kept`, because the list already lacks the judged insight, and requesting all pages again would only move its rows.
  const { run: validate } = useApiMutation(validateInsight, { failed: null, kept: QUEUE, shownFirst: true });
  const { run: takeBack } = useApiMutation(undoInsightValidation, { failed: null, kept: QUEUE });

  const undo = useCallback(async () => {
    const last = given.current.at(-1);
    if (!last || undoing.current) return;
    undoing.current = true;
    try {
      const dado_em = await last.sent;
      if (dado_em === null) return;
      await takeBack({ params: { id: last.id }, query: { dado_em } });
      given.current = given.current.filter((one) => one !== last);
      putBack(last.id);
      toast.info('Veredito desfeito', { id: TOAST, action: null, description: null });
    } catch (error) {
      given.current = given.current.filter((one) => one !== last);
      toast.error('Erro ao desfazer o veredito', {
        id: TOAST,
        action: null,
        description: errorMessage(error, 'Tente novamente.'),
      });
    } finally {
      undoing.current = false;
      void refresh();
    }
  }, [putBack, refresh, takeBack]);

  const give = useCallback(
    (id: string, verdict: Verdict) => {
      setJudged((now) => new Set(now).add(id));
      const entry: Given = { id, sent: Promise.resolve(null) };
      entry.sent = validate({ params: { id }, body: verdict }).then(
        ({ data }) => data.validacao?.em ?? null,
        (error: unknown) => {
          given.current = given.current.filter((one) => one !== entry);
          const first = verdictInTheWay(error);
          if (first) setAsked({ id, verdict, first });
          // With this id, the new toast replaces the toast that had reported success.
          const quiet = { id: TOAST, action: null, description: null };
          if (first) toast.info('Outra pessoa já deu o veredito deste insight', quiet);
          else {
            toast.error('Erro ao validar insight', {
              ...quiet,
              description: errorMessage(error, 'Tente novamente.'),
            });
          }
          // 409 or 404: another person judged the insight, or the insight was replaced or deleted, so it does not
          // return to the list. After any other failure it returns, so that the verdict can be given again.
          if (!(error instanceof ApiError && (error.status === 409 || error.status === 404))) putBack(id);
          void refresh();
          return null;
        },
      );
      given.current.push(entry);
      toast.success(verdict.veredito === 'rejeitado' ? 'Insight rejeitado' : 'Insight aprovado', {
        id: TOAST,
        description: null,
        action: { label: 'Desfazer', onClick: () => void undo() },
      });
    },
    [putBack, refresh, undo, validate],
  );

  /** Sends the verdict again, to replace the other person's verdict. */
  const replace = useCallback(() => {
    if (!asked) return;
    setAsked(null);
    give(asked.id, { ...asked.verdict, substitui: asked.first.id });
  }, [asked, give]);
  const keepFirst = useCallback(() => setAsked(null), []);

  return { judged, give, undo, inTheWay: asked?.first ?? null, replace, keepFirst };
}
