// Sounds in the forms stored by telephone exchanges, phones and recorders, made from a sample of the repository by
// ffmpeg.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SNIFF_BYTES } from '@escuta/shared/domain/audio/audio-sniff';
import { mayBeItemRecording, mayBeRecording } from '@escuta/shared/domain/audio/recording-forms';
import { recogniseRecording } from '@escuta/shared/domain/recordings/recognise-recording';
import { writeListeningCopy } from '../../worker/src/audio/listening-copy.ts';
import { analyseAudio } from '../../worker/src/audio/measure/analyse-audio.ts';
import type { Caso, CasosDoTipo } from './case.ts';
import { ESPERAS } from './espera.ts';

const run = promisify(execFile);
const SAMPLE = join(import.meta.dirname, '../../samples/teste-curta.mp3');
const LIMIT_MS = 60_000;

/** Converts the sample by ffmpeg; returns the bytes. */
async function convertSample(...args: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'escuta-caso-'));
  try {
    const file = join(folder, 'som');
    await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-i', SAMPLE, ...args, `file:${file}`]);
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Describes the product's treatment of a file: accepted or not, findings in its sound, and the copy for browsers. */
async function describeVerdict(nome: string, bytes: Buffer): Promise<string> {
  if (!mayBeRecording(nome) || !mayBeItemRecording(nome, '')) return 'recusado pelo nome';
  const found = recogniseRecording(bytes.subarray(0, SNIFF_BYTES), nome);
  if ('motivo' in found) return `recusado: ${found.motivo}`;
  const { tipo } = found;
  const folder = await mkdtemp(join(tmpdir(), 'escuta-caso-'));
  try {
    const filePath = join(folder, 'original');
    await writeFile(filePath, bytes);
    const { facts } = await analyseAudio({
      ...{ filePath, tipo, workDir: folder, canalAgente: 'left', timeoutMs: LIMIT_MS },
      options: { noiseReduction: false, normalize: false, enhanceSpeed: false, maxDurationMs: 3_600_000 },
    });
    const copied = await writeListeningCopy({
      ...{
        filePath,
        tipo,
        outPath: join(folder, 'copia.mp3'),
        timeoutMs: LIMIT_MS,
        ffmpegPath: 'ffmpeg',
        maxMinutos: 60,
      },
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const notices = facts.avisos.map(({ codigo }) => codigo).join(', ');
    const speech = facts.canais.some(({ talkMs }) => talkMs > 1000) ? 'com fala' : 'sem fala';
    return [
      tipo,
      `${Math.round(facts.durationMs / 1000)} s`,
      speech,
      copied ? 'cópia em MP3' : 'toca como é',
      notices,
    ]
      .filter((part) => part !== '')
      .join('; ');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the case of a file from its name, ffmpeg's arguments that make it, and its expected treatment. */
function taken(nome: string, file: string, fonte: string, args: readonly string[], expected: string): Caso {
  return {
    nome,
    fonte,
    esperado: expected,
    obtido: async () => describeVerdict(file, await convertSample(...args)),
  };
}

const MONO = ['-ac', '1', '-ar', '8000'];
const VIEWER = 'prog-it/Asterisk-CDR-Viewer-Mod, issue 22';
const FORMATS_C = 'Asterisk, formats/format_pcm.c e format_sln.c; ekhodzitsky/gigastt, pull request 188';
const WAVESURFER = 'katspaugh/wavesurfer.js, issue 380';
const WAVE_SOUP = 'Microsoft, mmreg.h e RFC 2361 (formatos de WAV)';
const RENOMEIE =
  'Renomeie o arquivo com a extensão do formato em que a central grava (.ulaw, .alaw, .gsm, .sln para 8 kHz, .sln16 para 16 kHz) e envie de novo.';

/** Converts the sample to WAV, and writes the wrong length `bytes` into its header. */
async function withLength(bytes: number): Promise<Buffer> {
  const wav = await convertSample(...MONO, '-fflags', '+bitexact', '-c:a', 'pcm_s16le', '-f', 'wav');
  wav.writeUInt32LE(bytes === 0 ? 0 : Math.min(0xffff_ffff, bytes + 36), 4);
  wav.writeUInt32LE(bytes, 40);
  return wav;
}

export const SONS: CasosDoTipo = {
  tipo: 'som',
  casos: [
    taken(
      '.gsm do Asterisk, sem cabeçalho',
      'q-600-20260510-100000.gsm',
      VIEWER,
      [...MONO, '-c:a', 'libgsm', '-f', 'gsm'],
      'audio/x-gsm; 6 s; com fala; cópia em MP3',
    ),
    taken(
      '.ulaw, sem cabeçalho',
      'out-1133334444.ulaw',
      FORMATS_C,
      [...MONO, '-f', 'mulaw'],
      'audio/x-mulaw; 6 s; com fala; cópia em MP3',
    ),
    taken(
      '.alaw, sem cabeçalho',
      'out-1133334444.alaw',
      FORMATS_C,
      [...MONO, '-f', 'alaw'],
      'audio/x-alaw; 6 s; com fala; cópia em MP3',
    ),
    taken(
      '.al, o nome curto do A-law',
      'out-1.al',
      FORMATS_C,
      [...MONO, '-f', 'alaw'],
      'audio/x-alaw; 6 s; com fala; cópia em MP3',
    ),
    taken(
      '.sln de 8 kHz',
      'conf-1.sln',
      FORMATS_C,
      [...MONO, '-f', 's16le'],
      'audio/x-sln;rate=8000; 6 s; com fala; cópia em MP3',
    ),
    taken(
      '.sln16 de 16 kHz',
      'conf-1.sln16',
      FORMATS_C,
      ['-ac', '1', '-ar', '16000', '-f', 's16le'],
      'audio/x-sln;rate=16000; 6 s; com fala; cópia em MP3',
    ),
    taken(
      '.g722 de ramal de banda larga',
      'conf-1.g722',
      'Asterisk, formats/format_pcm.c (g722)',
      ['-ac', '1', '-ar', '16000', '-c:a', 'g722', '-f', 'g722'],
      'audio/g722; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'wav49: GSM em WAV, o .WAV do Asterisk',
      '1717171717.42.WAV',
      WAVESURFER,
      [...MONO, '-c:a', 'libgsm_ms', '-f', 'wav'],
      'audio/vnd.wave;codec=31; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'ADPCM IMA em WAV',
      'gravador.wav',
      VIEWER,
      [...MONO, '-c:a', 'adpcm_ima_wav', '-f', 'wav'],
      'audio/vnd.wave;codec=11; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'ADPCM da Microsoft em WAV',
      'gravador-ms.wav',
      WAVE_SOUP,
      [...MONO, '-c:a', 'adpcm_ms', '-f', 'wav'],
      'audio/vnd.wave;codec=2; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'G.726 em WAV',
      'gravador-726.wav',
      WAVE_SOUP,
      [...MONO, '-c:a', 'g726', '-b:a', '32k', '-f', 'wav'],
      'audio/vnd.wave;codec=45; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'MP3 dentro de WAV',
      'discador.wav',
      WAVE_SOUP,
      ['-ac', '1', '-ar', '16000', '-c:a', 'libmp3lame', '-f', 'wav'],
      'audio/vnd.wave;codec=55; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'A-law em WAV toca como é',
      'central.wav',
      WAVE_SOUP,
      [...MONO, '-c:a', 'pcm_alaw', '-f', 'wav'],
      'audio/wav; 6 s; com fala; toca como é',
    ),
    taken(
      'µ-law em WAV toca como é',
      'central-mu.wav',
      WAVE_SOUP,
      [...MONO, '-c:a', 'pcm_mulaw', '-f', 'wav'],
      'audio/wav; 6 s; com fala; toca como é',
    ),
    taken(
      'Speex em Ogg',
      'correio.ogg',
      'RFC 5574 e documentação do Speex (cabeçalho Ogg)',
      [...MONO, '-c:a', 'libspeex', '-f', 'ogg'],
      'audio/ogg;codecs=speex; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'Opus em Ogg toca como é',
      'PTT-20260510-WA0001.opus',
      'RFC 7845',
      ['-ac', '1', '-c:a', 'libopus', '-f', 'ogg'],
      'audio/ogg; 6 s; com fala; toca como é',
    ),
    taken(
      'AIFF de um Mac',
      'entrevista.aiff',
      'MDN, Web media container formats',
      ['-ac', '1', '-f', 'aiff'],
      'audio/aiff; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'AU',
      'entrevista.au',
      'MDN, Web media container formats',
      [...MONO, '-c:a', 'pcm_mulaw', '-f', 'au'],
      'audio/basic; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'CAF de um iPhone',
      'memo.caf',
      'Apple Core Audio Format Specification',
      ['-ac', '1', '-c:a', 'pcm_s16be', '-f', 'caf'],
      'audio/x-caf; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'WMA de um gravador digital',
      'DM520010.wma',
      'MDN, Web media container formats',
      ['-ac', '1', '-c:a', 'wmav2', '-f', 'asf'],
      'audio/x-ms-wma; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'MP2',
      'radio.mp2',
      'ISO/IEC 11172-3 (camadas I e II)',
      ['-ac', '1', '-ar', '16000', '-c:a', 'mp2', '-f', 'mp2'],
      'audio/mpeg;layer=2; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'ALAC em M4A',
      'memo.m4a',
      'MDN, Web audio codec guide (ALAC)',
      ['-ac', '1', '-c:a', 'alac', '-f', 'ipod'],
      'audio/mp4; 6 s; com fala; cópia em MP3',
    ),
    taken(
      'AAC em M4A toca como é',
      'memo-aac.m4a',
      'MDN, Web audio codec guide (AAC)',
      ['-ac', '1', '-c:a', 'aac', '-f', 'ipod'],
      'audio/mp4; 6 s; com fala; toca como é',
    ),
    taken(
      '.webm em todas as entradas',
      'gravacao.webm',
      'W3C MediaStream Recording; MDN, MediaRecorder',
      ['-ac', '1', '-c:a', 'libopus', '-f', 'webm'],
      'audio/webm; 6 s; com fala; toca como é',
    ),
    taken(
      'nome de µ-law sobre A-law',
      'trocado.ulaw',
      FORMATS_C,
      [...MONO, '-f', 'alaw'],
      `recusado: Pelo nome, o áudio seria µ-law, mas ele está em A-law. ${RENOMEIE}`,
    ),
    taken(
      '.raw linear não diz a taxa',
      'gravacao.raw',
      'Asterisk, formats/format_sln.c (raw)',
      [...MONO, '-f', 's16le'],
      `recusado: Este arquivo não informa o formato da gravação. ${RENOMEIE}`,
    ),
    taken(
      '.pcm em µ-law, como o Asterisk o chama',
      'gravacao.pcm',
      FORMATS_C,
      [...MONO, '-f', 'mulaw'],
      'audio/x-mulaw; 6 s; com fala; cópia em MP3',
    ),
    {
      nome: '.sln que é uma solução do Visual Studio',
      fonte: 'Microsoft Learn, Solution (.sln) file',
      esperado: 'recusado: Por favor, selecione um arquivo de áudio (MP3, WAV, OGG, M4A).',
      obtido: () =>
        describeVerdict(
          'projeto.sln',
          Buffer.from('Microsoft Visual Studio Solution File, Format Version 12.00\r\n'.repeat(20)),
        ),
    },
    ...[
      ['0xFFFFFFFF (ffmpeg em um pipe)', 0xffff_ffff, 'ruuda/hound, issue 39; naudio/NAudio, issue 688'],
      ['0 (quem grava ainda não voltou ao cabeçalho)', 0, 'TooTallNate/node-wav, issue 20'],
      ['0x7FFFF000 (sox em um pipe)', 0x7fff_f000, 'rs1729/RS, issue 39'],
    ].map(
      ([nome, bytes, fonte]): Caso => ({
        nome: `WAV de tamanho ${nome}`,
        fonte: fonte as string,
        esperado: 'audio/wav; 6 s; com fala; toca como é',
        obtido: async () => describeVerdict('pipe.wav', await withLength(bytes as number)),
      }),
    ),
    {
      nome: 'WAV que promete mais do que trouxe continua avisado',
      fonte: 'SYSTRAN/faster-whisper, issue 402',
      esperado: 'audio/wav; 3 s; com fala; toca como é; arquivo_truncado',
      obtido: async () => {
        const wav = await convertSample(...MONO, '-fflags', '+bitexact', '-c:a', 'pcm_s16le', '-f', 'wav');
        return describeVerdict('cortado.wav', wav.subarray(0, 44 + 16_000 * 3));
      },
    },
    ...(
      [
        ['wav49', ['-c:a', 'libgsm_ms'], 'audio/vnd.wave;codec=31'],
        ['ADPCM IMA', ['-c:a', 'adpcm_ima_wav'], 'audio/vnd.wave;codec=11'],
        ['ADPCM da Microsoft', ['-c:a', 'adpcm_ms'], 'audio/vnd.wave;codec=2'],
      ] as const
    ).map(
      ([nome, args, tipo]): Caso => ({
        nome: `${nome} que termina no meio de um bloco`,
        fonte: 'Asterisk, formats/format_wav_gsm.c (o gravador para quando a ligação cai)',
        esperado: `${tipo}; 6 s; com fala; cópia em MP3`,
        obtido: async () => {
          const wav = await convertSample(...MONO, '-fflags', '+bitexact', ...args, '-f', 'wav');
          const at = wav.indexOf('data', 12, 'latin1');
          const short = wav.subarray(0, wav.length - 20);
          short.writeUInt32LE(short.length - 8, 4);
          short.writeUInt32LE(short.length - at - 8, at + 4);
          return describeVerdict('parada.wav', short);
        },
      }),
    ),
    {
      nome: '.gsm que termina no meio de um quadro',
      fonte: 'RFC 3551, 4.5.8 (quadros de 33 bytes)',
      esperado: 'audio/x-gsm; 6 s; com fala; cópia em MP3',
      obtido: async () =>
        describeVerdict(
          'parada.gsm',
          (await convertSample(...MONO, '-c:a', 'libgsm', '-f', 'gsm')).subarray(0, -20),
        ),
    },
    ...ESPERAS,
  ],
};
