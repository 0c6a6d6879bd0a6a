import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { confinement } from './confinement.ts';
import type { ChildLimits } from './limits.ts';
import { type Leituras, type Pedido, type Resposta, SEGUE, type TipoLeitura } from './protocol.ts';
import { UnreadableError } from './unreadable.ts';

/** What the file is called in what people are told. */
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
/** How often its memory is looked at, ms. */
const LOOK_MS = 100;

/**
 * Of an archive, and of a sheet of calls, nothing is kept but what is under way: with a small nursery its buffers go at once, and a
 * thousand recordings take 20 MB of memory instead of 60, 100,000 rows 65 MB instead of 74 (39 of them are Node's own program).
 */
const execArgv = (pedido: Pedido, memoria: number): string[] => [
  ...confinement(process.versions.node, CHILD, pedido),
  `--max-old-space-size=${Math.floor(memoria / 1024 / 1024)}`,
  ...(['arquivo_lista', 'arquivo_extrai', 'linhas'].includes(pedido.tipo) ? ['--max-semi-space-size=1'] : []),
];

/** Memory that a process holds, bytes; 0 where the system does not say. */
async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * 4096;
}

/** Watches over a process from outside: ends it when it works for too long or holds too much. */
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

  /** It works from now on: its time runs. */
  resume(): void {
    if (this.#ended) return;
    this.#since = Date.now();
    this.#timer = setTimeout(() => this.kill(longo(this.#tipo)), this.#left);
  }

  /** It waits for us, which is not its time: a slow storage does not make an archive a bad one. */
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
 * Reads a file in a process of its own, which is killed when it takes too long or too much memory, and which gets none of ours: no
 * secret in its environment, no open connection, and where Node can confine it no file but this one (confinement.ts). What it finds comes piece by piece: it goes on once `onPart` has taken one.
 * @param onPart takes one piece; what it throws ends the reading and is thrown
 * @param limits of the time that the process works, not counting that of `onPart`, and of its memory
 * @returns what the reading ends with
 * @throws UnreadableError with the reason for people; the signal's reason when it is aborted
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
        // It may have been killed meanwhile: its end says so.
        if (child.connected) child.send(SEGUE, () => {});
      };
      child.on('message', (message: Resposta) => {
        if ('parte' in message) taking = take(message.parte as Leituras[T]['parte']).catch(reject);
        else if ('fim' in message) resolve(message.fim as Leituras[T]['fim']);
        else refuse(message.motivo);
      });
      child.once('error', () => refuse(guard.reason ?? falhou(tipo)));
      child.once('exit', (_code, killed) =>
        // Beyond its heap Node ends itself; beyond the container's memory the system ends the largest process.
        refuse(guard.reason ?? (killed === 'SIGABRT' || killed === 'SIGKILL' ? grande(tipo) : falhou(tipo))),
      );
      child.send(pedido, () => {});
    });
  } finally {
    signal?.removeEventListener('abort', stop);
    guard.end();
    // What was being taken is not left to run behind the caller's back.
    await taking;
  }
}
