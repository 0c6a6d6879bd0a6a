import yauzl from 'yauzl';
import { LIMITES_VAZIO } from './limits.ts';
import { UnreadableError } from './unreadable.ts';

const DANIFICADO = 'O arquivo está danificado e não pôde ser aberto. Envie outra cópia.';

/**
 * Unpacks a packed document (a .docx is a .zip) only to count its bytes, because stated sizes may hide a zip bomb.
 * @param source the document's bytes, or its path
 * @param para the purpose, for the message about too large a document
 * @param look receives each part's bytes; its errors are thrown on
 * @returns the names of the parts
 * @throws UnreadableError if damaged or encrypted, or larger than `most` bytes when unpacked
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
      throw new UnreadableError(
        `O arquivo tem partes demais para ${para}. Salve uma cópia só com o conteúdo necessário e envie-a.`,
      );
    for await (const entry of archive.eachEntry()) {
      names.add(entry.fileName);
      if (entry.isEncrypted())
        throw new UnreadableError('O arquivo está protegido por senha. Salve uma cópia sem senha e envie-a.');
      const stream = await archive.openReadStreamPromise(entry);
      const see = look?.();
      try {
        for await (const piece of stream) {
          total += (piece as Buffer).length;
          if (total > most)
            throw new UnreadableError(
              `O arquivo, descompactado, é grande demais para ${para}. Salve uma cópia só com o conteúdo necessário e envie-a.`,
            );
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
