/** Chapters of the documentation, listed on its page and in the command palette. */
export const DOC_TOPICS = [
  { id: 'comecar', title: 'Auditar as primeiras ligações' },
  { id: 'trazer', title: 'Trazer gravações para a Escuta' },
  { id: 'gravacoes', title: 'Separar as vozes em dois canais' },
  { id: 'status', title: 'Acompanhar o processamento' },
  { id: 'pontuacao', title: 'Entender a pontuação' },
  { id: 'confianca', title: 'Revisar os insights de baixa confiança' },
  { id: 'alertas', title: 'Resolver os alertas do Início' },
  { id: 'amostras', title: 'Sortear ligações para revisão' },
  { id: 'agentes', title: 'Acompanhar um agente e dar retorno' },
  { id: 'busca', title: 'Buscar palavras nas conversas' },
  { id: 'relatorios', title: 'Ler os relatórios' },
  { id: 'provas', title: 'Exportar listas e compartilhar provas' },
  { id: 'pesquisas', title: 'Fazer e auditar uma pesquisa' },
  { id: 'portal', title: 'Auditar entrevistas de outro sistema' },
  { id: 'vereditos', title: 'Entender os vereditos das respostas' },
  { id: 'entrevistadores', title: 'Cadastrar agentes e entrevistadores' },
  { id: 'creditos', title: 'Comprar e acompanhar créditos' },
  { id: 'telefonia', title: 'Conectar a telefonia' },
  { id: 'papeis', title: 'Dar acesso à equipe' },
] as const;

export type DocTopicId = (typeof DOC_TOPICS)[number]['id'];
