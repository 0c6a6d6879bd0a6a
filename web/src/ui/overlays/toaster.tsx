import { useEffect, useLayoutEffect, useState } from 'react';
import { Toaster as SonnerToaster, toast as sonner, useSonner } from 'sonner';
import { useTema } from '../../lib/browser/theme.ts';
import { toastHost } from '../../lib/browser/toast.ts';
import { controlsInView, placeOf, type ToastPlace } from './toast-place.ts';

/** Usual size of a toast, used before a toast is drawn, CSS px. */
const USUAL = { width: 356, height: 76 };
/** Offset between toasts of a stack, CSS px, and number of visible toasts. */
const STACK = { gap: 14, shown: 3 };
/** Width of the window below which toasts are as wide as the window and sonner uses `mobileOffset`, CSS px. */
const PHONE = 600;
const PHONE_EDGE = 16;
/** Interval of checking the toasts' place, ms, because the page under a toast may change. */
const LOOK_MS = 400;

/** The size of the stack of toasts, CSS px. */
function stackSize(): { width: number; height: number } {
  const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-removed=false]')];
  const heights = toasts.map((toast) => toast.offsetHeight);
  const behind = Math.min(Math.max(toasts.length, 1), STACK.shown) - 1;
  return {
    width: window.innerWidth <= PHONE ? window.innerWidth - 2 * PHONE_EDGE : USUAL.width,
    height: Math.max(USUAL.height, ...heights) + behind * STACK.gap,
  };
}

/** Place of the toasts. While toasts are shown, it is chosen so that they cover no control of the page. */
function useToastPlace(): ToastPlace {
  const { toasts } = useSonner();
  const [place, setPlace] = useState<ToastPlace>({ right: PHONE_EDGE, bottom: PHONE_EDGE });
  useLayoutEffect(() => {
    if (toasts.length === 0) return;
    const look = (): void => {
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const controls = controlsInView();
      setPlace((now) => {
        const next = placeOf(view, stackSize(), controls, now);
        return next.right === now.right && next.bottom === now.bottom ? now : next;
      });
    };
    look();
    const drawn = requestAnimationFrame(look);
    const timer = setInterval(look, LOOK_MS);
    window.addEventListener('resize', look);
    return () => {
      cancelAnimationFrame(drawn);
      clearInterval(timer);
      window.removeEventListener('resize', look);
    };
  }, [toasts]);
  return place;
}

/** Component that shows the toasts; its code loads with the first toast. */
export default function Toaster() {
  const { escuro } = useTema();
  const place = useToastPlace();
  useEffect(
    () =>
      toastHost.connect(
        ({ kind, title, options }) => void sonner[kind](title, options),
        (id) => void sonner.dismiss(id),
      ),
    [],
  );
  return (
    <SonnerToaster
      theme={escuro ? 'dark' : 'light'}
      className="!font-sans"
      position="bottom-right"
      offset={place}
      mobileOffset={{ bottom: place.bottom, left: PHONE_EDGE, right: PHONE_EDGE }}
      closeButton
      containerAriaLabel="Notificações"
      toastOptions={{
        closeButtonAriaLabel: 'Fechar notificação',
        style: {
          background: 'var(--popover)',
          color: 'var(--foreground)',
          borderColor: 'var(--border)',
        },
        classNames: {
          // A press passes through to the page, so that a toast over a control does not block it.
          toast: '!pointer-events-none',
          closeButton: '!pointer-events-auto !size-6',
          description: '!text-muted-foreground',
          actionButton: '!pointer-events-auto !bg-primary !text-primary-foreground',
          success: '[&_[data-icon]]:text-success-text',
          error: '[&_[data-icon]]:text-destructive-text',
          warning: '[&_[data-icon]]:text-warning-text',
          info: '[&_[data-icon]]:text-info-text',
        },
      }}
    />
  );
}
