/**
 * Uploads a file in numbered parts (docs/decisions/0017-field.md). Sends only the parts that the server lacks, a few at
 * a time, each with its SHA-256, and retries when the network fails. Only the parts being sent are in memory.
 */
import { LIMITES_ENVIO } from '@escuta/shared/contracts/operation/envios';
import { ApiError, errorMessage } from './api.ts';

/** State of an upload on the server. */
export interface Received {
  recebidas: number;
  /** Numbers of the first missing parts. */
  faltam: readonly number[];
  concluido: boolean;
}

/** Sends parts to the server. Every call can be repeated. */
export interface PartsTransport {
  /** Opens the upload, or reads its state. */
  open: (signal: AbortSignal) => Promise<Received>;
  /** Sends a part. `onProgress` receives the number of the part's bytes sent so far. */
  send: (
    part: { n: number; bytes: ArrayBuffer; sha256: string },
    onProgress: (bytes: number) => void,
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** Declares the number of parts. The server then finishes the upload, or names the missing parts. */
  conclude: (partes: number, signal: AbortSignal) => Promise<Received>;
}

/** Fingerprint of a file, made without reading the whole file: its length, and its first and last part. */
export interface FilePrint {
  tamanho: number;
  primeira: string;
  ultima: string;
}

/** Stores the fingerprint of the file with which the upload began. */
export interface PrintMemory {
  read: () => FilePrint | null;
  write: (print: FilePrint) => void;
  forget: () => void;
}

export type PartsProblem =
  /** The server has parts of another file. */
  | { kind: 'outro_arquivo' }
  /** The browser cannot read the file: it was changed or moved after the choice. */
  | { kind: 'ilegivel' }
  | { kind: 'recusado'; message: string };

/**
 * - conferindo: reads the server's state; enviando: sends parts;
 * - esperando: the network or the server is away, and sending continues by itself later;
 * - pausado: a person stopped the upload; concluido: the server has the file; erro: see `problem`.
 */
export type PartsPhase = 'conferindo' | 'enviando' | 'esperando' | 'pausado' | 'concluido' | 'erro';

export interface PartsState {
  phase: PartsPhase;
  /** Number of bytes sent so far; `total` is the size of the file in bytes. */
  sent: number;
  total: number;
  problem: PartsProblem | null;
}

/** A semaphore, first come first served, which all uploads of a page share. */
export class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

/** Greatest number of parts being sent at the same time. */
export const PARTS_AT_A_TIME = 3;

export interface PartsOptions {
  file: Blob;
  transport: PartsTransport;
  memory: PrintMemory;
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
  slots?: Slots;
  /** Size of a part, bytes. */
  partSize?: number;
  /** Waits before another try; ends early when the network returns. `failures`: number of failures in a row, from 1. */
  wait?: (failures: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Waits a random time, from half a limit to all of it; the limit doubles per failure. Ends early once online again. */
function waitForNetwork(failures: number, signal: AbortSignal): Promise<void> {
  const ceiling = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(10, failures - 1));
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ceiling / 2 + (ceiling / 2) * Math.random());
    window.addEventListener('online', over);
    signal.addEventListener('abort', over);
  });
}

