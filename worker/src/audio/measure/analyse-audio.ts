import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AudioFacts,
  type AudioNoticeCode,
  type CanalFala,
  type ChannelFacts,
  CLIPPING_MIN_SHARE,
  DEAD_CHANNEL_DBFS,
  describeDialogue,
  FALSE_STEREO_CORRELATION,
  FALSE_STEREO_MAX_LEVEL_DIFFERENCE_DB,
  FRAME_MS,
  findSilences,
  type InaudibleReason,
  type Interval,
  longestMonologue,
  MIN_DURATION_MS,
  MIN_SPEECH_MS,
  MIN_TOTAL_SPEECH_MS,
  notice,
  planUtterances,
  subtract,
  totalMs,
  unite,
} from '@escuta/shared/domain/audio/audio-facts';
import type { AudioPeaks } from '@escuta/shared/domain/audio/audio-peaks';
import { rawInputOf } from '@escuta/shared/domain/audio/raw-sound';
import type { TimeMap } from '@escuta/shared/domain/audio/time-map';
import { readWavForm } from '@escuta/shared/domain/audio/wav-form';
import { type Canal, channelAt, type Lado } from '@escuta/shared/domain/profiles/roles';
import { AudioError } from '../audio-error.ts';
import {
  explainFailure,
  type FfmpegOutcome,
  findDamage,
  flacArgs,
  GLOBAL_ARGS,
  inputArgs,
  parseClaims,
  pcmPipeArgs,
  runFfmpeg,
} from '../ffmpeg.ts';
import { HoldListener, type HoldTraces } from '../hold/hold-listener.ts';
import { findHolds, type Hold } from '../hold/hold-music.ts';
import { planFrames, type TrimPlan, writeTrimmed } from '../trim-silence.ts';
import { detectActivity, levelQuantile, suppressCrosstalk, toSpeech } from '../voice-activity.ts';
import { type PcmFormat, readWavHeader } from '../wav-stream.ts';
import { type ChannelLevels, LevelMeter, type Levels, SILENT_DBFS } from './level-meter.ts';
import { findDropouts, findNoise } from './sound-damage.ts';

/** Decoded and header duration may differ by this many ms or by DURATION_TOLERANCE_SHARE without a notice. */
const DURATION_TOLERANCE_MS = 1000;
const DURATION_TOLERANCE_SHARE = 0.02;
const PROGRESS_EVERY_MS = 250;

/**
 * Noise reduction by FFT, which takes 1.5 s of CPU per 10 minutes of stereo at 8 kHz. The trim removes the filter's
 * delay of 25 ms.
 */
const NOISE_REDUCTION = 'afftdn=nr=12:nf=-40,atrim=start=0.025,asetpts=N/SR/TB';
/** Gain that follows the voice over 2 s, at most 20 dB, without raising silence; costs 0.1 s of CPU. */
const NORMALISATION = 'dynaudnorm=f=250:g=7:p=0.7:m=10:n=0:threshold=0.003';

export interface AudioOptions {
  noiseReduction: boolean;
  normalize: boolean;
  /** Shortens long silences in the sent sound. */
  enhanceSpeed: boolean;
  /** Longest pause inside an utterance, ms; by default UTTERANCE_MERGE_PAUSE_MS. */
  mergePauseMs?: number;
  /** True (default): music counts as a hold. False for interviews, where music comes from a radio. */
  holds?: boolean;
  maxDurationMs: number;
}

export interface AnalyseAudioInput {
  filePath: string;
  /** Media type, needed for sound without a header. */
  tipo?: string | null;
  /** Existing folder for the sound files; the caller removes it. */
  workDir: string;
  options: AudioOptions;
  canalAgente: Canal;
  signal?: AbortSignal;
  timeoutMs: number;
  /** Called four times a second with the decoded length. */
  onProgress?: (progress: { decodedMs: number }) => void;
  ffmpegPath?: string;
}

export interface AnalysedChannel {
  canal: CanalFala;
  index: number;
  /** Whole channel as mono 16-bit FLAC, with the recording's rate and times, and the requested filters. */
  flacPath: string;
  /** The sound to transcribe: `flacPath`, or a version with shortened silences. */
  sentPath: string;
  /** Speech and possible speech, ms; with 0, the channel need not be transcribed. */
  heardMs: number;
  sentMs: number;
  /** Maps times in `sentPath` to the recording; null if the times are equal. */
  timeMap: TimeMap | null;
}

