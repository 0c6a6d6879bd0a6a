import { AUDIO_MEDIA_TYPE, type AudioContainer, isOtherFile, sniffAudio } from '../audio/audio-sniff.ts';
import { rawMediaType, readRaw } from '../audio/raw-sound.ts';
import { GRAVACAO_RECUSADA } from '../audio/recording-forms.ts';
import { wavMediaType } from '../audio/wav-form.ts';

/** A recording's file ending, and its media type for decoding and serving. */
export type Reconhecida = { extensao: string; tipo: string };

/** Reason of a refusal, for people; `generico`: true if the file is no audio at all. */
export type NaoReconhecida = { motivo: string; generico: boolean };

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** A container's media type, which also names a coding that browsers cannot play. */
function mediaTypeOf(container: AudioContainer, head: Uint8Array): string {
  if (container === 'wav') return wavMediaType(head);
  // An Ogg stream's first page ends with the codec's header.
  if (container === 'ogg' && ascii(head, 28, 36).startsWith('Speex')) return 'audio/ogg;codecs=speex';
  // Matroska files other than WebM may contain codings that WebM excludes.
  if (container === 'webm' && ascii(head, 0, 64).includes('matroska')) return 'audio/x-matroska';
  // Two header bits give the MPEG layer; value 1 is layer III, the only layer that browsers play.
  if (container === 'mp3' && head[0] === 0xff && (((head[1] as number) >> 1) & 3) !== 1)
    return 'audio/mpeg;layer=2';
  return AUDIO_MEDIA_TYPE[container];
}

/** Containers without a signature, recognised by two frame headers, which may occur by chance. */
const BY_FRAMES: readonly (AudioContainer | null)[] = ['mp3', 'aac'];

/**
 * Recognises a recording by its first bytes, or a headerless recording by its name.
 * @param head first bytes of the file (SNIFF_BYTES)
 */
export function recogniseRecording(head: Uint8Array, nome: string): Reconhecida | NaoReconhecida {
  const container = sniffAudio(head);
  const unsigned = container === null || BY_FRAMES.includes(container);
  const raw = unsigned && !isOtherFile(head) ? readRaw(nome, head) : null;
  if (raw !== null && 'form' in raw)
    return { extensao: endingOf(nome) || raw.form, tipo: rawMediaType(raw.form) };
  if (container !== null) return { extensao: container, tipo: mediaTypeOf(container, head) };
  return raw === null
    ? { motivo: GRAVACAO_RECUSADA, generico: true }
    : { motivo: raw.motivo, generico: false };
}

const endingOf = (nome: string): string => /\.([a-z0-9]+)$/iu.exec(nome)?.[1]?.toLowerCase() ?? '';
