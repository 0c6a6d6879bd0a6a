/** Converts a document's blocks to lines: one for each text line, table row or grid. */
import { type Bloco, isTooLong, type Lugar, piecesOfLine } from '../documents/document.ts';
import { type Grade, gridOf } from './grid.ts';

/** A row of a separate code table: '2.1 | Até uma hora | 10'. `numero`: the question's number. */
export type LinhaDeCodigo = { numero: string | null; texto: string; valor: number | null };

export type Linha = {
  texto: string;
  celulas: readonly string[];
  fim: boolean;
  origem: number;
  tabela: boolean;
  grade: Grade | null;
  codigo: LinhaDeCodigo | null;
};

export type LinhaDoDocumento = { texto: string; lugar: Lugar | null };

export const HEADER_WORDS =
  /^(?:c[oó]d(?:igo|igos|\.)?|op[cç][aã]o|op[cç][oõ]es|resposta|respostas|alternativas?|valor|descri[cç][aã]o)$/iu;
export const CODE_HEADER =
  /^c[oó]d(?:igo|\.)?\s+(?:op[cç][aã]o|resposta|alternativa|descri[cç][aã]o)(?:\s+valor)?$|^(?:resposta|op[cç][aã]o|alternativa)\s+c[oó]d(?:igo|\.)?$/iu;
const TEXT_COLUMN = /^(?:op[cç][aã]o|op[cç][oõ]es|respostas?|alternativas?|descri[cç][aã]o)$/iu;

const QUESTION_COLUMN =
  /^(?:n[º°o.]*|n[úu]mero|item|perguntas?|quest(?:[ãa]o|[õo]es)|quesitos?|vari[áa]vel)$/iu;
const SKIP_COLUMN =
  /^(?:pul(?:e|ar|o|os)|saltos?|v[áa]|ir|passe|siga|pr[óo]xima(?: pergunta)?|desvio|filtros?)(?:\s+(?:para|p\/|a))?\s*:?$/iu;
/** Matches a skip's target, which is a question's number. */
const TARGET = /^(?:(?:→|->|p\/|para)\s*)?(?:a\s+)?(?:[PQ]\.?\s?)?\d{1,3}[a-z]?$/iu;
const ENDS = /^(?:encerr|agrade[çc]|fim(?!\p{L})|continu|prossig)/iu;
const CODED_TARGET = /^(?:→|->)?\s*[PQ]\.?\s?\d{1,3}[a-z]?$/iu;

/** Marks a skip column's targets ('Não | 2 | P4') with '→'; bare numbers only if the column's heading names skips. */
function withSkips(rows: readonly string[][]): readonly string[][] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const ofColumn = (column: number): string[] =>
    rows.map((row) => flat(row[column] ?? '')).filter((cell) => cell !== '');
  const columns = [...Array(width).keys()].filter((column) => {
    const cells = ofColumn(column);
    const headed = cells.some((cell) => SKIP_COLUMN.test(cell));
    const targets = cells.filter((cell) => (headed ? TARGET : CODED_TARGET).test(cell));
    const others = cells.filter((cell) => !targets.includes(cell) && !ENDS.test(cell));
    return column > 0 && targets.length > 0 && (headed || others.length === 0);
  });
  if (columns.length === 0) return rows;
  return rows.map((row) => {
    const heads = row.some((cell) => SKIP_COLUMN.test(flat(cell)));
    return row.map((cell, column) => {
      const text = flat(cell);
      if (heads && column > 0 && (SKIP_COLUMN.test(text) || HEADER_WORDS.test(text))) return '';
      return columns.includes(column) && TARGET.test(text)
        ? `→ ${text.replace(/^(?:→|->|p\/|para)\s*(?:a\s+)?/iu, '')}`
        : cell;
    });
  });
}

const plain = (texto: string, origem: number, more: Partial<Linha> = {}): Linha => ({
  texto,
  celulas: [texto],
  fim: true,
  origem,
  tabela: false,
  grade: null,
  codigo: null,
  ...more,
});

const filled = (cells: readonly string[]): string[] =>
  cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
const flat = (cell: string): string => cell.replace(/\s+/gu, ' ').trim();

const ALONE_NUMBER = /^(?:[A-Z]{0,3}\.?\s?\d{1,3}(?:\.\d{1,2})?[a-z]?)\s*[-–—.):º°]*$/u;
/** Matches a question's beginning in a cell. 'P3' alone and 'Ir para P3' do not match: they are skips. */
const BEGINS_QUESTION = /^(?:[PQ]\.?\s?\d{1,3}|PERGUNTA\s+\d)[^\p{L}]*\p{L}/u;
export const isAloneNumber = (cell: string): boolean => ALONE_NUMBER.test(cell);
const CODE = /^[([]?\s*\d{1,4}\s*[)\]]?$/u;

