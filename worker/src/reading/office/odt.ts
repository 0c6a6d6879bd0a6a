import type { Bloco } from '@escuta/shared/domain/survey-file/documents/document';
import { isSymbolFont, symbolsOf } from '../formats/symbols.ts';
import type { Parts } from '../packed.ts';
import { UnreadableError } from '../unreadable.ts';
import { blocksOfPieces, linesOfPieces } from './blocks.ts';
import { Counters, type Nivel } from './numbers.ts';
import { type Celula, type Marca, type Paragrafo, type Peca, paragrafo } from './pieces.ts';
import { childOf, type Node, readBlocks, refusalsOf, textIn } from './tree.ts';

const ODT = refusalsOf('do LibreOffice');
const LEVELS = 9;
/** Greatest number of columns (BLANKS: of repeated blanks) accepted. */
const COLUNAS = 63;
const BLANKS = 200;

const FORMATOS: Record<string, string> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};
const countOf = (value: string | undefined, most: number): number =>
  Math.max(1, Math.min(Number(value ?? 1) || 1, most));

function levelOf(node: Node): Nivel {
  const { attrs } = node;
  const before = attrs['num-prefix'] ?? '';
  const behind = attrs['num-suffix'] ?? '';
  const nivel = { inicio: countOf(attrs['start-value'], 100_000), reinicia: null, algarismos: false };
  if (node.tag !== 'list-level-style-number') {
    const looks = childOf(node, 'text-properties')?.attrs;
    const font = looks?.['font-name'] ?? looks?.['font-family']?.replace(/^'|'$/gu, '');
    const bullet = attrs['bullet-char'] ?? '•';
    return { ...nivel, formato: 'bullet', texto: isSymbolFont(font) ? symbolsOf(font, bullet) : bullet };
  }
  const level = countOf(attrs.level, LEVELS);
  const shown = countOf(attrs['display-levels'], level);
  const numbers = Array.from({ length: shown }, (_, at) => `%${level - shown + 1 + at}`).join('.');
  const formato = FORMATOS[attrs['num-format'] ?? ''] ?? 'none';
  return { ...nivel, formato, texto: formato === 'none' ? '' : `${before}${numbers}${behind}` };
}

type Estilo = { acima: string | undefined; oculto: boolean | undefined; lista: string | undefined };

class Reader {
  readonly #lists = new Map<string, (Nivel | undefined)[]>();
  readonly #styles = new Map<string, Estilo>();
  readonly #controls = new Map<string, Node>();
  readonly #counters = new Counters();
  /** Lists read so far, by name; `#lastOf`: each style's last list. */
  readonly #met = new Map<string, string>();
  readonly #lastOf = new Map<string, string>();
  #count = 0;

