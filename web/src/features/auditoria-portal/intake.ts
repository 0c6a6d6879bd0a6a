/** Describes the portal's audits, with four files each, as a kind of intake. */
import { analysePreparo, cancelPreparo, getPreparo } from '@escuta/shared/contracts/surveys/preparos';
import {
  ESTADO_PREPARO_LABEL,
  type PapelArquivo,
  PREPARO_ABERTO,
} from '@escuta/shared/domain/audit-preparation';
import { type IntakeKind, WAITS } from '../../domain/intake/kind.ts';
import { call } from '../../lib/network/api.ts';
import type { Detalhe } from './words.ts';

/** Polling interval while a task works, ms. */
const WORKS = 2000;

export const PREPARO: IntakeKind<Detalhe, PapelArquivo> = {
  get: getPreparo,
  reading: analysePreparo,
  topic: 'preparos',
  article: 'a',
  noun: 'auditoria',
  plural: 'auditorias',
  steps: ['Arquivos', 'Conferência', 'Auditoria'],
  labels: ESTADO_PREPARO_LABEL,
  open: PREPARO_ABERTO,
  states: {
    enviando: { variant: 'neutral', step: 0, poll: 2500 },
    analisando: { variant: 'info', step: 0, poll: WORKS },
    falhou: { variant: 'destructive', step: 0, poll: WAITS },
    pronto: { variant: 'warning', step: 1, poll: WAITS },
    criando: { variant: 'info', step: 2, poll: WORKS },
    auditando: { variant: 'info', step: 2, poll: 5000 },
    concluido: { variant: 'success', step: 2 },
    cancelado: { variant: 'neutral', step: 0 },
  },
  owner: (id, papel) => ({ papel, preparo_id: id }),
  isWhole: async (id) => {
    const { data } = await call(getPreparo, { params: { id } });
    return data.estado === 'enviando' && data.arquivos.every(({ completo }) => completo);
  },
  keptUntil: ({ expira_em }) => expira_em,
  // A file's error is shown beside the file, so it is no reason of the whole intake.
  reason: ({ motivo, motivo_papel }) => (motivo_papel === null ? motivo : null),
  cancel: {
    endpoint: cancelPreparo,
    can: ['audit', 'create'],
    lost: 'Os arquivos enviados e as correções são apagados. Nada foi cobrado.',
  },
};
