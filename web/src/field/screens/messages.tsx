/** Messages that fill the page. */
import { CircleAlert, ClipboardX } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { goTo, HOME, usePlace } from '../device/place.ts';

export function Message({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className="flex flex-col items-center gap-4 rounded-xl border bg-card px-6 py-12 text-center shadow-card">
      <span className="flex size-12 items-center justify-center rounded-full bg-muted text-muted-foreground [&>svg]:size-6">
        {icon}
      </span>
      <div className="grid max-w-md gap-1.5">
        <h1 data-heading tabIndex={-1} className="font-semibold text-lg outline-none">
          {title}
        </h1>
        <div className="text-muted-foreground">{text}</div>
      </div>
      {action}
    </section>
  );
}

/** Link to the dashboard, which is a page outside of this app. */
export const ToDashboard = () => (
  <Button asChild>
    <a href={paths.dashboard}>Voltar ao Dashboard</a>
  </Button>
);

export const ToFieldHome = () => (
  <Button variant="outline" onClick={() => goTo(HOME)}>
    Entrevistas neste aparelho
  </Button>
);

export const Ways = ({ children }: { children?: ReactNode }) => {
  const { questionarioId } = usePlace();
  return (
    <div className="flex flex-wrap justify-center gap-2">
      {children}
      {questionarioId === null ? null : <ToFieldHome />}
      <ToDashboard />
    </div>
  );
};

export const Missing = () => (
  <Message
    icon={<ClipboardX />}
    title="Questionário não encontrado"
    text="O questionário solicitado não foi encontrado ou você não tem permissão para acessá-lo."
    action={<Ways />}
  />
);

export function LoadFailure({
  message,
  onRetry,
  retrying,
}: {
  message: string;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert">
      <Message
        icon={<CircleAlert className="text-destructive-text" />}
        title="Erro ao Carregar Entrevista"
        text={message}
        action={
          <Ways>
            {onRetry ? (
              <Button variant="outline" loading={retrying ?? false} onClick={onRetry}>
                Tentar novamente
              </Button>
            ) : null}
          </Ways>
        }
      />
    </div>
  );
}

export const Loading = () => (
  <div aria-busy="true" className="grid gap-6">
    <div className="grid gap-2">
      <Skeleton className="h-7 w-64" />
      <Skeleton className="h-4 w-80 max-w-full" />
    </div>
    <Skeleton className="h-56 w-full rounded-xl" />
  </div>
);
