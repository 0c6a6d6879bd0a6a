import { Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { signInAgain, useField, useStored } from '../../device/field.ts';
import { IDLE_MS, tryPin } from '../../device/pin.ts';
import type { FieldStore, PinGuardado } from '../../log/model.ts';
import { PinField } from './pin-field.tsx';

const SEEN = 'campo:uso';
/** Interval at which use of the page is noted and idleness is checked, ms. */
const LOOK_MS = 5000;

const lastUse = (): number => Number(sessionStorage.getItem(SEEN) ?? 0);
/**
 * True after `IDLE_MS` without use, or if the clock was set back, which would otherwise keep the page unlocked longer.
 */
const isIdle = (): boolean => Math.abs(Date.now() - lastUse()) > IDLE_MS;
const noteUse = (): void => sessionStorage.setItem(SEEN, String(Date.now()));
const readPin = async (store: FieldStore): Promise<{ pin: PinGuardado | undefined }> => ({
  pin: await store.meta('pin'),
});

/** Asks for the PIN in a dialog over the page; a running recording goes on below. */
function PinDialog({ pin, onOpen }: { pin: PinGuardado; onOpen: () => void }) {
  const { store, owner } = useField();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const dialog = useRef<HTMLDialogElement>(null);
  // In a layout effect, so that the page below is never visible before the dialog opens.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const now = Date.now();
    const { certo, pin: next } = await tryPin(pin, typed, now);
    if (next !== pin) await store.setMeta('pin', next);
    setTyped('');
    if (certo) {
      onOpen();
      return;
    }
    const wait = Math.ceil((next.esperarAte - now) / 1000);
    setError(wait > 0 ? `PIN incorreto. Tente de novo em ${wait} s.` : 'PIN incorreto.');
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby="pin-titulo"
      onCancel={(event) => event.preventDefault()}
      className="m-0 h-dvh max-h-none w-dvw max-w-none bg-background p-6 text-foreground"
    >
      <form noValidate onSubmit={(event) => void open(event)} className="mx-auto grid max-w-sm gap-5 pt-16">
        <h2 id="pin-titulo" className="flex items-center gap-2 font-semibold text-xl">
          <Lock className="size-5" aria-hidden="true" />
          Digite o seu PIN
        </h2>
        <PinField label="PIN" error={error} value={typed} onChange={setTyped} className="h-13 text-lg" />
        <Button type="submit" size="lg">
          Abrir
        </Button>
        <Button variant="link" onClick={() => signInAgain(owner, 'pin')}>
          Esqueci o PIN: entrar com a senha
        </Button>
      </form>
    </dialog>
  );
}

/** If a PIN is set, asks for it before showing the pages: after five minutes without use, and in a new tab. */
export function PinGate({ children }: { children: ReactNode }) {
  const kept = useStored(readPin);
  const [locked, setLocked] = useState(isIdle);
  const pin = kept?.pin;
  const read = kept !== undefined;
  // The effect depends on this boolean, not on the PIN: the PIN is read again with each stored piece of sound, which
  // would restart the idle timer.
  const has = pin !== undefined;
  useEffect(() => {
    if (!read) return;
    if (!has) {
      // Counts as use, so that a PIN set afterwards does not lock the page at once.
      noteUse();
      setLocked(false);
      return;
    }
    if (locked) return;
    const use = (): void => noteUse();
    const look = (): void => {
      if (isIdle()) setLocked(true);
    };
    const timer = setInterval(look, LOOK_MS);
    for (const event of ['pointerdown', 'keydown', 'scroll'])
      window.addEventListener(event, use, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      for (const event of ['pointerdown', 'keydown', 'scroll']) window.removeEventListener(event, use);
      document.removeEventListener('visibilitychange', look);
    };
  }, [read, has, locked]);
  if (kept === undefined) return null;
  return (
    <>
      {children}
      {pin && locked ? (
        <PinDialog
          pin={pin}
          onOpen={() => {
            noteUse();
            setLocked(false);
          }}
        />
      ) : null}
    </>
  );
}
