/** What the columns of a call sheet are: by what they are called, by who made the sheet, and by what stands in them. */
import type { LinhaLida } from '../survey-file/sheet.ts';
import { isRounded, orderOf, plainCell, readClock, readDuration, readMoment, readNumber } from './cells.ts';
import {
  CAMPOS_PLANILHA,
  type ColunaLida,
  type DestinoColuna,
  FUSO_PADRAO,
  isCampo,
  type Mapeamento,
  type OrdemLida,
  type OrigemPlanilha,
  type UnidadeDuracao,
} from './fields.ts';
import { LIMITES_IMPORTACAO } from './limits.ts';
import {
  AVISO_ASTERISK,
  asteriskColumns,
  COLUNAS_ASTERISK,
  destinationOf,
  knownSheet,
  plainTitle,
} from './titles.ts';

/** Values are tried on so many rows, and so many of those must be what the column seems to be. */
export const AMOSTRA = 200;
const QUASE_TODAS = 0.9;
/** The heading stands in the first rows. */
export const PROCURA_CABECALHO = 50;

const LETTER = /\p{L}/u;
const isDate = (text: string): boolean => {
  const read = readMoment(text, 'dma', false);
  return 'valor' in read || 'valor' in readMoment(text, 'mda', false);
};
/** A day in letters or with separators: a phone of eight digits is none. */
const looksLikeDate = (text: string): boolean =>
  /[-/:.]/u.test(text) && LETTER.test(text) === false && isDate(text);
const isPhone = (text: string): boolean => /^\D*(?:\d\D*){8,15}$/u.test(text) && 'valor' in readNumber(text);

/** Whether a row names columns: it has titles that we know, or several texts none of which is a value. */
function headingScore(celulas: readonly string[]): 0 | 1 | 2 {
  const filled = celulas.map(plainCell).filter((text) => text !== '');
  if (filled.some((text) => looksLikeDate(text) || isPhone(text))) return 0;
  if (filled.filter((text) => destinationOf(text) !== null).length >= 2) return 2;
  return filled.filter((text) => LETTER.test(text)).length >= 2 && filled.length >= 2 ? 1 : 0;
}

const isAsteriskRow = (celulas: readonly string[]): boolean =>
  celulas.length >= 17 &&
  celulas.length <= 18 &&
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(plainCell(celulas[9] ?? '')) &&
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u.test(plainCell(celulas[11] ?? '')) &&
  /^\d+$/u.test(plainCell(celulas[12] ?? '')) &&
  /^\d+$/u.test(plainCell(celulas[13] ?? ''));

export type Cabecalho = {
  /** The row that names the columns; null: none does. */
  n: number | null;
  titulos: string[];
  origem: OrigemPlanilha | null;
};

/** 0 → A, 26 → AA. */
const letters = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : letters(Math.floor(index / 26) - 1) + String.fromCharCode(65 + (index % 26));

/** Where the columns' names stand. @param first rows of the sheet, at most PROCURA_CABECALHO */
export function findHeading(first: readonly LinhaLida[]): Cabecalho {
  const rows = first.slice(0, PROCURA_CABECALHO);
  const [top] = rows;
  if (top && isAsteriskRow(top.celulas))
    return { n: null, titulos: [...COLUNAS_ASTERISK], origem: 'asterisk' };
  const scored = rows.map((row) => ({ row, score: headingScore(row.celulas) }));
  // A title above the table may have two words in two cells; the row that we know is the heading.
  const found =
    scored.find(({ score }) => score === 2) ??
    scored
      .slice(
        0,
        scored.findIndex(({ row }) => row.celulas.some((cell) => looksLikeDate(plainCell(cell)))) + 1 ||
          rows.length,
      )
      .find(({ score }) => score === 1);
  if (found) {
    const titulos = found.row.celulas.map(plainCell);
    return { n: found.row.n, titulos, origem: knownSheet(titulos)?.origem ?? null };
  }
  const width = Math.max(0, ...rows.map(({ celulas }) => celulas.length));
  return {
    n: null,
    titulos: Array.from({ length: width }, (_, index) => `Coluna ${letters(index)}`),
    origem: null,
  };
}

