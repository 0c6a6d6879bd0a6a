import type { Sujeito } from '../insights/insight-criteria.ts';
import type { NaoPontuado } from '../insights/insight-result.ts';
import { type Canal, type Falante, type Lado, sideOf } from '../profiles/roles.ts';

export type SentencaCitavel = {
  ordem: number;
  texto: string;
  canal: Canal;
  startMs: number;
  endMs: number;
  /** The value 'desconhecido' means a recording that does not separate speakers. */
  falante: Falante;
};

/** A checked quote: number, channel and start of its first sentence, and latest end of its sentences. */
export type EvidenciaVerificada =
  | { verificada: false; sentencaOrdem: null; canal: null; startMs: null; endMs: null }
  | { verificada: true; sentencaOrdem: number; canal: Canal; startMs: number; endMs: number };

const NOT_FOUND: EvidenciaVerificada = {
  verificada: false,
  sentencaOrdem: null,
  canal: null,
  startMs: null,
  endMs: null,
};

/** Minimum words of a quote that is also searched outside the named sentences. */
const CORRECTION_MIN_WORDS = 3;
/** Minimum characters of a quote that is also searched elsewhere, because short words ('Sim') occur anywhere. */
const CORRECTION_MIN_LENGTH = 12;
const MAX_SPAN = 6;

/** An AI's quote, and the sentence numbers that the AI names. */
export type Claim = { sentencas: readonly number[]; citacao: string };

/** Removes case, accents, punctuation and repeated spaces, for comparison. */
export function normaliseQuote(texto: string): string {
  return texto
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export class EvidenceChecker {
  readonly #sentences: readonly SentencaCitavel[];
  readonly #texts: readonly string[];
  readonly #indexOf: ReadonlyMap<number, number>;

  constructor(sentences: readonly SentencaCitavel[]) {
    this.#sentences = [...sentences].sort((a, b) => a.ordem - b.ordem);
    this.#texts = this.#sentences.map(({ texto }) => normaliseQuote(texto));
    this.#indexOf = new Map(this.#sentences.map(({ ordem }, index) => [ordem, index]));
  }

  /**
   * Finds a quote by whole words in one of the named sentences, else across several. Also searches all other sentences
   * for a distinctive quote, and then corrects the sentence number.
   */
  check(claim: Claim): EvidenciaVerificada {
    const found = this.#locate(claim);
    return found ? this.#found(found) : NOT_FOUND;
  }

  /** Finds the parties that say a quote. Null in the set: unknown speaker; an empty set: the quote was not found. */
  speakersOf(claim: Claim): ReadonlySet<Lado | null> {
    const found = this.#locate(claim) ?? [];
    return new Set(found.map((index) => sideOf(this.#sentences[index]?.falante ?? 'desconhecido')));
  }

  /** A quote's sentence numbers, in order; null: not found. */
  sentencesOf(claim: Claim): readonly number[] | null {
    return this.#locate(claim)?.map((index) => this.#sentences[index]?.ordem ?? 0) ?? null;
  }

  get hasSpeakers(): boolean {
    return this.#sentences.some(({ falante }) => sideOf(falante) !== null);
  }

  #locate(claim: Claim): readonly number[] | null {
    const quote = normaliseQuote(claim.citacao);
    if (quote === '') return null;
    const named = [...new Set(claim.sentencas)]
      .map((ordem) => this.#indexOf.get(ordem))
      .filter((index) => index !== undefined)
      .sort((a, b) => a - b);
    const own = this.#findAcross(named, quote) ?? this.#findElided(named, claim.citacao);
    if (own) return own;
    if (quote.length < CORRECTION_MIN_LENGTH || quote.split(' ').length < CORRECTION_MIN_WORDS) return null;
    return this.#findAnywhere(quote);
  }

  #findAcross(indices: readonly number[], quote: string): number[] | null {
    const needle = ` ${quote} `;
    for (const index of indices) if (` ${this.#texts[index]} `.includes(needle)) return [index];
    for (let span = 2; span <= Math.min(MAX_SPAN, indices.length); span += 1) {
      for (let from = 0; from + span <= indices.length; from += 1) {
        const part = indices.slice(from, from + span);
        if (` ${part.map((index) => this.#texts[index]).join(' ')} `.includes(needle)) return part;
      }
    }
    return null;
  }

  /** Finds a quote shortened with '…', whose parts of two words or more must be in the named sentences. */
  #findElided(indices: readonly number[], citacao: string): number[] | null {
    const parts = citacao
      .split(/\[?(?:\.\.\.|…)\]?/u)
      .map(normaliseQuote)
      .filter((part) => part !== '');
    if (parts.length < 2 || parts.some((part) => !part.includes(' '))) return null;
    const found = new Set<number>();
    for (const part of parts) {
      const where = this.#findAcross(indices, part);
      if (!where) return null;
      for (const index of where) found.add(index);
    }
    return [...found].sort((a, b) => a - b);
  }

  #findAnywhere(quote: string): number[] | null {
    const needle = ` ${quote} `;
    const single = this.#texts.findIndex((text) => ` ${text} `.includes(needle));
    if (single >= 0) return [single];
    for (const falante of new Set(this.#sentences.map((sentence) => sentence.falante))) {
      const indices = this.#sentences.flatMap((one, index) => (one.falante === falante ? [index] : []));
      const across = this.#findAcross(indices, quote);
      if (across) return across;
    }
    return null;
  }

  #found(indices: readonly number[]): EvidenciaVerificada {
    const sentences = indices.map((index) => this.#sentences[index] as SentencaCitavel);
    const first = sentences[0] as SentencaCitavel;
    return {
      verificada: true,
      sentencaOrdem: first.ordem,
      canal: first.canal,
      startMs: first.startMs,
      endMs: Math.max(...sentences.map(({ endMs }) => endMs)),
    };
  }
}

/**
 * Reason why an answer about agent or client is not scored: unknown or unseparated speakers, or words of the other
 * party only; null: the answer is scored.
 * @param claims quotes found in the transcript
 */
export function unscoredReason(
  sujeito: Sujeito,
  claims: readonly Claim[],
  answer: { evidence: EvidenceChecker; claims: boolean; applies: boolean },
): NaoPontuado | null {
  if (sujeito === 'qualquer' || !answer.applies) return null;
  if (!answer.evidence.hasSpeakers) return 'sem_falantes';
  if (!answer.claims) return null;
  const speakers = new Set(claims.flatMap((claim) => [...answer.evidence.speakersOf(claim)]));
  if (speakers.has(sujeito)) return null;
  return speakers.has(null) ? 'sem_falantes' : 'outra_pessoa';
}
