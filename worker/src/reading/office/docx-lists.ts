import { isSymbolFont, symbolsOf } from '../formats/symbols.ts';
import { Counters, type Nivel } from './numbers.ts';
import type { Marca } from './pieces.ts';
import { at, childOf, isOn, type Node } from './tree.ts';

const CHAIN = 20;

/** A document's styles; `take` receives them one by one. */
export class Styles {
  readonly #byId = new Map<string, Node>();
  readonly #default = new Map<string, string>();

  take(style: Node): void {
    if (style.tag !== 'style') return;
    const { styleId = '', type = '' } = style.attrs;
    this.#byId.set(styleId, style);
    if (style.attrs.default === '1' || style.attrs.default === 'true') this.#default.set(type, styleId);
  }

  /** The first value found in a style or its ancestors. */
  first<T>(
    id: string | undefined,
    type: 'paragraph' | 'character',
    say: (style: Node) => T | undefined,
  ): T | undefined {
    let style = this.#byId.get(id ?? this.#default.get(type) ?? '');
    for (let step = 0; style && step < CHAIN; step += 1) {
      const said = say(style);
      if (said !== undefined) return said;
      style = this.#byId.get(childOf(style, 'basedOn')?.attrs.val ?? '');
    }
    return undefined;
  }

  isPlaceholder(id: string | undefined): boolean {
    const name = id === undefined ? undefined : childOf(this.#byId.get(id), 'name')?.attrs.val;
    return /^placeholder text$/iu.test(name ?? '');
  }

  listOf(id: string | undefined): { numId: string; ilvl: string | undefined; estilo: string } | undefined {
    return this.first(id, 'paragraph', (style) => {
      const numPr = at(style, 'pPr', 'numPr');
      const numId = childOf(numPr, 'numId')?.attrs.val;
      return numId === undefined
        ? undefined
        : { numId, ilvl: childOf(numPr, 'ilvl')?.attrs.val, estilo: style.attrs.styleId ?? '' };
    });
  }
}

type Abstrata = { niveis: (Nivel | undefined)[]; estilos: (string | undefined)[]; como: string | undefined };
type Lista = { abstrata: string; niveis: (Nivel | undefined)[]; inicios: (number | undefined)[] };

const LEVELS = 9;
const numberOf = (node: Node | undefined): number | undefined => {
  const n = Number(node?.attrs.val ?? Number.NaN);
  return Number.isInteger(n) && n >= 0 && n < 100_000 ? n : undefined;
};

function levelOf(lvl: Node): Nivel {
  const formato = childOf(lvl, 'numFmt')?.attrs.val ?? 'decimal';
  const font = at(lvl, 'rPr', 'rFonts')?.attrs;
  const face = font?.ascii ?? font?.hAnsi;
  const text = childOf(lvl, 'lvlText')?.attrs.val;
  const bullet = text !== undefined && formato === 'bullet' && isSymbolFont(face);
  return {
    formato,
    texto: bullet ? symbolsOf(face, text) : (text ?? (formato === 'bullet' ? '•' : `%${level(lvl) + 1}.`)),
    inicio: numberOf(childOf(lvl, 'start')) ?? 1,
    reinicia: numberOf(childOf(lvl, 'lvlRestart')) ?? null,
    algarismos: isOn(childOf(lvl, 'isLgl')),
  };
}
const level = (lvl: Node): number => Math.min(Number(lvl.attrs.ilvl ?? 0) || 0, LEVELS - 1);

/** A document's lists. `take` receives definitions in pieces; call `next` afterwards, for each paragraph in order. */
export class Lists {
  readonly #abstract = new Map<string, Abstrata>();
  readonly #lists = new Map<string, Lista>();
  readonly #counters = new Counters();
  readonly #styles: Styles;

  constructor(styles: Styles) {
    this.#styles = styles;
  }

  take(node: Node): void {
    if (node.tag === 'abstractNum') {
      const one: Abstrata = { niveis: [], estilos: [], como: childOf(node, 'numStyleLink')?.attrs.val };
      for (const lvl of node.children.filter(({ tag }) => tag === 'lvl')) {
        one.niveis[level(lvl)] = levelOf(lvl);
        one.estilos[level(lvl)] = childOf(lvl, 'pStyle')?.attrs.val;
      }
      this.#abstract.set(node.attrs.abstractNumId ?? '', one);
    }
    if (node.tag !== 'num') return;
    const lista: Lista = {
      abstrata: childOf(node, 'abstractNumId')?.attrs.val ?? '',
      niveis: [],
      inicios: [],
    };
    for (const change of node.children.filter(({ tag }) => tag === 'lvlOverride')) {
      const lvl = childOf(change, 'lvl');
      if (lvl) lista.niveis[level(change)] = levelOf(lvl);
      const start = numberOf(childOf(change, 'startOverride'));
      if (start !== undefined) lista.inicios[level(change)] = start;
    }
    this.#lists.set(node.attrs.numId ?? '', lista);
  }

  /** Counts a paragraph in its list, and returns its mark; null if it is no list item. */
  next(pPr: Node | undefined): Marca | null {
    const own = childOf(pPr, 'numPr');
    const byStyle = this.#styles.listOf(childOf(pPr, 'pStyle')?.attrs.val);
    const numId = childOf(own, 'numId')?.attrs.val ?? byStyle?.numId;
    if (numId === undefined || numId === '0') return null;
    const list = this.#lists.get(numId);
    const described = this.#described(list);
    const linked = described?.estilos.indexOf(byStyle?.estilo) ?? -1;
    const written = childOf(own, 'ilvl')?.attrs.val ?? (byStyle?.numId === numId ? byStyle.ilvl : undefined);
    const nivel = written === undefined ? Math.max(linked, 0) : Math.min(Number(written) || 0, LEVELS - 1);
    const niveis = Array.from({ length: LEVELS }, (_, one) => list?.niveis[one] ?? described?.niveis[one]);
    return this.#counters.next(list?.abstrata ?? numId, nivel, niveis, numId, list?.inicios);
  }

  #described(list: Lista | undefined): Abstrata | undefined {
    let found = this.#abstract.get(list?.abstrata ?? '');
    for (let step = 0; found?.como !== undefined && step < CHAIN; step += 1) {
      const numId = this.#styles.listOf(found.como)?.numId;
      const next = this.#abstract.get(this.#lists.get(numId ?? '')?.abstrata ?? '');
      if (next === found) break;
      found = next;
    }
    return found;
  }
}
