/** A row of a sheet: `n` is its displayed number (the first is 1), cells are displayed texts. */
export type LinhaLida = { n: number; celulas: string[] };

export type PlanilhaLida = {
  /** Name of the sheet; null: the format has a single sheet. */
  aba: string | null;
  /** Column headings as written, as many as the widest row; may be empty or repeated. */
  cabecalho: string[];
  linhas: number;
  avisos: string[];
};

/** File formats: packed (.xlsx), Excel 5 to 2003 (.xls), delimited text. */
export const FORMATOS_PLANILHA = ['xlsx', 'xls', 'texto'] as const;
export type FormatoPlanilha = (typeof FORMATOS_PLANILHA)[number];

/** Formulas without stored values in a column: `celula` is the first cell with one, `n` the number of such cells. */
export type SemValor = { coluna: number; celula: string; n: number };

/** Warning about formulas without values: 'A coluna “Telefone” tem fórmulas sem o valor calculado (4 células, …): …' */
export const formulaNotice = (titulo: string, { celula, n }: Omit<SemValor, 'coluna'>): string =>
  `A coluna “${titulo}” tem fórmulas sem o valor calculado (${
    n === 1 ? `célula ${celula}` : `${n.toLocaleString('pt-BR')} células, da ${celula} em diante`
  }): o programa que fez a planilha não gravou o valor. Abra a planilha no Excel ou no LibreOffice, salve e envie de novo.`;

/** Knowledge about a sheet after the reader passed all rows, heading included, to its caller. */
export type LinhasLidas = {
  aba: string | null;
  formato: FormatoPlanilha;
  de1904: boolean;
  linhas: number;
  avisos: string[];
  /** Sheets of the workbook in order, hidden ones included; empty for single-sheet formats. */
  abas: { nome: string; oculta: boolean; ligacoes: boolean }[];
  semValor: SemValor[];
};

const ERRO = /^#(?:N\/[AD]|REF!|VALUE!|VALOR!|DIV\/0!|NAME\?|NOME\?|NULL!|NULO!|NUM!|NÚM!|SPILL!|CALC!)$/iu;

export const isSheetError = (celula: string): boolean => ERRO.test(celula.trim());
