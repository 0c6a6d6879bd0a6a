import { join } from 'node:path';
import { StageFailure } from '@escuta/shared/domain/runs/failures';
import type { Som } from '../engine/ai-client.ts';
import type { StageContext } from '../engine/stage.ts';
import { download, storageFailure } from './download.ts';

/** Stage context that fetches each stored sound once. */
export type SoundContext = StageContext & {
  /**
   * Fetches the sound to a file; returns the file's path.
   * @throws StageFailure if the sound is absent or the storage does not answer
   */
  fetchSound: (key: string | null) => Promise<string>;
  /** Like `fetchSound`, but uses a local store's own file without copying it. */
  soundToSend: (key: string | null) => Promise<Som>;
};

export function withPreparedSounds(context: StageContext): SoundContext {
  const fetched = new Map<string, Promise<string>>();
  const fetchOnce = async (key: string | null) => {
    if (!key) throw new StageFailure('audio_falhou', { retryable: false });
    const file = fetched.get(key) ?? fetchSound(context, key, `som-${fetched.size}.flac`);
    fetched.set(key, file);
    return file;
  };
  return {
    ...context,
    fetchSound: fetchOnce,
    async soundToSend(key) {
      const kept = key
        ? await context.store.fileOf?.(key).catch((error: unknown) => {
            throw storageFailure(error, AUSENTE);
          })
        : null;
      if (kept) return { filePath: kept.path, startByte: kept.start, nome: NOME };
      return { filePath: await fetchOnce(key), startByte: 0, nome: NOME };
    },
  };
}

const NOME = 'som.flac';

const AUSENTE = {
  mensagem: 'O áudio preparado para a transcrição não foi encontrado. Processe a gravação de novo.',
};

async function fetchSound(context: StageContext, key: string, name: string): Promise<string> {
  const filePath = join(await context.workDir(), name);
  await download(context, key, filePath, AUSENTE);
  return filePath;
}
