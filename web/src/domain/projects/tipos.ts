import type { TipoProjeto } from '@escuta/shared/domain/runs/status';
import type { BadgeVariant } from '../../ui/badge.tsx';

/** Name and colour of each kind of project. */
export const TIPO_PROJETO: Record<TipoProjeto, { label: string; variant: BadgeVariant }> = {
  call_center: { label: 'Call Center', variant: 'primary' },
  auditoria: { label: 'Auditoria', variant: 'info' },
  pesquisa: { label: 'Pesquisa', variant: 'violeta' },
};
