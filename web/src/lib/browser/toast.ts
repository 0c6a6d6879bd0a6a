/**
 * Feedback after an action: `toast.success('Projeto criado', { description: '…' })`.
 *
 * The library and its host load with the first toast, so that they weigh nothing on the sign-in screen. Toasts asked
 * for meanwhile wait in a queue and appear in order.
 */
import type { ExternalToast } from 'sonner';

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

interface QueuedToast {
  kind: ToastKind;
  title: string;
  options: ExternalToast | undefined;
}

type Show = (toast: QueuedToast) => void;
type Dismiss = (id: string) => void;

let show: Show | null = null;
let dismiss: Dismiss | null = null;
let queue: QueuedToast[] = [];
let wanted = false;
const listeners = new Set<() => void>();

function push(kind: ToastKind, title: string, options?: ExternalToast): void {
  const item: QueuedToast = { kind, title, options };
  if (show) {
    show(item);
    return;
  }
  queue.push(item);
  if (!wanted) {
    wanted = true;
    for (const listener of listeners) listener();
  }
}

const errorId = (title: string): string => `erro:${title}`;

export const toast = {
  /** Something succeeded. */
  success: (title: string, options?: ExternalToast): void => push('success', title, options),
  /** Something failed; stays 8 s, or until the next try succeeds (`settled`). The same failure again replaces it. */
  error: (title: string, options?: ExternalToast): void =>
    push('error', title, { duration: 8000, id: errorId(title), ...options }),
  /** Clears the failure message of this title: the act has succeeded since. */
  settled(title: string): void {
    queue = queue.filter((waiting) => waiting.options?.id !== errorId(title));
    dismiss?.(errorId(title));
  },
  /** Something needs attention but nothing failed. */
  warning: (title: string, options?: ExternalToast): void => push('warning', title, options),
  /** Neutral notice. */
  info: (title: string, options?: ExternalToast): void => push('info', title, options),
};

/** For the host component: whether a toast was asked for, and where to send them once it is on the page. */
export const toastHost = {
  isWanted: (): boolean => wanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Connects the toast library and shows the toasts queued so far. @returns the function that disconnects */
  connect(handler: Show, dismisser: Dismiss): () => void {
    show = handler;
    dismiss = dismisser;
    const waiting = queue;
    queue = [];
    for (const item of waiting) handler(item);
    return () => {
      show = null;
      dismiss = null;
    };
  },
};