const EXEMPLOS = 3;
const EXEMPLO_MAX = 60;

/** What stands in one column, told row by row. */
class Column {
  preenchidas = 0;
  readonly exemplos: string[] = [];
  dma = 0;
  mda = 0;
  ambiguas = 0;
  /** Of the sample. */
  amostra = 0;
  telefones = 0;
  datas = 0;
  comHora = 0;
  horas = 0;
  duracoes = 0;
  arquivos = 0;
  maior = 0;
  decimais = 0;
  arredondados = 0;

  add(text: string): void {
    if (text === '') return;
    this.preenchidas += 1;
    this.#order(text);
    if (this.amostra >= AMOSTRA) return;
    this.amostra += 1;
    if (this.exemplos.length < EXEMPLOS && !this.exemplos.includes(text))
      this.exemplos.push(
        text.length > EXEMPLO_MAX ? `${text.slice(0, EXEMPLO_MAX).replace(/\p{Cs}$/u, '')}…` : text,
      );
    if (isRounded(text)) this.arredondados += 1;
    if (isPhone(text) && !looksLikeDate(text)) this.telefones += 1;
    if (looksLikeDate(text)) {
      this.datas += 1;
      if (text.includes(':')) this.comHora += 1;
    } else if (/^\d{1,2}:\d{2}/u.test(text) && 'valor' in readClock(text)) this.horas += 1;
    if (/^[\d:.,]+$/u.test(text) && 'valor' in readDuration(text, 'segundos')) this.duracoes += 1;
    if (/^\d+[.,]\d*[1-9]\d*$/u.test(text)) this.decimais += 1;
    if (/\.(?:wav|mp3|ogg|gsm|m4a|opus)$/iu.test(text)) this.arquivos += 1;
    this.maior = Math.max(this.maior, text.length);
  }

  #order(text: string): void {
    // Most cells of most sheets are no such day: that is told by two characters.
    const code = text.charCodeAt(0);
    if (code < 48 || code > 57 || !/^\d{1,2}[-/.]\d/u.test(text)) return;
    const order = orderOf(text);
    if (order === 'dma') this.dma += 1;
    else if (order === 'mda') this.mda += 1;
    else if (order === 'ambigua') this.ambiguas += 1;
  }

  most(n: number): boolean {
    return this.amostra > 0 && n >= this.amostra * QUASE_TODAS;
  }

  get ordem(): OrdemLida | null {
    if (this.dma > 0 && this.mda > 0) return 'mista';
    if (this.dma > 0) return 'dma';
    if (this.mda > 0) return 'mda';
    return this.ambiguas > 0 ? 'ambigua' : null;
  }
}

/** Looks at a sheet's rows, once and in their order, and says what its columns are. */
export class SheetFigures {
  linhas = 0;
  readonly cabecalho: Cabecalho;
  readonly #columns: Column[] = [];

  constructor(cabecalho: Cabecalho) {
    this.cabecalho = cabecalho;
  }

  /** @returns whether the row is one of the table */
  add({ n, celulas }: LinhaLida): boolean {
    if (this.cabecalho.n !== null && n <= this.cabecalho.n) return false;
    this.linhas += 1;
    for (let index = 0; index < celulas.length; index += 1) {
      this.#columns[index] ??= new Column();
      this.#columns[index]?.add(plainCell(celulas[index] ?? ''));
    }
    return true;
  }

