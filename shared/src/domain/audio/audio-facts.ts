import type { Lado } from '../profiles/roles.ts';

/**
 * Acoustic facts of one recording: types, thresholds (shown beside the figures), and pure rules over speech intervals,
 * called by the worker's audio engine.
 * Times: whole ms from the first decoded sample of the original; levels: dBFS (0 = RMS of a square wave at full scale);
 * shares: 0 to 1.
 */

/** Length of an analysis frame, ms; all boundaries are multiples of it. */
export const FRAME_MS = 20;

/** Level below which sound is never speech (dBFS). Idle G.711 noise lies near −70. */
export const SPEECH_MIN_DBFS = -58;
/** Minimum level of speech above the channel's noise floor (dB). */
export const SPEECH_OVER_NOISE_DB = 9;
/** Sound that lies this far below the channel's speech level is breath, echo or codec noise (dB). */
export const SPEECH_RANGE_DB = 32;
/** Speech ends only this far below the level at which it starts (dB). */
export const SPEECH_HYSTERESIS_DB = 4;
/** Difference between loud and quiet parts below which a channel has only steady noise (dB). */
export const MIN_DYNAMIC_RANGE_DB = 10;
/** Length below which a burst of sound is a click, not speech. */
export const MIN_SPEECH_MS = 120;
/** Length below which a pause belongs to the sentence around it. */
export const MIN_PAUSE_MS = 240;
/** From this length on, sound within TONE_MAX_DEVIATION_DB is a tone (ringing, DTMF, beep), not speech. */
export const TONE_MIN_MS = 240;
/** Standard deviation below which sound is a tone (dB); voices vary by 3 dB and more. */
export const TONE_MAX_DEVIATION_DB = 0.6;

/** Minimum difference between the speech in its own channel and its crosstalk in the other channel (dB). */
export const CROSSTALK_MIN_DIFFERENCE_DB = 12;
/** Minimum difference between a channel's own speech and the crosstalk in it (dB). */
export const CROSSTALK_BELOW_OWN_SPEECH_DB = 8;
/** Minimum correlation of two waveforms at which the quieter waveform is crosstalk, whatever its level. */
export const CROSSTALK_CORRELATION = 0.9;

/** Length from which a silence of both parties is listed: 'silêncio ≥ 3 s'. */
export const SILENCE_MIN_MS = 3000;
/** Length from which overtalk is listed: 'sobreposição ≥ 0,5 s'. */
export const OVERTALK_MIN_MS = 500;
/** Least time for which the other party has spoken before an interruption. */
export const INTERRUPTION_MIN_LEAD_MS = 300;
/** Least time for which both parties speak at once during an interruption. */
export const INTERRUPTION_MIN_OVERLAP_MS = 500;
/** Least length of an interrupting contribution: 'aham' and 'certo' are no interruptions. */
export const INTERRUPTION_MIN_SPEECH_MS = 1000;
/** Longest pause inside a contribution. */
export const CONTRIBUTION_PAUSE_MS = 600;
/** Longest pause before a reply that counts as a reply gap; after a longer pause the parties resume from a hold. */
export const REPLY_GAP_MAX_MS = 10_000;
/** A remark of the other party that is shorter than this does not end a monologue. */
export const BACKCHANNEL_MAX_MS = 1000;
/** Shortest pause that ends a monologue. */
export const MONOLOGUE_MAX_PAUSE_MS = 3000;

/** Share of full scale from which samples are clipped (G.711 cannot reach 1). */
export const CLIPPING_LEVEL = 0.98;
/** Share of clipped samples from which a channel is clipped. */
export const CLIPPING_MIN_SHARE = 0.001;
/** Level of a channel's loudest 20 ms below which the channel is dead (dBFS). */
export const DEAD_CHANNEL_DBFS = -60;
/** Least correlation of two channels' waveforms at which both channels contain the same sound. */
export const FALSE_STEREO_CORRELATION = 0.98;
/** Greatest difference of level between two channels that contain the same sound (dB). */
export const FALSE_STEREO_MAX_LEVEL_DIFFERENCE_DB = 12;
/** Speech in all channels below which a recording is inaudible. */
export const MIN_TOTAL_SPEECH_MS = 300;
/** Length below which a recording cannot contain a conversation. */
export const MIN_DURATION_MS = 500;

