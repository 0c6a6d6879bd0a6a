/**
 * The measurement on sound: interviews of eight questions, spoken by espeak-ng into a single microphone with pauses,
 * noise and a lossy codec, to measure the detected speakers and the stretches of time in which answers are sought. The
 * transcript has the words of the script, because misheard words are measured in text. Needs espeak-ng and ffmpeg.
 */

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Interval, intersect, totalMs, unite } from '@escuta/shared/domain/audio/audio-facts';
import { prepareConfront } from '@escuta/shared/domain/interview/comparison/places';
import type { PapelDaSentenca } from '@escuta/shared/domain/interview/confront/roles';
import { rolesByVoice } from '@escuta/shared/domain/interview/confront/voice-roles';
import { seededRandom } from '@escuta/shared/domain/seeded-random';
import { hearVoices } from '../../worker/src/audio/hear-voices.ts';
import { analyseAudio } from '../../worker/src/audio/measure/analyse-audio.ts';
import { type Gravada, hear, type Ouvida, PAUSE_MS } from './hear.ts';
import type { Caso } from './judges.ts';
import type { Contagem, Exigencia } from './measure.ts';
import { type Fala, type Roteiro, writeInterview } from './script.ts';

const run = promisify(execFile);

/** Sampling rate of espeak-ng and of all measurements, Hz. */
const RATE = 22_050;
const QUESTIONS = 8;

/** Voices of interviewer and respondent. `gemeas`: the two voices are very similar. */
const PAIRS: readonly { vozes: readonly [string, string]; gemeas: boolean }[] = [
  { vozes: ['f3', 'm7'], gemeas: false },
  { vozes: ['m1', 'f2'], gemeas: false },
  { vozes: ['m1', 'klatt4'], gemeas: false },
  { vozes: ['m3', 'm7'], gemeas: false },
  { vozes: ['f2', 'Andrea'], gemeas: false },
  { vozes: ['f4', 'm3'], gemeas: false },
  { vozes: ['m4', 'f5'], gemeas: false },
  { vozes: ['Annie', 'm2'], gemeas: false },
  { vozes: ['klatt4', 'f3'], gemeas: false },
  { vozes: ['m1', 'm3'], gemeas: true },
  { vozes: ['f2', 'f5'], gemeas: true },
  { vozes: ['m3', 'm1'], gemeas: true },
];

async function speak(texto: string, voz: string): Promise<Float32Array> {
  const { stdout } = await run(
    'espeak-ng',
    ['-v', `pt-br+${voz}`, '-s', '178', '-z', '--stdout', texto.replaceAll('<', ' ')],
    { encoding: 'buffer', maxBuffer: 32 * 1024 * 1024 },
  );
  const data = stdout.subarray(stdout.indexOf('data') + 8);
  const samples = Float32Array.from({ length: data.length >> 1 }, (_, i) => data.readInt16LE(i * 2) / 32768);
  const loud = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0) * 0.02;
  const first = samples.findIndex((sample) => Math.abs(sample) > loud);
  const last = samples.findLastIndex((sample) => Math.abs(sample) > loud);
  return samples.slice(Math.max(0, first), last + 1);
}

const toSamples = (ms: number): number => Math.round((ms * RATE) / 1000);
const toMs = (samples: number): number => Math.round((samples * 1000) / RATE);
const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
const SPEECH_RMS = 0.1;
/** By how much a noise that drowns an answer begins before and ends after the answer, ms. */
const NOISE_AROUND_MS = 200;

