import type { AudioFacts } from '../audio/audio-facts.ts';
import type { AlertaIdentificado, InsightResultado } from '../insights/insight-result.ts';
import type { Canal, Falante } from '../profiles/roles.ts';
import type { AnaliseGravada } from './text-analysis.ts';

/**
 * A sample call's recorded analysis (samples/exemplo) without row ids; fields have column names.
 * tests/integration/example-recorded.longo.test.ts records and checks it.
 */
export type ExemploGravado = {
  ligacao: { titulo: string; numeroDestino: string; ramal: string; nomeEntrevistado: string };
  /** Decoded length, seconds. */
  duracaoS: number;
  fatosAudio: AudioFacts;
  analiseTexto: AnaliseGravada;
  /** The waveform (shared/src/domain/audio/audio-peaks.ts), base64. */
  picos: string;
  transcricoes: {
    canal: Canal;
    modelo: string;
    confianca: number | null;
    full_text: string;
    sentencas: {
      ordem: number;
      texto: string;
      start_ms: number;
      end_ms: number;
      confianca: number | null;
      falante: Falante;
    }[];
  }[];
  insights: {
    template: string;
    categoria: string;
    tags: string[];
    score_confianca: number | null;
    pontuacao: number | null;
    resultado: InsightResultado;
    resumo: string | null;
    alertas_identificados: AlertaIdentificado[];
    sem_evidencia: boolean;
    modelo: string;
    parametros_omitidos: string[];
    evidencias: {
      ordem: number;
      criterio: string;
      citacao: string;
      verificada: boolean;
      sentenca_ordem: number | null;
      canal: Canal | null;
      start_ms: number | null;
      end_ms: number | null;
    }[];
  }[];
};