function linesOfRow(row: readonly string[], origem: number): Linha[] {
  const cells = filled(row);
  if (cells.length === 0) return [];
  const parts = cells.map((cell) => filled(cell.split('\n')));
  const [first = []] = parts;
  const apart = cells.some((cell, at) => at > 0 && BEGINS_QUESTION.test(cell));
  const broken = parts.some((lines) => lines.length > 1);
  if (!broken && !apart) {
    const [number, asked] = cells;
    // The question's number has its own cell: 'P3 | Qual a sua idade?'.
    if (number && asked && ALONE_NUMBER.test(number) && /\p{L}/u.test(number) && !CODE.test(number))
      return [plain(cells.map(flat).join(' '), origem, { tabela: true })];
    return [plain(cells.map(flat).join(' '), origem, { celulas: cells.map(flat), tabela: true })];
  }
  const size = first.length;
  const parallel = size > 1 && parts.length > 1 && parts.every((lines) => lines.length === size);
  if (parallel && parts.some((lines) => lines.every((line) => CODE.test(line)))) {
    // One cell contains the options' words, another their codes.
    return first.map((_, at) => {
      const celulas = parts.map((lines) => flat(lines[at] ?? ''));
      return plain(celulas.join(' '), origem, { celulas, tabela: true });
    });
  }
  const numbered = parts.length > 1 && first.length === 1 && ALONE_NUMBER.test(first[0] ?? '');
  const lines = numbered
    ? [`${first[0]} ${parts[1]?.[0] ?? ''}`, ...(parts[1] ?? []).slice(1), ...parts.slice(2).flat()]
    : parts.flat();
  return lines.map((line) => plain(flat(line), origem, { tabela: true }));
}

function codedRows(rows: readonly string[][], origins: readonly (number | null)[]): Linha[] | null {
  const [header = [], ...rest] = rows;
  const names = header.map((cell) => cell.trim());
  if (!names.some((name) => HEADER_WORDS.test(name))) return null;
  if (names.some((name) => QUESTION_COLUMN.test(name))) return null;
  const text = names.findIndex((name) => TEXT_COLUMN.test(name));
  const value = names.findIndex((name) => /^valor$/iu.test(name));
  const code = names.findIndex((name) => /^c[oó]d/iu.test(name));
  if (text < 0) return null;
  return rest.flatMap((row, at): Linha[] => {
    const origem = origins[at + 1];
    const texto = flat(row[text] ?? '');
    if (origem === null || origem === undefined || texto === '') return [];
    const numero = /^(\d{1,3})\.\d{1,3}$/u.exec(flat(row[code] ?? ''))?.[1] ?? null;
    const written = flat(row[value === -1 ? code : value] ?? '');
    const valor = /^\d{1,9}$/u.test(written) ? Number(written) : null;
    return [plain(texto, origem, { tabela: true, codigo: { numero, texto, valor } })];
  });
}

/** Converts blocks to lines for reading (`linhas`) and to lines for display (`documento`, one per table row). */
export function linesOf(blocks: readonly Bloco[]): { linhas: Linha[]; documento: LinhaDoDocumento[] } {
  const linhas: Linha[] = [];
  const documento: LinhaDoDocumento[] = [];
  for (const block of blocks) {
    if (block.tipo === 'linha') {
      if (block.texto.trim() === '') {
        const last = linhas.at(-1);
        if (last) last.fim = true;
        continue;
      }
      const celulas = filled(block.celulas ?? []);
      const texto = flat(block.texto);
      linhas.push(
        plain(texto, documento.length, {
          fim: block.fim,
          celulas: celulas.length > 1 ? celulas : [texto],
        }),
      );
      documento.push({ texto: block.texto.trim(), lugar: block.lugar ?? null });
      continue;
    }
    const origins = block.linhas.map((row, at) => {
      const texto = filled(row).map(flat).join(' ');
      if (texto === '') return null;
      documento.push({ texto, lugar: block.lugares?.[at] ?? null });
      return documento.length - 1;
    });
    const grade = gridOf(block.linhas, origins);
    if (grade) {
      linhas.push(plain('', grade.origens[0] ?? documento.length - 1, { tabela: true, grade }));
      continue;
    }
    const table = withSkips(block.linhas);
    const coded = codedRows(table, origins);
    const rows = table.map((row, at) =>
      origins[at] === null || origins[at] === undefined ? [] : linesOfRow(row, origins[at]),
    );
    linhas.push(...(coded ? [...(rows[0] ?? []), ...coded] : rows.flat()));
  }
  const last = linhas.at(-1);
  if (last) last.fim = true;
  return { linhas: linhas.flatMap(inPieces), documento };
}

function inPieces(linha: Linha): Linha[] {
  const { texto } = linha;
  if (!isTooLong(texto)) return [linha];
  return piecesOfLine(texto).map((piece) => ({ ...linha, texto: piece, celulas: [piece], codigo: null }));
}