export interface AudioAnalysis {
  facts: AudioFacts;
  peaks: AudioPeaks;
  /** Sound files in the order of `facts.canais`; an unused channel has none. */
  channels: AnalysedChannel[];
}

interface Decoded {
  levels: Levels;
  traces: HoldTraces[];
  format: PcmFormat;
  durationMs: number;
  outcome: FfmpegOutcome;
}

/** Measures the stream as it arrives, in constant memory. */
class Decoder {
  #header: Buffer | null = Buffer.alloc(0);
  #meter: LevelMeter | null = null;
  #listener: HoldListener | null = null;
  #format: PcmFormat | null = null;
  #reportedAt = 0;
  readonly #maxDurationMs: number;
  readonly #onProgress: AnalyseAudioInput['onProgress'];

  constructor(maxDurationMs: number, onProgress: AnalyseAudioInput['onProgress']) {
    this.#maxDurationMs = maxDurationMs;
    this.#onProgress = onProgress;
  }

  readonly consume = async (stdout: Readable): Promise<void> => {
    for await (const chunk of stdout as AsyncIterable<Buffer>) this.#take(chunk);
  };

  #take(chunk: Buffer): void {
    if (this.#header) {
      this.#header = Buffer.concat([this.#header, chunk]);
      const found = readWavHeader(this.#header);
      if (!found) return;
      this.#format = found.format;
      this.#listener = new HoldListener(found.format);
      this.#meter = new LevelMeter(found.format, this.#listener);
      this.#meter.push(this.#header.subarray(found.dataOffset));
      this.#header = null;
    } else this.#meter?.push(chunk);

    const decodedMs = this.#decodedMs();
    if (decodedMs > this.#maxDurationMs) throw new AudioError('duracao_excedida');
    if (this.#onProgress) {
      const now = performance.now();
      if (now - this.#reportedAt >= PROGRESS_EVERY_MS) {
        this.#reportedAt = now;
        this.#onProgress({ decodedMs: Math.round(decodedMs) });
      }
    }
  }

  #decodedMs(): number {
    return this.#meter && this.#format ? (this.#meter.samples / this.#format.sampleRate) * 1000 : 0;
  }