/** Speaks the interview on a single time line, and returns the sound with the time of each utterance. */
async function perform({ falas, semente }: Roteiro, vozes: readonly [string, string]) {
  const random = seededRandom(semente * 17 + 3);
  const voiceOf: Record<Fala['quem'], string> = { entrevistador: vozes[0], entrevistado: vozes[1] };
  const placed: { at: number; samples: Float32Array; gain: number }[] = [];
  const times: Interval[] = [];
  const lacunas: Interval[] = [];
  const ruido: Interval[] = [];
  let at = toSamples(500);
  for (const { texto, quem, som } of falas) {
    at += toSamples(PAUSE_MS.from + random() * (PAUSE_MS.to - PAUSE_MS.from));
    const samples = await speak(texto, voiceOf[quem]);
    const time = { startMs: toMs(at), endMs: toMs(at + samples.length) };
    times.push(time);
    if (som === 'lacuna') lacunas.push(time);
    else placed.push({ at, samples, gain: SPEECH_RMS / rms(samples) });
    if (som === 'ruido') ruido.push(time);
    at += samples.length;
  }
  const mix = new Float32Array(at + toSamples(800));
  // The noise is 10 to 30 dB quieter than the voices.
  const noise = SPEECH_RMS * 10 ** (-(10 + random() * 20) / 20) * Math.sqrt(3);
  for (let i = 0; i < mix.length; i += 1) mix[i] = (random() * 2 - 1) * noise;
  for (const { at: from, samples, gain } of placed)
    for (let i = 0; i < samples.length; i += 1)
      mix[from + i] = (mix[from + i] ?? 0) + (samples[i] ?? 0) * gain;
  const drowning = SPEECH_RMS * Math.sqrt(3);
  for (const { startMs, endMs } of ruido)
    for (let i = toSamples(startMs - NOISE_AROUND_MS); i < toSamples(endMs + NOISE_AROUND_MS); i += 1)
      mix[i] = (mix[i] ?? 0) + (random() * 2 - 1) * drowning;
  // A stopped recorder leaves digital silence.
  for (const { startMs, endMs } of lacunas) mix.fill(0, toSamples(startMs), toSamples(endMs));
  return { mix, times, lacunas, ruido };
}

/** Converts by ffmpeg, from memory to memory. */
async function convert(input: Buffer, args: readonly string[]): Promise<Buffer> {
  const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const closed = new Promise<number | null>((resolve, reject) =>
    child.once('close', resolve).once('error', reject),
  );
  child.stdin.end(input);
  const code = await closed;
  if (code !== 0) throw new Error(`ffmpeg terminou com código ${code}`);
  return Buffer.concat(parts);
}

export type CasoComSom = Caso & {
  gemeas: boolean;
  papeis: PapelDaSentenca[];
  soPeloTexto: PapelDaSentenca[];
  /** Deliberate damage of the recording; `ouvida.gravacao` has the product's own findings. */
  danos: { lacunas: Interval[]; ruido: Interval[] };
};

