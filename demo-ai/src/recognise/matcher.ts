import { setImmediate as nextTurn } from 'node:timers/promises';
import { createFft } from '@escuta/shared/domain/audio/fft';
import type { Canal } from '@escuta/shared/domain/profiles/roles';
import type { Amostra } from '../samples.ts';
import { decodeAudio } from './audio.ts';
import {
  BANDS,
  computeSpectra,
  type Features,
  HOP_MS,
  measureTilt,
  type Spectra,
  toFeatures,
} from './features.ts';

/** The channel of a sample's fingerprint. */
export type Faixa = Canal | 'mono';

/** A stretch of the recorded piece, and the start of the same sound in the sample, ms. */
export type Trecho = { fromMs: number; toMs: number; startInSampleMs: number };

export type Reconhecimento =
  | { tipo: 'silencio' }
  | { tipo: 'desconhecido'; melhorNota: number }
  | { tipo: 'amostra'; amostra: Amostra; faixa: Faixa; nota: number; trechos: readonly Trecho[] };

/** Size of the Fourier transforms, frames: the longest sample plus piece must fit (16,384 × 16 ms ≈ 4.4 min). */
const FFT_SIZE = 16_384;
const fft = createFft(FFT_SIZE);

/**
 * Similarity (-1 to 1) from which a piece counts as a sample; higher for short pieces, because they match by chance
 * more often.
 */
const NOTA_MINIMA = 0.8;
const NOTA_MINIMA_CURTA = 0.83;
const NOTA_MINIMA_MUITO_CURTA = 0.9;
/** Speech frames below which a piece is short (1.2 s) and very short (0.3 s). */
const CURTA = 75;
const MUITO_CURTA = 20;
/** Speech frames below which nothing is recognised (about 80 ms). */
const MINIMO_DE_FALA = 5;
/** Unknown islands (runs of speech) after which a fruitless search ends. */
const DESISTIR_APOS = 5;
/** Greatest number of searches for single islands of a piece; limits a hostile recording's time. */
const MAX_BUSCAS = 40;
/** Gap that separates two islands, frames (about 250 ms). */
const GAP = 16;
/** Similarity at the piece's offset below which an island is searched separately: silence may be cut out. */
const NOTA_DA_ILHA = 0.5;
/** Share of a piece's speech that must be found in a sample, so that the piece counts as that sample. */
const PARTE_CONHECIDA = 0.7;
/** Greatest difference between the offsets of islands that lie at the same place, frames. */
const MESMO_LUGAR_QUADROS = 3;
/** Least similarity that a change of offset must add, in frames of perfect similarity. */
const CUSTO_DA_MUDANCA = 4;
/** Lets a single channel win a tie with the mix: while only one party speaks, that channel and the mix sound equal. */
const VANTAGEM_DO_CANAL = 0.02;

const notaMinima = (frames: number) => {
  if (frames < MUITO_CURTA) return NOTA_MINIMA_MUITO_CURTA;
  return frames < CURTA ? NOTA_MINIMA_CURTA : NOTA_MINIMA;
};

type Track = {
  amostra: Amostra;
  faixa: Faixa;
  features: Features;
  /** Fourier transforms over time of the bands' values, two bands per complex transform (see `transformBands`). */
  re: Float64Array[];
  im: Float64Array[];
  /** Running sum of the frames' power, with one entry more than there are frames. */
  powerSum: Float64Array;
};

export type Matcher = {
  /** @param pcm Mono, 8 kHz, ±1. */
  recognise(pcm: Float32Array): Promise<Reconhecimento>;
};

/** The parts of a sample to compare: left, right and their mix; for mono the only channel. */
async function partsOf({ arquivo, mono }: Amostra, pasta: string): Promise<[Faixa, Float32Array][]> {
  const [left, right] = await decodeAudio(`${pasta}/${arquivo}`, mono ? 'mono' : 'stereo');
  if (left === undefined) throw new Error(`a amostra ${arquivo} não tem som`);
  if (mono) return [['mono', left]];
  if (right === undefined) throw new Error(`a amostra ${arquivo} não é estéreo`);
  return [
    ['left', left],
    ['right', right],
    ['mono', left.map((sample, n) => (sample + (right[n] ?? 0)) / 2)],
  ];
}

