/** Reads a Word paragraph's visible text: runs, fields, content controls and text boxes. */
import { isSymbolFont, symbolAt, symbolsOf } from '../formats/symbols.ts';
import type { Styles } from './docx-lists.ts';
import type { Peca } from './pieces.ts';
import { at, childOf, isOn, type Node, within } from './tree.ts';

const CAIXA = '☐ ';
const EM_BRANCO = '____';
const DATA_EM_BRANCO = '__/__/____';

/** A paragraph's text, drop-down choices, and text boxes before (`antes`) or after (`depois`) it. */
export type Words = { texto: string; opcoes: string[]; antes: Peca[]; depois: Peca[] };

/** An open field. Its instruction comes first (`code` is true), then its visible part. */
type Field = { code: boolean; shows: boolean; blank: boolean; text: string };

/** Elements without visible text: deleted or moved text, metadata. */
const NO_TEXT = new Set(
  'del moveFrom delText pPr rPr sdtPr sdtEndPr instrText rt fldData annotationRef'.split(' '),
);

/** Reads paragraphs in order, because a field may extend over several. */
export class Paragraphs {
  readonly #styles: Styles;
  readonly #blocksIn: (node: Node) => Peca[];
  #fields: Field[] = [];

  constructor(styles: Styles, blocksIn: (node: Node) => Peca[]) {
    this.#styles = styles;
    this.#blocksIn = blocksIn;
  }

  words(paragraph: Node): Words {
    const words: Words = { texto: '', opcoes: [], antes: [], depois: [] };
    const style = at(paragraph, 'pPr', 'pStyle')?.attrs.val;
    for (const child of paragraph.children) this.#inline(child, words, style);
    // A field's instruction ends in its paragraph, so that a missing mark hides no following text.
    this.#fields = this.#fields.filter(({ code }) => !code);
    return words;
  }

  #inline(node: Node, words: Words, style: string | undefined): void {
    if (NO_TEXT.has(node.tag)) return;
    if (node.tag === 'r') this.#run(node, words, style);
    else if (node.tag === 'sdt') this.#control(node, words, style);
    else if (node.tag === 'AlternateContent') this.#alternatives(node, words, style);
    else for (const child of node.children) this.#inline(child, words, style);
  }

  #hidden(rPr: Node | undefined, style: string | undefined): boolean {
    const own = childOf(rPr, 'vanish');
    if (own) return isOn(own);
    const said = (one: Node): boolean | undefined => {
      const vanish = at(one, 'rPr', 'vanish');
      return vanish ? isOn(vanish) : undefined;
    };
    const byRun = childOf(rPr, 'rStyle')?.attrs.val;
    return (
      (byRun === undefined ? undefined : this.#styles.first(byRun, 'character', said)) ??
      this.#styles.first(style, 'paragraph', said) ??
      false
    );
  }

  #run(run: Node, words: Words, style: string | undefined): void {
    const rPr = childOf(run, 'rPr');
    const hidden = this.#hidden(rPr, style);
    const fonts = childOf(rPr, 'rFonts')?.attrs;
    const font = fonts?.ascii ?? fonts?.hAnsi;
    const capitals = isOn(childOf(rPr, 'caps'));
    // Replaces a content control's placeholder by a blank, whatever element contains it.
    if (this.#styles.isPlaceholder(childOf(rPr, 'rStyle')?.attrs.val)) {
      if (!hidden && !words.texto.endsWith(EM_BRANCO)) this.#say(words, EM_BRANCO);
      return;
    }
    const say = (text: string): void => {
      if (!hidden) this.#say(words, capitals ? text.toUpperCase() : text);
    };
    for (const part of run.children) {
      switch (part.tag) {
        case 't': {
          const text = part.children.map((one) => one.text).join('');
          say(isSymbolFont(font) ? symbolsOf(font, text) : text);
          break;
        }
        case 'sym':
          say(symbolAt(part.attrs.font ?? '', Number.parseInt(part.attrs.char ?? '', 16) || 0));
          break;
        case 'tab':
        case 'ptab':
          say('\t');
          break;
        case 'br':
        case 'cr':
          say('\n');
          break;
        case 'noBreakHyphen':
          say('-');
          break;
        case 'fldChar':
          this.#field(part, words);
          break;
        case 'drawing':
        case 'pict':
        case 'object':
          say(describeControl(part));
          if (!hidden) this.#boxes(part, words);
          break;
        case 'AlternateContent':
          if (!hidden) this.#alternatives(part, words, style);
          break;
        default:
          break;
      }
    }
  }

  #say(words: Words, text: string): void {
    if (this.#fields.some(({ code, shows }) => code || !shows)) return;
    const field = this.#fields.at(-1);
    if (field) field.text += text;
    words.texto += text;
  }

  #field(part: Node, words: Words): void {
    const { fldCharType } = part.attrs;
    if (fldCharType === 'begin') {
      const form = childOf(part, 'ffData');
      const box = childOf(form, 'checkBox');
      const list = childOf(form, 'ddList');
      if (box) this.#say(words, CAIXA);
      for (const entry of list?.children ?? [])
        if (entry.tag === 'listEntry') choice(words, entry.attrs.val ?? '', undefined);
      const blank = childOf(form, 'textInput') !== undefined;
      this.#fields.push({ code: true, shows: !box && !list, blank, text: '' });
    } else if (fldCharType === 'separate') {
      const field = this.#fields.at(-1);
      if (field) field.code = false;
    } else if (fldCharType === 'end') {
      const field = this.#fields.pop();
      if (field?.blank && field.text.trim() === '') this.#say(words, EM_BRANCO);
    }
  }

  #control(control: Node, words: Words, style: string | undefined): void {
    const blank = controlWords(control, words);
    if (blank !== null) this.#say(words, blank);
    else
      for (const child of childOf(control, 'sdtContent')?.children ?? []) this.#inline(child, words, style);
  }

  /** Reads the first of alternative versions that has content, the fallback last. */
  #alternatives(node: Node, words: Words, style: string | undefined): void {
    for (const form of node.children.filter(({ tag }) => tag === 'Choice' || tag === 'Fallback')) {
      const read: Words = { texto: '', opcoes: [], antes: [], depois: [] };
      for (const child of form.children) {
        if (['drawing', 'pict', 'object'].includes(child.tag)) this.#boxes(child, read);
        else this.#inline(child, read, style);
      }
      if (read.texto + read.opcoes.join('') === '' && read.antes.length + read.depois.length === 0) continue;
      words.texto += read.texto;
      words.opcoes.push(...read.opcoes);
      words.antes.push(...read.antes);
      words.depois.push(...read.depois);
      return;
    }
  }

  /**
   * Reads a paragraph's text boxes, placed before the text if above it, else after. A box with only a code or a blank
   * joins the paragraph's line.
   */
  #boxes(node: Node, words: Words): void {
    const above = isAbove(node);
    for (const content of contentsOf(node)) {
      const inside = this.#blocksIn(content);
      const [only] = inside;
      const short = inside.length === 1 && only?.tipo === 'paragrafo' ? only.texto.trim() : null;
      if (short !== null && SHORT.test(short)) words.texto += `\t${short}`;
      else (above ? words.antes : words.depois).push(...inside);
    }
  }
}

