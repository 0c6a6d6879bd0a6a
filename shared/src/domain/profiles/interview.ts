import { type DefinicaoDePerfil, SECOES } from './definition.ts';

/** A field interview, usually on one microphone. Overlapping speech is normal and not shown. */
export const ENTREVISTA: DefinicaoDePerfil = {
  fluxo: ['audio', 'transcricao', 'analise_texto', 'confronto', 'negocio', 'contabilizacao'],
  papeis: { agente: 'entrevistador', cliente: 'entrevistado' },
  // With frames of 20 ms, this ends an utterance at a pause of 350 ms, which separates 'quantos anos?' from 'quarenta'.
  pausaNaFalaMs: 340,
  vozes: {
    frases: [
      /\b(?:estou|estamos) (?:fazendo|realizando) uma pesquisa\b/u,
      // The pattern excludes 'vou ler as opções', which respondents say when they read a card.
      /\bvou (?:te |lhe )?(?:ler|fazer) (?:algumas|umas) (?:perguntas|opcoes|frases)\b/u,
    ],
    perguntas: true,
  },
  analise: {
    sistema: 'Você analisa entrevistas de pesquisa de campo.',
    parte: (numero, total) =>
      `A entrevista é longa; esta é a parte ${numero} de ${total}. Analise só esta parte.`,
    resumo: 'o que aconteceu na entrevista, de 2 a 5 frases.',
    sentimento:
      'sentimento_geral do entrevistado e o sentimento de cada sentença, de -1 a 1; 0 para as neutras.',
  },
  insight: {
    sistema: 'Você audita entrevistas de pesquisa de campo.',
    provas:
      'O que o entrevistador fez se comprova com palavras do entrevistador, e o que o entrevistado disse, com palavras do entrevistado.',
  },
  respostas: {
    resumo: 'Resumo da entrevista em português, de 2 a 5 frases.',
    sentimentoGeral: 'Sentimento predominante do entrevistado.',
    ofensas: 'Palavras ofensivas ditas na entrevista. Vazio se não houver.',
    pontuacao: 'Quão boa é a entrevista por este modelo de análise, de 0 a 1.',
  },
  fatos: ['silencio', 'tempo_de_resposta', 'palavras_por_minuto'],
  pagina: {
    nome: 'entrevista',
    secoes: SECOES,
    inicio: 'Início da entrevista',
    dados: 'Dados da entrevista e indicadores do som',
    semTranscricao: 'Esta entrevista ainda não tem transcrição.',
    semInsights: 'Nenhum insight foi gerado para esta entrevista.',
  },
};
