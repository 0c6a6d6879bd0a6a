import yauzl from 'yauzl';
import { LIMITES_VAZIO } from './limits.ts';
import { UnreadableError } from './unreadable.ts';

const DANIFICADO = 'O arquivo está danificado e não pôde ser aberto.';

/**
 * Unpacks a packed document (a .docx is a .zip) into nothing, counting: a library that unpacks it in memory must not be handed a bomb.
 * Sizes that the archive states are not believed.
 * @param source its bytes, or where the file is
 * @param para what it is too large for then, as people are told
 * @param look given each part's bytes as they pass, part by part; what it throws is thrown
 * @returns the names that it holds
 * @throws UnreadableError where it is damaged, encrypted, or larger than `most` bytes
 */
export async function assertUnpacks(
  source: Buffer | string,
  most: number,
  para = 'um questionário',
  look?: () => (piece: Buffer) => void,
): Promise<Set<string>> {
  const names = new Set<string>();
  let total = 0;
  try {
    const archive =
      typeof source === 'string'
        ? await yauzl.openPromise(source, { validateEntrySizes: true })
        : await yauzl.fromBufferPromise(source, { validateEntrySizes: true });
    if (archive.entryCount > LIMITES_VAZIO.partes)
      throw new UnreadableError(`O arquivo tem partes demais para ${para}.`);
    for await (const entry of archive.eachEntry()) {
      names.add(entry.fileName);
      if (entry.isEncrypted()) throw new UnreadableError('O arquivo está protegido por senha.');
      const stream = await archive.openReadStreamPromise(entry);
      const see = look?.();
      try {
        for await (const piece of stream) {
          total += (piece as Buffer).length;
          if (total > most)
            throw new UnreadableError(`O arquivo, descompactado, é grande demais para ${para}.`);
          see?.(piece as Buffer);
        }
      } finally {
        stream.destroy();
      }
    }
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError(DANIFICADO);
  }
  return names;
}
