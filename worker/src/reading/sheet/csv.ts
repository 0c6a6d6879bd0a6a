import { Readable } from 'node:stream';
import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { CsvError, parse } from 'csv-parse';
import { muitasVazias, withoutBlankEnd } from '../formats/blanks.ts';
import { LIMITES_PLANILHA, LIMITES_VAZIO } from '../limits.ts';
import { UnreadableError } from '../unreadable.ts';
import type { Folhas } from './table.ts';

/** Delimiters in order of preference: earlier ones are rarer inside texts. */
const DELIMITERS = ['\t', ';', ','] as const;
/** Number of characters at the beginning that decide the delimiter. */
const HEAD = 65_536;
const PIECE = 65_536;
/** Greatest size of a row, bytes. */
const ROW_MAX = LIMITES_PLANILHA.colunas * LIMITES_PLANILHA.celula;
const LOTE = 200;

function countsOf(head: string): number[][] {
  const lines: number[][] = [];
  let counts = DELIMITERS.map(() => 0);
  let quoted = false;
  let blank = true;
  for (const char of head) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) {
      if (!blank) lines.push(counts);
      counts = DELIMITERS.map(() => 0);
      blank = true;
      continue;
    } else if (!quoted) {
      const at = (DELIMITERS as readonly string[]).indexOf(char);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    }
    blank = false;
  }
  if (!blank) lines.push(counts);
  return lines;
}

/** Finds the delimiter that occurs equally often in most lines; of several such delimiters, the most frequent. */
export function delimiterOf(text: string): string {
  const lines = countsOf(text.slice(0, HEAD));
  const scored = DELIMITERS.map((delimiter, index) => {
    const often = new Map<number, number>();
    for (const counts of lines) {
      const count = counts[index] ?? 0;
      if (count > 0) often.set(count, (often.get(count) ?? 0) + 1);
    }
    const [count = 0, same = 0] = [...often].sort(([a, x], [b, y]) => y - x || b - a)[0] ?? [];
    return { delimiter, count, same };
  });
  const [best] = scored.sort((a, b) => b.same - a.same || b.count - a.count);
  return best && best.same > 0 ? best.delimiter : ',';
}

function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PIECE);
    // Keeps surrogate pairs together.
    if (/[\ud800-\udbff]/.test(text[end - 1] ?? '') && end < text.length) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}

function refusal(error: CsvError, skip: number): UnreadableError {
  // Row of the error; for a quote that is never closed, the row in which it begins.
  const row = typeof error.records === 'number' ? error.records + 1 + skip : null;
  const where = row === null ? '' : ` na linha ${row.toLocaleString('pt-BR')}`;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new UnreadableError(
      `Há um texto longo demais${where}. Verifique se há aspas que abrem e não fecham.`,
    );
  if (error.code.includes('QUOTE'))
    return new UnreadableError(
      `Há aspas que abrem e não fecham, ou que fecham no meio de um texto${where}. Dentro de um texto entre aspas, escreva-as dobradas ("").`,
    );
  return new UnreadableError(
    'A planilha não pôde ser lida: o texto não é o de uma planilha em CSV. Salve-a como .xlsx e envie de novo.',
  );
}

async function* rowsOf(text: string, delimiter: string, skip: number): AsyncGenerator<LinhaLida[]> {
  // Without quoted texts, quotes are ordinary characters: 5" means five inches.
  const quotes = new RegExp(`(?:^|[\\r\\n${delimiter}])[ ]?"`, 'u').test(text);
  const parser = parse({
    delimiter,
    // Accepts all line ends, because a file joined from several may mix them.
    record_delimiter: ['\r\n', '\n', '\r'],
    quote: quotes ? '"' : null,
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: ROW_MAX,
  });
  const source = Readable.from(pieces(text));
  source.pipe(parser);
  let n = skip;
  let blank = 0;
  let rows: LinhaLida[] = [];
  try {
    for await (const celulas of parser as AsyncIterable<string[]>) {
      n += 1;
      blank = celulas.every((cell) => cell.trim() === '') ? blank + 1 : 0;
      if (blank > LIMITES_VAZIO.linhas)
        throw muitasVazias('A planilha', `, da linha ${(n - blank + 1).toLocaleString('pt-BR')} em diante`);
      rows.push({ n, celulas });
      if (rows.length < LOTE) continue;
      yield rows;
      rows = [];
    }
  } catch (error) {
    throw error instanceof CsvError ? refusal(error, skip) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
  if (rows.length > 0) yield rows;
}

/** Opens a text as a sheet; separators are semicolon, comma or tab. */
export function sheetOfText(text: string): Folhas {
  // Excel may name the delimiter in the first line.
  const said = /^sep=(.)\r?\n/iu.exec(text);
  const whole = said ? text.slice(said[0].length) : text;
  const delimiter = said?.[1] ?? delimiterOf(whole);
  const body = withoutBlankEnd(whole, delimiter);
  const folha = {
    nome: null,
    oculta: false,
    rows: () => rowsOf(body, delimiter, said ? 1 : 0),
    semValor: () => [],
  };
  return { formato: 'texto', de1904: false, folhas: [folha] };
}