/** True for a temporary failure: no answer, or a server that is away or busy. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500) &&
  error.code !== 'sem_espaco';

const isOtherContent = (error: unknown): boolean => error instanceof ApiError && error.status === 409;

class Unreadable extends Error {}
class OtherFile extends Error {}

export class PartsUpload {
  readonly parts: number;
  private readonly options: PartsOptions;
  private readonly partSize: number;
  private readonly slots: Slots;
  private readonly listeners = new Set<() => void>();
  private running: AbortController | null = null;
  private state: PartsState;
  /** Bytes sent of each part in flight, by the part's number. `arrived` counts the bytes already on the server. */
  private readonly underWay = new Map<number, number>();
  private arrived = 0;
  private away = 0;

  constructor(options: PartsOptions) {
    this.options = options;
    this.partSize = options.partSize ?? LIMITES_ENVIO.parteBytes;
    this.slots = options.slots ?? new Slots(PARTS_AT_A_TIME);
    this.parts = Math.max(1, Math.ceil(options.file.size / this.partSize));
    this.state = { phase: 'conferindo', sent: 0, total: options.file.size, problem: null };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly getState = (): PartsState => this.state;

  get active(): boolean {
    return this.running !== null;
  }

  /** Starts or continues sending, unless already running or finished. Resolves when it has ended, paused or failed. */
  async start(): Promise<void> {
    if (this.running || this.state.phase === 'concluido') return;
    const run = new AbortController();
    this.running = run;
    this.away = 0;
    this.change({ phase: 'conferindo', problem: null });
    try {
      await this.bring(run.signal);
      this.options.memory.forget();
      this.change({ phase: 'concluido', sent: this.state.total });
    } catch (error) {
      // The failure of a part also stops the parts sent in parallel.
      if (!run.signal.aborted) {
        run.abort();
        this.change({ phase: 'erro', problem: problemOf(error) });
      }
    } finally {
      if (this.running === run) this.running = null;
      this.underWay.clear();
    }
  }

  /** Stops; the server keeps the received parts. */
  pause(): void {
    if (!this.running) return;
    const run = this.running;
    this.running = null;
    this.change({ phase: 'pausado' });
    run.abort();
  }

  private change(part: Partial<PartsState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }

  private tell(): void {
    const going = [...this.underWay.values()].reduce((sum, bytes) => sum + bytes, 0);
    const phase = this.away > 0 ? 'esperando' : 'enviando';
    this.change({ phase, sent: Math.min(this.state.total, this.arrived + going) });
  }

  private sizeOf(n: number): number {
    return Math.max(0, Math.min(this.partSize, this.options.file.size - (n - 1) * this.partSize));
  }

  private async read(n: number): Promise<{ bytes: ArrayBuffer; sha256: string }> {
    const from = (n - 1) * this.partSize;
    try {
      const bytes = await this.options.file.slice(from, from + this.partSize).arrayBuffer();
      return { bytes, sha256: await this.options.sha256(new Uint8Array(bytes)) };
    } catch (cause) {
      throw new Unreadable('', { cause });
    }
  }

  /** Repeats `work` until it succeeds or fails with an error that is not temporary. */
  private async again<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const wait = this.options.wait ?? waitForNetwork;
    for (let failures = 1; ; failures += 1) {
      signal.throwIfAborted();
      try {
        const done = await work();
        if (failures > 1) this.away -= 1;
        return done;
      } catch (error) {
        if (signal.aborted || !isPassing(error)) {
          if (failures > 1) this.away -= 1;
          throw error;
        }
        if (failures === 1) this.away += 1;
        this.tell();
        await wait(failures, signal);
      }
    }
  }

  private async bring(signal: AbortSignal): Promise<void> {
    const { transport } = this.options;
    let known = await this.again(signal, () => transport.open(signal));
    let isSame = false;
    let before = -1;
    while (!known.concluido) {
      known = await this.again(signal, () => transport.conclude(this.parts, signal));
      if (known.concluido) return;
      if (!isSame) await this.assertSame(known, signal);
      isSame = true;
      if (known.recebidas <= before)
        throw new Error('O servidor não recebeu nenhuma das partes enviadas. Tente de novo.');
      before = known.recebidas;
      this.arrived = this.bytesOf(known);
      this.tell();
      await this.sendAll(known.faltam, signal);
    }
  }

  private bytesOf({ recebidas, faltam }: Received): number {
    const shortBy = this.partSize - this.sizeOf(this.parts);
    return (
      recebidas * this.partSize - (recebidas === this.parts || !faltam.includes(this.parts) ? shortBy : 0)
    );
  }

  /**
   * Checks that the server's parts are of this file.
   * @throws OtherFile if they are of another file
   */
  private async assertSame(known: Received, signal: AbortSignal): Promise<void> {
    const { memory } = this.options;
    const first = await this.read(1);
    const last = this.parts === 1 ? first : await this.read(this.parts);
    const print = { tamanho: this.options.file.size, primeira: first.sha256, ultima: last.sha256 };
    if (known.recebidas > 0) {
      const began = memory.read();
      if (began) {
        if (
          began.tamanho !== print.tamanho ||
          began.primeira !== print.primeira ||
          began.ultima !== print.ultima
        ) {
          throw new OtherFile();
        }
      } else {
        // The upload began in another browser: sends a part that the server has, so that the server compares it.
        const missing = new Set(known.faltam);
        const n = missing.has(this.parts) ? firstHeld(missing) : this.parts;
        const part = n === 1 ? first : n === this.parts ? last : await this.read(n);
        try {
          await this.again(signal, () =>
            this.options.transport.send({ n, ...part }, () => undefined, signal),
          );
        } catch (error) {
          throw isOtherContent(error) ? new OtherFile() : error;
        }
      }
    }
    memory.write(print);
  }

  private async sendAll(numbers: readonly number[], signal: AbortSignal): Promise<void> {
    const left = [...numbers];
    const line = async (): Promise<void> => {
      for (let n = left.shift(); n !== undefined; n = left.shift()) {
        const next = n;
        signal.throwIfAborted();
        await this.slots.run(() => this.sendOne(next, signal));
      }
    };
    await Promise.all(Array.from({ length: PARTS_AT_A_TIME }, line));
  }

  private async sendOne(n: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const part = await this.read(n);
    const onProgress = (bytes: number): void => {
      if (signal.aborted) return;
      this.underWay.set(n, bytes);
      this.tell();
    };
    try {
      await this.again(signal, () => this.options.transport.send({ n, ...part }, onProgress, signal));
    } catch (error) {
      if (isOtherContent(error) && (await this.arrivedMeanwhile(n, signal))) throw new OtherFile();
      throw error;
    } finally {
      this.underWay.delete(n);
    }
    this.arrived += part.bytes.byteLength;
    this.tell();
  }

  private async arrivedMeanwhile(n: number, signal: AbortSignal): Promise<boolean> {
    const { concluido, faltam } = await this.again(signal, () => this.options.transport.open(signal));
    return !concluido && !faltam.includes(n);
  }
}

function firstHeld(missing: ReadonlySet<number>): number {
  let n = 1;
  while (missing.has(n)) n += 1;
  return n;
}

function problemOf(error: unknown): PartsProblem {
  if (error instanceof OtherFile) return { kind: 'outro_arquivo' };
  if (error instanceof Unreadable) return { kind: 'ilegivel' };
  return {
    kind: 'recusado',
    message: errorMessage(error, 'Ocorreu um erro ao enviar o arquivo. Tente novamente.'),
  };
}
