import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toast } from '../lib/browser/toast.ts';

/** Longest wait for the code of an opened dialog, ms, as a request over a dead connection may never fail by itself. */
const LONGEST_MS = 20_000;
/** Interval of checking whether the page is idle, ms. */
const LOOK_MS = 500;
/** Number of checks in a row that must find the page idle, because one check may fall between two requests. */
const QUIET_LOOKS = 2;

/** A dialog whose code is loaded as a separate chunk. */
export interface Part<P> {
  /** Returns the component; null before the component is loaded. */
  found: () => ComponentType<P> | null;
  /** Loads the component; after a failure the next call retries. */
  fetch: () => Promise<ComponentType<P>>;
}

/** Defines a part by its import: `partOf(async () => (await import('./x-dialog.tsx')).XDialog)`. */
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
  open: boolean;
  props: P;
}

/**
 * A dialog whose code is loaded after its page, so that the page shows its list sooner: a form's schemas, fields and
 * rules are half of a page's code. The code loads once the page is idle, or when the dialog is opened; then the dialog
 * stays mounted. A failure shows a toast, and opening the dialog again retries.
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
        description: 'Verifique sua conexão e tente de novo. Se o problema continuar, recarregue a página.',
      });
    };
    // Esc cancels the opening, so that the dialog does not appear later while the person does something else.
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
    // The text fades in with a delay; usually the dialog has loaded before the text is visible.
    <p
      role="status"
      className="fade-in fixed inset-x-0 top-20 z-50 mx-auto w-fit animate-in fill-mode-backwards rounded-md border bg-popover px-4 py-2 text-popover-foreground text-sm shadow-md delay-300"
    >
      Abrindo…
    </p>
  ) : null;
}