/** Level below which sound cannot come from a microphone (dBFS). */
export const DIGITAL_SILENCE_DBFS = -84;
/** Minimum length of a dropout, that is of digital silence inside a recording. */
export const DROPOUT_MIN_MS = 240;
/** Minimum level above digital silence that the sound has just before a dropout (dB). */
export const DROPOUT_EDGE_DB = 14;
/** If this share of non-speech or more is digital silence, the recorder mutes pauses and no silence is a dropout. */
export const GATED_SHARE = 0.3;
/** Length of the window in which the quietest tenth of the sound is compared with the speech. */
export const NOISE_WINDOW_MS = 800;
/** Noise drowns speech if the quietest tenth is less than this (dB) below speech; clean speech falls by 8 dB in 1 s. */
export const NOISE_MIN_SNR_DB = 5;

/** Longest stretch sent to a model that returns text without times. */
export const UTTERANCE_MAX_MS = 25_000;
/** Longest pause inside an utterance that is shorter than UTTERANCE_TARGET_MS. */
export const UTTERANCE_MERGE_PAUSE_MS = 600;
/** Utterances from this length end at any pause, because only their bounds give times: the model returns none. */
export const UTTERANCE_TARGET_MS = 8000;
/** Silence kept around each utterance, if the neighbours leave room. */
export const UTTERANCE_PADDING_MS = 200;

/** In sound sent to a model, pauses of a channel that are longer than this are shortened. */
export const TRIM_MIN_SILENCE_MS = 1000;
/** Length that remains of a shortened pause. */
export const TRIM_KEPT_SILENCE_MS = 500;

/** Half-open interval [startMs, endMs). */
export interface Interval {
  startMs: number;
  endMs: number;
}

/** The speaker of a channel; `unico`: both parties share the channel (mono or false stereo). */
export type CanalFala = Lado | 'unico';

/** A stretch of a channel that is sent alone to a model that returns no times. */
export interface Utterance extends Interval {
  /** Start and end of speech, without the padding of startMs and endMs. */
  speechStartMs: number;
  speechEndMs: number;
}

export const AUDIO_NOTICES = {
  canais_extras_ignorados: 'A gravação tem mais de dois canais; somente os dois primeiros foram analisados.',
  falso_estereo: 'Os dois canais têm o mesmo áudio; a gravação foi tratada como mono.',
  canal_mudo: 'Um dos canais está mudo.',
  saturacao: 'O áudio está saturado (distorcido) em parte da gravação.',
  arquivo_truncado: 'O arquivo está incompleto; só o trecho que pôde ser lido foi analisado.',
  trechos_corrompidos: 'Alguns trechos do arquivo estão corrompidos e foram ignorados.',
  duracao_declarada_diferente: 'A duração declarada no arquivo difere da duração real do áudio.',
} as const;
export type AudioNoticeCode = keyof typeof AUDIO_NOTICES;

/** A notice for people about a recording that was processed anyway. */
export interface AudioNotice {
  codigo: AudioNoticeCode;
  mensagem: string;
}

export const INAUDIBLE_REASONS = {
  sem_som: 'A gravação não contém áudio: todos os canais estão mudos.',
  sem_fala: 'Nenhuma fala foi encontrada na gravação.',
  curta_demais: 'A gravação é curta demais para conter uma conversa.',
} as const;
export type InaudibleReason = keyof typeof INAUDIBLE_REASONS;

export interface ChannelFacts {
  canal: CanalFala;
  /** Index of the channel: 0 is left (or the only one), 1 is right. */
  index: number;
  talkMs: number;
  /** talkMs ÷ talkMs of all channels; 0 when nobody speaks. */
  talkShare: number;
  /** Stretches of speech on this channel: sorted, disjoint, at least MIN_PAUSE_MS apart. */
  speech: Interval[];
  utterances: Utterance[];
  /** Longest monologue on this channel; null if both parties share the channel, or without speech. */
  longestMonologue: Interval | null;
  /** RMS of the whole channel, DC removed. */
  rmsDbfs: number;
  /** RMS of the frames with speech; null without speech. */
  speechDbfs: number | null;
  /** Highest level of the quietest tenth of the frames. */
  noiseDbfs: number;
  peakDbfs: number;
  /** Samples at or above CLIPPING_LEVEL ÷ samples. */
  clippingShare: number;
  clipped: boolean;
  dead: boolean;
}