/** Speaks, codes, decodes and analyses an interview like the product's recordings with a single microphone. */
export async function performCase(index: number, semente: number): Promise<CasoComSom> {
  const pair = PAIRS[index % PAIRS.length] as (typeof PAIRS)[number];
  const roteiro = writeInterview(index, semente + index * 104_729, { perguntasMax: QUESTIONS });
  const { mix, times, lacunas, ruido } = await perform(roteiro, pair.vozes);
  const raw = Buffer.from(mix.buffer, mix.byteOffset, mix.byteLength);
  const opus = await convert(raw, [
    ...['-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', '-'],
    ...['-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg', '-'],
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'escuta-verdade-'));
  try {
    const file = join(folder, 'entrevista.ogg');
    await writeFile(file, opus);
    const { facts, channels } = await analyseAudio({
      filePath: file,
      workDir: folder,
      options: { noiseReduction: false, normalize: false, enhanceSpeed: false, maxDurationMs: 3_600_000 },
      canalAgente: 'left',
      timeoutMs: 120_000,
    });
    const gravada: Gravada = {
      times,
      gravacao: {
        durationMs: facts.durationMs,
        fala: facts.canais[0]?.speech ?? [],
        lacunas: facts.danos?.lacunas ?? [],
        ruido: facts.danos?.ruido ?? [],
      },
    };
    const ouvida = hear(roteiro, 0, 'mono', gravada);
    const soPeloTexto = ouvida.sentencas.map(
      ({ falante, papelOrigem, papelConfianca }): PapelDaSentenca => ({
        falante,
        origem: papelOrigem ?? null,
        confianca: papelConfianca ?? 0,
      }),
    );
    const vozes = await hearVoices({
      flacPath: channels[0]?.flacPath ?? '',
      trechos: ouvida.sentencas,
      papeis: soPeloTexto,
      timeoutMs: 120_000,
    });
    return {
      ...withRoles(roteiro, ouvida, pair.gemeas, soPeloTexto, rolesByVoice(soPeloTexto, vozes)),
      danos: { lacunas, ruido },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The interview with the roles that the product finds. */
function withRoles(
  roteiro: Roteiro,
  ouvida: Ouvida,
  gemeas: boolean,
  soPeloTexto: PapelDaSentenca[],
  papeis: PapelDaSentenca[],
): Omit<CasoComSom, 'danos'> {
  const sentencas = ouvida.sentencas.map((one, at) => ({
    ...one,
    falante: papeis[at]?.falante ?? one.falante,
    papelOrigem: papeis[at]?.origem ?? null,
    papelConfianca: papeis[at]?.confianca ?? 0,
  }));
  return {
    roteiro,
    ouvida: { ...ouvida, sentencas },
    captacao: 'mono',
    preparo: prepareConfront(roteiro.conteudo, sentencas),
    gemeas,
    papeis,
    soPeloTexto,
  };
}

/** Speech with the right speaker ÷ transcribed speech, ms. */
export function rightTime({ roteiro, ouvida }: CasoComSom, papeis: readonly PapelDaSentenca[]): Contagem {
  const total: Contagem = { n: 0, d: 0 };
  for (const [index, { quem }] of roteiro.falas.entries()) {
    const fala = ouvida.falas[index];
    if (!fala || fala.texto === '') continue;
    for (const [at, sentenca] of ouvida.sentencas.entries()) {
      const both = totalMs(intersect([fala], [sentenca]));
      total.d += both;
      if (papeis[at]?.falante === quem) total.n += both;
    }
  }
  return total;
}

/** Number of spoken interviews: one per pair of voices. */
export const FALADAS = PAIRS.length;

/** The shares of speech with the right speaker that must be reached, for different and for very similar voices. */
export function rolesBars(casos: readonly CasoComSom[]): Exigencia[] {
  return [false, true].map((gemeas) => {
    const obtido = { n: 0, d: 0 };
    for (const caso of casos.filter((one) => one.gemeas === gemeas)) {
      const { n, d } = rightTime(caso, caso.papeis);
      obtido.n += n;
      obtido.d += d;
    }
    const limite = gemeas ? 0.85 : 0.97;
    const nome = `tempo de fala com quem falou, vozes ${gemeas ? 'quase gêmeas' : 'diferentes'}`;
    return { nome, ok: obtido.n >= obtido.d * limite, obtido, limite, maximo: false };
  });
}

/** Share of a damaged place that must be found for the place to count as found; small, because its ends are unclear. */
const FOUND_SHARE = 0.5;
/** Tolerance around damage, ms. */
const BLUR_MS = 600;

/** The shares that must be reached for found damage, and for wrongly reported damage. */
export function damageBars(casos: readonly CasoComSom[]): Exigencia[] {
  const found: Contagem = { n: 0, d: 0 };
  const invented: Contagem = { n: 0, d: 0 };
  for (const { danos, ouvida } of casos) {
    const real = unite(
      [...danos.lacunas, ...danos.ruido].map(({ startMs, endMs }) => ({
        startMs: startMs - BLUR_MS,
        endMs: endMs + BLUR_MS,
      })),
    );
    for (const kind of ['lacunas', 'ruido'] as const) {
      const heard = ouvida.gravacao[kind] ?? [];
      for (const place of danos[kind]) {
        found.d += 1;
        if (totalMs(intersect([place], heard)) >= totalMs([place]) * FOUND_SHARE) found.n += 1;
      }
      invented.n += totalMs(heard) - totalMs(intersect(heard, real));
      invented.d += ouvida.gravacao.durationMs;
    }
  }
  const [foundMin, inventedMax] = [0.9, 0.01];
  return [
    {
      nome: 'lacunas e ruídos achados no som',
      ok: found.n >= found.d * foundMin,
      obtido: found,
      limite: foundMin,
      maximo: false,
    },
    {
      nome: 'tempo são dado por danificado',
      ok: invented.n <= invented.d * inventedMax,
      obtido: invented,
      limite: inventedMax,
      maximo: true,
    },
  ];
}
