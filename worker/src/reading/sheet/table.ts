import { holdsCalls, PROCURA_CABECALHO } from '@escuta/shared/domain/call-sheet/heading';
import { isOfRepeat } from '@escuta/shared/domain/survey-file/columns/collector-columns';
import {
  type FormatoPlanilha,
  isSheetError,
  type LinhaLida,
  type LinhasLidas,
  type PlanilhaLida,
  type SemValor,
} from '@escuta/shared/domain/survey-file/rows/sheet';
import { LIMITES_PLANILHA } from '../limits.ts';
import { toStorable } from '../storable.ts';
import { UnreadableError } from '../unreadable.ts';

/** A file's sheet. Each call of `rows` reads from the beginning, in batches. */
export type Folha = {
  nome: string | null;
  oculta: boolean;
  rows(): AsyncIterable<readonly LinhaLida[]>;
  /** Formulas without a saved value in the last reading's rows. */
  semValor(): SemValor[];
};

export type Folhas = { formato: FormatoPlanilha; de1904: boolean; folhas: Folha[] };
export type Limites = { linhas: number; colunas: number; celula: number; texto: number };

const LOTE_LINHAS = 500;
const LOTE_TEXTO = 500_000;
/** Number of filled rows in which the heading is searched for. */
const PROCURA = 50;
const LETTER = /\p{L}/u;
/** Matches a long number saved in the short form of its display. */
const SHORTENED = /^\d[.,]\d+E\+\d{1,2}$/iu;

const milhar = (n: number): string => n.toLocaleString('pt-BR');
const quantas = (n: number, uma: string, muitas: string): string =>
  n === 1 ? uma : `${milhar(n)} ${muitas}`;
const countFilled = (celulas: readonly string[]): number => celulas.filter((one) => one !== '').length;

/** Converts an index to a column's name: 0 → A, 26 → AA. */
const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

export class Formulas {
  readonly #found = new Map<number, SemValor>();

  add(coluna: number, n: number): void {
    const known = this.#found.get(coluna);
    if (known) known.n += 1;
    else this.#found.set(coluna, { coluna, celula: `${columnName(coluna)}${n}`, n: 1 });
  }

  get all(): SemValor[] {
    return [...this.#found.values()].sort((a, b) => a.coluna - b.coluna);
  }
}

/** True if at least two cells have letters, or if one has letters and the others are question numbers. */
function isHeading(celulas: readonly string[]): boolean {
  const some = celulas.filter((one) => one !== '');
  const names = some.filter((one) => LETTER.test(one)).length;
  if (names >= 2) return true;
  return names === 1 && some.length >= 3 && some.every((one) => LETTER.test(one) || /^\d{1,3}$/.test(one));
}

/**
 * Converts cells, and counts those with errors or shortened numbers. A sheet of answers keeps formulas' errors, because
 * an empty cell would mean no answer.
 */
class Cells {
  erros = 0;
  encurtados = 0;
  readonly #limites: Limites;
  readonly #errors: 'guarda' | 'esvazia';

  constructor(limites: Limites, errors: 'guarda' | 'esvazia') {
    this.#limites = limites;
    this.#errors = errors;
  }

