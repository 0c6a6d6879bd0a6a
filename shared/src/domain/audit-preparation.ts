/** The audit portal: a questionnaire, a sheet of answers and recordings that others collected, from their coming in to their audit (docs/decisions/0021-portal.md). */
import { z } from 'zod';
import { colunaLida } from './survey-file/columns/columns.ts';

/** The four files of the form, all of them required (specification 1, §2.4). */
export const PAPEIS_ARQUIVO = ['audio', 'perguntas', 'planilha_respostas', 'zip_audios'] as const;
export type PapelArquivo = (typeof PAPEIS_ARQUIVO)[number];

export const PAPEL_ARQUIVO_LABEL: Record<PapelArquivo, string> = {
  audio: 'Áudio principal',
  perguntas: 'Perguntas',
  planilha_respostas: 'Planilha de respostas',
  zip_audios: 'Áudios compactados',
};

/** Where recordings come from. */
export const ORIGENS_GRAVACAO = ['audio', 'zip_audios'] as const satisfies readonly PapelArquivo[];
export type OrigemGravacao = (typeof ORIGENS_GRAVACAO)[number];

type LimitesArquivo = {
  /** Endings of names that are taken; null: the media type says that it is sound. */
  extensoes: readonly string[] | null;
  /** Largest file, MB; null: as the installation says (UPLOAD_MAX_MB). */
  mb: number | null;
};

/** What each file may be. What it is is found out when it is read; these are refused before a byte is sent. */
export const ARQUIVOS_DO_PORTAL: Record<PapelArquivo, LimitesArquivo> = {
  audio: { extensoes: null, mb: null },
  perguntas: { extensoes: ['.pdf', '.doc', '.docx', '.odt', '.txt', '.xlsx', '.xls'], mb: 20 },
  planilha_respostas: { extensoes: ['.xlsx', '.xls', '.csv'], mb: 50 },
  zip_audios: { extensoes: ['.zip', '.rar'], mb: 2048 },
};

/**
 * - enviando: its files come in;
 * - analisando: a task reads them, or pairs them anew after a correction;
 * - pronto: a person looks at it, corrects and confirms;
 * - falhou: a file cannot be read (`motivo`); it may be sent anew;
 * - criando: confirmed; a task makes survey, interviews and items and takes the credits;
 * - auditando: all of it was asked for; its end is waited for;
 * - concluido: nothing of it is under way any more;
 * - cancelado: given up by a person, or nobody went on with it; its files are gone.
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

/** What may be sent or corrected: nothing of it was confirmed. */
export const PREPARO_ABERTO = [
  'enviando',
  'analisando',
  'pronto',
  'falhou',
] as const satisfies readonly EstadoPreparo[];
/** What was confirmed: it is part of a survey, and was charged. */
export const PREPARO_CONFIRMADO = [
  'criando',
  'auditando',
  'concluido',
] as const satisfies readonly EstadoPreparo[];

export const isOpenPreparo = (estado: EstadoPreparo): boolean =>
  PREPARO_ABERTO.some((open) => open === estado);

/** Preparations that a company may have open at once. */
export const PREPAROS_ABERTOS_MAX = 20;

/** How long files are kept that nobody goes on with, days after the last act. */
export const PREPARO_GUARDA_DIAS = 7;

/** A cell of the sheet: its row, and its text as it stands there, cut where it is long. */
export const celulaDaPlanilha = z.object({ linha: z.number().int().min(0), texto: z.string() });
export type CelulaDaPlanilha = z.infer<typeof celulaDaPlanilha>;

/** A column of the sheet as it is stored and shown. */
export const colunaDoPreparo = colunaLida.extend({
  /** The first cells that are not empty. */
  exemplos: z.array(z.string()),
  /** The first of them with their rows; none of a sheet that an earlier version read. */
  amostra: z.array(celulaDaPlanilha).default([]),
  /** Cells that are no answer to its question: how many, and the first with why. */
  nao_reconhecidas: z.object({
    n: z.number().int().min(0),
    /** Rows that answer the question, understood or not; null of a sheet that an earlier version read. */
    de: z.number().int().min(0).nullable().default(null),
    /** Of these, answers to a free-text question that its own text or a bare number puts in doubt (text-marks.ts). */
    duvidosas: z.number().int().min(0).default(0),
    /**
     * Codes that no option has, and how often each stands there: of a question with options any number, of one that is
     * answered by a number what stands for 'não sabe' (interview/typed-codes.ts). The first of them.
     */
    codigos: z.array(z.object({ codigo: z.number().int().min(0), n: z.number().int().min(1) })).default([]),
    /** How many different answers a free-text question has; null: more than are counted, or another kind. */
    diferentes: z.number().int().min(0).nullable().default(null),
    exemplos: z.array(celulaDaPlanilha.extend({ texto: z.string().default(''), motivo: z.string() })),
  }),
});
export type ColunaDoPreparoGravada = z.infer<typeof colunaDoPreparo>;

/** The counts of a column whose cells were not looked at yet. */
export const nadaContado = (): ColunaDoPreparoGravada['nao_reconhecidas'] => ({
  n: 0,
  de: null,
  duvidosas: 0,
  codigos: [],
  diferentes: null,
  exemplos: [],
});

/** `regra` of a column of which a person said what it is: it is not looked for again. */
export const COLUNA_POR_PESSOA = 'escolhida por uma pessoa';

/** What the reading has to say besides, as it is stored. */
export const avisosDoPreparo = z.array(z.string());