export interface Interruption {
  by: Lado;
  startMs: number;
  overlapMs: number;
  yielded: boolean;
}

export interface ReplyGapStats {
  count: number;
  meanMs: number | null;
  medianMs: number | null;
  p95Ms: number | null;
}

export interface DialogueFacts {
  /** Stretches of at least OVERTALK_MIN_MS in which both channels have speech. */
  overtalk: Interval[];
  overtalkMs: number;
  interruptions: Interruption[];
  replyGaps: Record<Lado, ReplyGapStats>;
}

/** Unreliable parts of a recording; each list is sorted and disjoint. */
export interface SoundDamage {
  lacunas: Interval[];
  /** Noise nearly as loud as the voices. */
  ruido: Interval[];
}

/** Hold music and the recorded announcements in it. The parties' speech does not belong to it. */
export interface HoldFacts {
  /** Stretches of hold music, sorted and disjoint. */
  trechos: Interval[];
  totalMs: number;
}

export interface AudioFacts {
  /** Version of the facts, which increases with every change of a rule or threshold. */
  version: 1;
  /** Decoded samples ÷ sample rate, whatever the header claims. */
  durationMs: number;
  sampleRate: number;
  /** Number of channels of the file, before false stereo is merged into one channel and extra channels are dropped. */
  channels: number;
  codec: string;
  falseStereo: boolean;
  audivel: boolean;
  motivoInaudivel: InaudibleReason | null;
  avisos: AudioNotice[];
  canais: ChannelFacts[];
  /** Stretches of at least SILENCE_MIN_MS without speech or hold music, also at the start and end of the recording. */
  silences: Interval[];
  silenceMs: number;
  /** Facts about the dialogue; null if both parties share one channel. */
  dialogue: DialogueFacts | null;
  /** Hold music; missing if not measured, or if measured by an earlier version, which took hold music for speech. */
  espera?: HoldFacts;
  /** Damage to a single microphone's recording; missing for several microphones, and in facts of an earlier version. */
  danos?: SoundDamage;
}

/** Total length of disjoint intervals, ms. */
export function totalMs(intervals: readonly Interval[]): number {
  let total = 0;
  for (const interval of intervals) total += interval.endMs - interval.startMs;
  return total;
}

/** Sorted, disjoint union of any intervals. */
export function unite(...lists: readonly (readonly Interval[])[]): Interval[] {
  const sorted = lists.flat().sort((a, b) => a.startMs - b.startMs);
  const result: Interval[] = [];
  for (const { startMs, endMs } of sorted) {
    const last = result.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else result.push({ startMs, endMs });
  }
  return result;
}

/** Joins neighbouring intervals of a sorted list if the pause between them is at most `pauseMs`. */
export function bridge(intervals: readonly Interval[], pauseMs: number): Interval[] {
  const result: Interval[] = [];
  for (const { startMs, endMs } of intervals) {
    const last = result.at(-1);
    if (last && startMs - last.endMs <= pauseMs) last.endMs = endMs;
    else result.push({ startMs, endMs });
  }
  return result;
}

/** Removes `taken` from `from` (both sorted, disjoint), and drops remainders shorter than `minMs`. */
export function subtract(from: readonly Interval[], taken: readonly Interval[], minMs = 1): Interval[] {
  const result: Interval[] = [];
  for (const { startMs, endMs } of from) {
    let cursor = startMs;
    for (const cut of taken) {
      if (cut.endMs <= cursor) continue;
      if (cut.startMs >= endMs) break;
      if (cut.startMs - cursor >= minMs) result.push({ startMs: cursor, endMs: cut.startMs });
      cursor = cut.endMs;
    }
    if (endMs - cursor >= minMs) result.push({ startMs: cursor, endMs });
  }
  return result;
}

