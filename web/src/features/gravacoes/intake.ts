/** Describes bulk recordings, sent as a folder or an archive, as a kind of intake. */
import {
  cancelLoteGravacoes,
  getLoteGravacao,
  type LoteGravacaoDetalhe,
  readLoteGravacoes,
  undoLoteGravacoes,
} from '@escuta/shared/contracts/calls/lotes-gravacao';
import { ESTADO_LOTE_LABEL, LOTE_ABERTO } from '@escuta/shared/domain/recordings/recording-batch';
import { type IntakeKind, WAITS } from '../../domain/intake/kind.ts';

/** Polling interval while a task works, ms. */
const WORKS = 1500;

/** True if the task that attached or detached recordings was stopped, so that a person must decide how to go on. */
export const isStopped = ({ tarefa, estado }: Pick<LoteGravacaoDetalhe, 'tarefa' | 'estado'>): boolean =>
  tarefa === null && (estado === 'anexando' || estado === 'desfazendo');

export const LOTE: IntakeKind<LoteGravacaoDetalhe, 'gravacoes'> = {
  get: getLoteGravacao,
  reading: readLoteGravacoes,
  topic: 'lotesGravacao',
  article: 'o',
  noun: 'envio',
  plural: 'envios',
  steps: ['Arquivos', 'Conferência', 'Ligações'],
  labels: ESTADO_LOTE_LABEL,
  open: LOTE_ABERTO,
  states: {
    enviando: { variant: 'neutral', step: 0, poll: 2500 },
    lendo: { variant: 'info', step: 0, poll: WORKS },
    falhou: { variant: 'destructive', step: 0, poll: WAITS },
    pronto: { variant: 'warning', step: 1, poll: WAITS },
    anexando: { variant: 'info', step: 2, poll: WORKS },
    concluido: { variant: 'success', step: 2 },
    desfazendo: { variant: 'info', step: 2, poll: WORKS },
    desfeito: { variant: 'neutral', step: 2 },
    cancelado: { variant: 'neutral', step: 0 },
  },
  owner: (id, papel) => ({ papel, lote_id: id }),
  keptUntil: ({ expira_em }) => expira_em,
  cancel: {
    endpoint: cancelLoteGravacoes,
    can: ['audit_item', 'create'],
    lost: 'As gravações recebidas serão apagadas. Nenhuma ligação muda.',
  },
  undo: {
    endpoint: undoLoteGravacoes,
    can: ['audit_item', 'create'],
    until: (lote) =>
      lote.estado === 'concluido' ||
      isStopped(lote) ||
      (lote.estado === 'pronto' && lote.confirmado_em !== null)
        ? lote.expira_em
        : null,
    lost: () =>
      'As gravações anexadas e ainda não processadas serão desvinculadas, e as não anexadas serão apagadas. As gravações que substituíram outra serão mantidas. As ligações criadas por este envio serão excluídas.',
  },
};
