import type { FalhaWire } from '@escuta/shared/contracts/operation/operacao';
import { CODIGOS_NA_FILA } from '@escuta/shared/domain/filters/lists/failures';
import { FALHAS } from '@escuta/shared/domain/runs/failures';
import { ETAPA_LABEL, ETAPAS } from '@escuta/shared/domain/runs/status';
import { formatPhone } from '../../lib/text/format.ts';
import type { BadgeVariant } from '../../ui/badge.tsx';

export type Falha = FalhaWire;

export const STATUS_LABEL: Record<Falha['status'], { label: string; variant: BadgeVariant }> = {
  aberta: { label: 'Aberta', variant: 'warning' },
  reprocessada: { label: 'Reprocessada', variant: 'success' },
  descartada: { label: 'Descartada', variant: 'neutral' },
};

/** States that the filter offers besides 'aberta' (open), which is the default. */
export const OUTRAS_SITUACOES = [
  { value: 'reprocessada', label: 'Reprocessadas' },
  { value: 'descartada', label: 'Descartadas' },
  { value: 'todas', label: 'Todas as situações' },
] as const;

export const ETAPA_OPTIONS = ETAPAS.map((value) => ({ value, label: ETAPA_LABEL[value] }));

/** Reasons why runs end in the queue of failures, as choices of a filter. */
export const CODIGO_OPTIONS = CODIGOS_NA_FILA.map((value) => ({
  value,
  label: FALHAS[value].mensagem.replace(/\.$/, ''),
})).sort((a, b) => a.label.localeCompare(b.label, 'pt-BR'));

/** Name of an item: its called number, else its file's name. */
export function itemName({ item }: Pick<Falha, 'item'>): string {
  return item.numeroDestino ? formatPhone(item.numeroDestino) : (item.arquivoNome ?? 'Item sem número');
}
