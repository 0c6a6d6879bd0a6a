import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import type { BadgeVariant } from '../../ui/badge.tsx';

/** How each kind of project is named and coloured. */
export const TIPO_PROJETO: Record<TipoProjeto, { label: string; variant: BadgeVariant }> = {
  call_center: { label: 'Call Center', variant: 'primary' },
  auditoria: { label: 'Auditoria', variant: 'info' },
  pesquisa: { label: 'Pesquisa', variant: 'violeta' },
};
