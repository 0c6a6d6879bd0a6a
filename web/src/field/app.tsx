/** The runner: finds the device's owner, and chooses between its two pages. */
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
    // A freshly loaded page has its own focus.
    if (where !== first) document.querySelector<HTMLElement>('[data-heading]')?.focus();
  }, [where, first]);
  return questionarioId === null ? <HomePage /> : <RunnerPage place={{ ...place, questionarioId }} />;
}

/** A person's open device. */
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

/** The signed-in person's device. */
function OwnDevice() {
  const found = currentOwner(useSession());
  const { entrevistaId } = usePlace();
  const kept = useRef(found);
  if (found !== null) kept.current = found;
  // A sign-out from the dashboard in another tab ends no interview in this one.
  const owner = found ?? (entrevistaId === null ? null : kept.current);
  useEffect(() => {
    if (owner === null) toSignIn();
  }, [owner]);
  return owner === null ? <Loading /> : <Device key={owner} owner={owner} />;
}

/** A rehearsal by the signed-in person: stores neither its data nor the device's owner. */
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