/** Decodes the samples in `pasta` and computes the fingerprints with which pieces are compared. */
export async function createMatcher(amostras: readonly Amostra[], pasta: string): Promise<Matcher> {
  const decoded = await Promise.all(amostras.map((amostra) => partsOf(amostra, pasta)));
  const recordings: { amostra: Amostra; faixa: Faixa; spectra: Spectra }[] = [];
  for (const [i, amostra] of amostras.entries()) {
    for (const [faixa, pcm] of decoded[i] ?? []) {
      recordings.push({ amostra, faixa, spectra: await computeSpectra(pcm) });
    }
  }
  const tilt = measureTilt(recordings.map((r) => r.spectra));
  const tracks: Track[] = [];
  for (const { amostra, faixa, spectra } of recordings) {
    const features = toFeatures(spectra, tilt);
    const { re, im } = await transformBands(features, 0, features.length);
    tracks.push({ amostra, faixa, features, re, im, powerSum: runningSum(features.power) });
  }
  return { recognise: async (pcm) => recognise(toFeatures(await computeSpectra(pcm), tilt), tracks) };
}

/**
 * Asks matchers in order until one recognises the sound. Each is created when first asked, so the first does not wait
 * for the others' fingerprints.
 */
export function firstToKnow(matchers: readonly (() => Promise<Matcher>)[]): Matcher {
  return {
    recognise: async (pcm) => {
      let melhorNota = 0;
      for (const matcher of matchers) {
        const found = await (await matcher()).recognise(pcm);
        if (found.tipo !== 'desconhecido') return found;
        melhorNota = Math.max(melhorNota, found.melhorNota);
      }
      return { tipo: 'desconhecido', melhorNota };
    },
  };
}

function runningSum(values: Float64Array): Float64Array {
  const sum = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) sum[i + 1] = (sum[i] as number) + (values[i] as number);
  return sum;
}

/**
 * Transforms two bands at once as real and imaginary part: the real part of two such signals' correlation is the sum of
 * both bands' correlations, at half the work.
 */
async function transformBands(features: Features, from: number, to: number) {
  const re: Float64Array[] = [];
  const im: Float64Array[] = [];
  for (let b = 0; b < BANDS; b += 2) {
    const r = new Float64Array(FFT_SIZE);
    const i = new Float64Array(FFT_SIZE);
    for (let f = from; f < to; f++) {
      r[f - from] = features.shape[f * BANDS + b] as number;
      i[f - from] = features.shape[f * BANDS + b + 1] as number;
    }
    fft.forward(r, i);
    re.push(r);
    im.push(i);
    if (b % 4 === 2) await nextTurn();
  }
  return { re, im };
}

type Best = { track: Track; offset: number; nota: number };

/**
 * Finds each track's place most similar to frames [from, to) of the piece, by normalised correlation (one inverse
 * transform per track).
 * @returns one place per track, best first. `offset`: the track's frame at the piece's frame `from`
 */
async function correlate(
  piece: Features,
  from: number,
  to: number,
  tracks: readonly Track[],
): Promise<Best[]> {
  const { re, im } = await transformBands(piece, from, to);
  const powers = runningSum(piece.power.subarray(from, to));
  const n = to - from;
  const own = powers[n] as number;
  const found: Best[] = [];
  for (const track of tracks) {
    const sumRe = new Float64Array(FFT_SIZE);
    const sumIm = new Float64Array(FFT_SIZE);
    for (let pair = 0; pair < BANDS / 2; pair++) {
      const pr = re[pair] as Float64Array;
      const pi = im[pair] as Float64Array;
      const tr = track.re[pair] as Float64Array;
      const ti = track.im[pair] as Float64Array;
      for (let k = 0; k < FFT_SIZE; k++) {
        // conj(piece) × track
        sumRe[k] =
          (sumRe[k] as number) +
          (pr[k] as number) * (tr[k] as number) +
          (pi[k] as number) * (ti[k] as number);
        sumIm[k] =
          (sumIm[k] as number) +
          (pr[k] as number) * (ti[k] as number) -
          (pi[k] as number) * (tr[k] as number);
      }
    }
    fft.inverse(sumRe, sumIm);
    const m = track.features.length;
    let best: Best = { track, offset: 0, nota: -1 };
    for (let offset = -n + 1; offset < m; offset++) {
      const theirs =
        (track.powerSum[Math.min(m, offset + n)] as number) - (track.powerSum[Math.max(0, offset)] as number);
      // The lower bound `own * 0.5` keeps the similarity low where the track has far less speech than the piece.
      const nota =
        (sumRe[(offset + FFT_SIZE) % FFT_SIZE] as number) / Math.sqrt(own * Math.max(theirs, own * 0.5));
      if (nota > best.nota) best = { track, offset, nota };
    }
    if (track.faixa !== 'mono') best.nota += VANTAGEM_DO_CANAL;
    found.push(best);
    await nextTurn();
  }
  return found.sort((a, b) => b.nota - a.nota);
}

