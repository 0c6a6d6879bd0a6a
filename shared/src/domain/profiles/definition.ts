import type { Etapa } from '../runs/status.ts';
import type { Lado, Papel } from './roles.ts';

/** Acoustic facts that a page may show (domain/audio/audio-facts.ts has them all). */
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

/** Sections of an item's page, in the page's order. */
export const SECOES = ['visao', 'transcricao', 'insights', 'dados', 'custos', 'linha'] as const;
export type Secao = (typeof SECOES)[number];

/** The signs of the leading voice, among voices that a model sets apart in one channel (domain/audio/voices.ts). */
export type SinaisDeQuemConduz = {
  /**
   * Words that only such a one says, as `normaliseQuote` writes them. One is enough to name both parties: what the other one
   * says on an ordinary day has no place here. A change raises REGRAS_DE_VOZES.
   */
  frases: readonly RegExp[];
  /** They also ask nearly all the questions. */
  perguntas: boolean;
};

/** All that makes one kind of audit another than the others. */
export type DefinicaoDePerfil = {
  /**
   * The stages of a new run, in order. They are written with the run when it is requested, and are its flow from then on
   * (execucao_etapas.ordem): a change here leaves open runs as they are.
   */
  fluxo: readonly [Etapa, ...Etapa[]];
  /** Who the two parties are. */
  papeis: Record<Lado, Exclude<Papel, 'desconhecido'>>;
  vozes: SinaisDeQuemConduz;
  /** Pauses up to this length stay inside one utterance, ms, for models that give no times: its bounds are all the times there are. */
  pausaNaFalaMs: number;
  /** Words of the prompt that asks for the text analysis. */
  analise: {
    sistema: string;
    parte: (numero: number, total: number) => string;
    resumo: string;
    sentimento: string;
  };
  /** Words of the prompt that judges by a template; `provas`: whose words prove what. */
  insight: { sistema: string; provas: string };
  /** What the JSON schemas of the answers say of the fields that name the conversation. */
  respostas: { resumo: string; sentimentoGeral: string; ofensas: string; pontuacao: string };
  /** Facts that mean something here. */
  fatos: readonly FatoAcustico[];
  /** The item's page: its sections, and what it calls the conversation. */
  pagina: {
    /** The conversation's noun; feminine, as the sentences round it are. */
    nome: 'ligação' | 'entrevista';
    secoes: readonly Secao[];
    inicio: string;
    dados: string;
    semTranscricao: string;
    semInsights: string;
  };
};
