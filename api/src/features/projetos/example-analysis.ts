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

/** The example survey with two interviews: one has a divergence, the other every kind of accusation and a doubt. */
export const PESQUISA_EXEMPLO = {
  projeto: 'Exemplo: pesquisa de transporte',
  titulo: 'Pesquisa de exemplo',
  descricao:
    'Duas entrevistas fictícias por telefone sobre o transporte do Recife, já auditadas: o mapa compara cada resposta digitada com a fala na gravação.',
  entrevistas: ['entrevista-02', 'entrevista-12'],
} as const;

export async function readExemploGravado(): Promise<ExemploGravado> {
  return JSON.parse(await readFile(EXEMPLO.arquivo, 'utf8')) as ExemploGravado;
}
