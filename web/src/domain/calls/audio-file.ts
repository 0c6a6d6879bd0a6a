/** Which files the audio upload takes (specification 2, §5). The server looks at the bytes; this only spares a wait. */
const MIME_TYPES = new Set(['audio/mpeg', 'audio/wav', 'audio/mp3', 'audio/ogg', 'audio/m4a']);
const EXTENSION = /\.(mp3|wav|ogg|m4a)$/i;

/** For the `accept` of a file input. */
export const AUDIO_ACCEPT = '.mp3,.wav,.ogg,.m4a,audio/mpeg,audio/wav,audio/mp3,audio/ogg,audio/m4a';

export const TIPO_DE_ARQUIVO_RECUSADO = 'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).';
const ARQUIVO_VAZIO = 'O arquivo está vazio.';

/** Why a file cannot be sent, or null. Either the type or the extension must be known. */
export function audioFileError(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (!MIME_TYPES.has(file.type.toLowerCase()) && !EXTENSION.test(file.name)) return TIPO_DE_ARQUIVO_RECUSADO;
  return file.size === 0 ? ARQUIVO_VAZIO : null;
}
