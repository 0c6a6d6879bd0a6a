/** Long jobs that people start and the worker runs (docs/decisions/0012-tasks.md). */
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
  'recontar_criterios',
  'ler_com_ia',
] as const;
export type TipoTarefa = (typeof TIPOS_TAREFA)[number];

export const TAREFA_LABEL: Record<TipoTarefa, string> = {
  reprocessar_falhas: 'Reprocessar falhas',
  gerar_insights: 'Gerar insights',
  ler_questionario: 'Ler questionário de um arquivo',
  ler_auditoria: 'Ler arquivos de uma auditoria',
  criar_auditoria: 'Criar auditoria com os arquivos',
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
  recontar_criterios: 'Contar os critérios de ligações anteriores',
  ler_com_ia: 'Ler com IA as linhas restantes de um questionário',
};

/** Tasks that read uploaded files, and whose end a person awaits. */
export const LEITURAS = [
  'ler_questionario',
  'ler_auditoria',
  'ler_gravacoes',
  'ler_com_ia',
] as const satisfies readonly TipoTarefa[];

export const SIMULACAO_LABEL = 'Simular importação';

export const STATUS_TAREFA = ['pendente', 'executando', 'pausada', 'concluida', 'erro', 'cancelada'] as const;
export type StatusTarefa = (typeof STATUS_TAREFA)[number];
export const TAREFA_ABERTA = ['pendente', 'executando'] as const satisfies readonly StatusTarefa[];

export function isOpenTask(status: StatusTarefa): boolean {
  return TAREFA_ABERTA.some((open) => open === status);
}

export const PAUSAVEIS: readonly TipoTarefa[] = ['lote', 'gerar_insights', 'reprocessar_falhas'];

export const TAREFAS_ABERTAS_MAX = 20;
