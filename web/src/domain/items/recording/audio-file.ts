import {
  ACEITA_DO_ITEM,
  GRAVACAO_RECUSADA,
  mayBeItemRecording,
} from '@escuta/shared/domain/audio/recording-forms';
import { ApiError } from '../../../lib/network/api.ts';
import { askOperador, useOperador } from '../../../lib/network/operador.ts';
import { formatNumber } from '../../../lib/text/format.ts';

/** Value of a file input's `accept` attribute: the types of recordings. */
export const AUDIO_ACCEPT = ACEITA_DO_ITEM;

const ARQUIVO_VAZIO = 'O arquivo está vazio.';
const MB = 1024 * 1024;

type Chosen = Pick<File, 'name' | 'type' | 'size'>;

/**
 * The reason why a file cannot be sent; null if it can. A quick check, because the server examines the bytes.
 * @param maxMb the largest recording that the installation takes, MB; null: not known yet
 */
export function audioFileError(file: Chosen, maxMb: number | null): string | null {
  if (!mayBeItemRecording(file.name, file.type)) return GRAVACAO_RECUSADA;
  if (file.size === 0) return ARQUIVO_VAZIO;
  return maxMb !== null && file.size > maxMb * MB
    ? `O arquivo passa do limite de ${formatNumber(maxMb)} MB.`
    : null;
}

/** `audioFileError` with this installation's limit. */
export function useAudioFileError(): (file: Chosen) => string | null {
  const maxMb = useOperador().operador?.gravacaoMaximaMb ?? null;
  return (file) => audioFileError(file, maxMb);
}

/**
 * Waits until the installation's limit is known, and checks a file. Called before the file's call is registered, so
 * that no call without a recording is left over.
 * @throws ApiError like the server's refusal
 */
export async function assertSendable(file: Chosen): Promise<void> {
  const problem = audioFileError(file, (await askOperador()).gravacaoMaximaMb);
  if (problem) throw new ApiError(413, 'corpo_grande', problem);
}
