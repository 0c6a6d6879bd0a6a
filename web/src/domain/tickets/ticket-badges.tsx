import {
  SEVERIDADE_LABEL,
  type Severidade,
  STATUS_TICKET_LABEL,
  type StatusTicket,
  TIPO_TICKET_LABEL,
  type TipoTicket,
} from '@escuta/shared/domain/accounts/tickets';
import { Archive, CircleCheck, CircleDot, Clock, type LucideIcon } from 'lucide-react';
import { cn } from '../../lib/utils.ts';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';

const STATUS: Record<StatusTicket, { icon: LucideIcon; variant: BadgeVariant; color: string }> = {
  aberto: { icon: CircleDot, variant: 'info', color: 'text-info-text' },
  em_andamento: { icon: Clock, variant: 'warning', color: 'text-warning-text' },
  resolvido: { icon: CircleCheck, variant: 'success', color: 'text-success-text' },
  fechado: { icon: Archive, variant: 'neutral', color: 'text-muted-foreground' },
};

const SEVERIDADE: Record<Severidade, BadgeVariant> = {
  critica: 'destructive',
  alta: 'warning',
  media: 'neutral',
  baixa: 'outline',
};

/** Icon of a ticket's status; the badge beside it has the words. */
export function TicketStatusIcon({ status, className }: { status: StatusTicket; className?: string }) {
  const { icon: Icon, color } = STATUS[status];
  return <Icon className={cn('size-4.5 shrink-0', color, className)} aria-hidden="true" />;
}

export function TicketStatusBadge({ status }: { status: StatusTicket }) {
  return <Badge variant={STATUS[status].variant}>{STATUS_TICKET_LABEL[status]}</Badge>;
}

export function TicketTipoBadge({ tipo }: { tipo: TipoTicket }) {
  return <Badge variant="outline">{TIPO_TICKET_LABEL[tipo]}</Badge>;
}

/** Badge of a ticket's severidade, which the screens call 'Prioridade'; red for 'Crítica'. */
export function TicketSeveridadeBadge({ severidade }: { severidade: Severidade }) {
  return <Badge variant={SEVERIDADE[severidade]}>{SEVERIDADE_LABEL[severidade]}</Badge>;
}
