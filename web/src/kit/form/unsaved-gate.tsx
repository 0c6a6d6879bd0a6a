import { useEffect, useRef, useState } from 'react';
import { useBlocker } from 'react-router-dom';
import { connectAsking, type Loss, lossNow, openDialog, TYPED } from '../../lib/page/unsaved.ts';
import { ConfirmDialog } from '../../ui/overlays/alert-dialog.tsx';
import { useLast } from '../use-last.ts';

interface Question {
  loss: Loss;
  go: () => void;
  stay?: () => void;
}

/**
 * Asks before typed text is lost. There is one gate for the whole signed-in area, because the router allows only one
 * blocker. If a dialog is open, 'Voltar' closes the dialog and the page stays.
 */
export function UnsavedGate() {
  const [question, setQuestion] = useState<Question | null>(null);
  const back = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation, historyAction }) => {
    back.current = historyAction === 'POP';
    if (back.current && openDialog()) return true;
    return (back.current || currentLocation.pathname !== nextLocation.pathname) && lossNow() !== null;
  });
  // The question until its first answer: closing the dialog after 'Descartar' must not count as 'Continuar editando'.
  const waiting = useRef<Question | null>(null);
  const answer = (how: 'go' | 'stay'): void => {
    const asked = waiting.current;
    waiting.current = null;
    setQuestion(null);
    asked?.[how]?.();
  };
  useEffect(
    () =>
      connectAsking((loss, go) => {
        waiting.current = { loss, go };
        setQuestion(waiting.current);
      }),
    [],
  );
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (lossNow()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, []);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const dialog = openDialog();
    if (back.current && dialog) {
      blocker.reset();
      dialog.closeDialog?.();
      return;
    }
    const loss = lossNow();
    if (!loss) {
      blocker.proceed();
      return;
    }
    waiting.current = { loss, go: () => blocker.proceed(), stay: () => blocker.reset() };
    setQuestion(waiting.current);
  }, [blocker]);
  const { loss } = useLast(question) ?? { loss: TYPED };
  return (
    <ConfirmDialog
      {...loss}
      open={question !== null}
      onOpenChange={(open) => (open ? undefined : answer('stay'))}
      destructive
      onConfirm={() => answer('go')}
    />
  );
}
