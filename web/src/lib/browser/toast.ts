/**
 * Feedback after an action: `toast.success('Projeto criado', { description: '…' })`. The toast library loads with the
 * first toast, to keep the sign-in page small; toasts wait in a queue until it has loaded.
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
  success: (title: string, options?: ExternalToast): void => push('success', title, options),
  /**
   * Shows a failure; stays 8 s, or until a later attempt succeeds (`settled`). A repeated failure replaces its toast.
   */
  error: (title: string, options?: ExternalToast): void =>
    push('error', title, { duration: 8000, id: errorId(title), ...options }),
  /** Closes the toast of the failure with this title, because the action has succeeded since. */
  settled(title: string): void {
    queue = queue.filter((waiting) => waiting.options?.id !== errorId(title));
    dismiss?.(errorId(title));
  },
  /** Shows something that needs attention but is not a failure. */
  warning: (title: string, options?: ExternalToast): void => push('warning', title, options),
  info: (title: string, options?: ExternalToast): void => push('info', title, options),
};

/** For the component that shows toasts: tells whether a toast was requested, and receives the toasts once connected. */
export const toastHost = {
  isWanted: (): boolean => wanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /**
   * Connects the toast library and shows queued toasts.
   * @returns a function that disconnects it
   */
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
