import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { QuestionarioLido } from '@escuta/shared/domain/survey-file/read-questionnaire';
import { LIMITES_DOCUMENTO } from './limits.ts';
import { UnreadableError } from './unreadable.ts';

/** What the child is asked: to read the questionnaire of a file on this machine. */
export type Pedido = { arquivo: string; nome: string };
/** What it found, or why it cannot be read, for people. */
export type Lido = { questionario: QuestionarioLido } | { motivo: string };

export type ChildLimits = { tempoMs: number; memoria: number };

const LONGO = 'A leitura do documento demorou demais e foi interrompida.';
const GRANDE = 'A leitura do documento precisou de memória demais e foi interrompida.';
const FALHOU = 'O documento não pôde ser lido: o conteúdo não é o que o formato prevê.';
/** How often its memory is looked at, ms. */
const LOOK_MS = 100;

/** Memory that a process holds, bytes; 0 where the system does not say. */
async function residentBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * 4096;
}

/**
 * Reads the questionnaire of a document in a process of its own, which is killed when it takes too long or too much memory, and which
 * gets none of ours: no secret in its environment, no open connection.
 * @param pedido its path on this machine, and what it is called
 * @throws UnreadableError with the reason for people; the signal's reason when it is aborted
 */
export async function readInChild(
  pedido: Pedido,
  signal?: AbortSignal,
  limits: ChildLimits = LIMITES_DOCUMENTO,
): Promise<QuestionarioLido> {
  signal?.throwIfAborted();
  const child = fork(new URL('./child.mjs', import.meta.url), {
    env: { PATH: process.env.PATH ?? '' },
    execArgv: [`--max-old-space-size=${Math.floor(limits.memoria / 1024 / 1024)}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let reason = FALHOU;
  const kill = (why: string): void => {
    reason = why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => kill(LONGO), limits.tempoMs);
  const look = setInterval(() => {
    if (child.pid === undefined) return;
    void residentBytes(child.pid).then((bytes) => bytes > limits.memoria && kill(GRANDE));
  }, LOOK_MS);
  const stop = (): void => kill(FALHOU);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const lido = await new Promise<Lido>((resolve) => {
      child.once('message', (message) => resolve(message as Lido));
      child.once('error', () => resolve({ motivo: FALHOU }));
      child.once('exit', (_code, killed) =>
        // Beyond its heap Node ends itself.
        resolve({ motivo: reason === FALHOU && killed === 'SIGABRT' ? GRANDE : reason }),
      );
      child.send(pedido);
    });
    signal?.throwIfAborted();
    if ('motivo' in lido) throw new UnreadableError(lido.motivo);
    return lido.questionario;
  } finally {
    clearTimeout(timer);
    clearInterval(look);
    signal?.removeEventListener('abort', stop);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  }
}
