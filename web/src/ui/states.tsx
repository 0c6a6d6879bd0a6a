import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, errorMessage } from '../lib/network/api.ts';
import { cn } from '../lib/utils.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  description?: ReactNode;
  /** An action that fills the list. */
  action?: ReactNode;
  className?: string;
}

/** Shown for a list without rows: tells the list's purpose, and how to fill it (or to clear the filter). */
export function EmptyState({ icon, title, description, action, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center justify-center gap-3 rounded-xl border border-dashed px-6 py-14 text-center',
        className,
      )}
    >
      {icon ? (
        <span className="flex size-11 items-center justify-center rounded-full bg-muted text-muted-foreground [&>svg]:size-5.5">
          {icon}
        </span>
      ) : null}
      <div className="grid justify-items-center gap-1">
        <p className="font-medium text-base">{title}</p>
        {description ? (
          <p className="max-w-md text-balance text-muted-foreground text-sm">{description}</p>
        ) : null}
      </div>
      {action}
    </div>
  );
}

interface ErrorStateProps {
  /** Text from the error catalogue that names the failed action. */
  title: string;
  error?: unknown;
  /** Reason to show if the server gave none. */
  fallback?: string;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  action?: ReactNode;
  className?: string;
}

/** A failed load, shown in place of the data. Toasts are for failed actions only. */
export function ErrorState({
  title,
  error,
  fallback,
  onRetry,
  retrying,
  action,
  className,
}: ErrorStateProps) {
  // Without an error, only the title is shown.
  const message = error ? errorMessage(error, fallback) : '';
  const requestId = error instanceof ApiError ? error.requestId : null;
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-col items-center justify-center gap-3 rounded-xl border border-destructive/30 bg-destructive-soft px-6 py-12 text-center',
        className,
      )}
    >
      <CircleAlert className="size-7 text-destructive-text" aria-hidden="true" />
      <div className="grid justify-items-center gap-1">
        <p className="font-medium text-base">{title}</p>
        {message && message !== title ? <p className="max-w-md text-balance text-sm">{message}</p> : null}
        {requestId ? (
          <p className="text-muted-foreground text-xs">Código para o suporte: {requestId}</p>
        ) : null}
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {onRetry ? (
          <Button variant="outline" onClick={onRetry} loading={retrying ?? false}>
            {retrying ? null : <RotateCw aria-hidden="true" />}
            Tentar novamente
          </Button>
        ) : null}
        {action}
      </div>
    </div>
  );
}

/** Shown over data that stay on screen after a failed refresh. */
export function StaleNotice({
  what = 'a lista',
  onRetry,
}: {
  /** Portuguese name of the data that could not be refreshed, with its article, such as 'as ligações'. */
  what?: string;
  onRetry: () => void;
}) {
  return (
    <Notice role="alert">
      Não foi possível atualizar {what}; os dados abaixo podem estar desatualizados.{' '}
      <Button variant="link" size="inline" onClick={onRetry}>
        Tentar novamente
      </Button>
    </Notice>
  );
}
