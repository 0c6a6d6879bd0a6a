import {
  ACEITA_DO_ITEM,
  GRAVACAO_RECUSADA,
  mayBeItemRecording,
} from '@escuta/shared/domain/audio/recording-forms';

/** `accept` of a file input. */
export const AUDIO_ACCEPT = ACEITA_DO_ITEM;

const ARQUIVO_VAZIO = 'O arquivo está vazio.';

/** The reason why a file cannot be sent, or null. A quick check: the server examines the bytes. */
export function audioFileError(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!mayBeItemRecording(file.name, file.type)) return GRAVACAO_RECUSADA;
  return file.size === 0 ? ARQUIVO_VAZIO : null;
}
