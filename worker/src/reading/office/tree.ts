/** Reads the XML of office programs as a tree, without namespace prefixes. */

import { type Refusals, readWhole } from '../formats/xml.ts';
import { LIMITES_VAZIO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';

/** An element, or (tag '') the text between elements. */
export type Node = { tag: string; attrs: Record<string, string>; children: Node[]; text: string };

/** Messages for an unreadable document. @param de program with its preposition: 'do Word' */
export const refusalsOf = (de: string): Refusals => ({
  damaged: `O documento ${de} está danificado e não pôde ser aberto. Envie outra cópia.`,
  definitions: `O documento ${de} tem um formato interno fora do comum. Abra o documento, salve uma cópia e envie a cópia.`,
  mostEmpty: LIMITES_VAZIO.elementosAoTodo,
  empty: 'O documento é grande demais para um questionário. Envie só as páginas do questionário.',
  strict: true,
});

/** Greatest depth of elements; tables in tables in text boxes take about thirty. */
const DEPTH = 300;
const NONE: Record<string, string> = Object.freeze({});
const localNames = (attrs: Record<string, string>): Record<string, string> => {
  const names = Object.entries(attrs);
  return names.length === 0
    ? NONE
    : Object.fromEntries(names.map(([name, value]) => [name.slice(name.indexOf(':') + 1), value]));
};

/**
 * Passes on each complete child of the named elements, without keeping it.
 * @param within tags of the parents ('body')
 * @throws UnreadableError if the part is no XML, or nested deeper than any document
 */
export async function readBlocks(
  stream: AsyncIterable<Buffer>,
  within: readonly string[],
  refusals: Refusals,
  take: (node: Node, parent: string) => void,
): Promise<void> {
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

export const childOf = (node: Node | undefined, tag: string): Node | undefined =>
  node?.children.find((child) => child.tag === tag);

export const at = (node: Node | undefined, ...tags: string[]): Node | undefined =>
  tags.reduce((found: Node | undefined, tag) => childOf(found, tag), node);

export const textIn = (node: Node): string =>
  node.tag === '' ? node.text : node.children.map(textIn).join('');

export function within(node: Node, tag: string): Node | undefined {
  for (const child of node.children) {
    if (child.tag === tag) return child;
    const found = within(child, tag);
    if (found) return found;
  }
  return undefined;
}

/** True if a Word property is present and not switched off. */
export const isOn = (property: Node | undefined): boolean =>
  property !== undefined && !['0', 'false', 'off', 'none'].includes(property.attrs.val ?? '');
