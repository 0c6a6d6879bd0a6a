import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '@escuta/shared/domain/errors';
import type { SLUGS_DAS_AMOSTRAS } from '@escuta/shared/domain/samples';
import type { Env } from '@escuta/shared/platform/process/env';

const PASTA = fileURLToPath(new URL('../../../../samples/', import.meta.url));

/**
 * A sample recording, about 300 kB.
 * @throws AppError nao_encontrado if a provider is configured
 */
export async function readSample(
  env: Pick<Env, 'IA_MODO_DEMONSTRACAO'>,
  amostra: (typeof SLUGS_DAS_AMOSTRAS)[number],
): Promise<{ som: Buffer; nome: string }> {
  if (!env.IA_MODO_DEMONSTRACAO)
    throw new AppError('nao_encontrado', 'Esta instalação não está em modo demonstração.');
  const nome = `${amostra}.mp3`;
  return { som: await readFile(`${PASTA}${nome}`), nome };
}