  /** Returns the measurements; null if no sample was decoded. */
  finish(): Omit<Decoded, 'outcome'> | null {
    if (!this.#meter || !this.#listener || !this.#format || this.#meter.samples === 0) return null;
    return {
      levels: this.#meter.finish(),
      traces: this.#listener.finish(),
      format: this.#format,
      durationMs: Math.round(this.#decodedMs()),
    };
  }
}

/**
 * Sends the first audio stream unfiltered to a pipe, and its first two channels, filtered, to FLAC files. A mono
 * recording's second file stays empty, because counting channels would cost another process.
 */
async function decode(input: AnalyseAudioInput, flacPaths: readonly [string, string]): Promise<Decoded> {
  const { options } = input;
  const filters = [
    'pan=stereo|c0=c0|c1=c1',
    ...(options.noiseReduction ? [NOISE_REDUCTION] : []),
    ...(options.normalize ? [NORMALISATION] : []),
    'channelsplit=channel_layout=stereo',
  ];
  const args = [
    ...[...GLOBAL_ARGS, '-loglevel', 'info', '-vn', '-sn', '-dn'],
    ...inputArgs(path.resolve(input.filePath), input.tipo),
    ...['-filter_complex', `[0:a:0]${filters.join(',')}[l][r]`],
    ...pcmPipeArgs('0:a:0'),
    ...flacArgs('[l]', flacPaths[0]),
    ...flacArgs('[r]', flacPaths[1]),
  ];
  const decoder = new Decoder(options.maxDurationMs, input.onProgress);
  const outcome = await runFfmpeg({
    ffmpegPath: input.ffmpegPath ?? 'ffmpeg',
    args,
    signal: input.signal,
    timeoutMs: input.timeoutMs,
    consume: decoder.consume,
  });
  const decoded = decoder.finish();
  const broken =
    outcome.exitCode === null || /No space left on device|Disk quota exceeded/.test(outcome.stderr);
  if (!decoded || broken) throw explainFailure(outcome);
  return { ...decoded, outcome };
}

/** True if both channels contain the same sound: similar and equally loud (leaks are much quieter). */
function isFalseStereo({ channels: [left, right], correlation }: Levels): boolean {
  if (!left || !right || isDead(left) || isDead(right)) return false;
  return (
    correlation >= FALSE_STEREO_CORRELATION &&
    Math.abs(left.rmsDbfs - right.rmsDbfs) <= FALSE_STEREO_MAX_LEVEL_DIFFERENCE_DB
  );
}

function isDead({ frameDb }: ChannelLevels): boolean {
  return frameDb.every((level) => level < DEAD_CHANNEL_DBFS);
}

interface ChannelSound {
  /** Sound above the noise that is neither crosstalk nor hold music. */
  speech: Interval[];
  holds: Hold[];
  /** Sound to transcribe: speech and uncertain hold music. */
  heard: Interval[];
}

/** Finds each channel's speech and hold music, without crosstalk. */
async function findSound(
  channels: ChannelLevels[],
  { levels, traces, durationMs }: Decoded,
  { holds: mayHold = true }: AudioOptions,
): Promise<ChannelSound[]> {
  const masks: Uint8Array[] = [];
  for (const { frameDb } of channels) {
    masks.push(detectActivity(frameDb));
    await nextTurn();
  }
  const [left, right] = channels;
  const [leftMask, rightMask] = masks;
  if (left && right && leftMask && rightMask) {
    suppressCrosstalk([left.frameDb, right.frameDb], [leftMask, rightMask], levels.frameCorrelation);
  }
  return masks.map((mask, index) => {
    const sound = toSpeech(mask, durationMs);
    const { frameDb } = channels[index] as ChannelLevels;
    const holds = mayHold ? findHolds(traces[index] as HoldTraces, frameDb, mask, durationMs) : [];
    return {
      speech: subtract(sound, holds, MIN_SPEECH_MS),
      holds,
      heard: subtract(
        sound,
        holds.filter(({ certo }) => certo),
        MIN_SPEECH_MS,
      ),
    };
  });
}

function roundDb(db: number): number {
  return Math.round(db * 10) / 10;
}

/** RMS of the frames with speech, dBFS; null without such frames. */
function speechLevel(frameDb: Float32Array, speech: readonly Interval[]): number | null {
  let power = 0;
  let count = 0;
  for (const { startMs, endMs } of speech) {
    const end = Math.min(frameDb.length, Math.ceil(endMs / FRAME_MS));
    for (let i = Math.floor(startMs / FRAME_MS); i < end; i += 1) {
      power += 10 ** ((frameDb[i] as number) / 10);
      count += 1;
    }
  }
  return count === 0 ? null : roundDb(Math.max(SILENT_DBFS, 10 * Math.log10(power / count)));
}

/** Start of the quietest frame in [fromMs, toMs), ms. */
function quietestIn(frameDb: Float32Array, fromMs: number, toMs: number): number {
  const end = Math.min(frameDb.length, Math.floor(toMs / FRAME_MS));
  let best = Math.ceil(fromMs / FRAME_MS);
  for (let i = best; i < end; i += 1) if ((frameDb[i] as number) < (frameDb[best] as number)) best = i;
  return best * FRAME_MS;
}

function nameChannel(index: number, shared: boolean, canalAgente: Canal): CanalFala {
  if (shared) return 'unico';
  return channelAt(index) === canalAgente ? 'agente' : 'cliente';
}

function describeChannels(
  measured: ChannelLevels[],
  sounds: ChannelSound[],
  durationMs: number,
  { canalAgente, options }: Pick<AnalyseAudioInput, 'canalAgente' | 'options'>,
): ChannelFacts[] {
  const talk = sounds.reduce((sum, { speech }) => sum + totalMs(speech), 0);
  const shared = measured.length === 1;
  return measured.map((levels, index) => {
    const own = sounds[index]?.speech ?? [];
    const talkMs = totalMs(own);
    return {
      canal: nameChannel(index, shared, canalAgente),
      index,
      talkMs,
      talkShare: talk === 0 ? 0 : Math.round((talkMs / talk) * 10_000) / 10_000,
      speech: own,
      utterances: planUtterances(
        sounds[index]?.heard ?? [],
        durationMs,
        (from, to) => quietestIn(levels.frameDb, from, to),
        options.mergePauseMs,
      ),
      longestMonologue: shared ? null : longestMonologue(own, sounds[1 - index]?.speech ?? []),
      rmsDbfs: roundDb(levels.rmsDbfs),
      speechDbfs: speechLevel(levels.frameDb, own),
      noiseDbfs: levelQuantile(levels.frameDb, 0.1),
      peakDbfs: roundDb(levels.peakDbfs),
      clippingShare: Math.round(levels.clippingShare * 1e6) / 1e6,
      clipped: levels.clippingShare >= CLIPPING_MIN_SHARE,
      dead: isDead(levels),
    };
  });
}

function whyInaudible(
  canais: ChannelFacts[],
  sounds: ChannelSound[],
  durationMs: number,
): InaudibleReason | null {
  if (canais.every(({ dead }) => dead)) return 'sem_som';
  if (durationMs < MIN_DURATION_MS) return 'curta_demais';
  const heardMs = sounds.reduce((sum, { heard }) => sum + totalMs(heard), 0);
  return heardMs < MIN_TOTAL_SPEECH_MS ? 'sem_fala' : null;
}

interface FileEnd {
  /** True if the header states no length, because the file was written into a pipe or the header was never updated. */
  openEnded: boolean;
  /** True if a stopped recorder may have left the last block of samples incomplete. */
  mayEndShort: boolean;
}

const HEAD_BYTES = 4096;

async function readEnd({ filePath, tipo = null }: AnalyseAudioInput): Promise<FileEnd> {
  if (rawInputOf(tipo) !== null) return { openEnded: true, mayEndShort: true };
  const file = await open(filePath);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const form = head.toString('latin1', 8, 12) === 'WAVE' ? readWavForm(head.subarray(0, bytesRead)) : null;
    if (form === null || form.dataStart === null) return { openEnded: false, mayEndShort: false };
    const { dataStart, dataBytes, blockBytes } = form;
    if (dataBytes === null) return { openEnded: true, mayEndShort: true };
    return { openEnded: false, mayEndShort: size + blockBytes > dataStart + dataBytes };
  } finally {
    await file.close();
  }
}

function findNotices(
  decoded: Decoded,
  canais: ChannelFacts[],
  falseStereo: boolean,
  declaredMs: number | null,
  { openEnded, mayEndShort }: FileEnd,
): AudioNoticeCode[] {
  const { format, durationMs, outcome } = decoded;
  const damage = findDamage(outcome.stderr);
  // If the last block is incomplete, ffmpeg's reader reports a short block, and its decoder reports undecodable data.
  const endsShort =
    mayEndShort && damage.short + damage.undecoded > 0 && damage.short <= 1 && damage.undecoded <= 1;
  const tolerance = Math.max(DURATION_TOLERANCE_MS, durationMs * DURATION_TOLERANCE_SHARE);
  const codes: (AudioNoticeCode | false)[] = [
    format.channels > 2 && 'canais_extras_ignorados',
    falseStereo && 'falso_estereo',
    canais.filter(({ dead }) => dead).length === 1 && canais.length === 2 && 'canal_mudo',
    canais.some(({ clipped }) => clipped) && 'saturacao',
    (damage.truncated || outcome.exitCode !== 0 || (damage.short > 0 && !endsShort)) && 'arquivo_truncado',
    damage.undecoded > 0 && !endsShort && 'trechos_corrompidos',
    declaredMs !== null &&
      !openEnded &&
      Math.abs(declaredMs - durationMs) > tolerance &&
      'duracao_declarada_diferente',
  ];
  return codes.filter((code) => code !== false);
}

async function requireFile(filePath: string): Promise<void> {
  const found = await stat(filePath).catch((error: NodeJS.ErrnoException) => {
    throw new AudioError(error.code === 'ENOENT' ? 'arquivo_ausente' : 'falha_interna', error.code ?? '', {
      cause: error,
    });
  });
  if (!found.isFile()) throw new AudioError('arquivo_ausente');
  if (found.size === 0) throw new AudioError('arquivo_vazio');
}

async function analyse(
  input: AnalyseAudioInput,
  flacPaths: readonly [string, string],
): Promise<AudioAnalysis> {
  await requireFile(input.filePath);
  const decoded = await decode(input, flacPaths);
  const { levels, format, durationMs } = decoded;
  const { codec, declaredMs } = parseClaims(decoded.outcome.stderr);
  const end = await readEnd(input);

  const falseStereo = isFalseStereo(levels);
  const measured = falseStereo ? levels.channels.slice(0, 1) : levels.channels;
  if (measured.length === 1) await rm(flacPaths[1], { force: true });
  for (const [index] of measured.entries()) {
    const written = await stat(flacPaths[index] as string).catch(() => null);
    if (!written || written.size === 0) throw new AudioError('falha_interna', 'a channel was not written');
  }
  const sounds = await findSound(measured, decoded, input.options);
  const canais = describeChannels(measured, sounds, durationMs, input);
  const motivoInaudivel = whyInaudible(canais, sounds, durationMs);
  const trechos = unite(
    ...sounds.map(({ holds }) => holds.map(({ startMs, endMs }) => ({ startMs, endMs }))),
  );

  const speechOf = (side: Lado) => canais.find(({ canal }) => canal === side)?.speech ?? [];
  const silences = findSilences([...sounds.map(({ speech }) => speech), trechos], durationMs);
  const [only] = measured;
  const facts: AudioFacts = {
    version: 1,
    durationMs,
    sampleRate: format.sampleRate,
    channels: format.channels,
    codec,
    falseStereo,
    audivel: motivoInaudivel === null,
    motivoInaudivel,
    avisos: findNotices(decoded, canais, falseStereo, declaredMs, end).map(notice),
    canais,
    silences,
    silenceMs: totalMs(silences),
    ...(input.options.holds !== false && { espera: { trechos, totalMs: totalMs(trechos) } }),
    ...(only &&
      canais.length === 1 && {
        danos: {
          lacunas: findDropouts(only.frameDb, sounds[0]?.heard ?? [], durationMs),
          ruido: findNoise(only.frameDb, canais[0]?.speechDbfs ?? null, durationMs),
        },
      }),
    dialogue:
      canais.length === 2
        ? describeDialogue({ agente: speechOf('agente'), cliente: speechOf('cliente') })
        : null,
  };
  const peaks = { ...levels.peaks, channels: levels.peaks.channels.slice(0, measured.length) };
  return { facts, peaks, channels: await prepareSent(input, facts, sounds, flacPaths) };
}

/** Plans what to leave out of the sent sound: certain hold music and, if requested, long pauses. */
function planSent(
  { heard, holds }: ChannelSound,
  { durationMs, sampleRate }: AudioFacts,
  { enhanceSpeed }: AudioOptions,
): TrimPlan | null {
  const certain = holds.filter(({ certo }) => certo);
  if (certain.length === 0) return enhanceSpeed ? planFrames(heard, durationMs, sampleRate) : null;
  const kept = enhanceSpeed ? heard : subtract([{ startMs: 0, endMs: durationMs }], certain);
  return planFrames(kept, durationMs, sampleRate, 0);
}

async function prepareSent(
  input: AnalyseAudioInput,
  facts: AudioFacts,
  sounds: readonly ChannelSound[],
  flacPaths: readonly [string, string],
): Promise<AnalysedChannel[]> {
  const channels: AnalysedChannel[] = [];
  for (const { canal, index } of facts.canais) {
    const flacPath = flacPaths[index] as string;
    const plan = facts.audivel ? planSent(sounds[index] as ChannelSound, facts, input.options) : null;
    const sentPath = plan ? trimmedPath(input.workDir, index) : flacPath;
    if (plan) {
      await writeTrimmed({
        flacPath,
        outPath: sentPath,
        plan,
        signal: input.signal,
        timeoutMs: input.timeoutMs,
        ffmpegPath: input.ffmpegPath ?? 'ffmpeg',
      });
    }
    const sentMs = Math.round(plan?.timeMap.trimmedMs ?? facts.durationMs);
    const heardMs = totalMs(sounds[index]?.heard ?? []);
    channels.push({ canal, index, flacPath, sentPath, heardMs, sentMs, timeMap: plan?.timeMap ?? null });
  }
  return channels;
}

function trimmedPath(workDir: string, index: number): string {
  return path.join(path.resolve(workDir), `canal-${index}-curto.flac`);
}

/**
 * Decodes a recording and measures the sound as recorded, so that options never change the facts. Gives a notice if it
 * uses only two channels, turns equal channels into mono, or can decode only a part. The duration is decoded samples ÷
 * rate.
 * @throws AudioError in Portuguese; then no file is left in `workDir`
 */
export async function analyseAudio(input: AnalyseAudioInput): Promise<AudioAnalysis> {
  const workDir = path.resolve(input.workDir);
  const flacPaths = [path.join(workDir, 'canal-0.flac'), path.join(workDir, 'canal-1.flac')] as const;
  try {
    return await analyse(input, flacPaths);
  } catch (error) {
    const written = [...flacPaths, trimmedPath(workDir, 0), trimmedPath(workDir, 1)];
    await Promise.all(written.map((file) => rm(file, { force: true })));
    if (error instanceof AudioError) throw error;
    throw new AudioError('falha_interna', error instanceof Error ? error.name : '', { cause: error });
  }
}
