import { join } from 'node:path';
import { StageFailure } from '@escuta/shared/domain/failures';
import type { StageContext } from '../engine/stage.ts';
import { download } from './download.ts';

/** A stage's context that fetches the sounds which the audio stage stored, each of them once. */
export type SoundContext = StageContext & {
  /** The file of a sound. @throws StageFailure when there is none, or the storage does not answer */
  fetchSound: (key: string | null) => Promise<string>;
};

export function withPreparedSounds(context: StageContext): SoundContext {
  const fetched = new Map<string, Promise<string>>();
  return {
    ...context,
    async fetchSound(key) {
      if (!key) throw new StageFailure('audio_falhou', { retryable: false });
      const file = fetched.get(key) ?? fetchSound(context, key, `som-${fetched.size}.flac`);
      fetched.set(key, file);
      return file;
    },
  };
}

async function fetchSound(context: StageContext, key: string, name: string): Promise<string> {
  const filePath = join(await context.workDir(), name);
  await download(context, key, filePath, {
    mensagem: 'O áudio preparado para a transcrição não foi encontrado no armazenamento.',
  });
  return filePath;
}