/** Intersection of two sorted lists of disjoint intervals. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a[i] as Interval;
    const right = b[j] as Interval;
    const startMs = Math.max(left.startMs, right.startMs);
    const endMs = Math.min(left.endMs, right.endMs);
    if (startMs < endMs) result.push({ startMs, endMs });
    if (left.endMs < right.endMs) i += 1;
    else j += 1;
  }
  return result;
}

/** Gaps of at least `minMs` in [0, durationMs) in which no channel speaks. */
export function findSilences(
  speech: readonly (readonly Interval[])[],
  durationMs: number,
  minMs: number = SILENCE_MIN_MS,
): Interval[] {
  const silences: Interval[] = [];
  let cursor = 0;
  const close = (startMs: number) => {
    if (startMs - cursor >= minMs) silences.push({ startMs: cursor, endMs: startMs });
  };
  for (const { startMs, endMs } of unite(...speech)) {
    close(startMs);
    cursor = Math.max(cursor, endMs);
  }
  close(durationMs);
  return silences;
}

/** Stretches of at least `minMs` in which two channels' speech overlaps. */
export function findOvertalk(
  a: readonly Interval[],
  b: readonly Interval[],
  minMs: number = OVERTALK_MIN_MS,
): Interval[] {
  return intersect(a, b).filter(({ startMs, endMs }) => endMs - startMs >= minMs);
}

/**
 * Interruptions, sorted by start: contributions (speech with pauses up to CONTRIBUTION_PAUSE_MS) that meet the
 * INTERRUPTION_… thresholds. `yielded`: the interrupted party stopped first.
 */
export function findInterruptions(speech: Record<Lado, readonly Interval[]>): Interruption[] {
  const found: Interruption[] = [];
  const scan = (by: Lado, own: readonly Interval[], other: readonly Interval[]) => {
    let j = 0;
    for (const { startMs, endMs } of bridge(own, CONTRIBUTION_PAUSE_MS)) {
      while (j < other.length && (other[j] as Interval).endMs <= startMs) j += 1;
      const held = other[j];
      if (!held) break;
      const overlapMs = Math.min(endMs, held.endMs) - startMs;
      if (endMs - startMs < INTERRUPTION_MIN_SPEECH_MS) continue;
      if (startMs - held.startMs < INTERRUPTION_MIN_LEAD_MS) continue;
      if (overlapMs < INTERRUPTION_MIN_OVERLAP_MS) continue;
      found.push({ by, startMs, overlapMs, yielded: held.endMs < endMs });
    }
  };
  scan('agente', speech.agente, speech.cliente);
  scan('cliente', speech.cliente, speech.agente);
  return found.sort((a, b) => a.startMs - b.startMs);
}

/**
 * Reply gaps of `replier`, ms, in order: from the other party's last word to the reply. Excludes replies that overlap
 * the question, and gaps above REPLY_GAP_MAX_MS.
 */
export function findReplyGaps(asker: readonly Interval[], replier: readonly Interval[]): number[] {
  const gaps: number[] = [];
  let j = 0;
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of replier) {
    while (j < asker.length && (asker[j] as Interval).startMs < startMs) j += 1;
    const asked = asker[j - 1];
    // Counts a reply only if the asker has spoken since the replier's last word.
    if (asked && asked.endMs > previousEnd && asked.endMs <= startMs) {
      const gap = startMs - asked.endMs;
      if (gap <= REPLY_GAP_MAX_MS) gaps.push(gap);
    }
    previousEnd = endMs;
  }
  return gaps;
}

/** Mean, median (mean of the middle two) and p95 (nearest rank), whole ms; null without values. */
export function summariseGaps(gaps: readonly number[]): ReplyGapStats {
  if (gaps.length === 0) return { count: 0, meanMs: null, medianMs: null, p95Ms: null };
  const sorted = [...gaps].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] as number;
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return {
    count: sorted.length,
    meanMs: Math.round(sorted.reduce((sum, gap) => sum + gap, 0) / sorted.length),
    medianMs: Math.round(median),
    p95Ms: Math.round(at(Math.ceil(sorted.length * 0.95) - 1)),
  };
}

/**
 * Longest stretch of one side's speech with pauses below MONOLOGUE_MAX_PAUSE_MS and without a contribution of the other
 * side of BACKCHANNEL_MAX_MS or more. Null: the side never speaks.
 */
