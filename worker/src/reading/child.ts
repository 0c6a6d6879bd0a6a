// The process that reads one file and ends. It has no secret, no connection and nothing to lose: what a hostile file does to a library
// ends here. It is asked by the message of its parent and answers with one.
import { readFile } from 'node:fs/promises';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/questionnaire-grammar';
import type { Lido, Pedido } from './in-child.ts';
import { readDocument } from './read-document.ts';
import { UnreadableError } from './unreadable.ts';

async function answer({ arquivo, nome }: Pedido): Promise<Lido> {
  try {
    return { questionario: readQuestionnaire(await readDocument(await readFile(arquivo), nome)) };
  } catch (error) {
    if (error instanceof UnreadableError) return { motivo: error.message };
    throw error;
  }
}

process.once('message', (pedido: Pedido) => {
  void answer(pedido).then((lido) => process.send?.(lido, () => process.exit(0)));
});
