import type { Lado } from '../profiles/roles.ts';

/**
 * Acoustic facts of one recording: their types, the thresholds they rest on (the UI names them beside each figure)
 * and the pure rules that derive them from speech intervals. Nothing here reads a file: the worker's audio engine
 * decodes the sound, decides where each channel speaks, and calls these rules.
 *
 * All times are whole milliseconds from the first decoded sample of the original recording; levels are dBFS
 * (0 = full scale, RMS of a square wave at full scale); shares are fractions from 0 to 1.
 */

/** Length of one analysis frame; every boundary is a multiple of it. */
export const FRAME_MS = 20;

/** Sound quieter than this is never speech, whatever the noise floor (dBFS). Idle G.711 noise lies near −70. */
export const SPEECH_MIN_DBFS = -58;
/** Speech must rise at least this far above the channel's noise floor (dB). */
export const SPEECH_OVER_NOISE_DB = 9;
/** Sound this far below the channel's own speech level is breath, echo or codec noise, not speech (dB). */
export const SPEECH_RANGE_DB = 32;
/** Once speaking, the level may fall this far below the entry threshold before speech ends (dB). */
export const SPEECH_HYSTERESIS_DB = 4;
/** A channel whose level varies less than this between its quiet and loud parts holds steady noise only (dB). */
export const MIN_DYNAMIC_RANGE_DB = 10;
/** Shorter bursts are clicks, not speech. */
export const MIN_SPEECH_MS = 120;
/** Pauses shorter than this belong to the sentence around them. */
export const MIN_PAUSE_MS = 240;
/** A run at least this long whose level stays within TONE_MAX_DEVIATION_DB is a tone (ringing, DTMF, beep), not speech. */
export const TONE_MIN_MS = 240;
/** Standard deviation under which a run counts as a tone (dB); voices move by 3 dB and more. */
export const TONE_MAX_DEVIATION_DB = 0.6;

/** A channel's sound counts as a leak of the other party when the other one is louder by this much … (dB) */
export const CROSSTALK_MIN_DIFFERENCE_DB = 12;
/** … and it lies this far below what this channel reaches when it speaks alone (dB). */
export const CROSSTALK_BELOW_OWN_SPEECH_DB = 8;
/** A leak is also assumed, whatever the levels, when both waveforms have the same shape (correlation). */
export const CROSSTALK_CORRELATION = 0.9;

/** Mutual silence from this length on is listed: 'silêncio ≥ 3 s'. */
export const SILENCE_MIN_MS = 3000;
/** Both speaking at once from this length on is listed: 'sobreposição ≥ 0,5 s'. */
export const OVERTALK_MIN_MS = 500;
/** An interruption starts when the other party has already been speaking for this long … */
export const INTERRUPTION_MIN_LEAD_MS = 300;
/** … and both speak at once for at least this long … */
export const INTERRUPTION_MIN_OVERLAP_MS = 500;
/** … in a contribution of at least this length ('aham' and 'certo' are not interruptions). */
export const INTERRUPTION_MIN_SPEECH_MS = 1000;
/** A contribution goes on over the speaker's own pauses up to this length. */
export const CONTRIBUTION_PAUSE_MS = 600;
/** Replies slower than this are not replies but a resumption after a hold; left out of the reply gaps. */
export const REPLY_GAP_MAX_MS = 10_000;
/** A remark of the other party shorter than this does not end a monologue. */
export const BACKCHANNEL_MAX_MS = 1000;
/** A pause from this length on ends a monologue. */
export const MONOLOGUE_MAX_PAUSE_MS = 3000;

/** Samples at or above this share of full scale count as clipped (G.711 cannot reach 1). */
export const CLIPPING_LEVEL = 0.98;
/** Share of clipped samples from which the channel is flagged as clipped. */
export const CLIPPING_MIN_SHARE = 0.001;
/** A channel whose loudest 20 ms stay under this level is dead (dBFS). */
export const DEAD_CHANNEL_DBFS = -60;
/** Channels whose waveforms correlate at least this much … */
export const FALSE_STEREO_CORRELATION = 0.98;
/** … and whose levels differ by at most this much are one and the same sound (dB). */
export const FALSE_STEREO_MAX_LEVEL_DIFFERENCE_DB = 12;
/** Less speech than this in all channels together makes a recording inaudible. */
export const MIN_TOTAL_SPEECH_MS = 300;
/** A shorter recording cannot hold a conversation. */
export const MIN_DURATION_MS = 500;

/** No microphone is quieter than this (dBFS): what is, nobody recorded. */
export const DIGITAL_SILENCE_DBFS = -84;
/** Such silence from this length on, inside a recording, is a dropout … */
export const DROPOUT_MIN_MS = 240;
/** … where the sound before it breaks off from at least this far above it (dB), */
export const DROPOUT_EDGE_DB = 14;
/** … unless this share of all that is not speech is such silence: then the recorder silences pauses by itself. */
export const GATED_SHARE = 0.3;
/** Noise drowns speech where, over this long, the quietest tenth of the sound … */
export const NOISE_WINDOW_MS = 800;
/** … is less than this far below the recording's speech (dB). Clean speech falls by 8 dB and more within a second. */
export const NOISE_MIN_SNR_DB = 5;

