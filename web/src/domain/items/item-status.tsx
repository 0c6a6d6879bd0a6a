import type { StatusProcessamento } from '@escuta/shared/domain/runs/status';
import { CircleAlert, CircleCheck, CircleDashed, LoaderCircle } from 'lucide-react';
import { Badge, type BadgeVariant } from '../../ui/badge.tsx';

export const STATUS_LABEL: Record<StatusProcessamento, string> = {
  concluido: 'Concluído',
  processando: 'Processando',
  erro: 'Erro',
  pendente: 'Pendente',
};

const VARIANT: Record<StatusProcessamento, BadgeVariant> = {
  concluido: 'success',
  processando: 'info',
  erro: 'destructive',
  pendente: 'neutral',
};

const ICON = {
  concluido: CircleCheck,
  processando: LoaderCircle,
  erro: CircleAlert,
  pendente: CircleDashed,
} as const;

/** State of a call's processing, shown by word, icon and colour. */
export function ItemStatus({ status }: { status: StatusProcessamento }) {
  const Icon = ICON[status];
  return (
    <Badge variant={VARIANT[status]}>
      <Icon aria-hidden="true" className={status === 'processando' ? 'animate-spin' : undefined} />
      {STATUS_LABEL[status]}
    </Badge>
  );
}
