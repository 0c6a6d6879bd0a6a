import { AUDIO_MEDIA_TYPE, type AudioContainer, isOtherFile, sniffAudio } from '../audio/audio-sniff.ts';
import { rawMediaType, readRaw } from '../audio/raw-sound.ts';
import { GRAVACAO_RECUSADA } from '../audio/recording-forms.ts';
import { wavMediaType } from '../audio/wav-form.ts';

/** A file that is a recording: the ending that fits it, and its media type, by which it is decoded and served. */
export type Reconhecida = { extensao: string; tipo: string };

/** Why a file is not taken, for people; `generico`: it is no sound at all. */
export type NaoReconhecida = { motivo: string; generico: boolean };

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Media type of what a container holds, as far as its first bytes tell: a coding that browsers do not play is named. */
function mediaTypeOf(container: AudioContainer, head: Uint8Array): string {
  if (container === 'wav') return wavMediaType(head);
  // The first page of an Ogg stream ends with its codec's own header.
  if (container === 'ogg' && ascii(head, 28, 36).startsWith('Speex')) return 'audio/ogg;codecs=speex';
  // Matroska of other kinds holds what WebM does not.
  if (container === 'webm' && ascii(head, 0, 64).includes('matroska')) return 'audio/x-matroska';
  // Two bits of a frame's header say which layer it is: 1 is layer III, the only one that browsers play.
  if (container === 'mp3' && head[0] === 0xff && (((head[1] as number) >> 1) & 3) !== 1)
    return 'audio/mpeg;layer=2';
  return AUDIO_MEDIA_TYPE[container];
}

/** Containers without a signature: two frame headers at the right distance, which companded silence has by chance. */
const BY_FRAMES: readonly (AudioContainer | null)[] = ['mp3', 'aac'];

/**
 * Says what a recording is by its first bytes, and of sound without a header by its name: the same at every entrance.
 * @param head its first bytes (SNIFF_BYTES) @param nome as it came, with its ending
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
