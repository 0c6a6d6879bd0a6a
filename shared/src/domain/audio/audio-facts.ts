import type { Lado } from '../profiles/roles.ts';

/**
 * A recording's acoustic facts: types, thresholds (shown beside the figures), and pure rules over speech intervals for
 * the worker's audio engine.
 * Times: whole ms from the original's first decoded sample; levels: dBFS (0 = RMS of a square wave at full scale);
 * shares: 0 to 1.
 */

/** Length of a frame, ms; all boundaries are multiples of this length. */
export const FRAME_MS = 20;

/** Quieter sound is never speech (dBFS). Idle G.711 noise lies near −70. */
export const SPEECH_MIN_DBFS = -58;
/** Minimum level of speech above the noise floor (dB). */
export const SPEECH_OVER_NOISE_DB = 9;
/** Sound this far below the speech level is breath, echo or codec noise (dB). */
export const SPEECH_RANGE_DB = 32;
/** Speech ends only this far below the level at which it starts (dB). */
export const SPEECH_HYSTERESIS_DB = 4;
/** Channels with a smaller difference between loud and quiet have only steady noise (dB). */
export const MIN_DYNAMIC_RANGE_DB = 10;
/** A shorter burst is a click, not speech. */
export const MIN_SPEECH_MS = 120;
/** A shorter pause belongs to the sentence around it. */
export const MIN_PAUSE_MS = 240;
/** Longer sound within TONE_MAX_DEVIATION_DB is a tone (ringing, DTMF, beep), not speech. */
export const TONE_MIN_MS = 240;
/** Greatest standard deviation of a tone (dB); voices vary by 3 dB and more. */
export const TONE_MAX_DEVIATION_DB = 0.6;

/** Minimum difference (dB) between speech in the speaker's channel and its crosstalk in the other channel. */
export const CROSSTALK_MIN_DIFFERENCE_DB = 12;
/** Minimum difference between a channel's own speech and crosstalk (dB). */
export const CROSSTALK_BELOW_OWN_SPEECH_DB = 8;
/** Minimum correlation of two waveforms at which the quieter is crosstalk, at any level. */
export const CROSSTALK_CORRELATION = 0.9;

/** Shortest listed silence of both parties: 'silêncio ≥ 3 s'. */
export const SILENCE_MIN_MS = 3000;
/** Shortest listed overtalk: 'sobreposição ≥ 0,5 s'. */
export const OVERTALK_MIN_MS = 500;
/** Minimum speech of the other party before an interruption. */
export const INTERRUPTION_MIN_LEAD_MS = 300;
export const INTERRUPTION_MIN_OVERLAP_MS = 500;
/** Shortest interrupting contribution: 'aham' and 'certo' do not interrupt. */
export const INTERRUPTION_MIN_SPEECH_MS = 1000;
/** Longest pause inside a contribution. */
export const CONTRIBUTION_PAUSE_MS = 600;
/** Longest reply gap; after a longer pause the parties resume from a hold. */
export const REPLY_GAP_MAX_MS = 10_000;
/** A shorter remark of the other party does not end a monologue. */
export const BACKCHANNEL_MAX_MS = 1000;
/** Shortest pause that ends a monologue. */
export const MONOLOGUE_MAX_PAUSE_MS = 3000;

/** Minimum level of a clipped sample, as a share of full scale (G.711 cannot reach 1). */
export const CLIPPING_LEVEL = 0.98;
/** Minimum share of clipped samples in a clipped channel. */
export const CLIPPING_MIN_SHARE = 0.001;
/** A channel is dead if even its loudest 20 ms are quieter (dBFS). */
export const DEAD_CHANNEL_DBFS = -60;
/** Minimum correlation of two waveforms with the same sound. */
export const FALSE_STEREO_CORRELATION = 0.98;
/** Greatest difference between the levels of two channels with the same sound (dB). */
export const FALSE_STEREO_MAX_LEVEL_DIFFERENCE_DB = 12;
/** Minimum speech of an audible recording, over all channels. */
export const MIN_TOTAL_SPEECH_MS = 300;
/** A shorter recording cannot contain a conversation. */
export const MIN_DURATION_MS = 500;

/** No microphone records sound below this level (dBFS). */
export const DIGITAL_SILENCE_DBFS = -84;
/** Shortest dropout: digital silence inside a recording. */
export const DROPOUT_MIN_MS = 240;
/** Minimum level above digital silence just before a dropout (dB). */
export const DROPOUT_EDGE_DB = 14;
/** From this share of digital silence in non-speech on, the recorder mutes pauses, so that no silence is a dropout. */
export const GATED_SHARE = 0.3;
/** Window in which the quietest tenth of the sound is compared with the speech. */
export const NOISE_WINDOW_MS = 800;
/** Minimum distance (dB) of the quietest tenth below speech. Clean speech falls by 8 dB in 1 s. */
export const NOISE_MIN_SNR_DB = 5;

/** Longest stretch of speech sent to a model that returns no times. */
export const UTTERANCE_MAX_MS = 25_000;
/** Longest pause inside an utterance shorter than UTTERANCE_TARGET_MS. */
export const UTTERANCE_MERGE_PAUSE_MS = 600;
/** Longer utterances end at any pause, because only an utterance's bounds give times. */
export const UTTERANCE_TARGET_MS = 8000;
/** Silence around each utterance, if the neighbours leave room. */
export const UTTERANCE_PADDING_MS = 200;