export function longestMonologue(own: readonly Interval[], other: readonly Interval[]): Interval | null {
  const breaks = other.filter(({ startMs, endMs }) => endMs - startMs >= BACKCHANNEL_MAX_MS);
  let best: Interval | null = null;
  let current: Interval | null = null;
  let j = 0;
  for (const { startMs, endMs } of own) {
    while (j < breaks.length && (breaks[j] as Interval).startMs < (current?.startMs ?? 0)) j += 1;
    const broken = j < breaks.length && (breaks[j] as Interval).startMs < startMs;
    if (current && !broken && startMs - current.endMs < MONOLOGUE_MAX_PAUSE_MS) current.endMs = endMs;
    else current = { startMs, endMs };
    if (!best || current.endMs - current.startMs > best.endMs - best.startMs) best = { ...current };
  }
  return best;
}

export function describeDialogue(speech: Record<Lado, readonly Interval[]>): DialogueFacts {
  const overtalk = findOvertalk(speech.agente, speech.cliente);
  return {
    overtalk,
    overtalkMs: totalMs(overtalk),
    interruptions: findInterruptions(speech),
    replyGaps: {
      agente: summariseGaps(findReplyGaps(speech.cliente, speech.agente)),
      cliente: summariseGaps(findReplyGaps(speech.agente, speech.cliente)),
    },
  };
}

/**
 * Groups a channel's speech into disjoint utterances by the UTTERANCE_… limits, for models that return no times.
 * `quietestMs(fromMs, toMs)` chooses the cut in a longer stretch; default: at the limit.
 */
export function planUtterances(
  speech: readonly Interval[],
  durationMs: number,
  quietestMs: (fromMs: number, toMs: number) => number = (_fromMs, toMs) => toMs,
  mergePauseMs: number = UTTERANCE_MERGE_PAUSE_MS,
): Utterance[] {
  const limit = UTTERANCE_MAX_MS - 2 * UTTERANCE_PADDING_MS;
  const pieces: Interval[] = [];
  for (const interval of speech) {
    let { startMs } = interval;
    while (interval.endMs - startMs > limit) {
      // A cut in the last half keeps pieces long; each cut lies a frame or more after the last, so that the loop ends.
      const cut = Math.min(
        startMs + limit,
        Math.max(startMs + FRAME_MS, quietestMs(startMs + limit / 2, startMs + limit)),
      );
      pieces.push({ startMs, endMs: cut });
      startMs = cut;
    }
    pieces.push({ startMs, endMs: interval.endMs });
  }
  const groups: Interval[] = [];
  for (const { startMs, endMs } of pieces) {
    const last = groups.at(-1);
    const joins =
      last &&
      startMs - last.endMs <= mergePauseMs &&
      last.endMs - last.startMs < UTTERANCE_TARGET_MS &&
      endMs - last.startMs <= limit;
    if (last && joins) last.endMs = endMs;
    else groups.push({ startMs, endMs });
  }
  return groups.map(({ startMs, endMs }, index) => {
    const before = groups[index - 1]?.endMs ?? Number.NEGATIVE_INFINITY;
    const after = groups[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
    return {
      startMs: Math.max(0, startMs - UTTERANCE_PADDING_MS, Math.ceil((before + startMs) / 2)),
      endMs: Math.min(durationMs, endMs + UTTERANCE_PADDING_MS, Math.ceil((endMs + after) / 2)),
      speechStartMs: startMs,
      speechEndMs: endMs,
    };
  });
}

/**
 * Cuts [0, durationMs) into the fewest stretches of at most `maxMs`, because some providers refuse large uploads. Each
 * stretch ends in the last pause that fits, else at the limit. `speech`: sorted, disjoint.
 */
export function planChunks(speech: readonly Interval[], durationMs: number, maxMs: number): Interval[] {
  const pauses = speech.slice(1).map(({ startMs }, index) => {
    const before = (speech[index] as Interval).endMs;
    return Math.round((before + startMs) / 2);
  });
  const chunks: Interval[] = [];
  let startMs = 0;
  let next = 0;
  while (durationMs - startMs > maxMs) {
    let endMs = startMs + maxMs;
    let found = startMs;
    for (; next < pauses.length && (pauses[next] as number) <= endMs; next += 1)
      found = pauses[next] as number;
    if (found > startMs) endMs = found;
    chunks.push({ startMs, endMs });
    startMs = endMs;
  }
  if (durationMs > startMs) chunks.push({ startMs, endMs: durationMs });
  return chunks;
}

export function notice(codigo: AudioNoticeCode): AudioNotice {
  return { codigo, mensagem: AUDIO_NOTICES[codigo] };
}
