import type { Sujeito } from '../insights/insight-criteria.ts';
import type { NaoPontuado } from '../insights/insight-result.ts';
import { type Canal, type Falante, type Lado, sideOf } from '../profiles/roles.ts';

/** A sentence in which evidence may stand. */
export type SentencaCitavel = {
  ordem: number;
  texto: string;
  canal: Canal;
  startMs: number;
  endMs: number;
  /** Who speaks; 'desconhecido' where the recording does not keep speakers apart. */
  falante: Falante;
};

/** What was found out about a quote. Sentence, channel and times are those of its first sentence to its last. */
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

/** A quote is looked for outside the sentences named only when it is distinctive: at least this many words … */
const CORRECTION_MIN_WORDS = 3;
/** … and this many characters. 'Sim' stands anywhere and proves nothing elsewhere. */
const CORRECTION_MIN_LENGTH = 12;
/** A quote may run over at most this many sentences. */
const MAX_SPAN = 6;

/** Words that an answer says were spoken, and the numbers of the sentences where they stand. */
export type Claim = { sentencas: readonly number[]; citacao: string };

/** Text as it is compared: without case, accents, punctuation and repeated spaces. */
export function normaliseQuote(texto: string): string {
  return texto
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Checks quotes against one transcript. Normalises each sentence once. */
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
   * Where a quote stands: in one of the sentences named; else across them, joined in order (parts left out with '…'
   * must each stand there); else, when it is distinctive, anywhere in the transcript, in one sentence or across
   * neighbours of one speaker: then the sentence is corrected. Whole words only.
   */
  check(claim: Claim): EvidenciaVerificada {
    const found = this.#locate(claim);
    return found ? this.#found(found) : NOT_FOUND;
  }

  /** Which parties say the words of a quote, each once (null: who, nobody can tell); none where it stands nowhere. */
  speakersOf(claim: Claim): ReadonlySet<Lado | null> {
    const found = this.#locate(claim) ?? [];
    return new Set(found.map((index) => sideOf(this.#sentences[index]?.falante ?? 'desconhecido')));
  }

  /** Numbers of the sentences that hold a quote, in order; null where it stands nowhere. */
  sentencesOf(claim: Claim): readonly number[] | null {
    return this.#locate(claim)?.map((index) => this.#sentences[index]?.ordem ?? 0) ?? null;
  }

  /** Whether anything tells the two parties apart at all. */
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
    const own = this.#across(named, quote) ?? this.#elided(named, claim.citacao);
    if (own) return own;
    if (quote.length < CORRECTION_MIN_LENGTH || quote.split(' ').length < CORRECTION_MIN_WORDS) return null;
    return this.#anywhere(quote);
  }

  /** The fewest sentences of `indices`, in order, that hold the quote. */
  #across(indices: readonly number[], quote: string): number[] | null {
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

  /** A quote with something left out: every part of two words or more must stand in the sentences named. */
  #elided(indices: readonly number[], citacao: string): number[] | null {
    const parts = citacao
      .split(/\[?(?:\.\.\.|…)\]?/u)
      .map(normaliseQuote)
      .filter((part) => part !== '');
    if (parts.length < 2 || parts.some((part) => !part.includes(' '))) return null;
    const found = new Set<number>();
    for (const part of parts) {
      const where = this.#across(indices, part);
      if (!where) return null;
      for (const index of where) found.add(index);
    }
    return [...found].sort((a, b) => a - b);
  }

  #anywhere(quote: string): number[] | null {
    const needle = ` ${quote} `;
    const single = this.#texts.findIndex((text) => ` ${text} `.includes(needle));
    if (single >= 0) return [single];
    for (const falante of new Set(this.#sentences.map((sentence) => sentence.falante))) {
      const indices = this.#sentences.flatMap((one, index) => (one.falante === falante ? [index] : []));
      const across = this.#across(indices, quote);
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
 * Why an answer about the agent (or the client) is not scored: the recording keeps nobody apart, or not those who say what
 * proves it; or that was said by the other one alone. Null: it is. `claims`: it says that something was said, and the words were found.
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
