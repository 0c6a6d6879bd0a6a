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
  /** 0 to 1. */
  confianca: number;
  palavras: readonly PalavraDaAmostra[];
};

/** What stands in `samples/<slug>.json`, made by scripts/make-samples.ts. */
export type Amostra = {
  slug: string;
  titulo: string;
  /** File name of the recording beside the truth. */
  arquivo: string;
  canalAgente: 'left';
  duracaoMs: number;
  sentencas: readonly SentencaDaAmostra[];
};

export const PASTA_DAS_AMOSTRAS = fileURLToPath(new URL('../../samples/', import.meta.url));

/** Reads the truth of every sample call that ships with the project. */
export async function loadSamples(pasta = PASTA_DAS_AMOSTRAS): Promise<Amostra[]> {
  const names = (await readdir(pasta)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name): Promise<Amostra> => JSON.parse(await readFile(`${pasta}/${name}`, 'utf8'))),
  );
}
