/** Names of recording formats, by detected media type. */

const BY_TYPE: Readonly<Record<string, string>> = {
  'audio/x-gsm': 'GSM',
  'audio/x-mulaw': 'µ-law sem cabeçalho',
  'audio/x-alaw': 'A-law sem cabeçalho',
  'audio/g722': 'G.722',
  'audio/g729': 'G.729',
  'audio/ilbc': 'iLBC',
  'audio/amr': 'AMR',
  'audio/aiff': 'AIFF',
  'audio/basic': 'AU',
  'audio/x-caf': 'CAF',
  'audio/x-ms-wma': 'WMA',
  'audio/x-w64': 'W64',
  'audio/x-voc': 'VOC',
  'audio/qcelp': 'QCELP',
  'audio/x-dss': 'DSS (gravador digital)',
  'audio/x-matroska': 'Matroska',
  'audio/mp4': 'M4A',
  'audio/wav': 'WAV',
  'audio/ogg': 'OGG',
  'audio/webm': 'WebM',
  'audio/mpeg;layer=2': 'MP2',
  'audio/ogg;codecs=speex': 'Speex',
};

/** Format tags of WAV files (mmreg.h), in hexadecimal. */
const BY_WAV_TAG: Readonly<Record<string, string>> = {
  '2': 'ADPCM em WAV',
  '11': 'ADPCM em WAV',
  '14': 'G.723 em WAV',
  '31': 'GSM em WAV (wav49)',
  '45': 'G.726 em WAV',
  '50': 'MP2 em WAV',
  '55': 'MP3 em WAV',
  '64': 'ADPCM em WAV',
  '65': 'G.722 em WAV',
  '83': 'G.729 em WAV',
  '28F': 'G.722 em WAV',
};

/** A recording format's name for people, such as 'GSM em WAV (wav49)'. */
export function soundLabel(tipo: string | null): string {
  const tag = /^audio\/vnd\.wave;codec=([0-9A-F]+)$/u.exec(tipo ?? '')?.[1];
  if (tag) return BY_WAV_TAG[tag] ?? 'WAV comprimido';
  if (tipo?.startsWith('audio/x-sln')) return 'som linear sem cabeçalho';
  return BY_TYPE[tipo ?? ''] ?? 'esse formato';
}
