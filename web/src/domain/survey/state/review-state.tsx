import {
  REVISAO_LABEL,
  REVISOES_ENTREVISTA,
  type RevisaoEntrevista,
} from '@escuta/shared/domain/interview/verdicts/review-state';
import { CircleCheck, CircleDashed, CirclePause, CircleX } from 'lucide-react';
import { Badge, type BadgeVariant } from '../../../ui/badge.tsx';

const LOOK: Record<RevisaoEntrevista, { variant: BadgeVariant; icon: typeof CircleCheck }> = {
  pendente: { variant: 'neutral', icon: CircleDashed },
  aprovada: { variant: 'success', icon: CircleCheck },
  em_espera: { variant: 'warning', icon: CirclePause },
  rejeitada: { variant: 'destructive', icon: CircleX },
};

/** The decisions as choices of a filter. */
export const REVISOES = REVISOES_ENTREVISTA.map((value) => ({ value, label: REVISAO_LABEL[value] }));

/** Badge of the decision on an interview. */
export function ReviewBadge({ revisao }: { revisao: RevisaoEntrevista }) {
  const { variant, icon: Icon } = LOOK[revisao];
  return (
    <Badge variant={variant}>
      <Icon aria-hidden="true" />
      {REVISAO_LABEL[revisao]}
    </Badge>
  );
}
