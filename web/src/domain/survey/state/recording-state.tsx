import type { EntrevistaNaLista } from '@escuta/shared/contracts/surveys/pesquisas';
import { LoaderCircle, Mic, MicOff, Smartphone, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx';
import { ItemStatus } from '../../items/item-status.tsx';

type Recorded = Pick<
  EntrevistaNaLista,
  'gravacao' | 'item' | 'montagem' | 'recebimento' | 'motivo_sem_gravacao'
>;
type Said = { label: string; variant?: BadgeVariant; icon: ReactNode; why?: string | null };

/** What is said of an interview whose item has no recording, or has one that nobody processed. */
function saidOf({ gravacao, item, montagem, recebimento, motivo_sem_gravacao }: Recorded): Said {
  const waiting = item?.status === 'pendente' ? item.motivo : null;
  if (item?.arquivo_nome) {
    return {
      label: 'Gravada',
      variant: waiting ? 'warning' : 'primary',
      icon: <Mic aria-hidden="true" />,
      why: waiting,
    };
  }
  if (gravacao === 'recusada') return { label: 'Recusou gravação', icon: <MicOff aria-hidden="true" /> };
  if (montagem === 'falhou') {
    return {
      label: 'Não montada',
      variant: 'warning',
      icon: <TriangleAlert aria-hidden="true" />,
      why: item?.motivo ?? null,
    };
  }
  // The reason of an attempt before is still the item's: what is true is that it is tried again.
  if (montagem === 'pendente') {
    return { label: 'Sendo montada', variant: 'neutral', icon: <LoaderCircle aria-hidden="true" /> };
  }
  if (recebimento === 'parcial' && gravacao === 'esperada') {
    return { label: 'No aparelho', variant: 'neutral', icon: <Smartphone aria-hidden="true" /> };
  }
  return {
    label: 'Sem gravação',
    icon: <MicOff aria-hidden="true" />,
    why: motivo_sem_gravacao ?? waiting,
  };
}

/**
 * Where an interview's recording is, and how far its audit; why there is none, what failed, or what it waits for stands
 * below.
 */
export function RecordingState(recorded: Recorded) {
  const { item } = recorded;
  if (item?.arquivo_nome && item.status !== 'pendente') {
    if (item.status !== 'erro') return <ItemStatus status={item.status} />;
    return (
      <BadgeReason why={item.motivo ?? 'O processamento falhou.'} badge={<ItemStatus status="erro" />} />
    );
  }
  const { label, variant, icon, why } = saidOf(recorded);
  const badge = (
    <Badge variant={variant}>
      {icon}
      {label}
    </Badge>
  );
  return why ? <BadgeReason why={why} badge={badge} /> : badge;
}

/** Two lines of it; whole on hover, and for screen readers. */
export function BadgeReason({ badge, why }: { badge: ReactNode; why: string }) {
  return (
    <span className="grid justify-items-start gap-0.5">
      {badge}
      <span className="line-clamp-2 max-w-40 break-words text-muted-foreground text-xs" title={why}>
        {why}
      </span>
    </span>
  );
}
