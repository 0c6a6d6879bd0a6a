// Refuses files without content: millions of blank lines or tags keep a library busy.
import { LIMITES_VAZIO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';

const [LF, CR, SPACE] = [10, 13, 32];
const milhar = (n: number): string => n.toLocaleString('pt-BR');

/** The error for a text, sheet or document with too many blank lines in a row. @param where '' or a place */
export const muitasVazias = (oQue: string, where = ''): UnreadableError =>
  new UnreadableError(
    `${oQue} tem mais de ${milhar(LIMITES_VAZIO.linhas)} linhas em branco seguidas${where}. Apague-as e envie de novo.`,
  );

/**
 * True if a character leaves a line blank.
 * @param others codes of further blank characters
 */
const isBlank = (code: number, others: readonly number[]): boolean =>
  code <= SPACE || code === 0xa0 || code === 0xfeff || others.includes(code);

/**
 * Removes blanks at a text's end.
 * @param others further blank characters: column separators
 */
export function withoutBlankEnd(text: string, others = ''): string {
  const codes = [...others].map((char) => char.charCodeAt(0));
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1), codes)) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** @throws UnreadableError for thousands of blank lines in a row */
export function assertFewBlankLines(text: string, oQue: string): void {
  let blank = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) {
      blank += 1;
      if (blank > LIMITES_VAZIO.linhas) throw muitasVazias(oQue);
    } else if (!isBlank(code, [])) blank = 0;
  }
}

const [OPEN, CLOSE, SLASH, BANG, QUESTION] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f];

/**
 * Counts elements, and consecutive elements without text, in a part's byte stream: a library would first build a tree
 * of all elements.
 */
export class Markup {
  #isXml: boolean | null = null;
  #inTag = false;
  #afterOpen = false;
  #elements = 0;
  #empty = 0;

  /** @throws UnreadableError for thousands of empty elements, or more than any document has */
  take(piece: Buffer): void {
    if (this.#isXml === false) return;
    for (const byte of piece) {
      if (this.#isXml === null) {
        // A byte order mark, or blanks, before the first tag.
        if (byte <= SPACE || byte >= 0x80) continue;
        this.#isXml = byte === OPEN;
        if (!this.#isXml) return;
      }
      if (this.#afterOpen) {
        this.#afterOpen = false;
        if (byte !== SLASH && byte !== BANG && byte !== QUESTION) this.#count();
      }
      if (byte === OPEN) {
        this.#inTag = true;
        this.#afterOpen = true;
      } else if (byte === CLOSE) this.#inTag = false;
      else if (!this.#inTag && byte > SPACE) this.#empty = 0;
    }
  }

  #count(): void {
    this.#elements += 1;
    this.#empty += 1;
    if (this.#empty > LIMITES_VAZIO.elementos)
      throw new UnreadableError(
        `O documento tem mais de ${milhar(LIMITES_VAZIO.elementos)} parágrafos, células ou marcas sem texto, um após o outro. Apague-os, ou copie o texto para um documento novo, e envie de novo.`,
      );
    if (this.#elements > LIMITES_VAZIO.elementosAoTodo)
      throw new UnreadableError('O documento é grande demais para um questionário.');
  }
}
