/** Two accesses of a reader to a target within this many minutes share a row of the log. */
export const ACESSO_JUNTA_MIN = 10;

export const ACESSO_LABEL = {
  aberta: 'Página aberta',
  trecho: 'Trecho lido',
  som: 'Áudio',
  download: 'Download',
  dossie: 'Dossiê exportado',
  exportacao: 'Exportação de lista',
  link: 'Link direto do armazenamento',
} as const satisfies Record<string, string>;
export type TipoAcesso = keyof typeof ACESSO_LABEL;
export const TIPOS_ACESSO = Object.keys(ACESSO_LABEL) as [TipoAcesso, ...TipoAcesso[]];

export const ALVO_ACESSO_LABEL = {
  item: 'Ligação',
  entrevista: 'Entrevista',
  gravacao_lote: 'Gravação de um envio em lote',
  gravacao_preparo: 'Gravação de uma auditoria do portal',
  documento: 'Documento de auditoria',
  documento_questionario: 'Documento de um questionário',
  importacao: 'Importação',
  tarefa: 'Arquivo de uma tarefa',
  projeto: 'Projeto',
  auditoria: 'Auditoria',
  pesquisa: 'Pesquisa',
  empresa: 'Empresa',
  acessos: 'Registro de acessos',
} as const satisfies Record<string, string>;
export type AlvoAcesso = keyof typeof ALVO_ACESSO_LABEL;
export const ALVOS_ACESSO = Object.keys(ALVO_ACESSO_LABEL) as [AlvoAcesso, ...AlvoAcesso[]];

export const OUVIDOS_MAX = 50;
