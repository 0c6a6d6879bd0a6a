import { UTTERANCE_MERGE_PAUSE_MS } from '../audio/audio-facts.ts';
import { type DefinicaoDePerfil, FATOS_ACUSTICOS, SECOES } from './definition.ts';

/**
 * A call: agent and client on separate channels. A changed word of a prompt causes new paid calls to the provider
 * (worker/src/engine/paid-calls.ts).
 */
export const LIGACAO: DefinicaoDePerfil = {
  fluxo: ['audio', 'transcricao', 'analise_texto', 'negocio', 'contabilizacao'],
  papeis: { agente: 'agente', cliente: 'cliente' },
  pausaNaFalaMs: UTTERANCE_MERGE_PAUSE_MS,
  vozes: {
    frases: [
      /\b(?:em que|(?<!\bsei )como) (?:eu )?posso (?:te |lhe |o |a )?ajudar\b/u,
      /(?<!\bnao )\bposso (?:te |lhe )?ajudar (?:em|com) (?:algo|alguma coisa|mais)\b/u,
      /\b(?:obrigad[oa]|agradecemos|agradeco) (?:pela|a) (?:sua )?preferencia\b/u,
      // Matches only the imperative, because a client may say 'quer que eu anote o protocolo'.
      /(?<!\bque (?:\S+ ){0,3})\banote (?:por favor )?o (?:numero d[oe] )?(?:seu )?protocolo\b/u,
    ],
    // Clients ask as many questions as agents.
    perguntas: false,
  },
  analise: {
    sistema: 'Você analisa ligações de centrais de atendimento.',
    parte: (numero, total) =>
      `A ligação é longa; esta é a parte ${numero} de ${total}. Analise só esta parte.`,
    resumo: 'o que aconteceu na ligação, de 2 a 5 frases.',
    sentimento: 'sentimento_geral do cliente e o sentimento de cada sentença, de -1 a 1; 0 para as neutras.',
  },
  insight: {
    sistema: 'Você audita ligações de centrais de atendimento.',
    provas:
      'O que o agente fez se comprova com palavras do agente, e o que o cliente fez, com palavras do cliente.',
  },
  respostas: {
    resumo: 'Resumo da ligação em português, de 2 a 5 frases.',
    sentimentoGeral: 'Sentimento predominante do cliente.',
    ofensas: 'Palavras ofensivas ditas na ligação. Vazio se não houver.',
    pontuacao: 'Quão boa é a ligação por este modelo de análise, de 0 a 1.',
  },
  fatos: FATOS_ACUSTICOS,
  pagina: {
    nome: 'ligação',
    secoes: SECOES,
    inicio: 'Início da chamada',
    dados: 'Dados da ligação e indicadores do som',
    semTranscricao: 'Esta ligação ainda não tem transcrição.',
    semInsights: 'Nenhum insight foi gerado para esta ligação.',
  },
};
