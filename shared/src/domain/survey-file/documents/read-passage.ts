/** Finds phrases in given lines of a document, in the lines' spelling. Each word can be used once. */
import { normaliseQuote } from '../../transcripts/evidence.ts';

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Signs after a word that belong to the word's sentence. */
const CLOSING = /^[?!…")\]”%]+|^\.(?!\.)/u;

type Palavra = { texto: string; linha: number; inicio: number; fim: number };

export type Trecho = { texto: string; primeira: number; ultima: number };

const wordsOf = (texto: string): string[] => normaliseQuote(texto).split(' ').filter(Boolean);
/** '01' and '1' are one code. */
const sameCode = (a: string, b: string): boolean =>
  /^\d+$/u.test(a) && /^\d+$/u.test(b) ? Number(a) === Number(b) : a === b;

export class Passagem {
  readonly #lines: readonly string[];
  readonly #words: readonly Palavra[];
  #used: Set<number>;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#words = lines.flatMap((line, linha) =>
      [...line.matchAll(WORD)].map(({ 0: raw, index }) => ({
        texto: normaliseQuote(raw),
        linha,
        inicio: index,
        fim: index + raw.length,
      })),
    );
    this.#used = new Set();
  }

  copy(): Passagem {
    const other = new Passagem(this.#lines);
    other.#used = new Set(this.#used);
    return other;
  }

  become(other: Passagem): void {
    this.#used = new Set(other.#used);
  }

  /** Finds a phrase's words without gaps, and marks them as used. */
  take(phrase: string): Trecho | null {
    return this.#take(phrase, () => true);
  }

  /** Like `take`, for a text with its code directly before or after it; marks the code, too. */
  takeBeside(phrase: string, codigo: string, side: 'antes' | 'depois'): Trecho | null {
    const code = wordsOf(codigo);
    if (code.length === 0) return null;
    return this.#take(phrase, (first, last) => {
      const from = side === 'antes' ? first - code.length : last + 1;
      const line = this.#words[side === 'antes' ? first : last]?.linha;
      const stands = code.every((word, n) => {
        const beside = this.#words[from + n];
        return (
          beside !== undefined &&
          beside.linha === line &&
          !this.#used.has(from + n) &&
          sameCode(beside.texto, word)
        );
      });
      if (stands) for (const n of code.keys()) this.#used.add(from + n);
      return stands;
    });
  }

  /** True if an unused number stands directly beside a match, in its line. */
  hasNumberBeside({ primeira, ultima }: Trecho): boolean {
    return this.#isNumber(primeira - 1, primeira) || this.#isNumber(ultima + 1, ultima);
  }

  /** True if a number stands directly before and directly after each phrase. */
  codesOnBothSides(phrases: readonly string[]): boolean {
    const trial = this.copy();
    return phrases.every((phrase) => {
      const found = trial.take(phrase);
      if (!found) return false;
      const { primeira, ultima } = found;
      return this.#isNumber(primeira - 1, primeira) && this.#isNumber(ultima + 1, ultima);
    });
  }

  rest(): string {
    return this.#words
      .flatMap(({ linha, inicio, fim }, at) =>
        this.#used.has(at) ? [] : (this.#lines[linha]?.slice(inicio, fim) ?? []),
      )
      .join(' ');
  }

  #isNumber(at: number, beside: number): boolean {
    const word = this.#words[at];
    return (
      word !== undefined &&
      word.linha === this.#words[beside]?.linha &&
      /^\d+$/u.test(word.texto) &&
      !this.#used.has(at)
    );
  }

  #take(phrase: string, fits: (first: number, last: number) => boolean): Trecho | null {
    const wanted = wordsOf(phrase);
    if (wanted.length === 0) return null;
    for (let first = 0; first + wanted.length <= this.#words.length; first += 1) {
      const last = first + wanted.length - 1;
      const stands = wanted.every(
        (word, n) => this.#words[first + n]?.texto === word && !this.#used.has(first + n),
      );
      if (!stands || !fits(first, last)) continue;
      for (let at = first; at <= last; at += 1) this.#used.add(at);
      return { texto: this.#written(first, last), primeira: first, ultima: last };
    }
    return null;
  }

  /** Words as the document writes them, with signs between and after them. */
  #written(first: number, last: number): string {
    const [from, to] = [this.#words[first], this.#words[last]] as [Palavra, Palavra];
    const pieces: string[] = [];
    for (let linha = from.linha; linha <= to.linha; linha += 1) {
      const line = this.#lines[linha] ?? '';
      const end =
        linha === to.linha ? to.fim + (CLOSING.exec(line.slice(to.fim))?.[0].length ?? 0) : undefined;
      pieces.push(line.slice(linha === from.linha ? from.inicio : 0, end).trim());
    }
    return pieces.join(' ').replace(/\s+/gu, ' ').trim();
  }
}