/** Longest stretch sent at once to a model that returns text without times. */
export const UTTERANCE_MAX_MS = 25_000;
/** Pauses up to this length are kept inside one utterance … */
export const UTTERANCE_MERGE_PAUSE_MS = 600;
/** … until it is this long: then any pause ends it, because its bounds are all the times the transcript will have. */
export const UTTERANCE_TARGET_MS = 8000;
/** Silence kept before and after each utterance, where the neighbours leave room. */
export const UTTERANCE_PADDING_MS = 200;

/** Silence trimming: pauses of a channel longer than this are shortened in the sound that is sent … */
export const TRIM_MIN_SILENCE_MS = 1000;
/** … to this length. */
export const TRIM_KEPT_SILENCE_MS = 500;

/** Half-open interval [startMs, endMs). */
export interface Interval {
  startMs: number;
  endMs: number;
}

/** Whom a channel belongs to; `unico` when both parties share one channel (mono or false stereo). */
export type CanalFala = Lado | 'unico';

/** One stretch of a channel to be sent alone to a model that returns no times. */
export interface Utterance extends Interval {
  /** Where speech really starts and ends, without the padding of startMs and endMs. */
  speechStartMs: number;
  speechEndMs: number;
}

export const AUDIO_NOTICES = {
  canais_extras_ignorados: 'A gravação tem mais de dois canais; somente os dois primeiros foram analisados.',
  falso_estereo: 'Os dois canais têm o mesmo áudio; a gravação foi tratada como mono.',
  canal_mudo: 'Um dos canais está mudo.',
  saturacao: 'O áudio está saturado (distorcido) em parte da gravação.',
  arquivo_truncado: 'O arquivo está incompleto; foi analisado o trecho que pôde ser lido.',
  trechos_corrompidos: 'Alguns trechos do arquivo estão corrompidos e foram ignorados.',
  duracao_declarada_diferente: 'A duração declarada no arquivo difere da duração real do áudio.',
} as const;
export type AudioNoticeCode = keyof typeof AUDIO_NOTICES;

/** Something a person should know about a recording that was processed nevertheless. */
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

/** What is known of one channel. */
export interface ChannelFacts {
  canal: CanalFala;
  /** Position in the recording: 0 is left (or the only one), 1 is right. */
  index: number;
  /** Sum of the speech intervals. */
  talkMs: number;
  /** talkMs ÷ talkMs of all channels; 0 when nobody speaks. */
  talkShare: number;
  /** Where this channel speaks: sorted, disjoint, at least MIN_PAUSE_MS apart. */
  speech: Interval[];
  utterances: Utterance[];
  /** Longest stretch in which this side holds the floor (see `longestMonologue`); null in a shared channel or without speech. */
  longestMonologue: Interval | null;
  /** RMS of the whole channel, DC removed. */
  rmsDbfs: number;
  /** RMS of the frames that hold speech; null without speech. */
  speechDbfs: number | null;
  /** Level under which the quietest tenth of the frames lies. */
  noiseDbfs: number;
  /** Largest absolute sample. */
  peakDbfs: number;
  /** Samples at or above CLIPPING_LEVEL ÷ samples. */
  clippingShare: number;
  clipped: boolean;
  dead: boolean;
}

/** One party starting to speak over the other. */
export interface Interruption {
  by: Lado;
  /** When the interrupting contribution starts. */
  startMs: number;
  /** How long both speak at once. */
  overlapMs: number;
  /** True when the interrupted party stops first. */
  yielded: boolean;
}

/** Times one party takes to answer the other. */
export interface ReplyGapStats {
  count: number;
  meanMs: number | null;
  medianMs: number | null;
  p95Ms: number | null;
}

/** What only two separate parties can show. */
export interface DialogueFacts {
  /** Intersections of both channels' speech of at least OVERTALK_MIN_MS. */
  overtalk: Interval[];
  overtalkMs: number;
  interruptions: Interruption[];
  replyGaps: Record<Lado, ReplyGapStats>;
}

/** Where a recording cannot be trusted. Sorted, disjoint. */
export interface SoundDamage {
  /** Nothing was recorded. */
  lacunas: Interval[];
  /** Noise nearly as loud as the voices. */
  ruido: Interval[];
}

/** Hold music, and recorded announcements between it: nobody speaks there. */
export interface HoldFacts {
  /** Sorted, disjoint. */
  trechos: Interval[];
  totalMs: number;
}

