/** The chapters of the documentation: the page shows them, the palette leads to them. */
export const DOC_TOPICS = [
  { id: 'comecar', title: 'Ligações: da conta vazia ao primeiro resultado' },
  { id: 'pesquisas', title: 'Pesquisas: do questionário ao mapa das respostas' },
  { id: 'vereditos', title: 'O que cada veredito quer dizer' },
  { id: 'entrevistadores', title: 'Entrevistadores e apelidos' },
  { id: 'status', title: 'O que cada status quer dizer' },
  { id: 'gravacoes', title: 'Gravações em dois canais' },
  { id: 'pontuacao', title: 'Como a pontuação é calculada' },
  { id: 'confianca', title: 'Confiança e revisão humana' },
  { id: 'alertas', title: 'O que entra em “Alertas”' },
  { id: 'creditos', title: 'Créditos' },
  { id: 'telefonia', title: 'Telefonia e extensão' },
  { id: 'papeis', title: 'Quem pode o quê' },
] as const;

export type DocTopicId = (typeof DOC_TOPICS)[number]['id'];
