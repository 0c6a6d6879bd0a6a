/** XML of office programs as a tree. Tags and attributes are told without their prefix. */

import { type Refusals, readWhole } from '../formats/xml.ts';
import { LIMITES_VAZIO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';

/** An element; a text between elements is one with the tag ''. */
export type Node = { tag: string; attrs: Record<string, string>; children: Node[]; text: string };

/** What people are told of a document of Word or LibreOffice that is not read. @param de 'do Word' */
export const refusalsOf = (de: string): Refusals => ({
  damaged: `O documento ${de} está danificado e não pôde ser aberto.`,
  definitions: `O documento ${de} traz definições de XML incomuns em documentos. Abra-o, salve-o de novo e envie-o.`,
  mostEmpty: LIMITES_VAZIO.elementosAoTodo,
  empty: 'O documento é grande demais para um questionário.',
  strict: true,
});

/** Elements inside each other: tables in tables in boxes take some thirty. */
const DEPTH = 300;
const NONE: Record<string, string> = Object.freeze({});
const localNames = (attrs: Record<string, string>): Record<string, string> => {
  const names = Object.entries(attrs);
  return names.length === 0
    ? NONE
    : Object.fromEntries(names.map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]));
};

/**
 * Reads a part and hands out each child of the elements named, whole; nothing of it is kept here.
 * @param within tags of the elements whose children are handed out ('body')
 * @throws UnreadableError for what is no XML, or nested deeper than any document
 */
export async function readBlocks(
  stream: AsyncIterable<Buffer>,
  within: readonly string[],
  refusals: Refusals,
  take: (node: Node, parent: string) => void,
): Promise<void> {
  /** The elements that are open; null: outside of those named. */
  const open: (Node | null)[] = [];
  const tags: string[] = [];
  await readWhole(
    stream,
    {
      open: (tag, attrs) => {
        const parent = open.at(-1) ?? null;
        const begins = parent === null && within.includes(tags.at(-1) ?? '');
        const node =
          parent || begins ? { tag, attrs: localNames(attrs()), children: [] as Node[], text: '' } : null;
        if (node) parent?.children.push(node);
        open.push(node);
        tags.push(tag);
        if (open.length > DEPTH) throw new UnreadableError(refusals.damaged);
      },
      text: (text) => {
        open.at(-1)?.children.push({ tag: '', attrs: NONE, children: [], text });
      },
      close: (tag) => {
        if (tags.pop() !== tag) throw new UnreadableError(refusals.damaged);
        const node = open.pop();
        if (node && (open.at(-1) ?? null) === null) take(node, tags.at(-1) ?? '');
      },
    },
    refusals,
  );
  if (open.length > 0) throw new UnreadableError(refusals.damaged);
}

/** The first child of a tag. */
export const childOf = (node: Node | undefined, tag: string): Node | undefined =>
  node?.children.find((child) => child.tag === tag);

/** An element further down, by the tags on the way. */
export const at = (node: Node | undefined, ...tags: string[]): Node | undefined =>
  tags.reduce((found: Node | undefined, tag) => childOf(found, tag), node);

/** All texts inside, one behind the other. */
export const textIn = (node: Node): string =>
  node.tag === '' ? node.text : node.children.map(textIn).join('');

/** The first element of a tag anywhere inside. */
export function within(node: Node, tag: string): Node | undefined {
  for (const child of node.children) {
    if (child.tag === tag) return child;
    const found = within(child, tag);
    if (found) return found;
  }
  return undefined;
}

/** Whether a property of Word is set: it stands there, and does not say no. */
export const isOn = (property: Node | undefined): boolean =>
  property !== undefined && !['0', 'false', 'off', 'none'].includes(property.attrs.val ?? '');
