// Reads one file in a process without secrets or connections, so that a malicious file can do no harm. The parent's
// first message is the request; this process sends pieces, then the final answer.
import { readFile } from 'node:fs/promises';
import type { Leituras, Pedido, Resposta, TipoLeitura } from './protocol.ts';
import { UnreadableError } from './unreadable.ts';

let goOn: () => void = () => {};

function send(resposta: Resposta): Promise<void> {
  return new Promise((resolve) => process.send?.(resposta, () => resolve()));
}

/** Sends a piece and waits until the parent has taken it. */
async function hand(parte: Leituras[TipoLeitura]['parte']): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await send({ parte });
  await taken;
}

/** Imports only the needed reader, to save the memory of the other readers' libraries. */
async function read(pedido: Pedido): Promise<Leituras[TipoLeitura]['fim']> {
  const { arquivo, nome } = pedido;
  if (pedido.tipo === 'questionario') {
    const { isWorkbook, readFormWorkbook } = await import('./formats/form-workbook.ts');
    if (await isWorkbook(arquivo)) return readFormWorkbook(arquivo, nome);
    const { readQuestionnaire } = await import(
      '@escuta/shared/domain/survey-file/documents/questionnaire-grammar'
    );
    const { withUncertainOrder } = await import('@escuta/shared/domain/survey-file/rows/uncertain-order');
    const { readDocument } = await import('./read-document.ts');
    const blocks = await readDocument(await readFile(arquivo), nome);
    return withUncertainOrder(readQuestionnaire(blocks), blocks);
  }
  if (pedido.tipo === 'planilha') {
    const { readSheetFile } = await import('./sheet/read-sheet-file.ts');
    return readSheetFile(arquivo, nome, hand);
  }
  if (pedido.tipo === 'linhas') {
    const { readRowsFile } = await import('./sheet/read-sheet-file.ts');
    return readRowsFile(arquivo, nome, hand, pedido.aba);
  }
  const { extractFrom, listOf } = await import('./archive/read-archive.ts');
  if (pedido.tipo === 'arquivo_lista') await listOf(arquivo, hand, pedido.limites);
  else await extractFrom(arquivo, pedido.indices, pedido.pasta, hand, pedido.limites);
  return null;
}

async function answer(pedido: Pedido): Promise<Resposta> {
  try {
    return { fim: await read(pedido) };
  } catch (error) {
    if (error instanceof UnreadableError) return { motivo: error.message };
    throw error;
  }
}

process.once('disconnect', () => process.exit(1));
process.once('message', (pedido: Pedido) => {
  process.on('message', () => goOn());
  void answer(pedido).then(async (resposta) => {
    await send(resposta);
    process.exit(0);
  });
});
