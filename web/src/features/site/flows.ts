/** A stage of one of the two flows, calls and surveys, which have four stages each (specification 1, §1). */
export interface Stage {
  titulo: string;
  texto: string;
  itens?: readonly string[];
}

const CADASTRO: Stage = {
  titulo: 'Cadastro',
  texto: 'A empresa se cadastra, recebe login, senha e chave de API, e compra créditos.',
};

export const FLOWS: readonly {
  id: string;
  titulo: string;
  resumo: string;
  etapas: readonly Stage[];
}[] = [
  {
    id: 'call-center',
    titulo: 'Auditoria de call center',
    resumo: 'Para operações que precisam ouvir todas as ligações, não só as sorteadas.',
    etapas: [
      CADASTRO,
      {
        titulo: 'Projeto',
        texto:
          'O supervisor define os critérios da IA, e um plugin opcional sincroniza as conversas da telefonia.',
        itens: ['Aderência ao script', 'Cordialidade', 'Tempo de pausa'],
      },
      {
        titulo: 'Análise automática',
        texto:
          'Cada áudio é separado por lado, transcrito e conferido pelos critérios, sem esperar por uma pessoa.',
      },
      {
        titulo: 'Dashboard',
        texto: 'O retrato da operação, com o caminho de volta até a gravação.',
        itens: [
          'Conversas audíveis e validadas',
          'Análise de sentimento',
          'Pontuação geral da ligação',
          'Palavras ofensivas',
        ],
      },
    ],
  },
  {
    id: 'pesquisas',
    titulo: 'Auditoria de pesquisas',
    resumo: 'Para institutos e áreas de pesquisa responsáveis pelos dados digitados em campo.',
    etapas: [
      CADASTRO,
      {
        titulo: 'Projeto',
        texto:
          'Você envia o formulário de perguntas, a planilha das respostas digitadas e o áudio das entrevistas.',
      },
      {
        titulo: 'Processamento',
        texto:
          'Perguntas, respostas e trechos do áudio são alinhados, e as divergências aparecem. Você recebe um aviso no início e no fim.',
      },
      {
        titulo: 'Dashboard',
        texto: 'A fala comparada com a anotação, entrevista por entrevista.',
        itens: [
          'Conversas audíveis e respostas validadas',
          'Entrevistas realizadas e respostas corretas',
          'Perguntas não interpretadas',
          'Sentimento das respostas e análise geral',
          'Palavrões',
        ],
      },
    ],
  },
];

export const BENEFITS: readonly { titulo: string; texto: string }[] = [
  {
    titulo: 'Até 90% menos tempo de auditoria',
    texto:
      'O analista deixa de ouvir do começo ao fim: abre a ligação já no trecho importante, com a pontuação e a frase ao lado.',
  },
  {
    titulo: 'Precisão e consistência',
    texto:
      'Os mesmos critérios, com os mesmos pesos, em todas as conversas. Afirmação sem frase que a sustente não pontua.',
  },
  {
    titulo: 'Escala',
    texto:
      'Milhares de auditorias em paralelo. O volume do mês muda, o prazo não: cada etapa roda em fila própria.',
  },
  {
    titulo: 'Insights acionáveis',
    texto:
      'Alertas, tendências e palavras por projeto e por período, prontos para o treinamento de segunda-feira.',
  },
];
