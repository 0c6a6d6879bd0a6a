import type { Readable } from 'node:stream';
import { AppError } from '@escuta/shared/domain/errors';
import { Snapshot } from '@escuta/shared/services/exports/snapshot';
import type { AppDeps } from '../deps.ts';

/** Greatest number of a company's concurrent exports; each keeps a transaction open during its download. */
const POR_EMPRESA = 2;
/** Time limit of an export, ms. */
const PRAZO_MS = 10 * 60_000;

/** Number of running exports of this process. Each holds a connection; two thirds of the connections stay free. */
let running = 0;

/**
 * Takes a permit for an export.
 * @returns the function that frees it
 * @throws AppError muitas_tentativas
 */
async function takeExportPermit({ semaphore, db }: AppDeps, empresaId: string): Promise<() => void> {
  const busy = () =>
    new AppError('muitas_tentativas', 'Há outras exportações em andamento. Tente de novo em um minuto.', {
      retryAfterS: 60,
    });
  if (running >= Math.max(1, Math.floor((db.pool.options.max ?? 10) / 3))) throw busy();
  running += 1;
  let released = false;
  const permit = await semaphore.take(`exportacoes:${empresaId}`, POR_EMPRESA);
  const release = () => {
    if (released) return;
    released = true;
    running -= 1;
    permit?.release();
  };
  if (!permit) {
    release();
    throw busy();
  }
  return release;
}

/**
 * Streams a file from a single snapshot, which ends with the stream. `make` returns the bytes, or throws.
 * @throws AppError muitas_tentativas, and the errors of `make`
 */
export async function streamOfSnapshot(
  deps: AppDeps,
  empresaId: string,
  make: (snapshot: Snapshot) => Promise<Readable>,
): Promise<Readable> {
  const release = await takeExportPermit(deps, empresaId);
  try {
    const snapshot = await Snapshot.open(deps.db);
    try {
      const corpo = await make(snapshot);
      const timer = setTimeout(
        () => corpo.destroy(new Error('A exportação passou de 10 minutos e foi interrompida.')),
        PRAZO_MS,
      );
      // The event comes at every end of the stream: complete, aborted, or failed.
      corpo.once('close', () => {
        clearTimeout(timer);
        void snapshot.close().finally(release);
      });
      return corpo;
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  } catch (error) {
    release();
    throw error;
  }
}
