/** Recognises a call sheet's columns by titles, program and values. */
import { formulaNotice, type LinhaLida, type SemValor } from '../survey-file/rows/sheet.ts';
import { isRounded, orderOf, plainCell, readClock, readDuration, readNumber } from './cells.ts';
import { directionWord } from './direction.ts';
import {
  CAMPOS_PLANILHA,
  type ColunaLida,
  type DestinoColuna,
  FUSO_PADRAO,
  isCampo,
  type LeituraDaPlanilha,
  type Mapeamento,
  type OrdemLida,
  type UnidadeDuracao,
} from './fields.ts';
import { type Cabecalho, isDate, isPhone, looksLikeDate } from './heading.ts';
import { LIMITES_IMPORTACAO } from './limits.ts';
import { saysNoNumber } from './phone-text.ts';
import { Directions } from './sheet-directions.ts';
import {
  AVISO_ASTERISK,
  asteriskColumns,
  destinationOf,
  endOf,
  isTalkTime,
  knownSheet,
  plainTitle,
} from './titles.ts';

/** Rows examined, and the share that must fit a column's meaning. */
export const AMOSTRA = 200;
const QUASE_TODAS = 0.9;
const EXEMPLOS = 3;
const EXEMPLO_MAX = 60;

const AMBIGUAS = /^(?:ativ[ao]s?|local|in|out|feit[ao]s?|realizad[ao]s?|efetuad[ao]s?)$/u;

class Column {
  preenchidas = 0;
  readonly exemplos: string[] = [];
  dma = 0;
  mda = 0;
  ambiguas = 0;
  amostra = 0;
  telefones = 0;
  datas = 0;
  comHora = 0;
  horas = 0;
  duracoes = 0;
  arquivos = 0;
  maior = 0;
  decimais = 0;
  arredondado: string | null = null;
  /** Samples readable as times; as phone numbers, or as words that mean 'no number'; and as durations. */
  momentos = 0;
  numeros = 0;
  tamanhos = 0;
  /** Number of direction words, and whether any is unambiguous ('Ativo' is also a state). */
  direcoes = 0;
  direcaoCerta = false;
  formulas: NonNullable<ColunaLida['formulas']> | null = null;

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
    if (isRounded(text)) this.arredondado ??= text;
    if (isPhone(text) && !looksLikeDate(text)) this.telefones += 1;
    if (looksLikeDate(text)) {
      this.datas += 1;
      if (text.includes(':')) this.comHora += 1;
    } else if (/^\d{1,2}:\d{2}/u.test(text) && 'valor' in readClock(text)) this.horas += 1;
    if (/^[\d:.,]+$/u.test(text) && 'valor' in readDuration(text, 'segundos')) this.duracoes += 1;
    if (isDate(text)) this.momentos += 1;
    if (saysNoNumber(text) || 'valor' in readNumber(text)) this.numeros += 1;
    if (/^[\d.,\s]+$/u.test(text) || 'valor' in readDuration(text, 'segundos')) this.tamanhos += 1;
    if (directionWord(text) !== null) {
      this.direcoes += 1;
      this.direcaoCerta ||= !AMBIGUAS.test(plainTitle(text));
    }
    if (/^\d+[.,]\d*[1-9]\d*$/u.test(text)) this.decimais += 1;
    if (/\.(?:wav|mp3|ogg|gsm|m4a|opus)$/iu.test(text)) this.arquivos += 1;
    this.maior = Math.max(this.maior, text.length);
  }

  #order(text: string): void {
    // The first two characters exclude most cells quickly.
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

  /** True if less than half of the samples fit the field claimed by title or program. */
  denies(destino: DestinoColuna): boolean {
    const few = (n: number): boolean => this.amostra > 0 && n * 2 < this.amostra;
    switch (destino) {
      case 'inicio':
      case 'fim':
        return few(this.momentos + this.horas);
      case 'dia':
        return few(this.momentos);
      case 'numero':
        return few(this.numeros);
      case 'origem':
      case 'destino':
        return !few(this.datas) && this.datas > 0;
      case 'duracao':
        return few(this.tamanhos);
      default:
        return false;
    }
  }

  get ordem(): OrdemLida | null {
    if (this.dma > 0 && this.mda > 0) return 'mista';
    if (this.dma > 0) return 'dma';
    if (this.mda > 0) return 'mda';
    return this.ambiguas > 0 ? 'ambigua' : null;
  }
}

