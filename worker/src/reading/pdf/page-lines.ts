import type { Bloco, Lugar } from '@escuta/shared/domain/survey-file/documents/document';
import { gridIn } from './grids.ts';
import { type PageText, shownBox } from './pieces.ts';
import { pitchOf, type Row } from './rows.ts';

type Linha = Extract<Bloco, { tipo: 'linha' }>;

/** Greatest length of a line, characters. */
const LINHA = 2000;
/** Gap that ends a paragraph, as a multiple of the usual distance between lines. */
const PARAGRAPH = 1.45;

const clean = (text: string): string =>
  text
    .replace(/[\u200b\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

function placeOf(rows: readonly Row[], page: PageText, pagina: number): Lugar {
  const segments = rows.flatMap((row) => row.segments);
  const box = {
    x0: Math.min(...segments.map(({ x0 }) => x0)),
    x1: Math.max(...segments.map(({ x1 }) => x1)),
    top: Math.min(...rows.map(({ base, size }) => base - size * 0.85)),
    bottom: Math.max(...rows.map(({ base, size }) => base + size * 0.25)),
  };
  return { pagina, ...shownBox(box, page) };
}

/**
 * Converts a page to blocks of the document.
 * @param parts the page's columns, in reading order
 * @param sure true if no other order fits equally well
 */
export function blocksOfPage(
  parts: readonly (readonly Row[])[],
  page: PageText,
  pagina: number,
  sure: boolean,
): Bloco[] {
  const lines = (rows: readonly Row[], pitch: number, below?: Row): Linha[] =>
    rows.flatMap((row, at): Linha[] => {
      const celulas = row.segments.map(({ text }) => clean(text)).filter((text) => text !== '');
      const texto = celulas.join(' ').slice(0, LINHA);
      if (texto === '') return [];
      const next = rows[at + 1] ?? below;
      return [
        {
          tipo: 'linha',
          texto,
          fim: next !== undefined && next.base - row.base > pitch * PARAGRAPH,
          ...(celulas.length > 1 ? { celulas } : {}),
          lugar: placeOf([row], page, pagina),
          ...(sure ? {} : { incerta: true }),
        },
      ];
    });
  return parts.flatMap((rows, part) => {
    const below = parts[part + 1]?.[0];
    const pitch = Math.max(pitchOf(rows), (rows[0]?.size ?? 0) * 1.1);
    const blocks: Bloco[] = [];
    let from = 0;
    for (let found = gridIn(rows, from, pitch); found; found = gridIn(rows, from, pitch)) {
      const [head = [], ...statements] = found.grid.linhas.map((linha) => linha.map(clean));
      const lugares = found.grid.rows.map((some) => placeOf(some, page, pagina));
      blocks.push(...lines(rows.slice(from, found.from), pitch));
      // A question printed in the same line as the scale's names is put before the table.
      const [place] = lugares;
      const asked = place !== undefined && /^(?:[PQ]?\d{1,3}\s*[-–.):]|.*[?:]$)/iu.test(head[0] ?? '');
      if (asked) blocks.push({ tipo: 'linha', texto: head[0] ?? '', fim: true, lugar: place });
      const linhas = [asked ? ['', ...head.slice(1)] : head, ...statements];
      blocks.push({ tipo: 'tabela', linhas, lugares });
      from = found.to;
    }
    return [...blocks, ...lines(rows.slice(from), pitch, below)];
  });
}

/** The cells of a line that continues a table of statements; null for another line. */
function rowOf(block: Bloco | undefined, columns: number, last: readonly string[]): string[] | null {
  const cells = block?.tipo === 'linha' ? block.celulas : undefined;
  if (cells?.length !== columns || !/\p{L}/u.test(cells[0] ?? '')) return null;
  return cells.slice(1).every((mark, at) => mark === last[at + 1]) ? cells : null;
}

type Tabela = Extract<Bloco, { tipo: 'tabela' }>;

/** The rows that a block adds to the previous page's last table; null for another table's block. */
function addedTo({ linhas }: Tabela, block: Bloco): Required<Tabela> | null {
  const [head = []] = linhas;
  if (block.tipo === 'linha') {
    if (block.celulas?.join('|') === head.slice(1).join('|'))
      return { tipo: 'tabela', linhas: [], lugares: [] };
    const row = rowOf(block, head.length, linhas.at(-1) ?? []);
    return row && { tipo: 'tabela', linhas: [row], lugares: [block.lugar ?? null] };
  }
  const again = block.linhas[0]?.slice(1).join('|') === head.slice(1).join('|');
  return again
    ? { tipo: 'tabela', linhas: block.linhas.slice(1), lugares: block.lugares?.slice(1) ?? [] }
    : null;
}

export function withWholeTables(blocks: readonly Bloco[]): Bloco[] {
  const whole: Bloco[] = [];
  for (const block of blocks) {
    const last = whole.at(-1);
    const added = last?.tipo === 'tabela' ? addedTo(last, block) : null;
    const place = block.tipo === 'linha' ? block.lugar : block.lugares?.[0];
    if (last?.tipo === 'tabela' && added && place?.pagina !== last.lugares?.[0]?.pagina) {
      const lugares = [...(last.lugares ?? []), ...added.lugares];
      whole[whole.length - 1] = { tipo: 'tabela', linhas: [...last.linhas, ...added.linhas], lugares };
    } else whole.push(block);
  }
  return whole;
}

/** Words after a line's end that keep its hyphen: 'feira' (of weekdays), and pronouns after a verb. */
const KEEPS = /^(?:feira|feiras|me|te|se|lhe|lhes|nos|vos|lo|la|los|las|o|a|os|as)$/iu;
const PUNCTUATION = /^[,.;:?!)]+/u;

export function withoutHyphens(blocks: readonly Bloco[]): Bloco[] {
  const words = new Set(
    blocks.flatMap((one) =>
      one.tipo === 'linha' ? (one.texto.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []) : [],
    ),
  );
  const whole = blocks.map((block) => ({ ...block }));
  for (const [at, line] of whole.entries()) {
    const next = whole[at + 1];
    if (line.tipo !== 'linha' || next?.tipo !== 'linha' || line.fim || line.celulas || next.celulas) continue;
    const begun = /(\p{L}{2,})([-\u00ad])$/u.exec(line.texto);
    const rest = /^(\p{Ll}+)(.*)$/su.exec(next.texto);
    if (!begun || !rest) continue;
    const [, first = '', sign = ''] = begun;
    const [, second = '', behind = ''] = rest;
    const apart = `${first}-${second}`.toLowerCase();
    const keeps =
      sign === '-' &&
      (words.has(apart) || (KEEPS.test(second) && !words.has(`${first}${second}`.toLowerCase())));
    line.texto = `${line.texto.slice(0, -1)}${keeps ? '-' : ''}${second}${PUNCTUATION.exec(behind)?.[0] ?? ''}`;
    next.texto = behind.replace(PUNCTUATION, '').trim();
    if (next.texto === '' && next.fim) line.fim = true;
  }
  return whole.flatMap((block): Bloco[] => {
    if (block.tipo !== 'linha') return [block];
    const texto = block.texto.replaceAll('\u00ad', '');
    return texto === '' ? [] : [{ ...block, texto }];
  });
}