/** Similarity of frames [from, to) of the piece with the track at an offset. */
function scoreAt(piece: Features, from: number, to: number, track: Track, offset: number): number {
  let dot = 0;
  let own = 0;
  let theirs = 0;
  for (let f = from; f < to; f++) {
    own += piece.power[f] as number;
    const t = f + offset;
    if (t < 0 || t >= track.features.length) continue;
    theirs += track.features.power[t] as number;
    dot += similarity(piece, f, track, offset);
  }
  return own === 0 ? 0 : dot / Math.sqrt(own * Math.max(theirs, own * 0.5));
}

type Ilha = { from: number; to: number; frames: number };

/** Runs of speech with no gap longer than `GAP`. */
function islandsOf(piece: Features): Ilha[] {
  const islands: Ilha[] = [];
  let current: Ilha | null = null;
  for (let f = 0; f < piece.length; f++) {
    if (piece.speech[f] === 0) continue;
    if (current === null || f - current.to > GAP) {
      current = { from: f, to: f + 1, frames: 1 };
      islands.push(current);
    } else {
      current.to = f + 1;
      current.frames++;
    }
  }
  return islands;
}

async function recognise(piece: Features, tracks: readonly Track[]): Promise<Reconhecimento> {
  const islands = islandsOf(piece);
  const frames = islands.reduce((sum, i) => sum + i.frames, 0);
  if (frames < MINIMO_DE_FALA) return { tipo: 'silencio' };
  if (piece.length > FFT_SIZE / 2) return { tipo: 'desconhecido', melhorNota: 0 };

  const [best] = await correlate(piece, 0, piece.length, tracks);
  if (best === undefined) return { tipo: 'desconhecido', melhorNota: 0 };
  return await placeIslands(piece, islands, best, notaMinima(frames), tracks);
}

function halvesOf(piece: Features, ilha: Ilha): Ilha[] {
  const middle = Math.floor((ilha.from + ilha.to) / 2);
  return [
    { from: ilha.from, to: middle },
    { from: middle, to: ilha.to },
  ].map(({ from, to }) => ({ from, to, frames: piece.speech.subarray(from, to).reduce((n, s) => n + s, 0) }));
}