/** Reads a sheet's rows once, in order, to determine its columns. */
export class SheetFigures {
  linhas = 0;
  readonly cabecalho: Cabecalho;
  readonly #columns: Column[] = [];
  readonly #known: DestinoColuna[] | null;
  readonly #directions: Directions;

  constructor(cabecalho: Cabecalho) {
    this.cabecalho = cabecalho;
    const { titulos, origem } = cabecalho;
    this.#known = origem === 'asterisk' ? asteriskColumns(titulos) : (knownSheet(titulos)?.colunas ?? null);
    this.#directions = new Directions(
      this.#known ?? titulos.map((titulo) => endOf(titulo) ?? destinationOf(titulo)),
    );
  }

  /** Counts a row's values. @returns true if the row belongs to the table */
  add({ n, celulas }: LinhaLida): boolean {
    if (this.cabecalho.n !== null && n <= this.cabecalho.n) return false;
    this.linhas += 1;
    for (let index = 0; index < celulas.length; index += 1) {
      this.#columns[index] ??= new Column();
      this.#columns[index]?.add(plainCell(celulas[index] ?? ''));
    }
    this.#directions.add(n, celulas);
    return true;
  }

  /** Determines the columns. @param lembrado a person's earlier mapping for this heading */
  result(
    lembrado: readonly DestinoColuna[] | null,
    semValor: readonly SemValor[] = [],
  ): {
    colunas: ColunaLida[];
    duracao: UnidadeDuracao;
    avisos: string[];
    leitura: Pick<LeituraDaPlanilha, 'duvidas' | 'proprios'>;
  } {
    const { titulos, origem } = this.cabecalho;
    const width = Math.max(titulos.length, this.#columns.length);
    const all = Array.from({ length: width }, (_, index) => ({
      titulo: titulos[index] ?? '',
      column: this.#columns[index] ?? new Column(),
    }));
    for (const { coluna, celula, n } of semValor) {
      const seen = all[coluna];
      if (seen) seen.column.formulas = { celula, n };
    }
    const sure = lembrado ?? (this.#known ? roomFor(this.#known, all) : null);
    const guessed = sure ? null : guess(all);
    const colunas = all.map(({ titulo, column }, index): ColunaLida => {
      const sugestao = sure?.[index] ?? guessed?.[index]?.sugestao ?? 'ignorar';
      const certa = (sure !== null || (guessed?.[index]?.certa ?? false)) && column.formulas === null;
      return {
        titulo,
        exemplos: column.exemplos,
        preenchidas: column.preenchidas,
        sugestao,
        // A person's earlier mapping may not fit these values.
        certa: certa && !column.denies(sugestao),
        ordem: column.ordem,
        ...(column.formulas ? { formulas: column.formulas } : {}),
      };
    });
    const avisos = origem === 'asterisk' && !titulos.includes('linkedid') ? [AVISO_ASTERISK] : [];
    for (const { titulo, column } of all) {
      if (column.formulas) avisos.push(formulaNotice(titulo, column.formulas));
      if (column.arredondado !== null)
        avisos.push(
          `Na coluna “${titulo}”, há números como ${column.arredondado}: o Excel arredondou os números, e os dígitos se perderam. Gere a planilha de novo, com a coluna formatada como texto.`,
        );
    }
    const at = colunas.findIndex(({ sugestao }) => sugestao === 'duracao');
    return {
      colunas,
      avisos,
      duracao: at >= 0 ? unitOf(all[at] as Seen) : 'segundos',
      leitura: this.#directions.result(),
    };
  }
}

/** Meanings of a known program's columns, except empty columns and columns beyond the metadata limit. */
function roomFor(known: readonly DestinoColuna[], all: readonly Seen[]): DestinoColuna[] {
  let left: number = LIMITES_IMPORTACAO.metadados;
  return all.map(({ column }, index): DestinoColuna => {
    const destino = known[index] ?? 'ignorar';
    if (destino !== 'metadado') return destino;
    if (column.preenchidas === 0 || left === 0) return 'ignorar';
    left -= 1;
    return destino;
  });
}

type Seen = { titulo: string; column: Column };

/** Unit of durations in whole numbers: by the title, else minutes if most values have decimals, else seconds. */
function unitOf({ titulo, column }: Seen): UnidadeDuracao {
  const bracket = /\(([^)]*)\)/u.exec(titulo)?.[1] ?? titulo;
  if (/\b(?:s|seg|segundos?|sec|seconds?)\b/iu.test(bracket)) return 'segundos';
  if (/\b(?:min|mins|minutos?|minutes?)\b/iu.test(bracket)) return 'minutos';
  return column.decimais * 2 > column.amostra ? 'minutos' : 'segundos';
}

