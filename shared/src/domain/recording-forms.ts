/** Forms of sound by the ending of a file's name: what it really is is found out by its bytes (audio-sniff.ts). */

/** Of one recording, sent for its item: those of the specification, and what messengers record. */
const DO_ITEM = ['mp3', 'wav', 'ogg', 'm4a', 'opus'] as const;

/** Of what others collected: the portal, archives and batches. */
const DE_FORA = [
  ...DO_ITEM,
  ...[
    'wave',
    'mp2',
    'mpga',
    'oga',
    'm4b',
    'mp4',
    'aac',
    'flac',
    'webm',
    'weba',
    'aif',
    'aiff',
    'aifc',
    'amr',
  ],
  ...['3gp', '3gpp', 'au', 'snd', 'caf', 'wma', 'mka', 'gsm'],
] as const;

const endingOf = (forms: readonly string[]): RegExp => new RegExp(`\\.(?:${forms.join('|')})$`, 'iu');
const ITEM = endingOf(DO_ITEM);
const FORA = endingOf(DE_FORA);

/** What browsers call the forms of an item's recording. */
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

/** Whether a file may be an item's recording, by its name or its media type. */
export const mayBeItemRecording = (nome: string, tipo: string): boolean =>
  TIPOS_DO_ITEM.includes(tipo.toLowerCase()) || ITEM.test(nome);

/** Whether a file may be a recording that others made, by its name or its media type. */
export const mayBeRecording = (nome: string, tipo = ''): boolean =>
  FORA.test(nome) || /^audio\//iu.test(tipo);

/** For the `accept` of a file input. */
export const ACEITA_DO_ITEM = [...DO_ITEM.map((form) => `.${form}`), ...TIPOS_DO_ITEM].join(',');
export const ACEITA_DE_FORA = ['audio/*', ...DE_FORA.map((form) => `.${form}`)].join(',');

/** What is said of a file of another form (specification 2, §5). */
export const GRAVACAO_RECUSADA = 'Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).';
