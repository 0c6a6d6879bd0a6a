/** Describes sheets of calls as a kind of intake. */
import {
  cancelImportacao,
  getImportacao,
  previewUndoImportacao,
  readImportacao,
  undoImportacao,
} from '@escuta/shared/contracts/calls/importacoes';
import { ESTADO_IMPORTACAO_LABEL, IMPORTACAO_ABERTA } from '@escuta/shared/domain/call-sheet/fields';
import { useQuery } from '@tanstack/react-query';
import { type IntakeKind, WAITS } from '../../domain/intake/kind.ts';
import { apiQuery } from '../../lib/network/query.ts';
import { agentsStay, type Detalhe, undoText } from './words.ts';

const FICAM =
  'As ligações criadas por esta importação serão excluídas, menos as que já têm gravação, processamento, revisão ou responsável e as que foram alteradas.';

/** Says what an undo would delete, counted anew at each opening because other people work meanwhile. */
function UndoPreview({ importacao }: { importacao: Detalhe }) {
  const { data, isError } = useQuery({
    ...apiQuery(previewUndoImportacao, { params: { id: importacao.id } }),
    staleTime: 0,
  });
  if (!data && !isError) return 'Contando as ligações a excluir…';
  return `${data ? undoText(data.data) : FICAM}${agentsStay(importacao)}`;
}

/** Polling interval while a task works, ms. */
const WORKS = 1000;

export const IMPORTACAO: IntakeKind<Detalhe, 'importacao'> = {
  get: getImportacao,
  reading: readImportacao,
  topic: 'importacoes',
  article: 'a',
  noun: 'importação',
  plural: 'importações',
  steps: ['Arquivo', 'Colunas', 'Simulação', 'Importação'],
  labels: ESTADO_IMPORTACAO_LABEL,
  open: [...IMPORTACAO_ABERTA, 'falhou'],
  states: {
    enviando: { variant: 'neutral', step: 0, poll: WORKS },
    lendo: { variant: 'info', step: 0, poll: WORKS },
    mapear: { variant: 'warning', step: 1, poll: WAITS },
    simulando: { variant: 'info', step: 2, poll: WORKS },
    simulada: { variant: 'warning', step: 2, poll: WAITS },
    importando: { variant: 'info', step: 3, poll: WORKS },
    interrompida: { variant: 'warning', step: 3, poll: WAITS },
    concluida: { variant: 'success', step: 3 },
    desfazendo: { variant: 'info', step: 3, poll: WORKS },
    desfeita: { variant: 'neutral', step: 3 },
    falhou: { variant: 'destructive', step: 0, poll: WAITS },
    cancelada: { variant: 'neutral', step: 0 },
  },
  owner: (id, papel) => ({ papel, importacao_id: id }),
  cancel: {
    endpoint: cancelImportacao,
    can: ['audit_item', 'create'],
    lost: 'O arquivo enviado será apagado. Nenhuma ligação foi criada.',
  },
  undo: {
    endpoint: undoImportacao,
    can: ['audit_item', 'delete'],
    until: ({ desfazer_ate }) => desfazer_ate,
    lost: (importacao) => <UndoPreview importacao={importacao} />,
  },
};
