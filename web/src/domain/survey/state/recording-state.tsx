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

/** Badge and reason for an interview whose recording is missing or not yet processed. */
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
      label: 'Não preparada',
      variant: 'warning',
      icon: <TriangleAlert aria-hidden="true" />,
      why: item?.motivo ?? null,
    };
  }
  // The item still has the reason of an earlier attempt, but a new attempt is on its way.
  if (montagem === 'pendente') {
    return { label: 'Em preparo', variant: 'neutral', icon: <LoaderCircle aria-hidden="true" /> };
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

/** Badge with the state of an interview's recording and audit, above the reason if one of them failed or is missing. */
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

/** A badge with at most two lines of its reason; hovering shows the whole reason, and screen readers read it. */
export function BadgeReason({ badge, why }: { badge: ReactNode; why: string }) {
  return (
    <span className="grid justify-items-start gap-0.5 py-1">
      {badge}
      <span
        className="line-clamp-2 max-w-40 whitespace-normal break-words text-muted-foreground text-xs"
        title={why}
      >
        {why}
      </span>
    </span>
  );
}
