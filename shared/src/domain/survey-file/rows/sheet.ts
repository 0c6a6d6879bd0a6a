/** A row of a sheet as a person sees it: `n` is its number in the program (the first row is 1), cells are texts as shown. */
export type LinhaLida = { n: number; celulas: string[] };

/** What a sheet is, besides its rows. */
export type PlanilhaLida = {
  /** The sheet of the workbook that was read; null where the format has one only. */
  aba: string | null;
  /** What heads its columns, as it stands there: empty or twice the same name is possible. As wide as the widest row. */
  cabecalho: string[];
  /** How many rows follow the heading, blank ones not counted. */
  linhas: number;
  /** What a person should know of how it was read. */
  avisos: string[];
};

/** What a sheet's file is: packed (.xlsx), of Excel 5 to 2003 (.xls), or a text of columns. */
export const FORMATOS_PLANILHA = ['xlsx', 'xls', 'texto'] as const;
export type FormatoPlanilha = (typeof FORMATOS_PLANILHA)[number];

/** Formulas of a column whose values the file does not hold: the first of them, as its program names the cell, and how many. */
export type SemValor = { coluna: number; celula: string; n: number };

/** 'A coluna "Telefone" tem fórmulas sem o valor calculado (4 células, da F2 em diante): …' */
export const formulaNotice = (titulo: string, { celula, n }: Omit<SemValor, 'coluna'>): string =>
  `A coluna "${titulo}" tem fórmulas sem o valor calculado (${
    n === 1 ? `célula ${celula}` : `${n.toLocaleString('pt-BR')} células, da ${celula} em diante`
  }): o programa que fez a planilha não o gravou. Abra-a no Excel ou no LibreOffice, salve e envie de novo.`;

/** What a sheet is of which all rows were handed on, its heading among them. */
export type LinhasLidas = {
  aba: string | null;
  formato: FormatoPlanilha;
  /** Its program counts days from 1904. */
  de1904: boolean;
  /** Rows, blank ones not counted. */
  linhas: number;
  avisos: string[];
  /** The workbook's sheets in their order, hidden ones too; empty where the format has one only. */
  abas: { nome: string; oculta: boolean; ligacoes: boolean }[];
  semValor: SemValor[];
};

const ERRO = /^#(?:N\/[AD]|REF!|VALUE!|VALOR!|DIV\/0!|NAME\?|NOME\?|NULL!|NULO!|NUM!|NÚM!|SPILL!|CALC!)$/iu;

/** Whether a cell holds the error of a formula: nobody knows what should stand there. */
export const isSheetError = (celula: string): boolean => ERRO.test(celula.trim());
