import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { RAR_MAX_MB } from '@escuta/shared/domain/recordings/rar';
import { LIMITES_LOTE } from '@escuta/shared/domain/recordings/recording-batch';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Limits of a reading process: wall-clock working time, ms; resident memory, bytes. */
export type ChildLimits = { tempoMs: number; memoria: number };

/** Limits of a document. Exceeding a limit is reported; nothing is cut off silently. */
export const LIMITES_DOCUMENTO = {
  bytes: 20 * MB,
  paginas: 300,
  caracteres: 2_000_000,
  /** Lines and table rows: each is stored and shown beside the questions. */
  linhas: 30_000,
  /** Unpacked bytes of a packed document (.docx). */
  desempacotado: 200 * MB,
  tempoMs: 60_000,
  memoria: GB,
} as const;

/** Emptiness from which a file is refused: libraries need as long for it as for content. */
export const LIMITES_VAZIO = {
  /** Blank lines or rows in a row. */
  linhas: 10_000,
  /** Elements of a .docx with no text between them, and in all. */
  elementos: 100_000,
  elementosAoTodo: 1_000_000,
  /** Elements of a workbook's part without text: legitimate files have many empty cells. */
  elementosPlanilha: 3_000_000,
  /** Sheets of a workbook, and references of a part. */
  abas: 1_000,
  relacoes: 10_000,
  partes: 5_000,
} as const;

export const LIMITES_PLANILHA = {
  bytes: 50 * MB,
  /** Filled rows below the heading. */
  linhas: 20_000,
  colunas: 400,
  /** Characters of a cell: Excel's limit. */
  celula: 32_767,
  /** Characters of all cells: a repeated long text is tiny when packed. */
  texto: 50_000_000,
  /** Unpacked bytes of a packed sheet (.xlsx). */
  desempacotado: 200 * MB,
  tempoMs: 60_000,
  memoria: GB,
} as const;

export const LIMITES_LIGACOES = {
  bytes: LIMITES_IMPORTACAO.bytes,
  /** All filled rows, with those above the heading. */
  linhas: LIMITES_IMPORTACAO.linhas + 50,
  colunas: LIMITES_IMPORTACAO.colunas,
  celula: 32_767,
  texto: 400_000_000,
  desempacotado: 500 * MB,
  tempoMs: 120_000,
  memoria: GB,
} as const;

export const LIMITES_ARQUIVO = {
  bytes: 2 * GB,
  /** Bytes of a .rar: unpacking an entry may need all entries before. */
  bytesRar: RAR_MAX_MB * MB,
  entradas: 5_000,
  /** Characters of an entry's name, with its folders. */
  nome: 1_000,
  /** Unpacked bytes of an entry, counted. */
  entrada: GB,
  /** Unpacked bytes of all entries, counted. */
  total: 20 * GB,
  /** Largest compression ratio of an entry larger than `pequena` bytes. */
  razao: 20,
  pequena: MB,
  tempoMs: 15 * 60_000,
  memoria: GB,
} as const;

export type LimitesDoArquivo = Record<
  'bytes' | 'bytesRar' | 'entradas' | 'entrada' | 'total' | 'razao' | 'pequena',
  number
>;

/** Limits of a bulk archive: a silent .wav shrinks more than speech. */
export const LIMITES_ARQUIVO_LOTE = {
  ...LIMITES_ARQUIVO,
  bytes: LIMITES_LOTE.bytes,
  entradas: LIMITES_LOTE.arquivos,
  total: 5 * LIMITES_LOTE.bytes,
  razao: 100,
  tempoMs: 60 * 60_000,
} as const;
