/**
 * PDF reports. The layout is made in a thread of its own: a few thousand lines of tables hold up a process for seconds. What a report
 * says is plain data (below), never a definition of pdfmake's: no text in it can name a file, an address or a picture.
 */
import { Worker } from 'node:worker_threads';

/** A cell: text, or a share (0 to 1) drawn as a bar. */
export type PdfCelula = string | { readonly parte: number };
export type PdfColuna = {
  titulo: string /** Points (1/72 inch); '*': what is left. */;
  largura: number | '*';
  direita?: boolean;
};

export type PdfBloco =
  | { tipo: 'secao'; titulo: string }
  | { tipo: 'texto'; texto: string; discreto?: boolean }
  | { tipo: 'fatos'; fatos: readonly (readonly [rotulo: string, valor: string])[] }
  /** A heading with what belongs to it: kept on one page where it fits. */
  | { tipo: 'quadro'; titulo: string; nota?: string; blocos: readonly PdfBloco[] }
  | { tipo: 'tabela'; colunas: readonly PdfColuna[]; linhas: readonly (readonly PdfCelula[])[] };

export type PdfDocumento = {
  titulo: string;
  subtitulo?: string;
  /** Stands at the foot of each page, beside its number. */
  rodape: string;
  blocos: readonly PdfBloco[];
};

/** Longest that a report takes, ms: some 10,000 lines of tables take a tenth. */
const LIMITE_MS = 60_000;
const HEAP_MB = 512;

/** A report's bytes. @throws Error what it holds takes more than a minute or 512 MB to lay out; AbortError when `signal` says so */
export function writePdf(documento: PdfDocumento, signal?: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const thread = new Worker(new URL('./pdf-thread.mjs', import.meta.url), {
      workerData: documento,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      void thread.terminate();
    };
    const fail = (error: unknown) => {
      end();
      reject(error);
    };
    const onAbort = () => fail(signal?.reason);
    const timer = setTimeout(() => fail(new Error('O relatório passou do tempo.')), LIMITE_MS);
    signal?.addEventListener('abort', onAbort, { once: true });
    thread.once('message', (bytes: Uint8Array) => {
      end();
      resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    thread.once('error', fail);
    thread.once('exit', (code) => fail(new Error(`pdf thread ended with ${code}`)));
  });
}