/** All acoustic facts of a recording. */
export interface AudioFacts {
  /** Raised whenever a rule or threshold changes, so that stored facts can be told apart. */
  version: 1;
  /** Decoded samples ÷ sample rate: never the header's claim. */
  durationMs: number;
  sampleRate: number;
  /** Channels of the file, before false stereo is folded and extra channels are left out. */
  channels: number;
  codec: string;
  falseStereo: boolean;
  audivel: boolean;
  motivoInaudivel: InaudibleReason | null;
  avisos: AudioNotice[];
  canais: ChannelFacts[];
  /** Stretches of at least SILENCE_MIN_MS in which no channel speaks or holds music, start and end of the call included. */
  silences: Interval[];
  silenceMs: number;
  /** Null when both parties share one channel. */
  dialogue: DialogueFacts | null;
  /** Missing: not looked for, or found by an earlier version, which took hold music for speech. */
  espera?: HoldFacts;
  /** Of a recording with one microphone; missing: several, or an earlier version. */
  danos?: SoundDamage;
}

/** Total length of disjoint intervals, in ms. */
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

/** Joins neighbours of a sorted list whose pause is at most `pauseMs`. */
export function bridge(intervals: readonly Interval[], pauseMs: number): Interval[] {
  const result: Interval[] = [];
  for (const { startMs, endMs } of intervals) {
    const last = result.at(-1);
    if (last && startMs - last.endMs <= pauseMs) last.endMs = endMs;
    else result.push({ startMs, endMs });
  }
  return result;
}

/** What sorted, disjoint intervals leave of others like them; rests shorter than `minMs` go, too. */
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

/** Mutual silences: the gaps of at least `minMs` that the union of all channels' speech leaves in [0, durationMs). */
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

/** Overtalk: intersections of two channels' speech of at least `minMs`. */
export function findOvertalk(
  a: readonly Interval[],
  b: readonly Interval[],
  minMs: number = OVERTALK_MIN_MS,
): Interval[] {
  return intersect(a, b).filter(({ startMs, endMs }) => endMs - startMs >= minMs);
}

/**
 * Who interrupted whom. A contribution (speech with pauses up to CONTRIBUTION_PAUSE_MS) interrupts when it lasts
 * INTERRUPTION_MIN_SPEECH_MS, starts at least
 * INTERRUPTION_MIN_LEAD_MS after the other party began and while that one still speaks, and the first overlap of the
 * two lasts INTERRUPTION_MIN_OVERLAP_MS. `yielded` tells whether the interrupted party stopped first. Sorted by start.
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
 * How long `replier` takes to answer: for each of its contributions that follows the other party's last word, the gap
 * between that word's end and the contribution's start. Replies that overlap the question have no gap and are left
 * out, as are gaps above REPLY_GAP_MAX_MS. In ms, in order of time.
 */
export function findReplyGaps(asker: readonly Interval[], replier: readonly Interval[]): number[] {
  const gaps: number[] = [];
  let j = 0;
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const { startMs, endMs } of replier) {
    while (j < asker.length && (asker[j] as Interval).startMs < startMs) j += 1;
    const asked = asker[j - 1];
    // A reply only when the asker spoke since the replier's own last word.
    if (asked && asked.endMs > previousEnd && asked.endMs <= startMs) {
      const gap = startMs - asked.endMs;
      if (gap <= REPLY_GAP_MAX_MS) gaps.push(gap);
    }
    previousEnd = endMs;
  }
  return gaps;
}

/** Mean, median (mean of the middle two) and p95 (nearest rank), rounded to whole ms; nulls without values. */
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
 * Longest stretch in which one side holds the floor: from its first word to its last, with pauses shorter than
 * MONOLOGUE_MAX_PAUSE_MS and no contribution of the other side of BACKCHANNEL_MAX_MS or more starting in between.
 * Null when the side never speaks.
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

/** Everything two separate parties show together: overtalk, interruptions and reply gaps. */
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
 * Groups a channel's speech into utterances for models that return no times: neighbours up to
 * `mergePauseMs` apart are joined until they reach UTTERANCE_TARGET_MS, never beyond UTTERANCE_MAX_MS, longer stretches are cut,
 * and each gets up to UTTERANCE_PADDING_MS of silence on both sides. Utterances of a channel never overlap.
 *
 * `quietestMs(fromMs, toMs)` names the best place to cut inside an uninterrupted stretch (the engine answers with the
 * quietest frame); without it the stretch is cut at the limit.
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
      // Cutting in the last half keeps pieces long; at least one frame forward, so that this always ends.
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
 * Cuts a channel into stretches of at most `maxMs` for providers that refuse large uploads: as few as possible, each
 * ending in the middle of the last pause that fits, or at the limit inside a longer stretch of speech. Together they
 * cover [0, durationMs). `speech` sorted and disjoint.
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

/** A notice with its text for people. */
export function notice(codigo: AudioNoticeCode): AudioNotice {
  return { codigo, mensagem: AUDIO_NOTICES[codigo] };
}
