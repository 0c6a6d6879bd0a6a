import { rm } from 'node:fs/promises';
import type { TipoTarefa } from '@escuta/shared/domain/tasks/task-names';
import type { EntradaDoArquivo } from '../reading/archive/entry.ts';
import type { ChildLimits, LimitesDoArquivo } from '../reading/limits.ts';
import { extractEntries, listArchive } from '../reading/read-file.ts';
import { UnreadableError } from '../reading/unreadable.ts';
import type { TaskContext } from '../tasks/task.ts';
import { type ArquivoVindo, inWorkDir, localArchive, restArchive } from './local-files.ts';
import type { GravacaoLocal, Tomada } from './take-recording.ts';

/** Longest duration of a step, ms; then a request to stop or another task gets its turn. */
export const STEP_MS = 5000;

type Context = Pick<TaskContext<TipoTarefa>, 'db' | 'store' | 'signal'> & { task: { id: string } };
type Archive = ArquivoVindo & { nome: string };
type Limits = ChildLimits & LimitesDoArquivo;

export type Taken = Tomada | { motivo: string };

/** Lists an archive's recordings. @throws UnreadableError if the archive holds none */
export async function entriesOf(
  context: Context,
  archive: Archive,
  limits: Limits,
): Promise<EntradaDoArquivo[]> {
  const arquivo = await localArchive(context, archive);
  try {
    const entradas = await listArchive({ arquivo, nome: archive.nome }, context.signal, limits, limits);
    if (entradas.length === 0) throw new UnreadableError('O arquivo compactado não tem gravações.');
    return entradas;
  } finally {
    restArchive(context.task.id);
  }
}

const ENOUGH = new Error('enough for one step');

/**
 * Takes an archive's recordings one by one, for STEP_MS.
 * @param nomes names of the recordings to take, by index
 * @param take processes a local file of `tamanho` bytes
 * @param keep saves a recording's result
 */
export async function takeEntries(
  context: Context,
  archive: Archive,
  {
    nomes,
    limits,
    take,
    keep,
  }: {
    nomes: ReadonlyMap<number, string>;
    limits: Limits;
    take: (gravacao: GravacaoLocal, tamanho: number) => Promise<Taken>;
    keep: (indice: number, taken: Taken) => Promise<void>;
  },
): Promise<void> {
  const { task, signal } = context;
  const arquivo = await localArchive(context, archive);
  // The time starts with the first recording, because reaching it may take long.
  let until: number | null = null;
  try {
    await inWorkDir(async (folder) => {
      const taking = extractEntries(
        { arquivo, nome: archive.nome },
        [...nomes.keys()],
        folder,
        async (entrada) => {
          until ??= performance.now() + STEP_MS;
          const { indice } = entrada;
          if ('motivo' in entrada) await keep(indice, { motivo: entrada.motivo });
          else {
            const { caminho, tamanho } = entrada;
            const taken = await take({ caminho, nome: nomes.get(indice) ?? '' }, tamanho);
            await rm(caminho, { force: true });
            await keep(indice, taken);
          }
          if (performance.now() > until) throw ENOUGH;
        },
        signal,
        limits,
        limits,
      );
      await taking.catch((error: unknown) => {
        if (error !== ENOUGH) throw error;
      });
    });
  } finally {
    restArchive(task.id);
  }
}
