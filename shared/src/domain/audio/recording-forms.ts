import { RAW_ENDINGS } from './raw-sound.ts';

/** Audio formats by file ending; the file's bytes decide in the end (audio-sniff.ts). */

/** Formats of the specification, messengers, phones, dictation machines and exchanges. */
const FORMAS = [
  ...[
    'mp3',
    'wav',
    'ogg',
    'm4a',
    'opus',
    'wave',
    'wav49',
    'wav16',
    'w64',
    'mp2',
    'mpga',
    'oga',
    'spx',
    'm4b',
    'mp4',
  ],
  ...[
    'aac',
    'flac',
    'webm',
    'weba',
    'aif',
    'aiff',
    'aifc',
    'amr',
    'awb',
    '3gp',
    '3gpp',
    '3ga',
    'au',
    'snd',
    'caf',
  ],
  ...['wma', 'mka', 'voc', 'qcp', 'dss', 'ilbc', ...RAW_ENDINGS],
] as const;
const DE_GRAVACAO = new RegExp(`\\.(?:${FORMAS.join('|')})$`, 'iu');

export const TIPOS_DO_ITEM: readonly string[] = [
  'audio/mpeg',
  'audio/mp3',
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/vnd.wave',
  'audio/ogg',
  'audio/opus',
  'audio/m4a',
  'audio/x-m4a',
  'audio/mp4',
];

export const mayBeRecording = (nome: string, tipo = ''): boolean =>
  DE_GRAVACAO.test(nome) || /^audio\//iu.test(tipo);

/** True for a file that may be a recording, except a file declared as video. */
export const mayBeItemRecording = (nome: string, tipo: string): boolean =>
  TIPOS_DO_ITEM.includes(tipo.toLowerCase()) ||
  (mayBeRecording(nome, tipo) && tipo.toLowerCase() !== 'video/mp4');

const ENDINGS = FORMAS.map((form) => `.${form}`);
export const ACEITA_DO_ITEM = [...ENDINGS, ...TIPOS_DO_ITEM].join(',');
export const ACEITA_DE_FORA = ['audio/*', ...ENDINGS].join(',');

/** Message for a file of another format (specification 2, §5). */
export const GRAVACAO_RECUSADA = 'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).';