type Guess = { sugestao: DestinoColuna; certa: boolean };

/** True if the values fit the title's meaning; an empty column fits every meaning. */
function fitsTitle(destino: DestinoColuna, column: Column): boolean {
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

/** Meanings of titles above formulas without values; no other column may silently take these meanings. */
const ofFormulas = (all: readonly Seen[]): Map<DestinoColuna, number> =>
  new Map(
    all.flatMap(({ titulo, column }, index) => {
      const destino = column.formulas && column.preenchidas === 0 ? destinationOf(titulo) : null;
      return destino === null ? [] : [[destino, index] as const];
    }),
  );

/** Treats two columns as caller and callee if the sheet has calls in both directions; else the titles decide. */
function treatAsEnds(guesses: readonly (Guess | null)[], all: readonly Seen[]): (Guess | null)[] {
  const at = (end: 'origem' | 'destino'): number =>
    guesses.findIndex(
      (one, index) =>
        one?.sugestao === end ||
        // Another column may already have this field ('Ramal' beside 'Origem').
        ((one === null || one.sugestao === 'numero' || one.sugestao === 'ramal') &&
          endOf((all[index] as Seen).titulo) === end),
    );
  const [de, para] = [at('origem'), at('destino')];
  const alone = de >= 0 ? de : para;
  const hasNumber = guesses.some((one) => one?.sugestao === 'numero');
  const ends = guesses.map((one, index): Guess | null => {
    if (de < 0 || para < 0) {
      if (one?.sugestao !== 'origem' && one?.sugestao !== 'destino') return one;
      return index === alone && !hasNumber
        ? { ...one, sugestao: 'numero' }
        : { ...one, sugestao: 'metadado' };
    }
    if (index !== de && index !== para) return one;
    const told = guesses[de]?.sugestao === 'origem' || guesses[para]?.sugestao === 'destino';
    if (!told && (all[de] as Seen).column.telefones === 0) return one;
    return { sugestao: index === de ? 'origem' : 'destino', certa: true };
  });
  // Restores the column titled as the extension, if the caller's column had been taken for the extension.
  const free = ends.some((one) => one?.sugestao === 'ramal')
    ? -1
    : ends.findIndex((one, index) => one === null && destinationOf((all[index] as Seen).titulo) === 'ramal');
  return ends.map((one, index) => (index === free ? { sugestao: 'ramal', certa: true } : one));
}

function guess(all: readonly Seen[]): Guess[] {
  const taken = new Set<DestinoColuna>();
  const formulas = ofFormulas(all);
  const talk = all.some(({ titulo, column }) => isTalkTime(titulo) && column.most(column.tamanhos));
  const titled = all.map(({ titulo, column }, index): Guess | null => {
    let destino = destinationOf(titulo);
    // 'Data' may include the time.
    if (destino === 'dia' && column.comHora > 0) destino = 'inicio';
    if (destino === 'duracao' && talk && !isTalkTime(titulo)) return { sugestao: 'metadado', certa: true };
    if (destino === null || destino === 'ignorar') return destino ? { sugestao: destino, certa: true } : null;
    if (taken.has(destino) || !fitsTitle(destino, column)) return null;
    if ((formulas.get(destino) ?? index) !== index) return null;
    taken.add(destino);
    return { sugestao: destino, certa: true };
  });
  const guesses = treatAsEnds(titled, all);
  for (const one of guesses) if (one) taken.add(one.sugestao);
  if (taken.has('inicio')) {
    // A full timestamp makes day and time columns redundant.
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
    ['direcao', (column) => column.direcaoCerta && column.most(column.direcoes)],
  ];
  for (const [destino, test] of byValue) {
    const blocked =
      (destino === 'numero' && taken.has('origem') && taken.has('destino')) ||
      (destino === 'dia' && taken.has('inicio')) ||
      (destino === 'hora' && !taken.has('dia')) ||
      taken.has(destino);
    if (blocked) continue;
    const at = guesses.findIndex((one, index) => one === null && test((all[index] as Seen).column));
    if (at < 0) continue;
    guesses[at] = { sugestao: destino, certa: destino === 'direcao' };
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

/** Suggests a mapping, which a person completes. */
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

/** Asks about a used column whose formulas have no values; null if there is none. */
export function formulaQuestion(
  colunas: readonly ColunaLida[],
  { colunas: destinos }: Pick<Mapeamento, 'colunas'>,
): string | null {
  const unmade = colunas.find(({ formulas }, at) => formulas !== undefined && destinos[at] !== 'ignorar');
  return unmade?.formulas ? formulaNotice(unmade.titulo, unmade.formulas) : null;
}

/** Asks about an ambiguous order of day and month; null if the order is clear. */
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

/** Common order of day and month in the date columns, because a program writes all dates alike; else null. */
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

/** Returns the order of day and month: a person's choice, else the columns', else day before month. */
export const orderOfDates = (
  colunas: readonly ColunaLida[],
  { colunas: destinos, ordem }: Pick<Mapeamento, 'colunas' | 'ordem'>,
): 'dma' | 'mda' => ordem ?? siblingOrder(colunas, destinos) ?? 'dma';

/** Asks about rows of unclear direction; null for none, or if a person has answered. */
export function directionQuestion(
  { colunas, direcao }: Pick<Mapeamento, 'colunas' | 'direcao'>,
  { duvidas }: Pick<LeituraDaPlanilha, 'duvidas'>,
): string | null {
  if (!duvidas || (direcao ?? 'valores') !== 'valores') return null;
  if (!colunas.includes('origem') || !colunas.includes('destino')) return null;
  const [one] = duvidas.exemplos;
  const n = duvidas.n.toLocaleString('pt-BR');
  return `${duvidas.n === 1 ? '1 linha pode ser' : `${n} linhas podem ser`} de ligação recebida ou efetuada${
    one
      ? ` (linha ${one.linha.toLocaleString('pt-BR')}: de ${one.de || '(vazio)'} para ${one.para || '(vazio)'})`
      : ''
  }: selecione a direção.`;
}

/** Asks which sheet lists the calls, unless exactly one visible sheet, or no sheet, lists calls. */
export function sheetQuestion({ abas }: Pick<LeituraDaPlanilha, 'abas'>): string | null {
  const some = abas.filter(({ ligacoes }) => ligacoes);
  const seen = some.filter(({ oculta }) => !oculta);
  const names = (list: typeof some): string => list.map(({ nome }) => `“${nome}”`).join(', ');
  if (seen.length > 1) return `Há ligações em mais de uma aba (${names(seen)}): selecione a aba.`;
  return seen.length === 0 && some.length > 0
    ? `As ligações estão em uma aba oculta (${names(some)}): confira a aba.`
    : null;
}

/** Returns the question to answer before the import; null if there is none. */
export function openQuestion(
  colunas: readonly ColunaLida[],
  mapeamento: Pick<Mapeamento, 'colunas' | 'ordem' | 'direcao'>,
  leitura: LeituraDaPlanilha | null = null,
): string | null {
  const titled = (at: number): string => `“${colunas[at]?.titulo || `${at + 1}ª coluna`}”`;
  const has = (campo: DestinoColuna): boolean => mapeamento.colunas.includes(campo);
  const unmade = formulaQuestion(colunas, mapeamento);
  if (unmade) return unmade;
  if (!has('numero') && !(has('origem') && has('destino')))
    return 'A coluna com o número do cliente não foi reconhecida: indique a coluna na tela de importação.';
  if (!has('inicio') && !has('dia'))
    return 'A coluna com o início da ligação não foi reconhecida: indique a coluna na tela de importação.';
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
      ? `A coluna “${order.titulo}” mistura datas dd/mm e mm/dd.`
      : `Na coluna “${order.titulo}”, não é possível saber se as datas são dd/mm ou mm/dd.`;
  const open = leitura && (sheetQuestion(leitura) ?? directionQuestion(mapeamento, leitura));
  return open ? open.replace(/\.$/u, ' na tela de importação.') : null;
}