/** Longer pauses are shortened before sound is sent to a model. */
export const TRIM_MIN_SILENCE_MS = 1000;
export const TRIM_KEPT_SILENCE_MS = 500;

/** Half-open: [startMs, endMs). */
export interface Interval {
  startMs: number;
  endMs: number;
}

/** `unico`: both parties share the channel (mono or false stereo). */
export type CanalFala = Lado | 'unico';

/** A stretch sent alone to a model that returns no times. */
export interface Utterance extends Interval {
  /** Bounds of the speech, without padding. */
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

/** A notice about a recording that was processed anyway. */
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
  /** 0 is left (or the only channel), 1 is right. */
  index: number;
  talkMs: number;
  /** talkMs ÷ talkMs of all channels; 0 without speech. */
  talkShare: number;
  /** Sorted, disjoint, at least MIN_PAUSE_MS apart. */
  speech: Interval[];
  utterances: Utterance[];
  /** Null if both parties share the channel, or without speech. */
  longestMonologue: Interval | null;
  /** RMS without DC. */
  rmsDbfs: number;
  /** RMS of frames with speech. */
  speechDbfs: number | null;
  /** Highest level of the quietest tenth of frames. */
  noiseDbfs: number;
  peakDbfs: number;
  /** Share of samples at or above CLIPPING_LEVEL. */
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
  /** Stretches of at least OVERTALK_MIN_MS with speech in both channels. */
  overtalk: Interval[];
  overtalkMs: number;
  interruptions: Interruption[];
  replyGaps: Record<Lado, ReplyGapStats>;
}

/** Unreliable parts, each list sorted and disjoint. */
export interface SoundDamage {
  lacunas: Interval[];
  /** Noise nearly as loud as the voices. */
  ruido: Interval[];
}

/** Hold music with its recorded announcements, without the parties' speech. */
export interface HoldFacts {
  /** Sorted and disjoint. */
  trechos: Interval[];
  totalMs: number;
}

export interface AudioFacts {
  /** Increases with every change of a rule or threshold. */
  version: 1;
  /** Decoded samples ÷ sample rate, whatever the header claims. */
  durationMs: number;
  sampleRate: number;
  /** Channels of the file, before merging false stereo and dropping extra channels. */
  channels: number;
  codec: string;
  falseStereo: boolean;
  audivel: boolean;
  motivoInaudivel: InaudibleReason | null;
  avisos: AudioNotice[];
  canais: ChannelFacts[];
  /** Stretches of at least SILENCE_MIN_MS without speech or hold music, also at the recording's ends. */
  silences: Interval[];
  silenceMs: number;
  /** Null if both parties share one channel. */
  dialogue: DialogueFacts | null;
  /** Hold music; missing if not measured, or if an earlier version took hold music for speech. */
  espera?: HoldFacts;
  /** Damage to a single microphone's recording; missing for several microphones, and in an earlier version's facts. */
  danos?: SoundDamage;
}

/** Sums the lengths of disjoint intervals, ms. */
export function totalMs(intervals: readonly Interval[]): number {
  let total = 0;
  for (const interval of intervals) total += interval.endMs - interval.startMs;
  return total;
}

/** Unites any intervals into sorted, disjoint ones. */
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

/** Removes `taken` from `from` (both sorted, disjoint), and remainders shorter than `minMs`. */
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

/** Intersects two sorted lists of disjoint intervals. */
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

/** Finds gaps of at least `minMs` in [0, durationMs) without any speech. */
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

/** Finds overlaps of `a` and `b` of at least `minMs`. */
export function findOvertalk(
  a: readonly Interval[],
  b: readonly Interval[],
  minMs: number = OVERTALK_MIN_MS,
): Interval[] {
  return intersect(a, b).filter(({ startMs, endMs }) => endMs - startMs >= minMs);
}

/**
 * Finds interruptions, sorted by start: contributions (joined over pauses up to CONTRIBUTION_PAUSE_MS) that meet the
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
 * Measures the gaps, ms, from the other party's last word to each reply, except overlapping replies, and gaps above
 * REPLY_GAP_MAX_MS.
 */
export function findReplyGaps(asker: readonly Interval[], replier: readonly Interval[]): number[] {
  const gaps: number[] = [];
  let j = 0;
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of replier) {
    while (j < asker.length && (asker[j] as Interval).startMs < startMs) j += 1;
    const asked = asker[j - 1];
    // The asker must have spoken since the replier's last word.
    if (asked && asked.endMs > previousEnd && asked.endMs <= startMs) {
      const gap = startMs - asked.endMs;
      if (gap <= REPLY_GAP_MAX_MS) gaps.push(gap);
    }
    previousEnd = endMs;
  }
  return gaps;
}

/** Computes mean, median (of the middle two) and p95 (nearest rank), whole ms; null without values. */
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
 * Finds one side's longest speech with pauses below MONOLOGUE_MAX_PAUSE_MS and without a contribution of the other side
 * of BACKCHANNEL_MAX_MS or more.
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
 * Groups speech into disjoint utterances by the UTTERANCE_… limits. `quietestMs(fromMs, toMs)` chooses the cut in a
 * longer stretch; default: at the limit.
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
      // A cut in the last half keeps pieces long; each cut lies at least a frame after the last, so that the loop ends.
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
 * Cuts [0, durationMs) into the fewest stretches of at most `maxMs`, because some providers refuse large uploads. A cut
 * lies in the last pause that fits, else at the limit. `speech`: sorted, disjoint.
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
