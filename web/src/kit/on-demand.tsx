import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toast } from '../lib/browser/toast.ts';

/** Somebody who opened it waits no longer than this, ms: a line may be dead without anybody being told. */
const LONGEST_MS = 20_000;
/** Interval of checks that the page has come to rest, ms. */
const LOOK_MS = 500;
/** So many looks in a row find a page at rest: one look alone falls between two answers that follow each other. */
const QUIET_LOOKS = 2;

/** A dialog that has a file of its own. */
export interface Part<P> {
  /** Its component, once it is there. */
  found: () => ComponentType<P> | null;
  /** Fetches it; what failed is tried again with the next call. */
  fetch: () => Promise<ComponentType<P>>;
}

/** Names a part by how it is fetched: `partOf(async () => (await import('./x-dialog.tsx')).XDialog)`. */
export function partOf<P>(load: () => Promise<ComponentType<P>>): Part<P> {
  let found: ComponentType<P> | null = null;
  let coming: Promise<ComponentType<P>> | null = null;
  return {
    found: () => found,
    fetch: () => {
      coming ??= load().then(
        (component) => {
          found = component;
          return component;
        },
        (error: unknown) => {
          coming = null;
          throw error;
        },
      );
      return coming;
    },
  };
}

interface OnDemandProps<P> {
  part: Part<P>;
  /** Somebody opens it. */
  open: boolean;
  /** Props of the dialog once its code is there. */
  props: P;
}

/**
 * A dialog whose code is no part of its page: the list is read first, and a form's schemas, fields and rules are half
 * of a page's code. It comes once the page has had all its answers for a moment, or at once when somebody opens it;
 * from then on it stands where it is written, closed or open. What cannot be fetched is said, and another press tries
 * again.
 */
export function OnDemand<P extends { onClose: () => void }>({ part, open, props }: OnDemandProps<P>) {
  const client = useQueryClient();
  const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
  if (open && !Dialog && part.found()) setDialog(() => part.found());
  const close = useRef(props.onClose);
  useEffect(() => {
    close.current = props.onClose;
  });

  useEffect(() => {
    if (!open || Dialog) return;
    let gone = false;
    const refuse = () => {
      if (gone) return;
      close.current();
      toast.error('Não foi possível abrir', {
        description: 'Verifique sua conexão e tente de novo. Se continuar, recarregue a página.',
      });
    };
    // Whoever gave up is not met by it in the middle of something else.
    const giveUp = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close.current();
    };
    part.fetch().then(
      (component) => {
        if (!gone) setDialog(() => component);
      },
      (error: unknown) => {
        console.error('Uma parte da página não foi carregada', error);
        refuse();
      },
    );
    const late = setTimeout(refuse, LONGEST_MS);
    document.addEventListener('keydown', giveUp);
    return () => {
      gone = true;
      clearTimeout(late);
      document.removeEventListener('keydown', giveUp);
    };
  }, [part, open, Dialog]);

  useEffect(() => {
    let quiet = 0;
    const timer = setInterval(() => {
      quiet = client.isFetching() > 0 ? 0 : quiet + 1;
      if (quiet < QUIET_LOOKS) return;
      clearInterval(timer);
      part.fetch().catch(() => undefined);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [part, client]);

  if (Dialog) return <Dialog {...props} />;
  return open ? (
    // Nearly always it is there before this is seen.
    <p
      role="status"
      className="fade-in fixed inset-x-0 top-20 z-50 mx-auto w-fit animate-in fill-mode-backwards rounded-md border bg-popover px-4 py-2 text-popover-foreground text-sm shadow-md delay-300"
    >
      Abrindo…
    </p>
  ) : null;
}
