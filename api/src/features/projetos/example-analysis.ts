import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AudioFacts } from '@escuta/shared/domain/audio/audio-facts';
import type { AlertaIdentificado, InsightResultado } from '@escuta/shared/domain/insights/insight-result';
import { type ReadyTemplate, readyTemplate } from '@escuta/shared/domain/insights/ready-templates';
import type { Canal, Falante } from '@escuta/shared/domain/profiles/roles';
import type { AnaliseGravada } from '@escuta/shared/domain/transcripts/text-analysis';

/**
 * A recorded analysis without row ids; fields have column names. tests/integration/example-recorded.longo.test.ts
 * records it and compares it with today's run.
 */
export type ExemploGravado = {
  /** The invented call, from the sample's description. */
  ligacao: { titulo: string; numeroDestino: string; ramal: string; nomeEntrevistado: string };
  /** Decoded length, seconds. */
  duracaoS: number;
  fatosAudio: AudioFacts;
  analiseTexto: AnaliseGravada;
  /** The waveform's object (shared/src/domain/audio/audio-peaks.ts), base64. */
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
    /** Name of the ready template. */
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

const pathOf = (name: string) => fileURLToPath(new URL(`../../../../samples/${name}`, import.meta.url));

/** The example call: recording, ready templates, and stored analysis. */
export const EXEMPLO = {
  amostra: 'amostra-principal',
  gravacao: pathOf('amostra-principal.mp3'),
  arquivo: pathOf('exemplo/analise.json'),
  /** Template parameters: the invented company of the recording. */
  parametros: { empresa: 'Lumavia Telecom' },
  templates: (): ReadyTemplate[] =>
    ['aderencia-script', 'cortesia-empatia', 'avisos-decreto-11034', 'resolucao-proximos-passos'].map(
      readyTemplate,
    ),
} as const;

export async function readExemploGravado(): Promise<ExemploGravado> {
  return JSON.parse(await readFile(EXEMPLO.arquivo, 'utf8')) as ExemploGravado;
}
