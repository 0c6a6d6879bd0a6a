import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type ToastKind, toastHost } from '../../lib/browser/toast.ts';
import { cn } from '../../lib/utils.ts';

interface Shown {
  key: number;
  id: string | null;
  kind: ToastKind;
  title: string;
  description: string | null;
}

const STAY_MS = 4000;
const ICONS = { success: CircleCheck, error: CircleAlert, warning: TriangleAlert, info: Info };
const TONES: Record<ToastKind, string> = {
  success: 'text-success-text',
  error: 'text-destructive-text',
  warning: 'text-warning-text',
  info: 'text-info-text',
};

/** Draws the app's toasts without a library. They stand at the top, where they cover no buttons. */
export function Toasts() {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    let keys = 0;
    const disconnect = toastHost.connect(
      ({ kind, title, options }) => {
        keys += 1;
        const key = keys;
        const id = options?.id === undefined ? null : String(options.id);
        const description = typeof options?.description === 'string' ? options.description : null;
        setShown((now) => [
          ...now.filter((one) => id === null || one.id !== id).slice(-2),
          { key, id, kind, title, description },
        ]);
        const timer = setTimeout(() => {
          pending.delete(timer);
          setShown((now) => now.filter((one) => one.key !== key));
        }, options?.duration ?? STAY_MS);
        pending.add(timer);
      },
      (id) => setShown((now) => now.filter((one) => one.id !== id)),
    );
    return () => {
      disconnect();
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);
  return (
    <section
      aria-label="Notificações"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 mx-auto grid w-full max-w-md gap-2 p-3"
    >
      {shown.map(({ key, kind, title, description }) => {
        const Icon = ICONS[kind];
        return (
          <div
            key={key}
            role={kind === 'error' ? 'alert' : 'status'}
            className="pointer-events-auto flex items-start gap-3 rounded-lg border bg-popover p-3.5 shadow-lg"
          >
            <Icon className={cn('mt-0.5 size-5 shrink-0', TONES[kind])} aria-hidden="true" />
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-semibold">{title}</p>
              {description ? <p className="text-muted-foreground">{description}</p> : null}
            </div>
            <button
              type="button"
              aria-label="Fechar notificação"
              className="focus-ring -m-2.5 flex size-11 shrink-0 items-center justify-center rounded-md"
              onClick={() => setShown((now) => now.filter((one) => one.key !== key))}
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </div>
        );
      })}
    </section>
  );
}
