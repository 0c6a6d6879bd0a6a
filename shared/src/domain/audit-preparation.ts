/** Preparation in the audit portal, from upload to audit (docs/decisions/0021-portal.md). */
import { z } from 'zod';
import { colunaLida } from './survey-file/columns/columns.ts';

/** The form's four files, all required (specification 1, §2.4). */
export const PAPEIS_ARQUIVO = ['audio', 'perguntas', 'planilha_respostas', 'zip_audios'] as const;
export type PapelArquivo = (typeof PAPEIS_ARQUIVO)[number];

export const PAPEL_ARQUIVO_LABEL: Record<PapelArquivo, string> = {
  audio: 'Áudio principal',
  perguntas: 'Perguntas',
  planilha_respostas: 'Planilha de respostas',
  zip_audios: 'Áudios compactados',
};

export const ORIGENS_GRAVACAO = ['audio', 'zip_audios'] as const satisfies readonly PapelArquivo[];
export type OrigemGravacao = (typeof ORIGENS_GRAVACAO)[number];

type LimitesArquivo = {
  /** Null if the media type decides. */
  extensoes: readonly string[] | null;
  /** Largest size, MB; null for UPLOAD_MAX_MB. */
  mb: number | null;
};

export const ARQUIVOS_DO_PORTAL: Record<PapelArquivo, LimitesArquivo> = {
  audio: { extensoes: null, mb: null },
  perguntas: { extensoes: ['.pdf', '.doc', '.docx', '.odt', '.txt', '.xlsx', '.xls'], mb: 20 },
  planilha_respostas: { extensoes: ['.xlsx', '.xls', '.csv'], mb: 50 },
  zip_audios: { extensoes: ['.zip', '.rar'], mb: 2048 },
};

/**
 * - enviando: uploading;
 * - analisando: a task reads the files, or pairs them again after a correction;
 * - pronto: a person checks, corrects and confirms;
 * - falhou: a file is unreadable (`motivo`) and may be replaced;
 * - criando: confirmed; a task creates survey, interviews and items and takes the credits;
 * - auditando: all runs requested, not all ended;
 * - concluido: no run left;
 * - cancelado: cancelled or expired, files deleted.
 */
export const ESTADOS_PREPARO = [
  'enviando',
  'analisando',
  'pronto',
  'criando',
  'auditando',
  'concluido',
  'falhou',
  'cancelado',
] as const;
export type EstadoPreparo = (typeof ESTADOS_PREPARO)[number];

export const ESTADO_PREPARO_LABEL: Record<EstadoPreparo, string> = {
  enviando: 'Enviando arquivos',
  analisando: 'Em leitura',
  pronto: 'Aguarda conferência',
  criando: 'Criando a auditoria',
  auditando: 'Em auditoria',
  concluido: 'Concluída',
  falhou: 'Com problema',
  cancelado: 'Cancelada',
};

/** States that accept files and corrections. */
export const PREPARO_ABERTO = [
  'enviando',
  'analisando',
  'pronto',
  'falhou',
] as const satisfies readonly EstadoPreparo[];
/** States in which the audit belongs to a survey and is charged. */
export const PREPARO_CONFIRMADO = [
  'criando',
  'auditando',
  'concluido',
] as const satisfies readonly EstadoPreparo[];

export const isOpenPreparo = (estado: EstadoPreparo): boolean =>
  PREPARO_ABERTO.some((open) => open === estado);

export const PREPAROS_ABERTOS_MAX = 20;

/** Days for which abandoned files are kept. */
export const PREPARO_GUARDA_DIAS = 7;

/** A cell's row, and its text, shortened if long. */
export const celulaDaPlanilha = z.object({ linha: z.number().int().min(0), texto: z.string() });
export type CelulaDaPlanilha = z.infer<typeof celulaDaPlanilha>;

export const colunaDoPreparo = colunaLida.extend({
  exemplos: z.array(z.string()),
  /** The first cells; empty for sheets read by an earlier version. */
  amostra: z.array(celulaDaPlanilha).default([]),
  /** Cells that do not answer the question: their number, and the first ones with reasons. */
  nao_reconhecidas: z.object({
    n: z.number().int().min(0),
    /** Rows with any answer; null for sheets read by an earlier version. */
    de: z.number().int().min(0).nullable().default(null),
    /** Doubtful free-text answers: the cell looks like a mark, or is a bare number (text-marks.ts). */
    duvidosas: z.number().int().min(0).default(0),
    /** The first typed codes that match no option, with their frequency (interview/typed-codes.ts). */
    codigos: z.array(z.object({ codigo: z.number().int().min(0), n: z.number().int().min(1) })).default([]),
    /** Distinct free-text answers; null if too many to count, or for another kind of question. */
    diferentes: z.number().int().min(0).nullable().default(null),
    exemplos: z.array(celulaDaPlanilha.extend({ texto: z.string().default(''), motivo: z.string() })),
  }),
});
export type ColunaDoPreparoGravada = z.infer<typeof colunaDoPreparo>;

export const nadaContado = (): ColunaDoPreparoGravada['nao_reconhecidas'] => ({
  n: 0,
  de: null,
  duvidosas: 0,
  codigos: [],
  diferentes: null,
  exemplos: [],
});

/** `regra` of a column assigned by a person; later readings keep the assignment. */
export const COLUNA_POR_PESSOA = 'escolhida por uma pessoa';

export const avisosDoPreparo = z.array(z.string());
