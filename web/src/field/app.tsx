/** The interview app: opens this device's data of the person who uses it, and shows one of its two pages. */
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../lib/network/session.ts';
import { type Field, FieldProvider, openField, toSignIn } from './device/field.ts';
import { currentOwner } from './device/owner.ts';
import { usePlace } from './device/place.ts';
import { HomePage } from './screens/home-page.tsx';
import { PinGate } from './screens/lock/lock.tsx';
import { LoadFailure, Loading } from './screens/messages.tsx';
import { RehearsalPage } from './screens/rehearsal-page.tsx';
import { RunnerPage } from './screens/runner-page.tsx';
import { Toasts } from './screens/toasts.tsx';

function Pages() {
  const place = usePlace();
  const { questionarioId, entrevistaId } = place;
  const where = `${questionarioId ?? ''}/${entrevistaId ?? ''}`;
  const [first] = useState(where);
  useEffect(() => {
    // Moves the focus to the new page's heading, except on the first page, whose focus the browser sets.
    if (where !== first) document.querySelector<HTMLElement>('[data-heading]')?.focus();
  }, [where, first]);
  return questionarioId === null ? <HomePage /> : <RunnerPage place={{ ...place, questionarioId }} />;
}

/** Opens a person's data on this device and shows the app's pages. */
function Device({ owner }: { owner: string }) {
  const [state, setState] = useState<Field | 'falhou' | null>(null);
  useEffect(() => {
    let gone = false;
    let close = async (): Promise<void> => undefined;
    openField(owner).then(
      (opened) => {
        if (gone) {
          void opened.close();
          return;
        }
        close = opened.close;
        setState(opened.field);
      },
      () => setState('falhou'),
    );
    return () => {
      gone = true;
      void close();
    };
  }, [owner]);
  if (state === null) return <Loading />;
  if (state === 'falhou') {
    return (
      <LoadFailure
        message="Este navegador não permite salvar dados (janela anônima ou armazenamento bloqueado). Abra em uma janela comum."
        onRetry={() => window.location.reload()}
      />
    );
  }
  return (
    <FieldProvider value={state}>
      <PinGate>
        <Pages />
      </PinGate>
    </FieldProvider>
  );
}

/** Finds the person who uses this device and opens that person's data. */
function OwnDevice() {
  const found = currentOwner(useSession());
  const { entrevistaId } = usePlace();
  const kept = useRef(found);
  if (found !== null) kept.current = found;
  // Keeps the person during an interview, so that a sign-out in another tab does not end the interview here.
  const owner = found ?? (entrevistaId === null ? null : kept.current);
  useEffect(() => {
    if (owner === null) toSignIn();
  }, [owner]);
  return owner === null ? <Loading /> : <Device key={owner} owner={owner} />;
}

/** A rehearsal by the signed-in person. It stores neither answers nor who uses the device. */
function SignedInRehearsal({ questionarioId }: { questionarioId: string }) {
  const signedIn = useSession() !== null;
  useEffect(() => {
    if (!signedIn) toSignIn();
  }, [signedIn]);
  return signedIn ? <RehearsalPage key={questionarioId} questionarioId={questionarioId} /> : <Loading />;
}

export function App() {
  const { questionarioId, ensaio } = usePlace();
  return (
    <>
      <main
        id="conteudo"
        className="mx-auto min-h-dvh w-full max-w-3xl px-4 py-6 max-sm:py-4 sm:px-6 sm:py-10"
      >
        {ensaio && questionarioId !== null ? (
          <SignedInRehearsal questionarioId={questionarioId} />
        ) : (
          <OwnDevice />
        )}
      </main>
      <Toasts />
    </>
  );
}
