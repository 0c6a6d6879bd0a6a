import type { Bloco } from '@escuta/shared/domain/survey-file/documents/document';
import { LIMITES_VAZIO } from '../limits.ts';
import { type Parts, type Relation, relationsOf } from '../packed.ts';
import { UnreadableError } from '../unreadable.ts';
import { blocksOfPieces, linesOfPieces } from './blocks.ts';
import { Lists, Styles } from './docx-lists.ts';
import { controlWords, isContentsPage, Paragraphs } from './docx-text.ts';
import { type Celula, type Peca, paragrafo } from './pieces.ts';
import { at, childOf, isOn, type Node, readBlocks, refusalsOf } from './tree.ts';

const WORD = refusalsOf('do Word');
const DEMAIS =
  'O documento tem partes demais para um questionário. Copie o texto para um documento novo e envie de novo.';
/** Greatest number of columns in Word. */
const COLUNAS = 63;

/** Elements that only wrap other blocks. */
const AROUND = new Set('sdtContent ins moveTo customXml smartTag Choice'.split(' '));

class Reader {
  readonly #lists: Lists;
  readonly #paragraphs: Paragraphs;
  /** Text of paragraphs with a deleted end mark; the next paragraph continues it. */
  #before = '';

  constructor(styles: Styles, lists: Lists) {
    this.#lists = lists;
    this.#paragraphs = new Paragraphs(styles, (node) => this.blocks(node.children));
  }

  blocks(nodes: readonly Node[]): Peca[] {
    return nodes.flatMap((node): Peca[] => {
      if (node.tag === 'p') return this.#paragraph(node);
      if (node.tag === 'tbl') return this.#table(node);
      if (node.tag === 'sdt') return this.#control(node);
      if (node.tag === 'AlternateContent')
        return this.blocks((childOf(node, 'Choice') ?? childOf(node, 'Fallback'))?.children ?? []);
      return AROUND.has(node.tag) ? this.blocks(node.children) : [];
    });
  }

  #paragraph(node: Node): Peca[] {
    const pPr = childOf(node, 'pPr');
    if (isContentsPage(childOf(pPr, 'pStyle')?.attrs.val)) return [];
    const { texto, opcoes, antes, depois } = this.#paragraphs.words(node);
    const whole = this.#before + texto;
    const mark = at(pPr, 'rPr');
    this.#before = '';
    if (childOf(mark, 'del') ?? childOf(mark, 'moveFrom')) {
      this.#before = whole;
      return [...antes, ...depois];
    }
    const item = this.#lists.next(pPr);
    return [...antes, paragrafo(whole, item, opcoes), ...depois];
  }

  /** Text left after all pieces, because its paragraph's end mark was deleted. */
  rest(): Peca[] {
    const left = this.#before;
    this.#before = '';
    return left === '' ? [] : [paragrafo(left)];
  }

  #control(node: Node): Peca[] {
    const content = childOf(node, 'sdtContent')?.children ?? [];
    const words = { opcoes: [] as string[] };
    const said = controlWords(node, words);
    // Reads check boxes beside text, and controls around cells or rows, like plain content.
    const plain = said === null || childOf(childOf(node, 'sdtPr'), 'checkbox') !== undefined;
    if (plain) return this.blocks(content);
    return said === '' && words.opcoes.length === 0 ? [] : [paragrafo(said, null, words.opcoes)];
  }

  #all(node: Node, tag: string): Node[] {
    return node.children.flatMap((child) =>
      child.tag === tag ? [child] : child.tag === 'sdt' || AROUND.has(child.tag) ? this.#all(child, tag) : [],
    );
  }

  #table(node: Node): Peca[] {
    const linhas = this.#all(node, 'tr').flatMap((row): Celula[][] => {
      const trPr = childOf(row, 'trPr');
      if (childOf(trPr, 'del') || isOn(childOf(trPr, 'hidden'))) return [];
      const skipped = Math.min(Number(childOf(trPr, 'gridBefore')?.attrs.val ?? 0) || 0, COLUNAS);
      const blank: Celula[] = skipped > 0 ? [{ pecas: [], colunas: skipped, continua: false }] : [];
      return [[...blank, ...this.#all(row, 'tc').flatMap((cell) => this.#cell(cell))]];
    });
    return [{ tipo: 'tabela', linhas }];
  }

  #cell(cell: Node): Celula[] {
    const tcPr = childOf(cell, 'tcPr');
    if (childOf(tcPr, 'cellDel')) return [];
    const merged = childOf(tcPr, 'vMerge');
    const colunas = Math.max(1, Math.min(Number(childOf(tcPr, 'gridSpan')?.attrs.val ?? 1) || 1, COLUNAS));
    const continua = merged !== undefined && merged.attrs.val !== 'restart';
    const beside = childOf(tcPr, 'hMerge');
    const covered = continua || (beside !== undefined && beside.attrs.val !== 'restart');
    return [{ pecas: covered ? [] : this.blocks(cell.children), colunas, continua }];
  }
}

async function headerOf(parts: Parts, relations: readonly Relation[], reader: Reader): Promise<string[]> {
  for (const { part } of relations.filter(({ kind }) => kind === 'header')) {
    const stream = await parts(part);
    const pieces: Peca[] = [];
    if (stream) await readBlocks(stream, ['hdr'], WORD, (node) => pieces.push(...reader.blocks([node])));
    const lines = linesOfPieces(pieces);
    if (lines.length > 0) return lines;
  }
  return [];
}

/**
 * Reads a .docx: paragraphs and tables as Word prints them, and its header's lines. Ignores pictures, and opens nothing
 * outside the file.
 * @throws UnreadableError if it is damaged or no Word document
 */
export async function readDocx(parts: Parts): Promise<{ blocos: Bloco[]; cabecalho: string[] }> {
  const root = (await relationsOf(parts, '', DEMAIS, WORD)).find(({ kind }) => kind === 'officeDocument');
  const part = root?.part ?? 'word/document.xml';
  const body = await parts(part);
  if (!body) throw new UnreadableError('O arquivo não é um documento do Word (.docx).');
  const relations = await relationsOf(parts, part, DEMAIS, WORD);
  const read = async (kind: string, within: string, take: (node: Node) => void): Promise<void> => {
    const found = relations.find((one) => one.kind === kind);
    const stream = found && (await parts(found.part));
    if (stream) await readBlocks(stream, [within], WORD, take);
  };
  const styles = new Styles();
  await read('styles', 'styles', (node) => styles.take(node));
  const lists = new Lists(styles);
  await read('numbering', 'numbering', (node) => lists.take(node));
  const reader = new Reader(styles, lists);
  const pieces: Peca[] = [];
  await readBlocks(body, ['body'], WORD, (node) => {
    pieces.push(...reader.blocks([node]));
    if (pieces.length > LIMITES_VAZIO.elementosAoTodo) throw new UnreadableError(WORD.empty);
  });
  pieces.push(...reader.rest());
  return { blocos: blocksOfPieces(pieces), cabecalho: await headerOf(parts, relations, reader) };
}
