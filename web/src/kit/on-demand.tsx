import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { toast } from '../lib/browser/toast.ts';

/** Longest wait after a press, ms: a dead line gives no error. */
const LONGEST_MS = 20_000;
/** Interval of checking whether the page is idle, ms. */
const LOOK_MS = 500;
/** Consecutive idle checks before the page counts as idle: a single check may fall between two answers. */
const QUIET_LOOKS = 2;

/** A dialog in a chunk of its own. */
export interface Part<P> {
  /** The component, if loaded. */
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
  /** True while a person has the dialog open. */
  open: boolean;
  /** Props of the dialog once loaded. */
  props: P;
}

/**
 * A dialog whose code its page does not load: the list comes first, and a form's schemas, fields and rules are half of
 * a page's code. It loads once the page has been idle for a moment, or at once when opened; then it stays mounted. A
 * failure is told, and another press retries.
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
    // After Esc the dialog must not open in the middle of something else.
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
    // Usually the dialog has loaded before this indicator appears.
    <p
      role="status"
      className="fade-in fixed inset-x-0 top-20 z-50 mx-auto w-fit animate-in fill-mode-backwards rounded-md border bg-popover px-4 py-2 text-popover-foreground text-sm shadow-md delay-300"
    >
      Abrindo…
    </p>
  ) : null;
}