/** Matches a code, a box to tick or a blank. */
const SHORT = /^(?:\d{1,4}|[☐|_\s]+)$/u;

/** Text that replaces a content control's content; null to read the content itself. */
export function controlWords(control: Node, words: Pick<Words, 'opcoes'>): string | null {
  const pr = childOf(control, 'sdtPr');
  if (!pr) return null;
  if (childOf(pr, 'checkbox')) return CAIXA;
  const list = childOf(pr, 'dropDownList') ?? childOf(pr, 'comboBox');
  if (list) {
    for (const { tag, attrs } of list.children)
      if (tag === 'listItem') choice(words, attrs.displayText ?? attrs.value ?? '', attrs.value);
    return '';
  }
  if (at(pr, 'docPartObj', 'docPartGallery')?.attrs.val === 'Table of Contents') return '';
  if (!isOn(childOf(pr, 'showingPlcHdr'))) return null;
  return childOf(pr, 'date') ? DATA_EM_BRANCO : EM_BRANCO;
}

/** Matches a drop-down's initial text ('Escolher um item.'), which is not a choice. */
const NO_CHOICE =
  /^(?:-+|(?:escolh(?:a|er)|selecion(?:e|ar)|choose|select) (?:uma?|an?) (?:item|op[cç][aã]o|resposta|alternativa)\.?)$/iu;

function choice(words: Pick<Words, 'opcoes'>, text: string, value: string | undefined): void {
  const texto = text.trim();
  if (texto === '' || NO_CHOICE.test(texto)) return;
  const code = value !== undefined && /^\d{1,9}$/u.test(value.trim()) && value.trim() !== texto;
  words.opcoes.push(code ? `( ) ${value.trim()} - ${texto}` : `( ) ${texto}`);
}

/** Text that replaces an ActiveX control, whose own text only Windows can read. */
function describeControl(node: Node): string {
  const name = within(node, 'control')?.attrs.name ?? '';
  if (/^(?:CheckBox|OptionButton|ToggleButton)/iu.test(name))
    return `${CAIXA}(controle cujo texto não é lido) `;
  if (/^(?:ComboBox|ListBox)/iu.test(name)) return '(lista cujas opções não são lidas)';
  return /^TextBox/iu.test(name) ? EM_BRANCO : '';
}

const contentsOf = (node: Node): Node[] =>
  node.tag === 'txbxContent'
    ? [node]
    : node.tag === 'AlternateContent'
      ? (node.children.map(contentsOf).find((found) => found.length > 0) ?? [])
      : node.children.flatMap(contentsOf);

function isAbove(drawing: Node): boolean {
  const place = within(drawing, 'positionV');
  if (place) {
    const offset = childOf(place, 'posOffset')?.children[0]?.text ?? '0';
    return ['paragraph', 'line'].includes(place.attrs.relativeFrom ?? '') && Number(offset) < 0;
  }
  const shape = within(drawing, 'shape') ?? within(drawing, 'rect');
  return /(?:^|;)\s*margin-top:\s*-/u.test(shape?.attrs.style ?? '');
}

export const isContentsPage = (style: string | undefined): boolean =>
  /^(?:TOC|Sumrio|Sum[aá]rio)\d$/iu.test(style ?? '');
