import { LIMITES_VAZIO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';

export const DANIFICADA = 'A planilha está danificada e não pôde ser aberta. Envie outra cópia.';
export type Refusals = {
  damaged: string;
  definitions: string;
  /** Greatest number of consecutive elements without text; `empty`: the message for more. */
  mostEmpty: number;
  empty: string;
  /** True: an unknown entity counts as damage; false: it stays as written. */
  strict: boolean;
};

const PLANILHA: Refusals = {
  damaged: DANIFICADA,
  definitions:
    'A planilha tem um formato interno fora do comum. Abra a planilha, salve uma cópia .xlsx e envie a cópia.',
  mostEmpty: LIMITES_VAZIO.elementosPlanilha,
  empty: `A planilha tem mais de ${LIMITES_VAZIO.elementosPlanilha.toLocaleString('pt-BR')} linhas e células vazias seguidas. Apague as que só têm formatação, ou copie os dados para uma planilha nova, e envie de novo.`,
  strict: false,
};
/** Greatest number of characters between tags, more than any cell has. */
const TEXT_MAX = 4_000_000;

export type Handlers = {
  open?: (tag: string, attrs: () => Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (tag: string) => void;
};

/**
 * Matches a comment, a CDATA section, an instruction, a tag, or text. The look-ahead after a tag's name prevents
 * backtracking.
 */
const CONSTRUCT =
  /<!--.*?-->|<!\[CDATA\[(.*?)\]\]>|<\?.*?\?>|<(\/?)([^\s/<>!?]+)(?=[\s/>])((?:"[^"]*"|'[^']*'|[^"'<>])*)>|([^<]+)/sy;
const ATTRIBUTE = /\s([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Matches an entity that XML itself does not define. */
const UNKNOWN = /&(?!#x?[0-9a-f]{1,7};|(?:amp|lt|gt|quot|apos);)/iu;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/giu, (all, hex, digits, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? all;
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex as string, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
}

/** Decodes workbooks' escapes for characters outside XML, such as _x000D_. */
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

const local = (tag: string): string => tag.slice(tag.indexOf(':') + 1);

function attributesOf(inside: string): Record<string, string> {
  const attrs: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of inside.matchAll(ATTRIBUTE))
    attrs[name] = decodeEntities(double ?? single ?? '');
  return attrs;
}

/** End of the complete part: before the last '<', or before an open comment or CDATA section. */
function wholeUntil(text: string): number {
  let end = text.lastIndexOf('<');
  for (const [begin, close] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
  ] as const) {
    const opened = text.lastIndexOf(begin);
    if (opened >= 0 && text.indexOf(close, opened) < 0) end = Math.min(end, opened);
  }
  return end;
}

/**
 * Reads XML as a stream and yields after each piece, so that the caller sets the pace. Tags come without their prefix.
 * @throws UnreadableError if the file is no XML, or defines entities
 */
export async function* readXml(
  stream: AsyncIterable<Buffer>,
  handlers: Handlers,
  refusals: Refusals = PLANILHA,
): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  let empty = 0;
  const parse = (text: string): void => {
    if (/<!(?:DOCTYPE|ENTITY)/iu.test(text)) throw new UnreadableError(refusals.definitions);
    CONSTRUCT.lastIndex = 0;
    while (CONSTRUCT.lastIndex < text.length) {
      const found = CONSTRUCT.exec(text);
      if (!found) throw new UnreadableError(refusals.damaged);
      const [, cdata, closing, tag, inside = '', plain] = found;
      const at = CONSTRUCT.lastIndex;
      if (plain !== undefined) {
        if (refusals.strict && UNKNOWN.test(plain)) throw new UnreadableError(refusals.damaged);
        if (empty > 0 && plain.trim() !== '') empty = 0;
        handlers.text?.(decodeEntities(plain));
      } else if (cdata !== undefined) handlers.text?.(cdata);
      else if (tag !== undefined && closing) handlers.close?.(local(tag));
      else if (tag !== undefined) {
        empty += 1;
        if (empty > refusals.mostEmpty) throw new UnreadableError(refusals.empty);
        handlers.open?.(local(tag), () => attributesOf(inside));
        if (inside.endsWith('/')) handlers.close?.(local(tag));
      }
      CONSTRUCT.lastIndex = at;
    }
  };
  for await (const bytes of stream) {
    rest += decoder.decode(bytes, { stream: true });
    const end = wholeUntil(rest);
    if (end > 0) {
      parse(rest.slice(0, end));
      rest = rest.slice(end);
    }
    if (rest.length > TEXT_MAX) throw new UnreadableError(refusals.damaged);
    yield;
  }
  parse(rest + decoder.decode());
  yield;
}

export async function readWhole(
  stream: AsyncIterable<Buffer>,
  handlers: Handlers,
  refusals?: Refusals,
): Promise<void> {
  for await (const _ of readXml(stream, handlers, refusals));
}
