import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast as sonner } from 'sonner';
import { useTema } from '../lib/theme.ts';
import { toastHost } from '../lib/toast.ts';

/** The host of the toasts; loaded with the first one. */
export default function Toaster() {
  const { escuro } = useTema();
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
      position="top-right"
      // Under the top bar, where nothing is pressed: the buttons of forms, lists and the player stand below.
      offset={{ top: 64 }}
      mobileOffset={{ top: 64 }}
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
          description: '!text-muted-foreground',
          actionButton: '!bg-primary !text-primary-foreground',
          success: '[&_[data-icon]]:text-success-text',
          error: '[&_[data-icon]]:text-destructive-text',
          warning: '[&_[data-icon]]:text-warning-text',
          info: '[&_[data-icon]]:text-info-text',
        },
      }}
    />
  );
}
