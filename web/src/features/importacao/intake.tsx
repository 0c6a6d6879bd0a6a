/** Sheets of calls as one kind of intake. */
import {
  cancelarImportacao,
  desfazerImportacao,
  getImportacao,
  lerImportacao,
  previaDesfazerImportacao,
} from '@escuta/shared/contracts/importacoes';
import { ESTADO_IMPORTACAO_LABEL as LABEL } from '@escuta/shared/domain/call-sheet/fields';
import { useQuery } from '@tanstack/react-query';
import type { Kind } from '../../domain/intake/kind.ts';
import { call } from '../../lib/api.ts';
import { apiQuery } from '../../lib/query.ts';
import { type Detalhe, undoText } from './words.ts';

const FICAM =
  'As ligações que ela criou são excluídas. Ficam as que têm gravação, processamento, revisão, responsável ou alteração.';

/** What undoing would take away, counted each time that somebody asks: meanwhile others work. */
function UndoPreview({ id }: Pick<Detalhe, 'id'>) {
  const { data, isError } = useQuery({
    ...apiQuery(previaDesfazerImportacao, { params: { id } }),
    staleTime: 0,
  });
  return data ? undoText(data.data) : isError ? FICAM : 'Contando o que seria excluído…';
}

/** How often is asked, ms, while a task works, and while it waits for a person. */
const WORKS = 1000;
const WAITS = 8000;

export const IMPORTACAO: Kind<Detalhe, 'importacao'> = {
  get: getImportacao,
  topic: 'importacoes',
  article: 'a',
  noun: 'importação',
  plural: 'importações',
  steps: ['Arquivo', 'Colunas', 'Simulação', 'Importação'],
  states: {
    enviando: { label: LABEL.enviando, variant: 'neutral', step: 0, poll: WORKS, open: true },
    lendo: { label: LABEL.lendo, variant: 'info', step: 0, poll: WORKS, open: true },
    mapear: { label: LABEL.mapear, variant: 'warning', step: 1, poll: WAITS, open: true },
    simulando: { label: LABEL.simulando, variant: 'info', step: 2, poll: WORKS, open: true },
    simulada: { label: LABEL.simulada, variant: 'warning', step: 2, poll: WAITS, open: true },
    importando: { label: LABEL.importando, variant: 'info', step: 3, poll: WORKS },
    interrompida: { label: LABEL.interrompida, variant: 'warning', step: 3, poll: WAITS },
    concluida: { label: LABEL.concluida, variant: 'success', step: 3 },
    desfazendo: { label: LABEL.desfazendo, variant: 'info', step: 3, poll: WORKS },
    desfeita: { label: LABEL.desfeita, variant: 'neutral', step: 3 },
    falhou: { label: LABEL.falhou, variant: 'destructive', step: 0, poll: WAITS, open: true },
    cancelada: { label: LABEL.cancelada, variant: 'neutral', step: 0 },
  },
  owner: (id, papel) => ({ papel, importacao_id: id }),
  read: (id) => call(lerImportacao, { params: { id } }),
  cancel: {
    endpoint: cancelarImportacao,
    can: ['audit_item', 'create'],
    lost: 'O arquivo enviado é apagado. Nenhuma ligação foi criada.',
  },
  undo: {
    endpoint: desfazerImportacao,
    can: ['audit_item', 'delete'],
    until: ({ desfazer_ate }) => desfazer_ate,
    lost: ({ id }) => <UndoPreview id={id} />,
  },
};
