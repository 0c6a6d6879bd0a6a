/**
 * Names the answers that live events make stale. For the page's own calls, the contracts name the topics that they
 * change (`touches`, kit/mutation.ts). The compiler demands an entry for every kind of event and of task.
 */
import type { ReadingOperation } from '@escuta/shared/contracts/all';
import { ITEM, type Topic } from '@escuta/shared/contracts/topics';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import type { LiveEvent } from '@escuta/shared/queues/pipeline';
import type { QueryKey } from '@tanstack/react-query';
import { topicKey } from './query.ts';

const ofTopics = (...topics: Topic[]): readonly QueryKey[] => topics.map(topicKey);

/** Prefix of the keys of a contract's answers; with `of`, only of the answers with this id in the path. */
const answers = (id: ReadingOperation, of?: string): QueryKey =>
  of === undefined ? [{ id }] : [{ id }, { id: of }];

/** Topics that each kind of task changes while it runs, except those for which each changed call sends an event. */
const FILLED_BY: Readonly<Record<TipoTarefa, readonly Topic[]>> = {
  reprocessar_falhas: ['falhas'],
  gerar_insights: [],
  ler_questionario: [],
  ler_auditoria: ['preparos', 'documentos'],
  reler_planilhas: ['auditorias', 'confrontos', 'mapas', 'entrevistas'],
  recontar_notas: ['itens', 'insights', 'revisao', 'resumos', 'relatorios'],
  recontar_criterios: ['relatorios'],
  ler_com_ia: ['documentos', 'relatorios'],
  criar_auditoria: [
    'preparos',
    'auditorias',
    'projetos',
    'itens',
    'entrevistas',
    'pesquisas',
    'questionarios',
    'quadro',
  ],
  reindexar: [],
  lote: [],
  ler_gravacoes: ['lotesGravacao'],
  anexar_gravacoes: ['lotesGravacao', 'itens'],
  desfazer_gravacoes: ['lotesGravacao', 'itens'],
  exportar: [],
  resolver_agentes: ['agentes', 'itens', 'relatorios'],
  importar_ligacoes: ['importacoes', 'itens', 'agentes'],
  desfazer_importacao: ['importacoes', 'itens', 'agentes'],
};

/** Query keys that a live event makes stale at once, limited to the thing that the event names. */
export function staleKeys(event: LiveEvent): readonly QueryKey[] {
  switch (event.tipo) {
    case 'item':
      return [
        answers('getItem', event.itemId),
        answers('listGravacoesAnteriores', event.itemId),
        answers('getResultadoCompleto', event.itemId),
        answers('listResultadosDoItem', event.itemId),
        answers('listItensDoProjeto', event.projetoId),
        answers('getMetricasDoProjeto', event.projetoId),
        answers('getProjeto', event.projetoId),
        answers('listItens'),
        answers('getEstatisticasItens'),
        answers('getConfronto'),
        topicKey('mapas'),
      ];
    case 'execucao':
      return [answers('getResultadoCompleto', event.itemId)];
    case 'creditos':
      return [topicKey('creditos'), answers('getEmpresa')];
    case 'alertas':
      return ofTopics('disparos', 'regras');
    case 'notificacao':
      // A notice may report work that was assigned or withdrawn.
      return ofTopics('notificacoes', 'indicacoes');
    case 'tarefa':
      return [
        ...ofTopics(...FILLED_BY[event.tipoTarefa]),
        answers('listTarefas'),
        answers('getTarefa', event.tarefaId),
        answers('getLoteFalhas', event.tarefaId),
      ];
  }
}

/** Like `staleKeys`, for summaries of a whole company, which many events make stale; they are refetched less often. */
export function staleSummaries(event: LiveEvent): readonly QueryKey[] {
  switch (event.tipo) {
    case 'item':
      return [
        ...ofTopics('auditorias', 'revisao', 'entrevistas', 'confrontos', 'quadro'),
        answers('listLigacoes'),
        answers('getPesquisa'),
        answers('getDashboard'),
        answers('getItensPorProjeto'),
        answers('listFalhas'),
        answers('listProjetos'),
      ];
    case 'creditos':
      return [answers('getDashboard')];
    case 'tarefa':
      // A task whose kind fills 'itens' creates, deletes or changes many calls at once, without an event for each call.
      return FILLED_BY[event.tipoTarefa].includes('itens') ? ofTopics(...ITEM) : [];
    case 'alertas':
      return [...ofTopics('revisao'), answers('getDashboard')];
    case 'execucao':
    case 'notificacao':
      return [];
  }
}
