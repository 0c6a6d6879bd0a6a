import { withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import type { AppDeps } from '../deps.ts';

/** Deletes an object whose upload failed. If the deletion fails, the object stays registered for the sweeper. */
export async function discardStored(deps: Pick<AppDeps, 'store' | 'db' | 'log'>, key: string): Promise<void> {
  try {
    await deps.store.delete(key);
    await withdrawObject(deps.db, key);
  } catch (error) {
    deps.log.warn({ err: error }, 'Objeto de um envio desfeito fica para a varredura');
  }
}
