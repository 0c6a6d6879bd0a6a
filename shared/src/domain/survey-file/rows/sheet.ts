/** A sheet's row: `n` is its displayed number from 1, cells are displayed texts. */
export type LinhaLida = { n: number; celulas: string[] };

export type PlanilhaLida = {
  /** The sheet's name; null: the format has a single sheet. */
  aba: string | null;
  /** Headings as written, as many as the widest row has cells; may be empty or repeated. */
  cabecalho: string[];
  linhas: number;
  avisos: string[];
};

/** File formats: .xlsx, .xls of Excel 5 to 2003, delimited text. */
export const FORMATOS_PLANILHA = ['xlsx', 'xls', 'texto'] as const;
export type FormatoPlanilha = (typeof FORMATOS_PLANILHA)[number];

/** Formulas without stored values in a column; `celula`: the first such cell, `n`: the number of such formulas. */
export type SemValor = { coluna: number; celula: string; n: number };

export const formulaNotice = (titulo: string, { celula, n }: Omit<SemValor, 'coluna'>): string =>
  `A coluna “${titulo}” tem fórmulas sem o valor calculado (${
    n === 1 ? `célula ${celula}` : `${n.toLocaleString('pt-BR')} células, da ${celula} em diante`
  }): o programa que fez a planilha não gravou o valor. Abra a planilha no Excel ou no LibreOffice, salve e envie de novo.`;

/** Facts about a sheet, known when the caller has received all rows, heading included. */
export type LinhasLidas = {
  aba: string | null;
  formato: FormatoPlanilha;
  de1904: boolean;
  linhas: number;
  avisos: string[];
  /** The workbook's sheets in order, also hidden ones; empty for single-sheet formats. */
  abas: { nome: string; oculta: boolean; ligacoes: boolean }[];
  semValor: SemValor[];
};

const ERRO = /^#(?:N\/[AD]|REF!|VALUE!|VALOR!|DIV\/0!|NAME\?|NOME\?|NULL!|NULO!|NUM!|NÚM!|SPILL!|CALC!)$/iu;

export const isSheetError = (celula: string): boolean => ERRO.test(celula.trim());
