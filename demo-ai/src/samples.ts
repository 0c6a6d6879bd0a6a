import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Canal, Lado } from '@escuta/shared/domain/profiles/roles';

/** Word, start and end in ms from the start of the recording. */
export type PalavraDaAmostra = readonly [texto: string, startMs: number, endMs: number];

export type SentencaDaAmostra = {
  canal: Canal;
  papel: Lado;
  texto: string;
  startMs: number;
  endMs: number;
  /** Confidence of the transcription, 0 to 1. */
  confianca: number;
  palavras: readonly PalavraDaAmostra[];
  /** False if a noise covers the sentence, so that it cannot be understood. */
  ouvida?: false;
};

/** Content of `samples/<slug>.json`, made by scripts/make-samples.ts. */
export type Amostra = {
  slug: string;
  titulo: string;
  /** File name of the recording, in the same folder. */
  arquivo: string;
  canalAgente?: 'left';
  /** True if one microphone recorded both parties. */
  mono?: true;
  duracaoMs: number;
  sentencas: readonly SentencaDaAmostra[];
};

export const PASTA_DAS_AMOSTRAS = fileURLToPath(new URL('../../samples/', import.meta.url));

/** Folder of the demonstration survey's interviews and its questionnaire. */
export const PASTA_DAS_ENTREVISTAS = 'entrevistas/';

/** Reads the true transcripts of all sample recordings in a folder; empty if the folder does not exist. */
export async function loadSamples(pasta = PASTA_DAS_AMOSTRAS): Promise<Amostra[]> {
  if (!existsSync(pasta)) return [];
  const names = (await readdir(pasta)).filter((name) => name.endsWith('.json')).sort();
  const truths = await Promise.all(
    names.map(
      async (name): Promise<Partial<Amostra>> => JSON.parse(await readFile(`${pasta}/${name}`, 'utf8')),
    ),
  );
  return truths.filter((truth): truth is Amostra => truth.sentencas !== undefined);
}
