import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { RAR_MAX_MB } from '@escuta/shared/domain/recordings/rar';
import { LIMITES_LOTE } from '@escuta/shared/domain/recordings/recording-batch';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** Limits of a reading process: working time, ms; resident memory, bytes. */
export type ChildLimits = { tempoMs: number; memoria: number };

/** Exceeding a limit fails with a message; nothing is cut off silently. */
export const LIMITES_DOCUMENTO = {
  bytes: 20 * MB,
  paginas: 300,
  caracteres: 2_000_000,
  /** Lines and table rows; limited, because each is stored and shown beside the questions. */
  linhas: 30_000,
  /** Unpacked size of a .docx, bytes. */
  desempacotado: 200 * MB,
  tempoMs: 60_000,
  memoria: GB,
} as const;

/** Limits of emptiness, because libraries need as long for empty content as for text. */
export const LIMITES_VAZIO = {
  /** Consecutive blank lines or rows. */
  linhas: 10_000,
  /** Consecutive elements of a .docx without text; `elementosAoTodo`: all elements. */
  elementos: 100_000,
  elementosAoTodo: 1_000_000,
  /** Consecutive elements without text in a workbook's part; legitimate workbooks have many empty cells. */
  elementosPlanilha: 3_000_000,
  /** Sheets of a workbook; `relacoes`: references in a part. */
  abas: 1_000,
  relacoes: 10_000,
  partes: 5_000,
} as const;

export const LIMITES_PLANILHA = {
  bytes: 50 * MB,
  /** Filled rows below the heading. */
  linhas: 20_000,
  colunas: 400,
  /** Characters in a cell, as in Excel. */
  celula: 32_767,
  /** Characters in all cells; limited, because a repeated long text is tiny when packed. */
  texto: 50_000_000,
  /** Unpacked size of an .xlsx, bytes. */
  desempacotado: 200 * MB,
  tempoMs: 60_000,
  memoria: GB,
} as const;

export const LIMITES_LIGACOES = {
  bytes: LIMITES_IMPORTACAO.bytes,
  /** Filled rows, including those above the heading. */
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
  /** Size of a .rar, bytes; lower, because an entry may require unpacking all earlier ones. */
  bytesRar: RAR_MAX_MB * MB,
  entradas: 5_000,
  /** Characters in an entry's name, including its folders. */
  nome: 1_000,
  /** Unpacked size of an entry, bytes. */
  entrada: GB,
  /** Unpacked size of all entries, bytes. */
  total: 20 * GB,
  /** Greatest compression ratio of an entry larger than `pequena` bytes. */
  razao: 20,
  pequena: MB,
  tempoMs: 15 * 60_000,
  memoria: GB,
} as const;

export type LimitesDoArquivo = Record<
  'bytes' | 'bytesRar' | 'entradas' | 'entrada' | 'total' | 'razao' | 'pequena',
  number
>;

/** A batch's archive may have a higher compression ratio, because a silent .wav shrinks more than speech. */
export const LIMITES_ARQUIVO_LOTE = {
  ...LIMITES_ARQUIVO,
  bytes: LIMITES_LOTE.bytes,
  entradas: LIMITES_LOTE.arquivos,
  total: 5 * LIMITES_LOTE.bytes,
  razao: 100,
  tempoMs: 60 * 60_000,
} as const;
