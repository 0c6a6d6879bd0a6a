import { StageFailure } from '@escuta/shared/domain/runs/failures';
import { ObjectNotFoundError } from '@escuta/shared/platform/storage/object-store';
import type { StageContext } from '../engine/stage.ts';
import { fetchFile } from '../engine/work-dir.ts';

/**
 * Saves an object as a file.
 * @param missing properties of the failure if the object is absent
 * @throws StageFailure arquivo_ausente, armazenamento_indisponivel
 */
export async function download(
  { store, signal }: Pick<StageContext, 'store' | 'signal'>,
  key: string,
  filePath: string,
  missing: { mensagem?: string; retryable?: boolean },
): Promise<void> {
  await fetchFile(store, key, filePath, signal).catch((error: unknown) => {
    throw storageFailure(error, missing);
  });
}

/** Maps a storage error to a StageFailure; `missing` applies to an absent object. */
export function storageFailure(
  error: unknown,
  missing: { mensagem?: string; retryable?: boolean },
): StageFailure {
  return error instanceof ObjectNotFoundError
    ? new StageFailure('arquivo_ausente', { ...missing, cause: error })
    : new StageFailure('armazenamento_indisponivel', { cause: error });
}