/** Finds every island's place in one sample: usually at the whole piece's offset; one by one if silence was cut out. */
async function placeIslands(
  piece: Features,
  islands: readonly Ilha[],
  whole: Best,
  needed: number,
  tracks: readonly Track[],
): Promise<Reconhecimento> {
  const placed: { ilha: Ilha; offset: number; nota: number; track: Track }[] = [];
  const cut = whole.nota < needed;
  if (cut && islands.length < 2) return { tipo: 'desconhecido', melhorNota: whole.nota };
  let candidates = tracks;
  let unknown = 0;
  // The longest island identifies the sample most surely; the other islands are searched only in that sample.
  const queue = islands.toSorted((a, b) => b.frames - a.frames);
  for (let ilha = queue.shift(), searches = 0; ilha !== undefined; ilha = queue.shift()) {
    const nota = scoreAt(piece, ilha.from, ilha.to, whole.track, whole.offset);
    // In a piece of low similarity, an island must reach its own length's minimum.
    if (cut ? nota >= notaMinima(ilha.frames) : nota >= NOTA_DA_ILHA || ilha.frames < MUITO_CURTA) {
      placed.push({ ilha, offset: whole.offset, nota, track: whole.track });
      continue;
    }
    if (++searches > MAX_BUSCAS) break;
    const [own] = await correlate(piece, ilha.from, ilha.to, candidates);
    if (own !== undefined && own.nota >= notaMinima(ilha.frames)) {
      placed.push({ ilha, offset: own.offset - ilha.from, nota: own.nota, track: own.track });
      candidates = tracks.filter((t) => t.amostra === own.track.amostra);
      continue;
    }
    if (placed.length === 0 && ++unknown >= DESISTIR_APOS) break;
    // If the silence between two utterances was cut out, one island contains both.
    if (ilha.to - ilha.from > CURTA) queue.unshift(...halvesOf(piece, ilha));
  }
  const [first] = placed;
  if (first === undefined) return { tipo: 'desconhecido', melhorNota: whole.nota };
  const { amostra } = (cut ? first : whole).track;
  const own = placed.filter((p) => p.track.amostra === amostra).sort((a, b) => a.ilha.from - b.ilha.from);
  const known = own.reduce((sum, p) => sum + p.ilha.frames, 0);
  const total = islands.reduce((sum, i) => sum + i.frames, 0);
  // Cutting silence out only moves later sound closer, so offsets never fall.
  const ordered = own.every((p, i) => i === 0 || p.offset - (own[i - 1]?.offset ?? 0) > -4);
  if (known < total * PARTE_CONHECIDA || (cut && (known < CURTA || !ordered))) {
    return { tipo: 'desconhecido', melhorNota: whole.nota };
  }
  const faixas = new Set(own.map((p) => p.track.faixa));
  return {
    tipo: 'amostra',
    amostra,
    faixa: cut ? (faixas.size === 1 ? first.track.faixa : 'mono') : whole.track.faixa,
    nota: own.reduce((sum, p) => sum + p.nota * p.ilha.frames, 0) / known,
    trechos: stretchesOf(cut ? alignFrames(piece, own) : [{ from: 0, offset: whole.offset }], piece.length),
  };
}

type Mudanca = { from: number; offset: number };

/**
 * Finds the frames from which each offset applies in a piece with silence cut out, so that the total similarity is
 * greatest. Offsets only grow (dynamic programming over frames × offsets).
 */
function alignFrames(piece: Features, placed: readonly { offset: number; track: Track }[]): Mudanca[] {
  const { track } = placed[0] as (typeof placed)[number];
  const offsets: number[] = [];
  for (const { offset } of placed.toSorted((a, b) => a.offset - b.offset)) {
    if (offset - (offsets.at(-1) ?? -Infinity) > MESMO_LUGAR_QUADROS) offsets.push(offset);
  }
  // best[k]: similarity of all frames so far if the latest has offset k; from[]: the previous frame's offset.
  const count = offsets.length;
  const best = new Float64Array(count);
  const from = new Int32Array(piece.length * count);
  for (let f = 0; f < piece.length; f++) {
    let reach = -Infinity;
    let reached = 0;
    for (let k = 0; k < count; k++) {
      const stay = best[k] as number;
      if (stay >= reach - CUSTO_DA_MUDANCA) from[f * count + k] = k;
      else {
        from[f * count + k] = reached;
        best[k] = reach - CUSTO_DA_MUDANCA;
      }
      if (stay > reach) {
        reach = stay;
        reached = k;
      }
    }
    for (let k = 0; k < count; k++)
      best[k] = (best[k] as number) + similarity(piece, f, track, offsets[k] as number);
  }
  let state = best.indexOf(Math.max(...best));
  const changes: Mudanca[] = [];
  for (let f = piece.length - 1; f >= 0; f--) {
    const before = from[f * count + state] as number;
    if (before !== state || f === 0) changes.unshift({ from: f, offset: offsets[state] as number });
    state = before;
  }
  return changes;
}

function similarity(piece: Features, frame: number, track: Track, offset: number): number {
  const t = frame + offset;
  if (t < 0 || t >= track.features.length) return 0;
  let dot = 0;
  for (let b = 0; b < BANDS; b++) {
    dot += (piece.shape[frame * BANDS + b] as number) * (track.features.shape[t * BANDS + b] as number);
  }
  return dot;
}

function stretchesOf(changes: readonly Mudanca[], length: number): Trecho[] {
  return changes.map(({ from, offset }, i) => ({
    fromMs: from * HOP_MS,
    // The two steps cover the last frame's window, which is longer than a step.
    toMs: (changes[i + 1]?.from ?? length + 2) * HOP_MS,
    startInSampleMs: (from + offset) * HOP_MS,
  }));
}
