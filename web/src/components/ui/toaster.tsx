import { useEffect } from 'react';
import { Toaster as SonnerToaster, toast as sonner } from 'sonner';
import { useTema } from '../../lib/theme.ts';
import { toastHost } from '../../lib/toast.ts';

/** The host of the toasts; loaded with the first one. */
export default function Toaster() {
  const { escuro } = useTema();
  useEffect(() => toastHost.connect(({ kind, title, options }) => void sonner[kind](title, options)), []);
  return (
    <SonnerToaster
      theme={escuro ? 'dark' : 'light'}
      className="!font-sans"
      position="bottom-right"
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