  /** @param lembrado what a person said of a sheet with this heading */
  result(lembrado: readonly DestinoColuna[] | null): {
    colunas: ColunaLida[];
    duracao: UnidadeDuracao;
    avisos: string[];
  } {
    const { titulos, origem } = this.cabecalho;
    const width = Math.max(titulos.length, this.#columns.length);
    const all = Array.from({ length: width }, (_, index) => ({
      titulo: titulos[index] ?? '',
      column: this.#columns[index] ?? new Column(),
    }));
    const sure =
      lembrado ?? (origem === 'asterisk' ? asteriskColumns() : knownSheet(titulos)?.colunas) ?? null;
    const guessed = sure ? null : guess(all);
    const colunas = all.map(
      ({ titulo, column }, index): ColunaLida => ({
        titulo,
        exemplos: column.exemplos,
        preenchidas: column.preenchidas,
        sugestao: sure?.[index] ?? guessed?.[index]?.sugestao ?? 'ignorar',
        certa: sure !== null || (guessed?.[index]?.certa ?? false),
        ordem: column.ordem,
      }),
    );
    const avisos = origem === 'asterisk' ? [AVISO_ASTERISK] : [];
    for (const { titulo, column } of all)
      if (column.arredondados > 0)
        avisos.push(
          `Na coluna "${titulo}" há números como ${column.exemplos.find(isRounded) ?? '1,19988E+10'}: o Excel os arredondou e os dígitos se perderam. Formate a coluna como texto e salve de novo.`,
        );
    const at = colunas.findIndex(({ sugestao }) => sugestao === 'duracao');
    return { colunas, avisos, duracao: at >= 0 ? unitOf(all[at] as Seen) : 'segundos' };
  }
}

type Seen = { titulo: string; column: Column };

/** What whole numbers of a duration count: its title says so, or that most of the column have decimals. */
function unitOf({ titulo, column }: Seen): UnidadeDuracao {
  const bracket = /\(([^)]*)\)/u.exec(titulo)?.[1] ?? titulo;
  if (/\b(?:s|seg|segundos?|sec|seconds?)\b/iu.test(bracket)) return 'segundos';
  if (/\b(?:min|mins|minutos?|minutes?)\b/iu.test(bracket)) return 'minutos';
  return column.decimais * 2 > column.amostra ? 'minutos' : 'segundos';
}

type Guess = { sugestao: DestinoColuna; certa: boolean };

/** Whether what stands in a column can be what its title says. */
function fits(destino: DestinoColuna, column: Column): boolean {
  if (column.amostra === 0) return true;
  switch (destino) {
    case 'inicio':
    case 'fim':
      return column.datas > 0 || column.telefones === 0;
    case 'dia':
      return column.datas > 0;
    case 'numero':
      return column.telefones > 0 || column.datas === 0;
    default:
      return true;
  }
}

function guess(all: readonly Seen[]): Guess[] {
  const taken = new Set<DestinoColuna>();
  const guesses = all.map(({ titulo, column }): Guess | null => {
    let destino = destinationOf(titulo);
    // 'Data' may hold the time, too.
    if (destino === 'dia' && column.comHora > 0) destino = 'inicio';
    if (destino === null || destino === 'ignorar') return destino ? { sugestao: destino, certa: true } : null;
    if (taken.has(destino) || !fits(destino, column)) return null;
    taken.add(destino);
    return { sugestao: destino, certa: true };
  });
  if (taken.has('inicio')) {
    // Both a moment and its parts: the moment says all.
    for (const [index, one] of guesses.entries())
      if (one && (one.sugestao === 'dia' || one.sugestao === 'hora'))
        guesses[index] = { sugestao: 'metadado', certa: true };
    taken.delete('dia');
    taken.delete('hora');
  }
  const byValue: [DestinoColuna, (seen: Column) => boolean][] = [
    ['inicio', (column) => column.most(column.datas) && column.comHora > 0],
    ['dia', (column) => column.most(column.datas) && column.comHora === 0],
    ['hora', (column) => column.most(column.horas)],
    ['fim', (column) => column.most(column.datas) && column.comHora > 0],
    ['numero', (column) => column.most(column.telefones)],
    ['arquivo', (column) => column.most(column.arquivos)],
  ];
  for (const [destino, test] of byValue) {
    const blocked =
      (destino === 'dia' && taken.has('inicio')) ||
      (destino === 'hora' && !taken.has('dia')) ||
      taken.has(destino);
    if (blocked) continue;
    const at = guesses.findIndex((one, index) => one === null && test((all[index] as Seen).column));
    if (at < 0) continue;
    guesses[at] = { sugestao: destino, certa: false };
    taken.add(destino);
  }
  let metadados = 0;
  return guesses.map((one, index) => {
    if (one) return one;
    const { titulo, column } = all[index] as Seen;
    const keep =
      plainTitle(titulo) !== '' && column.preenchidas > 0 && metadados < LIMITES_IMPORTACAO.metadados;
    if (keep) metadados += 1;
    return { sugestao: keep ? 'metadado' : 'ignorar', certa: false };
  });
}