  style(node: Node): void {
    if (node.tag === 'list-style') {
      const levels: (Nivel | undefined)[] = [];
      for (const child of node.children)
        if (child.tag.startsWith('list-level-style'))
          levels[countOf(child.attrs.level, LEVELS) - 1] = levelOf(child);
      this.#lists.set(node.attrs.name ?? '', levels);
    }
    if (node.tag !== 'style') return;
    const display = childOf(node, 'text-properties')?.attrs.display;
    this.#styles.set(node.attrs.name ?? '', {
      acima: node.attrs['parent-style-name'],
      oculto: display === undefined ? undefined : display === 'none',
      lista: node.attrs['list-style-name'],
    });
  }

  #said<T>(name: string | undefined, say: (style: Estilo) => T | undefined): T | undefined {
    let style = this.#styles.get(name ?? '');
    for (let step = 0; style && step < 20; step += 1) {
      const said = say(style);
      if (said !== undefined) return said;
      style = this.#styles.get(style.acima ?? '');
    }
    return undefined;
  }

  blocks(nodes: readonly Node[]): Peca[] {
    return nodes.flatMap((node): Peca[] => {
      switch (node.tag) {
        case 'p':
        case 'h':
          return this.#paragraph(node, null);
        case 'list':
          return this.#list(node, 0, undefined, undefined);
        case 'table':
          return [this.#table(node)];
        case 'section':
          return node.attrs.display === 'none' ? [] : this.blocks(node.children);
        case 'frame':
        case 'text-box':
        case 'index-body':
        case 'numbered-paragraph':
          return this.blocks(node.children);
        case 'forms':
          this.#form(node);
          return [];
        default:
          return [];
      }
    });
  }

  #form(node: Node): void {
    const name = node.attrs.id;
    if (name !== undefined) this.#controls.set(name, node);
    for (const child of node.children) this.#form(child);
  }

  #list(node: Node, nivel: number, style: string | undefined, root: string | undefined): Peca[] {
    const own = node.attrs['style-name'] ?? style;
    let lista = root;
    if (lista === undefined) {
      const goesOn = node.attrs['continue-list'];
      lista =
        (goesOn === undefined ? undefined : this.#met.get(goesOn)) ??
        (node.attrs['continue-numbering'] === 'true' ? this.#lastOf.get(own ?? '') : undefined);
      if (lista === undefined) {
        this.#count += 1;
        lista = `lista ${this.#count}`;
      }
      if (node.attrs.id !== undefined) this.#met.set(node.attrs.id, lista);
      this.#lastOf.set(own ?? '', lista);
    }
    const list = lista;
    return node.children.flatMap((item): Peca[] => {
      if (item.tag !== 'list-item' && item.tag !== 'list-header') return [];
      let marked = item.tag === 'list-header';
      return item.children.flatMap((child): Peca[] => {
        if (child.tag === 'list') return this.#list(child, Math.min(nivel + 1, LEVELS - 1), own, list);
        if (child.tag !== 'p' && child.tag !== 'h') return this.blocks([child]);
        if (marked) return this.#paragraph(child, null);
        marked = true;
        return this.#paragraph(child, this.#mark(child, item, list, nivel, own));
      });
    });
  }

  #mark(paragraph: Node, item: Node, list: string, nivel: number, style: string | undefined): Marca {
    const byParagraph = this.#said(paragraph.attrs['style-name'], ({ lista }) => lista);
    const levels = this.#lists.get(style ?? byParagraph ?? '') ?? [];
    const start = item.attrs['start-value'];
    const begin: number[] = [];
    if (start === undefined) return this.#counters.next(list, nivel, levels);
    begin[nivel] = countOf(start, 100_000);
    this.#count += 1;
    return this.#counters.next(list, nivel, levels, `${list} ${this.#count}`, begin);
  }

  #paragraph(node: Node, marca: Marca | null): Peca[] {
    if (this.#said(node.attrs['style-name'], ({ oculto }) => oculto)) return [];
    const words = paragrafo('', marca);
    const boxes: Peca[] = [];
    this.#inline(node, words, boxes);
    return [
      { ...words, texto: words.texto.replace(/ {2,}/gu, (blanks) => (blanks.length > 2 ? blanks : ' ')) },
      ...boxes,
    ];
  }

  #inline(node: Node, words: Paragrafo, boxes: Peca[]): void {
    for (const child of node.children) {
      switch (child.tag) {
        case '':
          words.texto += child.text.replace(/\s+/gu, ' ');
          break;
        case 's':
          words.texto += ' '.repeat(countOf(child.attrs.c, BLANKS));
          break;
        case 'tab':
          words.texto += '\t';
          break;
        case 'line-break':
          words.texto += '\n';
          break;
        case 'frame':
        case 'custom-shape':
          boxes.push(...this.blocks(child.children.filter(({ tag }) => tag !== 'desc' && tag !== 'title')));
          break;
        case 'control':
          this.#control(this.#controls.get(child.attrs.control ?? ''), words);
          break;
        case 'drop-down':
          for (const { tag, attrs } of child.children)
            if (tag === 'label' && (attrs.value ?? '').trim() !== '')
              words.opcoes.push(`( ) ${attrs.value?.trim()}`);
          break;
        case 'content-control':
          this.#contentControl(child, words, boxes);
          break;
        case 'placeholder':
        case 'text-input':
          words.texto += '____';
          break;
        case 'note':
        case 'annotation':
        case 'annotation-end':
        case 'hidden-text':
        case 'ruby-text':
        case 'desc':
          break;
        default:
          if (!this.#said(child.attrs['style-name'], ({ oculto }) => oculto))
            this.#inline(child, words, boxes);
      }
    }
  }

  #contentControl(node: Node, words: Paragrafo, boxes: Peca[]): void {
    const { attrs } = node;
    if (attrs.checkbox === 'true') {
      words.texto += '☐ ';
      return;
    }
    const items = node.children.filter(({ tag }) => tag === 'list-item');
    for (const item of items) {
      const text = (item.attrs['display-text'] ?? item.attrs.value ?? '').trim();
      if (text !== '') words.opcoes.push(`( ) ${text}`);
    }
    if (items.length > 0) return;
    if (attrs['showing-place-holder'] === 'true')
      words.texto += attrs.date === 'true' ? '__/__/____' : '____';
    else this.#inline(node, words, boxes);
  }

  #control(control: Node | undefined, words: Paragrafo): void {
    if (control?.tag === 'checkbox' || control?.tag === 'radio')
      words.texto += `☐ ${control.attrs.label ?? ''} `;
    if (control?.tag === 'listbox' || control?.tag === 'combobox')
      for (const { attrs } of control.children) if (attrs.label) words.opcoes.push(`( ) ${attrs.label}`);
    if (control?.tag === 'text' || control?.tag === 'formatted-text') words.texto += '____';
  }

  #table(node: Node): Peca {
    const rows = (from: Node): Node[] =>
      from.children.flatMap((child) =>
        child.tag === 'table-row' ? [child] : /^table-(?:header-)?row/u.test(child.tag) ? rows(child) : [],
      );
    return { tipo: 'tabela', linhas: rows(node).map((row) => this.#row(row)) };
  }

  #row(row: Node): Celula[] {
    let covered = 0;
    return row.children.flatMap((cell): Celula[] => {
      const copies = countOf(cell.attrs['number-columns-repeated'], COLUNAS);
      if (cell.tag === 'covered-table-cell') {
        const own = Math.max(0, copies - covered);
        covered = Math.max(0, covered - copies);
        return Array.from({ length: own }, () => ({ pecas: [], colunas: 1, continua: true }));
      }
      if (cell.tag !== 'table-cell') return [];
      const colunas = countOf(cell.attrs['number-columns-spanned'], COLUNAS);
      covered = colunas - 1;
      const pecas = this.blocks(cell.children);
      return Array.from({ length: copies }, () => ({ pecas, colunas, continua: false }));
    });
  }
}

