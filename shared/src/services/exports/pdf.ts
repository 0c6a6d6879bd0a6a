/** PDF reports from plain data, without files, URLs or pictures; a thread lays them out. */
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** Words in one style. `bom`, `mau`, `alerta`: colours of a result. */
export type PdfTrecho = { texto: string; tom?: 'forte' | 'discreto' | 'bom' | 'mau' | 'alerta' };
export type PdfLinha = readonly PdfTrecho[];
export type PdfCelula = string | { readonly linhas: readonly PdfLinha[] } | PdfBarra;
/** A bar for a share, 0 to 1. `cor`: #rrggbb; default: the report's colour. */
type PdfBarra = { readonly parte: number; readonly cor?: string };
export type PdfColuna = {
  titulo: string /** Widths in points (1/72 inch); '*': the rest. */;
  largura: number | '*';
  direita?: boolean;
};

export type PdfBloco =
  | { tipo: 'secao'; titulo: string }
  | { tipo: 'texto'; texto: string; discreto?: boolean }
  | { tipo: 'linhas'; linhas: readonly PdfLinha[] }
  /** `rotulo`: the labels' width, points. */
  | { tipo: 'fatos'; fatos: readonly (readonly [rotulo: string, valor: string])[]; rotulo?: number }
  | { tipo: 'destaque'; rotulo: string; valor: string; linhas: readonly PdfLinha[] }
  /** Blocks side by side; those with '*' share the remaining width. */
  | {
      tipo: 'colunas';
      colunas: readonly { largura: number | '*'; blocos: readonly PdfBloco[] }[];
    }
  /** A heading with content, on one page if possible. */
  | { tipo: 'quadro'; titulo: string; nota?: string; blocos: readonly PdfBloco[] }
  /** Each page repeats `titulo` and `nota` above the columns. */
  | {
      tipo: 'tabela';
      titulo?: string;
      nota?: PdfLinha;
      colunas: readonly PdfColuna[];
      linhas: readonly (readonly PdfCelula[])[];
    };

export type PdfDocumento = {
  titulo: string;
  subtitulo?: string;
  /** Blocks under the title, left of `canto`. */
  abertura?: readonly PdfBloco[];
  rodape: string;
  blocos: readonly PdfBloco[];
  /** A QR code with lines below, right of the title. */
  canto?: { qr: string; linhas: readonly string[] };
  /** Front: the first version that fits into `paginas`, else the last; `blocos` start a new page. */
  frente?: { paginas: number; versoes: readonly (readonly PdfBloco[])[] };
  anexo?: { nome: string; descricao: string; tipo: string; texto: string };
  /**
   * Room for a signature over the file's bytes (`signPdf`). `bytes`: the signature's length; `em`: ISO time; `autor`:
   * name in PDF readers.
   */
  assinatura?: { bytes: number; em: string; autor: string; motivo: string };
};

/** Time limit of a report, ms: ten times the time for 10,000 lines. */
const LIMITE_MS = 60_000;
const HEAP_MB = 512;
/** Reports laid out at once, to bound memory; others wait. */
const JUNTOS = 2;
const inTurn = pLimit(JUNTOS);

/**
 * A report's bytes.
 * @throws Error if the layout takes more than a minute or 512 MB; AbortError if `signal` aborts
 */
export function writePdf(documento: PdfDocumento, signal?: AbortSignal): Promise<Buffer> {
  return inTurn(() => layOut(documento, signal));
}

function layOut(documento: PdfDocumento, signal?: AbortSignal): Promise<Buffer> {
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
    const timer = setTimeout(() => fail(new Error('A geração do relatório demorou demais.')), LIMITE_MS);
    signal?.addEventListener('abort', onAbort, { once: true });
    thread.once('message', (bytes: Uint8Array) => {
      end();
      resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    });
    thread.once('error', fail);
    thread.once('exit', (code) => fail(new Error(`pdf thread ended with ${code}`)));
  });
}
