/** Kinds and states of tasks, apart from what each kind takes and gives (tasks.ts): a page that names them carries no schemas. */

/** Everything long that somebody asks for and the worker does (docs/decisions/0012-tasks.md). */
export const TIPOS_TAREFA = [
  'reprocessar_falhas',
  'gerar_insights',
  'ler_questionario',
  'ler_auditoria',
  'criar_auditoria',
  'reindexar',
  'lote',
  'ler_gravacoes',
  'anexar_gravacoes',
  'desfazer_gravacoes',
  'exportar',
  'resolver_agentes',
  'importar_ligacoes',
  'desfazer_importacao',
  'reler_planilhas',
  'recontar_notas',
  'ler_com_ia',
] as const;
export type TipoTarefa = (typeof TIPOS_TAREFA)[number];

/** Names of the kinds, for people. */
export const TAREFA_LABEL: Record<TipoTarefa, string> = {
  reprocessar_falhas: 'Reprocessar falhas',
  gerar_insights: 'Gerar insights',
  ler_questionario: 'Ler questionário de um arquivo',
  ler_auditoria: 'Ler arquivos de uma auditoria',
  criar_auditoria: 'Criar auditoria dos arquivos',
  reindexar: 'Refazer o índice da busca',
  lote: 'Processar em lote',
  ler_gravacoes: 'Ler gravações enviadas',
  anexar_gravacoes: 'Anexar gravações',
  desfazer_gravacoes: 'Desfazer envio de gravações',
  exportar: 'Exportar',
  resolver_agentes: 'Atribuir ligações aos agentes',
  importar_ligacoes: 'Importar ligações',
  desfazer_importacao: 'Desfazer importação',
  reler_planilhas: 'Reler planilhas de auditorias',
  recontar_notas: 'Recalcular pontuações revisadas',
  ler_com_ia: 'Ler com IA as linhas restantes de um questionário',
};

/** Of an import of calls, what only tries it. */
export const SIMULACAO_LABEL = 'Simular importação';

export const STATUS_TAREFA = ['pendente', 'executando', 'pausada', 'concluida', 'erro', 'cancelada'] as const;
export type StatusTarefa = (typeof STATUS_TAREFA)[number];
/** The states of a task that somebody still works on, or will. */
export const TAREFA_ABERTA = ['pendente', 'executando'] as const satisfies readonly StatusTarefa[];

export function isOpenTask(status: StatusTarefa): boolean {
  return TAREFA_ABERTA.some((open) => open === status);
}

/** Kinds that may be paused: between two units nothing else waits for their end. */
export const PAUSAVEIS: readonly TipoTarefa[] = ['lote', 'gerar_insights', 'reprocessar_falhas'];

/** Tasks that a company (or the installation) may have open at once: more would only stand in line. */
export const TAREFAS_ABERTAS_MAX = 20;
