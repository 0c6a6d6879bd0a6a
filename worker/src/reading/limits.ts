import { LIMITES_IMPORTACAO } from '@escuta/shared/domain/call-sheet/limits';
import { RAR_MAX_MB } from '@escuta/shared/domain/recordings/rar';
import { LIMITES_LOTE } from '@escuta/shared/domain/recordings/recording-batch';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** What a process that reads may take: wall clock while it works, ms; resident memory, bytes. */
export type ChildLimits = { tempoMs: number; memoria: number };

/** What is read of a document at most. Whoever sends more is told so; nothing is cut off in silence. */
export const LIMITES_DOCUMENTO = {
  bytes: 20 * MB,
  paginas: 300,
  /** Characters of its text. */
  caracteres: 2_000_000,
  /** Lines and rows of tables: each is kept and shown beside the questions. */
  linhas: 30_000,
  /** Of a packed one (.docx), unpacked, bytes. */
  desempacotado: 200 * MB,
  tempoMs: 60_000,
  memoria: GB,
} as const;

/** How much of nothing is read before a file is refused: no person leaves as much, and libraries take as long over it as over something. */
export const LIMITES_VAZIO = {
  /** Blank lines or rows in a row. */
  linhas: 10_000,
  /** Elements of a .docx with no text between them, and in all. */
  elementos: 100_000,
  elementosAoTodo: 1_000_000,
  /** Elements of a workbook's part with no text between them: rows and cells that are only formatted are many in honest files. */
  elementosPlanilha: 3_000_000,
  /** Sheets of a workbook, and what a part of it may refer to. */
  abas: 1_000,
  relacoes: 10_000,
  /** Parts of a packed document or workbook. */
  partes: 5_000,
} as const;

/** What is read of a sheet at most. */
export const LIMITES_PLANILHA = {
  bytes: 50 * MB,
  /** Below its heading, blank ones not counted. */
  linhas: 20_000,
  colunas: 400,
  /** Characters of a cell: Excel's own limit. */
  celula: 32_767,
  /** Characters of all cells: a packed file repeats a long text for nothing. */
  texto: 50_000_000,
  /** Of a packed one (.xlsx), unpacked, bytes. */
  desempacotado: 200 * MB,
  tempoMs: 60_000,
  memoria: GB,
} as const;

/** What is read of a sheet of calls at most. */
export const LIMITES_LIGACOES = {
  bytes: LIMITES_IMPORTACAO.bytes,
  /** All filled rows, with what stands above the heading. */
  linhas: LIMITES_IMPORTACAO.linhas + 50,
  colunas: LIMITES_IMPORTACAO.colunas,
  celula: 32_767,
  texto: 400_000_000,
  desempacotado: 500 * MB,
  tempoMs: 120_000,
  memoria: GB,
} as const;

/** What is read of an archive of recordings at most. */
export const LIMITES_ARQUIVO = {
  bytes: 2 * GB,
  /** A .rar's: its method may need all of what came before. */
  bytesRar: RAR_MAX_MB * MB,
  entradas: 5_000,
  /** Characters of an entry's name, with its folders. */
  nome: 1_000,
  /** Bytes of an entry, unpacked and counted. */
  entrada: GB,
  /** Bytes of all entries, unpacked and counted. */
  total: 20 * GB,
  /** How often larger than packed an entry may be, once it is larger than `pequena` bytes: no recording shrinks more. */
  razao: 20,
  pequena: MB,
  tempoMs: 15 * 60_000,
  memoria: GB,
} as const;

/** What is read of one archive. */
export type LimitesDoArquivo = Record<
  'bytes' | 'bytesRar' | 'entradas' | 'entrada' | 'total' | 'razao' | 'pequena',
  number
>;

/** What is read of an archive of recordings in bulk: telephony writes plain .wav, much of it silence, which shrinks more than what is spoken. */
export const LIMITES_ARQUIVO_LOTE = {
  ...LIMITES_ARQUIVO,
  bytes: LIMITES_LOTE.bytes,
  entradas: LIMITES_LOTE.arquivos,
  total: 5 * LIMITES_LOTE.bytes,
  razao: 100,
  tempoMs: 60 * 60_000,
} as const;
