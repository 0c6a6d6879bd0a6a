export const STATUS_PROCESSAMENTO = ['pendente', 'processando', 'concluido', 'erro'] as const;
export type StatusProcessamento = (typeof STATUS_PROCESSAMENTO)[number];
export const STATUS_LABEL: Record<StatusProcessamento, string> = {
  pendente: 'Pendente',
  processando: 'Processando',
  concluido: 'Concluído',
  erro: 'Erro',
};

export const TIPOS_ITEM = ['ligacao', 'arquivo', 'call_data', 'pesquisa', 'entrevista'] as const;
export type TipoItem = (typeof TIPOS_ITEM)[number];
export const TIPO_ITEM_LABEL: Record<TipoItem, string> = {
  ligacao: 'Ligação',
  arquivo: 'Arquivo',
  call_data: 'Dados de ligação',
  pesquisa: 'Pesquisa',
  entrevista: 'Entrevista',
};

/** Item types in the call report (specification 2, §7). */
export const TIPOS_LIGACAO = ['ligacao', 'arquivo', 'call_data'] as const satisfies readonly TipoItem[];

export const TIPOS_PROJETO = ['call_center', 'auditoria', 'pesquisa'] as const;
export type TipoProjeto = (typeof TIPOS_PROJETO)[number];

/** All stages, as in the database. profiles/flows.ts gives each run's stages and order. */
export const ETAPAS = [
  'audio',
  'transcricao',
  'analise_texto',
  'confronto',
  'negocio',
  'contabilizacao',
] as const;
export type Etapa = (typeof ETAPAS)[number];

export const ETAPA_LABEL: Record<Etapa, string> = {
  audio: 'Áudio',
  transcricao: 'Transcrição',
  analise_texto: 'Análise de texto',
  confronto: 'Confronto com o questionário',
  negocio: 'Insights',
  contabilizacao: 'Contabilização',
};

/** Stages with provider costs, and 'leitura', the reading of documents by a model (leituras_ia). */
export const ETAPAS_DE_CUSTO = [...ETAPAS, 'leitura'] as const;
export type EtapaDeCusto = (typeof ETAPAS_DE_CUSTO)[number];
export const ETAPA_DE_CUSTO_LABEL: Record<EtapaDeCusto, string> = {
  ...ETAPA_LABEL,
  leitura: 'Leitura de documentos',
};

export const STATUS_ETAPA = ['pendente', 'executando', 'concluida', 'ignorada', 'erro'] as const;
export type StatusEtapa = (typeof STATUS_ETAPA)[number];

export const STATUS_EXECUCAO = ['na_fila', 'executando', 'concluida', 'ignorada', 'erro'] as const;
export type StatusExecucao = (typeof STATUS_EXECUCAO)[number];

/** Priorities within a company: a person waits for the item (`clique`), or bulk work (`lote`). */
export const PRIORIDADE = { clique: 0, lote: 2 } as const;
export type Prioridade = keyof typeof PRIORIDADE;

/** Audit id that clients send for manually registered calls (specification 2, §9). */
export const AUDITORIA_PADRAO_ID = 'call-center-default';
export const AUDITORIA_PADRAO_NOME: Readonly<Record<TipoProjeto, string>> = {
  call_center: 'Ligações',
  pesquisa: 'Entrevistas',
  auditoria: 'Arquivos',
};

export const STATUS_LETRA_MORTA = ['aberta', 'reprocessada', 'descartada'] as const;
export type StatusLetraMorta = (typeof STATUS_LETRA_MORTA)[number];
