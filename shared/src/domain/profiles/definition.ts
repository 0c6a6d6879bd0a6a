import type { Etapa } from '../runs/status.ts';
import type { Lado, Papel } from './roles.ts';

/** Acoustic facts shown on pages (all: domain/audio/audio-facts.ts). */
export const FATOS_ACUSTICOS = [
  'silencio',
  'espera',
  'sobreposicao',
  'interrupcoes',
  'monologo',
  'tempo_de_resposta',
  'palavras_por_minuto',
] as const;
export type FatoAcustico = (typeof FATOS_ACUSTICOS)[number];

export const SECOES = ['visao', 'transcricao', 'insights', 'dados', 'custos', 'linha'] as const;
export type Secao = (typeof SECOES)[number];

/** Signs by which the leading voice on a single channel is recognised (domain/audio/voices.ts). */
export type SinaisDeQuemConduz = {
  /**
   * Phrases that only the leader says, in the form of `normaliseQuote`. A single match identifies both parties.
   * Increase REGRAS_DE_VOZES with any change.
   */
  frases: readonly RegExp[];
  /** True if the leader asks nearly all questions. */
  perguntas: boolean;
};

export type DefinicaoDePerfil = {
  /** Stages of a new run, in order. Open runs keep their stored flow. */
  fluxo: readonly [Etapa, ...Etapa[]];
  papeis: Record<Lado, Exclude<Papel, 'desconhecido'>>;
  vozes: SinaisDeQuemConduz;
  /** Longest pause inside an utterance, ms, for models that return no times. */
  pausaNaFalaMs: number;
  analise: {
    sistema: string;
    parte: (numero: number, total: number) => string;
    resumo: string;
    sentimento: string;
  };
  insight: { sistema: string; provas: string };
  respostas: { resumo: string; sentimentoGeral: string; ofensas: string; pontuacao: string };
  fatos: readonly FatoAcustico[];
  pagina: {
    /** Noun for the conversation, feminine to fit the pages' sentences. */
    nome: 'ligação' | 'entrevista';
    secoes: readonly Secao[];
    inicio: string;
    dados: string;
    semTranscricao: string;
    semInsights: string;
  };
};
