// Refuses files with millions of blank lines or tags, which would keep a library busy.
import { LIMITES_VAZIO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';

const [LF, CR, SPACE] = [10, 13, 32];
const milhar = (n: number): string => n.toLocaleString('pt-BR');

/** The error for too many consecutive blank lines. @param where the place; '' for none */
export const muitasVazias = (oQue: string, where = ''): UnreadableError =>
  new UnreadableError(
    `${oQue} tem mais de ${milhar(LIMITES_VAZIO.linhas)} linhas em branco seguidas${where}. Apague-as e envie de novo.`,
  );

/** True for the code of a blank character. @param others codes of further blanks */
const isBlank = (code: number, others: readonly number[]): boolean =>
  code <= SPACE || code === 0xa0 || code === 0xfeff || others.includes(code);

/** Removes blanks at the end of a text. @param others further blanks, such as column separators */
export function withoutBlankEnd(text: string, others = ''): string {
  const codes = [...others].map((char) => char.charCodeAt(0));
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1), codes)) end -= 1;
  return end === text.length ? text : text.slice(0, end);
}

/** @throws UnreadableError for thousands of consecutive blank lines */
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

/** Counts elements, and consecutive elements without text, before a library builds a tree of all elements. */
export class Markup {
  #isXml: boolean | null = null;
  #inTag = false;
  #afterOpen = false;
  #elements = 0;
  #empty = 0;

  /** Counts elements. @throws UnreadableError for thousands of empty elements in a row, or too many in all */
  take(piece: Buffer): void {
    if (this.#isXml === false) return;
    for (const byte of piece) {
      if (this.#isXml === null) {
        // Skips a byte order mark and blanks.
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
      throw new UnreadableError(
        'O documento é grande demais para um questionário. Envie só as páginas do questionário.',
      );
  }
}
