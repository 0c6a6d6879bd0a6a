import { useEffect } from 'react';
import { useSession } from '../lib/network/session.ts';
import { ToasterGate } from '../ui/overlays/toaster-gate.tsx';
import { RouteFocus } from './route-focus.tsx';

function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page; only the router must not see the hash
    <a
      href="#conteudo"
      className="focus-ring -translate-y-20 fixed print:hidden top-2 left-2 z-[60] rounded-md bg-primary px-4 py-2 font-medium text-primary-foreground focus:translate-y-0"
      onClick={(event) => {
        // Otherwise the router would take the hash for a navigation.
        event.preventDefault();
        document.getElementById('conteudo')?.focus();
      }}
    >
      Pular para o conteúdo
    </a>
  );
}

/** Loads the dashboard's code as soon as somebody is signed in, while the sign-in page still shows its message. */
function useCodeAhead(): void {
  const isSignedIn = useSession() !== null;
  useEffect(() => {
    if (isSignedIn) void import('./private-area.tsx');
  }, [isSignedIn]);
}

/** Parts that every page has: a link that skips the menu, focus after a navigation, and messages. */
export function PageExtras() {
  useCodeAhead();
  return (
    <>
      <SkipLink />
      <RouteFocus />
      <ToasterGate />
    </>
  );
}
