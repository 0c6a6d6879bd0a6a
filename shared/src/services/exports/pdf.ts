/** PDF reports, laid out in a separate thread, from plain data without files, URLs or pictures. */
import { Worker } from 'node:worker_threads';

/** A cell: text, or a share (0 to 1) drawn as a bar. */
export type PdfCelula = string | { readonly parte: number };
export type PdfColuna = {
  titulo: string /** Points (1/72 inch); '*': the rest. */;
  largura: number | '*';
  direita?: boolean;
};

export type PdfBloco =
  | { tipo: 'secao'; titulo: string }
  | { tipo: 'texto'; texto: string; discreto?: boolean }
  | { tipo: 'fatos'; fatos: readonly (readonly [rotulo: string, valor: string])[] }
  /** A heading with its content, kept on one page if possible. */
  | { tipo: 'quadro'; titulo: string; nota?: string; blocos: readonly PdfBloco[] }
  | { tipo: 'tabela'; colunas: readonly PdfColuna[]; linhas: readonly (readonly PdfCelula[])[] };

export type PdfDocumento = {
  titulo: string;
  subtitulo?: string;
  rodape: string;
  blocos: readonly PdfBloco[];
};

/** Time limit of a report, ms, ten times that of 10,000 lines. */
const LIMITE_MS = 60_000;
const HEAP_MB = 512;

/** A report's bytes. @throws Error beyond a minute or 512 MB of layout; AbortError by `signal` */
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