  clean({ n, celulas }: LinhaLida): LinhaLida {
    const clean = celulas.map((cell, column) => this.#cell(cell, column, n));
    let width = clean.length;
    while (width > 0 && clean[width - 1] === '') width -= 1;
    if (width > this.#limites.colunas)
      throw new UnreadableError(
        `A planilha tem mais de ${this.#limites.colunas} colunas: a linha ${n} vai até a coluna ${columnName(width - 1)}. Apague as colunas que sobram.`,
      );
    clean.length = width;
    return { n, celulas: clean };
  }

  #cell(cell: string, column: number, n: number): string {
    if (cell === '') return '';
    if (cell.length > this.#limites.celula)
      throw new UnreadableError(
        `A célula ${columnName(column)}${n} tem mais de ${milhar(this.#limites.celula)} caracteres. Encurte o texto.`,
      );
    const text = toStorable(cell).trim();
    if (isSheetError(text)) {
      this.erros += 1;
      return this.#errors === 'guarda' ? text : '';
    }
    if (SHORTENED.test(text)) this.encurtados += 1;
    return text;
  }

  get avisos(): string[] {
    const avisos: string[] = [];
    if (this.erros > 0) {
      const words = this.#errors === 'guarda' ? 'e não é uma resposta' : 'e foi lida como vazia';
      const many = this.#errors === 'guarda' ? 'e não são respostas' : 'e foram lidas como vazias';
      avisos.push(
        `${quantas(this.erros, `1 célula tem erro (como #N/D) ${words}`, `células têm erro (como #N/D) ${many}`)}.`,
      );
    }
    if (this.encurtados > 0)
      avisos.push(
        `${quantas(this.encurtados, '1 número foi salvo encurtado', 'números foram salvos encurtados')} (como 5,51E+12): os dígitos que faltam não estão no arquivo. Gere a planilha de novo, com a coluna formatada como texto.`,
      );
    return avisos;
  }
}

async function firstRows(folha: Folha, most: number): Promise<LinhaLida[]> {
  const first: LinhaLida[] = [];
  for await (const rows of folha.rows())
    for (const row of rows) {
      if (row.celulas.some((one) => one.trim() !== '')) first.push(row);
      if (first.length >= most) return first;
    }
  return first;
}

const seenOf = (folhas: readonly Folha[]): readonly Folha[] => {
  const seen = folhas.filter(({ oculta }) => !oculta);
  return seen.length > 0 ? seen : folhas;
};

type Outra = { nome: string; repete: boolean };

/** Chooses the first sheet with two filled rows, preferably one with whole interviews. */
async function choose(folhas: readonly Folha[], faltam: string): Promise<{ folha: Folha; outras: Outra[] }> {
  const [only] = folhas;
  if (folhas.length === 1 && only) return { folha: only, outras: [] };
  const filledOnes: { folha: Folha; repete: boolean }[] = [];
  let most = 0;
  for (const folha of folhas) {
    const first = await firstRows(folha, 2);
    most = Math.max(most, first.length);
    if (first.length > 1) filledOnes.push({ folha, repete: first[0]?.celulas.some(isOfRepeat) ?? false });
  }
  const chosen = filledOnes.find(({ repete }) => !repete) ?? filledOnes[0];
  const outras = filledOnes
    .filter((one) => one !== chosen)
    .map(({ folha: { nome }, repete }) => ({ nome: nome ?? '', repete }));
  if (chosen) return { folha: chosen.folha, outras };
  throw new UnreadableError(
    most === 0 ? 'A planilha está vazia.' : `A planilha tem só uma linha: faltam as ${faltam}.`,
  );
}

const ABAS_OLHADAS = 50;

/**
 * Chooses the requested sheet, otherwise the first that seems to hold calls, visible sheets first.
 * @throws UnreadableError if the requested sheet is missing
 */
async function chooseCalls(
  folhas: readonly Folha[],
  pedida: string | null,
): Promise<{ folha: Folha; outras: Outra[]; abas: LinhasLidas['abas'] }> {
  if (folhas.length === 1) return { ...(await choose(folhas, 'ligações')), abas: [] };
  const abas: LinhasLidas['abas'] = [];
  for (const [at, folha] of folhas.entries()) {
    const ligacoes = at < ABAS_OLHADAS && holdsCalls(await firstRows(folha, PROCURA_CABECALHO));
    abas.push({ nome: folha.nome ?? '', oculta: folha.oculta, ligacoes });
  }
  const at =
    pedida === null
      ? [abas.findIndex((one) => one.ligacoes && !one.oculta), abas.findIndex((one) => one.ligacoes)].find(
          (index) => index >= 0,
        )
      : abas.findIndex(({ nome }) => nome === pedida);
  if (at === undefined) return { ...(await choose(seenOf(folhas), 'ligações')), abas };
  const folha = folhas[at];
  if (!folha) throw new UnreadableError(`A planilha não tem a aba “${pedida}”.`);
  const outras = abas
    .filter((one, index) => index !== at && one.ligacoes)
    .map(({ nome }) => ({ nome, repete: false }));
  return { folha, outras, abas };
}

class Batches {
  readonly #hand: (linhas: LinhaLida[]) => Promise<void>;
  #rows: LinhaLida[] = [];
  #text = 0;

  constructor(hand: (linhas: LinhaLida[]) => Promise<void>) {
    this.#hand = hand;
  }

  async add(linha: LinhaLida): Promise<void> {
    this.#rows.push(linha);
    for (const cell of linha.celulas) this.#text += cell.length + 3;
    if (this.#rows.length >= LOTE_LINHAS || this.#text >= LOTE_TEXTO) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    this.#rows = [];
    this.#text = 0;
    await this.#hand(rows);
  }
}

/**
 * Reads a file's table: the heading, and the rows below in batches of up to 500.
 * @throws UnreadableError if there is no table, or it exceeds a limit
 */
export async function readTable(
  folhas: readonly Folha[],
  hand: (linhas: LinhaLida[]) => Promise<void>,
): Promise<PlanilhaLida> {
  const { folha, outras } = await choose(seenOf(folhas), 'respostas');
  const cells = new Cells(LIMITES_PLANILHA, 'guarda');
  const batches = new Batches(hand);
  const avisos: string[] = [];
  let cabecalho: string[] | null = null;
  let titulos = 0;
  let linhas = 0;
  let width = 0;
  let texto = 0;
  for await (const rows of folha.rows())
    for (const row of rows) {
      const linha = cells.clean(row);
      if (countFilled(linha.celulas) === 0) continue;
      width = Math.max(width, linha.celulas.length);
      if (cabecalho === null) {
        if (isHeading(linha.celulas)) cabecalho = linha.celulas;
        else titulos += 1;
        if (titulos > PROCURA) throw new UnreadableError(SEM_CABECALHO);
        continue;
      }
      linhas += 1;
      if (linhas > LIMITES_PLANILHA.linhas)
        throw new UnreadableError(
          `A planilha tem mais de ${milhar(LIMITES_PLANILHA.linhas)} linhas. Divida-a em partes.`,
        );
      for (const cell of linha.celulas) texto += cell.length;
      if (texto > LIMITES_PLANILHA.texto)
        throw new UnreadableError(
          `A planilha tem mais de ${milhar(LIMITES_PLANILHA.texto)} caracteres. Divida-a em partes.`,
        );
      while (linha.celulas.length < cabecalho.length) linha.celulas.push('');
      await batches.add(linha);
    }
  if (cabecalho === null) throw new UnreadableError(titulos === 0 ? 'A planilha está vazia.' : SEM_CABECALHO);
  if (linhas === 0) throw new UnreadableError('A planilha tem só o cabeçalho: faltam as respostas.');
  await batches.flush();
  if (titulos > 0)
    avisos.push(
      `${quantas(titulos, '1 linha acima do cabeçalho não foi lida', 'linhas acima do cabeçalho não foram lidas')}.`,
    );
  avisos.push(...otherSheets(folha, outras), ...unmadeFormulas(folha.semValor()));
  while (cabecalho.length < width) cabecalho.push('');
  return { aba: folha.nome, cabecalho, linhas, avisos: [...avisos, ...cells.avisos] };
}

/** Warns about formulas never computed, whose values the file lacks. */
function unmadeFormulas(found: readonly SemValor[]): string[] {
  const n = found.reduce((sum, one) => sum + one.n, 0);
  if (n === 0) return [];
  const cells = found.slice(0, CITADAS).map(({ celula }) => celula);
  return [
    `${quantas(n, '1 fórmula não tem valor salvo e foi lida vazia', 'fórmulas não têm valor salvo e foram lidas vazias')} (${cells.join(', ')}${found.length > CITADAS ? ', …' : ''}). Abra a planilha no Excel, salve e envie de novo.`,
  ];
}
/** Greatest number of columns with an example cell in a warning. */
const CITADAS = 5;

const otherSheets = (folha: Folha, outras: readonly Outra[]): string[] =>
  outras.length === 0
    ? []
    : [
        `Só a aba “${folha.nome}” foi lida. Também há dados em: ${outras
          .map(({ nome, repete }) => `“${nome}”${repete ? ' (de um grupo que se repete)' : ''}`)
          .join(', ')}.`,
      ];

/**
 * Reads all filled rows of a sheet, with headings, in batches of up to 500.
 * @param aba the sheet chosen by a person; null: the sheet that seems to hold calls
 * @throws UnreadableError if the sheet has no filled rows, or exceeds a limit
 */
export async function readRows(
  { folhas, formato, de1904 }: Folhas,
  limites: Limites,
  hand: (linhas: LinhaLida[]) => Promise<void>,
  aba: string | null = null,
): Promise<LinhasLidas> {
  const { folha, outras, abas } = await chooseCalls(folhas, aba);
  const cells = new Cells(limites, 'esvazia');
  const batches = new Batches(hand);
  let linhas = 0;
  let texto = 0;
  for await (const rows of folha.rows())
    for (const row of rows) {
      const linha = cells.clean(row);
      if (countFilled(linha.celulas) === 0) continue;
      linhas += 1;
      if (linhas > limites.linhas)
        throw new UnreadableError(
          `A planilha tem mais de ${milhar(Math.floor(limites.linhas / 1000) * 1000)} linhas. Divida-a em partes.`,
        );
      for (const cell of linha.celulas) texto += cell.length;
      if (texto > limites.texto)
        throw new UnreadableError(
          `A planilha tem mais de ${milhar(limites.texto)} caracteres. Divida-a em partes.`,
        );
      await batches.add(linha);
    }
  if (linhas === 0) throw new UnreadableError('A planilha está vazia.');
  await batches.flush();
  const erros = cells.avisos.filter((aviso) => aviso.includes('#N/D'));
  return {
    ...{ aba: folha.nome, formato, de1904, linhas, abas, semValor: folha.semValor() },
    avisos: [...otherSheets(folha, outras), ...erros],
  };
}

const SEM_CABECALHO =
  'A linha de cabeçalho não foi encontrada. Inclua uma linha com o nome de cada coluna, em duas colunas ou mais.';