/** The mapping that a sheet's columns suggest; what is missing in it a person says. */
export function suggestedMapping(colunas: readonly ColunaLida[], duracao: UnidadeDuracao): Mapeamento {
  return {
    colunas: colunas.map(({ sugestao }) => sugestao),
    ordem: null,
    fuso: FUSO_PADRAO,
    duracao,
    criar_agentes: false,
  };
}

const DATAS: readonly DestinoColuna[] = ['inicio', 'dia', 'fim'];

/** Which order of day and month the mapped columns leave open; null: none does. */
export function orderQuestion(
  colunas: readonly ColunaLida[],
  { colunas: destinos, ordem }: Pick<Mapeamento, 'colunas' | 'ordem'>,
): { titulo: string; ordem: OrdemLida } | null {
  if (ordem !== null) return null;
  for (const [index, destino] of destinos.entries()) {
    const coluna = colunas[index];
    if (!coluna || !DATAS.includes(destino)) continue;
    if (coluna.ordem === 'ambigua' && !siblingOrder(colunas, destinos))
      return { titulo: coluna.titulo, ordem: 'ambigua' };
    if (coluna.ordem === 'mista') return { titulo: coluna.titulo, ordem: 'mista' };
  }
  return null;
}

/** What another column of dates says: one program writes all of them alike. */
function siblingOrder(
  colunas: readonly ColunaLida[],
  destinos: readonly DestinoColuna[],
): 'dma' | 'mda' | null {
  const orders = new Set(
    destinos.flatMap((destino, index) => {
      const ordem = DATAS.includes(destino) ? colunas[index]?.ordem : null;
      return ordem === 'dma' || ordem === 'mda' ? [ordem] : [];
    }),
  );
  const [only] = orders;
  return orders.size === 1 && only ? only : null;
}

/** The order by which dates are read: a person's word, else what the columns themselves say. */
export const orderOfDates = (
  colunas: readonly ColunaLida[],
  { colunas: destinos, ordem }: Pick<Mapeamento, 'colunas' | 'ordem'>,
): 'dma' | 'mda' => ordem ?? siblingOrder(colunas, destinos) ?? 'dma';

/**
 * Why a sheet cannot be imported without a person; null: it can. Its program must be known, or somebody have said before what its columns
 * are; and nothing may be left open.
 */
export function openQuestion(
  colunas: readonly ColunaLida[],
  mapeamento: Pick<Mapeamento, 'colunas' | 'ordem'>,
): string | null {
  const titled = (at: number): string => `"${colunas[at]?.titulo || `${at + 1}ª coluna`}"`;
  const has = (campo: DestinoColuna): boolean => mapeamento.colunas.includes(campo);
  if (!has('numero')) return 'Nenhuma coluna foi reconhecida como o número da ligação.';
  if (!has('inicio') && !has('dia')) return 'Nenhuma coluna foi reconhecida como o início da ligação.';
  for (const campo of CAMPOS_PLANILHA) {
    const at = mapeamento.colunas.indexOf(campo);
    if (at >= 0 && colunas[at]?.certa === false)
      return `A coluna ${titled(at)} não foi reconhecida com certeza: confira na tela de importação.`;
  }
  const unknown = mapeamento.colunas.findIndex(
    (destino, at) => !isCampo(destino) && colunas[at]?.certa === false && (colunas[at]?.preenchidas ?? 0) > 0,
  );
  if (unknown >= 0) return `A coluna ${titled(unknown)} não é conhecida: confira na tela de importação.`;
  const order = orderQuestion(colunas, mapeamento);
  if (order)
    return order.ordem === 'mista'
      ? `A coluna "${order.titulo}" mistura datas dd/mm e mm/dd.`
      : `Na coluna "${order.titulo}" não dá para saber se as datas são dd/mm ou mm/dd.`;
  return null;
}