/**
 * Reads an .odt (OpenDocument 1.3): paragraphs and tables as LibreOffice prints them, and its header's lines.
 * @throws UnreadableError if it is damaged, protected or no text document
 */
export async function readOdt(parts: Parts): Promise<{ blocos: Bloco[]; cabecalho: string[] }> {
  const kind = await parts('mimetype');
  const chunks: Buffer[] = [];
  if (kind) for await (const chunk of kind) chunks.push(chunk);
  if (!Buffer.concat(chunks).toString('latin1').startsWith('application/vnd.oasis.opendocument.text'))
    throw new UnreadableError('O arquivo não é um documento de texto do LibreOffice (.odt).');
  const manifest = await parts('META-INF/manifest.xml');
  let locked = false;
  if (manifest)
    await readBlocks(manifest, ['manifest'], ODT, (node) => {
      locked ||= childOf(node, 'encryption-data') !== undefined;
    });
  if (locked)
    throw new UnreadableError(
      'O documento do LibreOffice está protegido por senha. Salve uma cópia sem senha e envie-a.',
    );
  const [styles, content] = [await parts('styles.xml'), await parts('content.xml')];
  if (!content) throw new UnreadableError(ODT.damaged);
  const reader = new Reader();
  const heads: Node[] = [];
  if (styles)
    await readBlocks(styles, ['styles', 'automatic-styles', 'master-styles'], ODT, (node, parent) => {
      if (parent === 'master-styles') heads.push(...node.children.filter(({ tag }) => tag === 'header'));
      else reader.style(node);
    });
  const pecas: Peca[] = [];
  await readBlocks(content, ['automatic-styles', 'text'], ODT, (node, parent) => {
    if (parent === 'text') pecas.push(...reader.blocks([node]));
    else reader.style(node);
  });
  const header = heads.find((one) => textIn(one).trim() !== '');
  return { blocos: blocksOfPieces(pecas), cabecalho: linesOfPieces(reader.blocks(header?.children ?? [])) };
}
