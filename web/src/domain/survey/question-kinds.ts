import type { TipoPergunta } from '@escuta/shared/domain/interview/comparison/compare-answer';
import type { BadgeVariant } from '../../ui/badge.tsx';

/** Name and colour of each kind of question; 'Texto Livre' and 'Múltipla Escolha' are the specification's words. */
export const TIPO_PERGUNTA: Record<TipoPergunta, { label: string; variant: BadgeVariant }> = {
  texto: { label: 'Texto Livre', variant: 'neutral' },
  escolha: { label: 'Múltipla Escolha', variant: 'primary' },
  multipla: { label: 'Várias Respostas', variant: 'primary' },
  escala: { label: 'Escala', variant: 'info' },
  numero: { label: 'Número', variant: 'info' },
  data: { label: 'Data', variant: 'info' },
  lugar: { label: 'Lugar', variant: 'info' },
};
