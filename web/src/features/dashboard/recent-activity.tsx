import {
  CircleAlert,
  CircleCheck,
  Coins,
  FolderPlus,
  History,
  LifeBuoy,
  type LucideIcon,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../lib/text/format.ts';
import { cn } from '../../lib/utils.ts';
import { Card, CardTitle } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type Atividade, describeActivity, type Home, type PartState } from './home.ts';

const ICON: Record<Atividade['tipo'], { icon: LucideIcon; tone: string }> = {
  ligacao_concluida: { icon: CircleCheck, tone: 'bg-success-soft text-success-text' },
  ligacao_erro: { icon: CircleAlert, tone: 'bg-destructive-soft text-destructive-text' },
  ticket: { icon: LifeBuoy, tone: 'bg-warning-soft text-warning-text' },
  compra: { icon: Coins, tone: 'bg-info-soft text-info-text' },
  projeto: { icon: FolderPlus, tone: 'bg-primary-soft text-primary-text' },
};

/** The company's latest events, each with a link. */
export function RecentActivity({
  events,
  state,
}: {
  events: Home['atividadeRecente'] | undefined;
  state: PartState;
}) {
  return (
    <Card>
      <section
        aria-labelledby="atividade-recente"
        aria-busy={events === undefined}
        className="grid gap-4 p-5"
      >
        <CardTitle id="atividade-recente">Atividade Recente</CardTitle>
        {events === undefined ? (
          <div className="grid gap-3">
            {['a', 'b', 'c', 'd'].map((key) => (
              <Skeleton key={key} className="h-9" />
            ))}
          </div>
        ) : events === null ? (
          <ErrorState
            className="py-8"
            title="Não foi possível carregar a atividade."
            onRetry={state.onRetry}
            retrying={state.retrying}
          />
        ) : events.length === 0 ? (
          <EmptyState
            className="py-8"
            icon={<History />}
            title="Nenhuma atividade ainda"
            description="Gravações processadas, tickets e compras aparecem aqui."
          />
        ) : (
          <ol className="grid gap-3.5 max-sm:gap-1.5">
            {events.map((event) => {
              const { icon: Icon, tone } = ICON[event.tipo];
              const { texto, detalhe, to } = describeActivity(event);
              return (
                <li key={`${event.tipo}:${event.id}:${event.quando}`} className="flex gap-3">
                  <span
                    className={cn(
                      'flex size-7 shrink-0 items-center justify-center rounded-full max-sm:mt-2',
                      tone,
                    )}
                  >
                    <Icon className="size-3.5" aria-hidden="true" />
                  </span>
                  <div className="grid min-w-0 flex-1 gap-0.5">
                    <Link
                      to={to}
                      className="focus-ring touch-target w-fit max-w-full break-words rounded-sm text-dense leading-snug underline-offset-4 hover:underline"
                    >
                      {texto}
                    </Link>
                    <p className="line-clamp-2 text-muted-foreground text-xs">
                      {detalhe ? `${detalhe} · ` : ''}
                      <time dateTime={event.quando} className="whitespace-nowrap tabular-nums">
                        {formatDateTime(event.quando)}
                      </time>
                    </p>
                  </div>
                </li>
              );
            })}
          </ol>
        )}
      </section>
    </Card>
  );
}
