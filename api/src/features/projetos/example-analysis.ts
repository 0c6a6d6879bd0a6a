import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type ReadyTemplate, readyTemplate } from '@escuta/shared/domain/insights/ready-templates';
import type { ExemploGravado } from '@escuta/shared/domain/transcripts/recorded-example';

const pathOf = (name: string) => fileURLToPath(new URL(`../../../../samples/${name}`, import.meta.url));

/** The example call: recording, built-in templates, and stored analysis. */
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
