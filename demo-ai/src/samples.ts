import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Canal, Lado } from '@escuta/shared/domain/profiles/roles';

/** Word, start and end, ms from the recording's start. */
export type PalavraDaAmostra = readonly [texto: string, startMs: number, endMs: number];

export type SentencaDaAmostra = {
  canal: Canal;
  papel: Lado;
  texto: string;
  startMs: number;
  endMs: number;
  /** Confidence, 0 to 1. */
  confianca: number;
  palavras: readonly PalavraDaAmostra[];
  /** False if a noise makes the sentence unintelligible. */
  ouvida?: false;
};

/** Content of `samples/<slug>.json`, made by scripts/make-samples.ts. */
export type Amostra = {
  slug: string;
  titulo: string;
  /** The recording's file, in the same folder. */
  arquivo: string;
  canalAgente?: 'left';
  /** True if one microphone recorded both parties. */
  mono?: true;
  duracaoMs: number;
  sentencas: readonly SentencaDaAmostra[];
};

export const PASTA_DAS_AMOSTRAS = fileURLToPath(new URL('../../samples/', import.meta.url));

/** Folder of the demonstration survey's interviews and questionnaire. */
export const PASTA_DAS_ENTREVISTAS = 'entrevistas/';

/** Reads the true transcripts of a folder's sample recordings; empty without the folder. */
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
