import type { LinhaLida } from '@escuta/shared/domain/survey-file/rows/sheet';
import { DANIFICADA, decodeEscapes, readXml } from '../formats/xml.ts';
import { LIMITES_PLANILHA } from '../limits.ts';
import { type Parts, partsOf } from '../packed.ts';
import { UnreadableError } from '../unreadable.ts';
import { type Modo, shownCell, shownMoment, shownNumber } from './shown.ts';
import { type Folha, type Folhas, Formulas } from './table.ts';
import { type Pasta, readWorkbook } from './xlsx-package.ts';

const COLUMNS = 16_384;
const ROWS = 1_048_576;

/** Column of a cell reference: 'AB12' → 27. */
function columnOf(reference: string): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d/iu.exec(reference)?.[1];
  if (!letters) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

type Cell = { column: number; type: string; style: number; value: string; inline: string; formula: boolean };

function showCell(
  { type, style, value, inline }: Cell,
  { textos, formatos, de1904 }: Pasta,
  modo: Modo,
): string {
  switch (type) {
    case 's':
      return value === '' ? '' : textos.at(Number(value));
    case 'str':
      return decodeEscapes(value);
    case 'inlineStr':
      return decodeEscapes(inline);
    case 'b':
      return value === '' ? '' : value === '1' || value === 'true' ? 'VERDADEIRO' : 'FALSO';
    case 'e':
      // Programs write errors in their own language; one text replaces all of them.
      return '#N/D';
    case 'd': {
      const ms = Date.parse(
        /[zZ]|[+-]\d\d:\d\d$/.test(value) ? value : `${value}${value.includes('T') ? 'Z' : ''}`,
      );
      return Number.isNaN(ms) ? value : shownMoment(ms, modo);
    }
    default: {
      const number = Number(value);
      if (value === '' || Number.isNaN(number)) return value;
      const formato = formatos[style];
      return formato ? shownCell(number, formato, de1904, modo) : shownNumber(number);
    }
  }
}

/** True if a formula was never computed: no value, or 0 in a workbook that asks for recalculation. */
const isUnmade = ({ type, value }: Cell, { recalcula }: Pasta): boolean =>
  type !== 'str' && (value === '' || (recalcula && value === '0'));

class Rows {
  ready: LinhaLida[] = [];
  ended = false;
  readonly semValor: Formulas;
  readonly #pasta: Pasta;
  readonly #modo: Modo;
  #n = 0;
  #celulas: string[] | null = null;
  #cell: Cell | null = null;
  #next = 0;
  #reads: 'value' | 'inline' | null = null;
  #aside = 0;

  constructor(pasta: Pasta, modo: Modo, semValor: Formulas) {
    this.semValor = semValor;
    this.#pasta = pasta;
    this.#modo = modo;
  }

  open(tag: string, attrs: () => Record<string, string>): void {
    if (tag === 'row') this.#row(attrs().r);
    else if (tag === 'c' && this.#celulas) this.#begin(attrs());
    else if (!this.#cell) return;
    else if (tag === 'f') this.#cell.formula = true;
    else if (tag === 'v') this.#reads = 'value';
    else if (tag === 'rPh') this.#aside += 1;
    else if (tag === 't' && this.#aside === 0) this.#reads = 'inline';
  }

  text(part: string): void {
    if (!this.#cell || !this.#reads) return;
    this.#cell[this.#reads] += part;
    // Stops collecting a long cell, which the table's reader refuses.
    if (this.#cell[this.#reads].length > LIMITES_PLANILHA.celula * 2) this.#reads = null;
  }

  close(tag: string): void {
    if (tag === 'v' || tag === 't') this.#reads = null;
    else if (tag === 'rPh') this.#aside -= 1;
    else if (tag === 'c' && this.#cell) this.#end(this.#cell);
    else if (tag === 'row' && this.#celulas) {
      if (this.#celulas.some((cell) => cell !== '')) this.ready.push({ n: this.#n, celulas: this.#celulas });
      this.#celulas = null;
    } else if (tag === 'sheetData') this.ended = true;
  }

  #row(number: string | undefined): void {
    const n = number === undefined ? this.#n + 1 : Number(number);
    if (!Number.isInteger(n) || n <= this.#n || n > ROWS) throw new UnreadableError(DANIFICADA);
    this.#n = n;
    this.#celulas = [];
    this.#next = 0;
  }

  #begin({ r, t = 'n', s }: Record<string, string>): void {
    const column = r === undefined ? this.#next : columnOf(r);
    if (column === null || column >= COLUMNS) throw new UnreadableError(DANIFICADA);
    this.#next = column + 1;
    this.#cell = {
      column,
      type: t,
      style: s === undefined ? 0 : Number(s),
      value: '',
      inline: '',
      formula: false,
    };
    this.#aside = 0;
  }

  #end(cell: Cell): void {
    this.#cell = null;
    this.#reads = null;
    if (cell.formula && isUnmade(cell, this.#pasta)) {
      this.semValor.add(cell.column, this.#n);
      return;
    }
    const text = showCell(cell, this.#pasta, this.#modo);
    if (text === '' || !this.#celulas) return;
    // Adds empty cells only before filled ones, to save memory.
    while (this.#celulas.length < cell.column) this.#celulas.push('');
    this.#celulas[cell.column] = text;
  }
}

type Onde = { parts: Parts; parte: string; pasta: Pasta; modo: Modo };

async function* rowsOf({ parts, parte, pasta, modo }: Onde, semValor: Formulas): AsyncGenerator<LinhaLida[]> {
  const stream = await parts(parte);
  if (!stream) throw new UnreadableError(DANIFICADA);
  const rows = new Rows(pasta, modo, semValor);
  for await (const _ of readXml(stream, {
    open: (tag, attrs) => rows.open(tag, attrs),
    text: (part) => rows.text(part),
    close: (tag) => rows.close(tag),
  })) {
    if (rows.ready.length > 0) {
      yield rows.ready;
      rows.ready = [];
    }
    if (rows.ended) return;
  }
  if (!rows.ended) throw new UnreadableError(DANIFICADA);
}

/**
 * Opens an .xlsx's sheets as streams, with formulas' saved values; reads nothing outside the file.
 * @param arquivo package checked by assertUnpacks (unpacked.ts)
 * @throws UnreadableError if it is damaged
 */
export async function sheetsOfXlsx(arquivo: string, modo: Modo): Promise<Folhas> {
  const parts = await partsOf(arquivo);
  const pasta = await readWorkbook(parts);
  const folhas = pasta.abas.map(({ nome, parte, oculta }): Folha => {
    let semValor = new Formulas();
    return {
      nome,
      oculta,
      rows: () => {
        semValor = new Formulas();
        return rowsOf({ parts, parte, pasta, modo }, semValor);
      },
      semValor: () => semValor.all,
    };
  });
  return { formato: 'xlsx', de1904: pasta.de1904, folhas };
}
