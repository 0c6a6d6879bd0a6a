import type { AuditoriaWire } from '@escuta/shared/contracts/surveys/auditorias';
import { enumerate, plural } from '@escuta/shared/domain/text/in-words';
import { CircleDashed, LoaderCircle } from 'lucide-react';
import { formatNumber } from '../../lib/text/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { ItemStatus, STATUS_LABEL } from '../items/item-status.tsx';

type Parts = Pick<AuditoriaWire, 'status' | 'itens'>;

/** Progress of an audit, such as '269 de 305'; null before its first item is done, and after its end. */
export function auditProgress({ status, itens }: Parts): string | null {
  const open = status === 'pendente' || status === 'processando';
  if (!open || itens.concluidos + itens.erros === 0) return null;
  return `${formatNumber(itens.concluidos)} de ${formatNumber(itens.total)}`;
}

/** An audit's items in words: '269 concluídos, 30 pendentes e 6 com erro'. */
export function describeItens({ itens }: Pick<Parts, 'itens'>): string {
  if (itens.total === 0) return 'Nenhum item';
  const parts = [
    itens.concluidos > 0 ? plural(itens.concluidos, 'concluído', 'concluídos') : null,
    itens.processando > 0 ? `${formatNumber(itens.processando)} em processamento` : null,
    itens.pendentes > 0 ? plural(itens.pendentes, 'pendente', 'pendentes') : null,
    itens.erros > 0 ? `${formatNumber(itens.erros)} com erro` : null,
  ].filter((part) => part !== null);
  return enumerate(parts);
}

/** State of an audit: its progress while some items are open, else the word for its state. */
export function AuditStatus({ auditoria }: { auditoria: Parts }) {
  const progress = auditProgress(auditoria);
  if (progress === null) return <ItemStatus status={auditoria.status} />;
  const running = auditoria.status === 'processando';
  const Icon = running ? LoaderCircle : CircleDashed;
  return (
    <Badge variant={running ? 'info' : 'neutral'} title={describeItens(auditoria)}>
      <Icon aria-hidden="true" className={running ? 'animate-spin' : undefined} />
      <span className="sr-only">{STATUS_LABEL[auditoria.status]}: </span>
      <span className="tabular-nums">{progress}</span>
      <span className="sr-only"> itens concluídos</span>
    </Badge>
  );
}
