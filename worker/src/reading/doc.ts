import { type Bloco, blocksOfText } from '@escuta/shared/domain/survey-file/document';
import WordExtractor from 'word-extractor';
import { UnreadableError } from './unreadable.ts';

/**
 * A .doc of Word 97 to 2003: its lines; cells of a table are lines too.
 * @throws UnreadableError where it is damaged or protected, which the format does not tell apart once it does not open
 */
export async function readDoc(bytes: Buffer): Promise<Bloco[]> {
  try {
    const document = await new WordExtractor().extract(bytes);
    return blocksOfText(document.getBody());
  } catch {
    throw new UnreadableError(
      'O documento do Word não pôde ser aberto: está protegido por senha ou danificado.',
    );
  }
}
