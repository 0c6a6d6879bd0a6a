import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { confinement } from './confinement.ts';
import type { ChildLimits } from './limits.ts';
import { type Leituras, type Pedido, type Resposta, SEGUE, type TipoLeitura } from './protocol.ts';
import { UnreadableError } from './unreadable.ts';

/** The file's name in messages, by the kind of reading. */
const QUE: Record<TipoLeitura, { de: string; nao: string }> = {
  questionario: { de: 'do documento', nao: 'O documento não pôde ser lido' },
  planilha: { de: 'da planilha', nao: 'A planilha não pôde ser lida' },
  linhas: { de: 'da planilha', nao: 'A planilha não pôde ser lida' },
  arquivo_lista: { de: 'do arquivo', nao: 'O arquivo não pôde ser lido' },
  arquivo_extrai: { de: 'do arquivo', nao: 'O arquivo não pôde ser lido' },
};
const longo = (tipo: TipoLeitura): string => `A leitura ${QUE[tipo].de} demorou demais e foi interrompida.`;
const grande = (tipo: TipoLeitura): string =>
  `A leitura ${QUE[tipo].de} precisou de memória demais e foi interrompida.`;
const falhou = (tipo: TipoLeitura): string => `${QUE[tipo].nao}: o conteúdo não corresponde ao formato.`;
const CHILD = new URL('./child.mjs', import.meta.url);
const LOOK_MS = 100;

/**
 * Options for Node. For streams, a small heap for new objects frees the buffers early: a thousand recordings take 20 MB
 * instead of 60, 100,000 rows 65 MB instead of 74 (39 are Node's own).
 */
const execArgv = (pedido: Pedido, memoria: number): string[] => [
  ...confinement(process.versions.node, CHILD, pedido),
  `--max-old-space-size=${Math.floor(memoria / 1024 / 1024)}`,
  ...(['arquivo_lista', 'arquivo_extrai', 'linhas'].includes(pedido.tipo) ? ['--max-semi-space-size=1'] : []),
];

async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * 4096;
}

class Guard {
  reason: string | null = null;
  readonly #child: ChildProcess;
  readonly #tipo: TipoLeitura;
  readonly #look: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #left: number;
  #since = 0;
  #ended = false;

  constructor(child: ChildProcess, tipo: TipoLeitura, { tempoMs, memoria }: ChildLimits) {
    this.#child = child;
    this.#tipo = tipo;
    this.#left = tempoMs;
    this.#look = setInterval(() => {
      if (child.pid === undefined) return;
      void residentBytes(child.pid).then((bytes) => bytes > memoria && this.kill(grande(tipo)));
    }, LOOK_MS);
    this.resume();
  }

  resume(): void {
    if (this.#ended) return;
    this.#since = Date.now();
    this.#timer = setTimeout(() => this.kill(longo(this.#tipo)), this.#left);
  }

  /** Stops the time limit while the reading process waits for its parent. */
  pause(): void {
    clearTimeout(this.#timer);
    this.#left = Math.max(1, this.#left - (Date.now() - this.#since));
  }

  kill(reason: string): void {
    this.reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#look);
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill('SIGKILL');
  }
}

/**
 * Reads a file in a separate process, without secrets, connections or access to other files (confinement.ts). The
 * process is killed when it exceeds its limits.
 * @param onPart takes a piece; its error ends the reading
 * @param limits of the process's memory and working time (without the time of `onPart`)
 * @throws UnreadableError; the signal's reason if it aborts
 */
export async function readInChild<T extends TipoLeitura>(
  pedido: Pedido<T>,
  onPart: (parte: Leituras[T]['parte']) => Promise<void>,
  signal: AbortSignal | undefined,
  limits: ChildLimits,
): Promise<Leituras[T]['fim']> {
  signal?.throwIfAborted();
  const child = fork(CHILD, {
    env: { PATH: process.env.PATH ?? '' },
    execArgv: execArgv(pedido as Pedido, limits.memoria),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const tipo: TipoLeitura = pedido.tipo;
  const guard = new Guard(child, tipo, limits);
  let stop = (): void => {};
  let taking = Promise.resolve();
  try {
    return await new Promise<Leituras[T]['fim']>((resolve, reject) => {
      const refuse = (motivo: string): void => reject(new UnreadableError(motivo));
      stop = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', stop, { once: true });
      const take = async (parte: Leituras[T]['parte']): Promise<void> => {
        guard.pause();
        await onPart(parte);
        guard.resume();
        // The process may have ended; the 'exit' handler deals with that.
        if (child.connected) child.send(SEGUE, () => {});
      };
      child.on('message', (message: Resposta) => {
        if ('parte' in message) taking = take(message.parte as Leituras[T]['parte']).catch(reject);
        else if ('fim' in message) resolve(message.fim as Leituras[T]['fim']);
        else refuse(message.motivo);
      });
      child.once('error', () => refuse(guard.reason ?? falhou(tipo)));
      child.once('exit', (_code, killed) =>
        // Node aborts (SIGABRT) at its heap limit; the system kills (SIGKILL) when the container's memory is exhausted.
        refuse(guard.reason ?? (killed === 'SIGABRT' || killed === 'SIGKILL' ? grande(tipo) : falhou(tipo))),
      );
      child.send(pedido, () => {});
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    guard.end();
    // The caller must not continue while `onPart` takes a piece.
    await taking;
  }
}
