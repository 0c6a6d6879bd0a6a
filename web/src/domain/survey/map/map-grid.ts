/** Computes the heat map's grid: versions joined by their questions, sorted rows, rates at the margins. No drawing. */
import type { Mapa } from '@escuta/shared/contracts/surveys/confrontos';
import { clusteredProportion, type Proporcao, proportion } from '@escuta/shared/domain/intervals/proportion';
import { addUnit, noUnits, type SomasDeUnidades } from '@escuta/shared/domain/intervals/ratio';
import {
  isAfterCorrection,
  isByPerson,
  VEREDITO_LABEL,
} from '@escuta/shared/domain/interview/verdicts/matrix';
import { verdictOfLetter } from '@escuta/shared/domain/interview/verdicts/palette';
import type { Veredito } from '@escuta/shared/domain/interview/verdicts/verdict';

export type Ordem = 'pendentes' | 'tempo' | 'entrevistador' | 'piores';
export type Coluna = { id: string; codigo: string; texto: string };
export type Linha = {
  id: string;
  item: string;
  nome: string;
  agenteId: string | null;
  agente: string;
  em: string;
  /** True if the signed-in person conducted the interview, and therefore may not judge it. */
  propria: boolean;
  /** A letter for each column; ' ' where the interview's version lacks the question. */
  letras: string;
  ia: string;
  marcas: string;
  acordo: Acordo;
  /**
   * Numbers of cells that this person should judge: those that wait for a person (`abertas`) and those that accuse an
   * interviewer (`acusadas`). Always 0 in the person's own interviews.
   */
  abertas: number;
  acusadas: number;
  /** Share of correct cells, without an interval, because the cells of an interview are not independent. */
  corretas: Proporcao | null;
};
export type Grade = { colunas: Coluna[]; linhas: Linha[]; margens: (Proporcao | null)[] };
export type Celula = { linha: Linha; coluna: Coluna; veredito: Veredito };

export const SEM_NOME = 'Sem entrevistador';
const AUSENTE = ' ';

// Plain comparisons and loops, because the first drawing reads 60,000 letters while the code is still interpreted.
const isAccused = (letter: string | undefined): boolean => letter === 'D' || letter === 'N' || letter === 'I';

/** True if a cell is in the queue: it waits for a person or accuses an interviewer, and no person has judged it. */
const isInQueue = (letter: string | undefined, mark: string | undefined): boolean =>
  (letter === 'R' || isAccused(letter)) && !isByPerson(mark);

/** Number of cells that agree with the recording, and number of cells with a conclusive verdict. */
type Acordo = { confere: number; julgadas: number };

/**
 * Adds a row's letters to the columns' sums.
 * @returns the row's own sums
 */
function addRow(columns: readonly Acordo[], letters: string, marks: string, own: boolean) {
  let confere = 0;
  let julgadas = 0;
  let abertas = 0;
  let acusadas = 0;
  for (let place = 0; place < columns.length; place += 1) {
    const letter = letters[place];
    const column = columns[place] as Acordo;
    if (letter === 'C') {
      column.confere += 1;
      confere += 1;
    } else if (!isAccused(letter)) {
      if (!own && isInQueue(letter, marks[place])) abertas += 1;
      continue;
    } else if (!own && isInQueue(letter, marks[place])) acusadas += 1;
    column.julgadas += 1;
    julgadas += 1;
  }
  return { acordo: { confere, julgadas }, abertas, acusadas };
}

/** Share for the cells of a question, which are independent, because each belongs to another interview. */
const shareOf = ({ confere, julgadas }: Acordo): Proporcao | null => proportion(confere, julgadas);

function addInterview(sums: SomasDeUnidades, { confere, julgadas }: Acordo): SomasDeUnidades {
  addUnit(sums, { x: confere, c: julgadas });
  return sums;
}

/** Sort key of a row: 1000 for each cell that accuses an interviewer, and 1 for each cell that waits for a person. */
function badness(letras: string): number {
  let sum = 0;
  for (const letter of letras) {
    if (isAccused(letter)) sum += 1000;
    else if (letter === 'R') sum += 1;
  }
  return sum;
}

const names = new Intl.Collator('pt-BR');
/** Compares ids and times as plain strings. It must be fast, because each verdict sorts a thousand rows again. */
const plainly = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const COMPARE: Record<Ordem, (a: Linha, b: Linha) => number> = {
  pendentes: (a, b) => b.abertas - a.abertas || b.acusadas - a.acusadas || COMPARE.tempo(a, b),
  tempo: (a, b) => plainly(b.em, a.em) || plainly(a.id, b.id),
  entrevistador: (a, b) => names.compare(a.agente, b.agente) || COMPARE.tempo(a, b),
  piores: (a, b) => badness(b.letras) - badness(a.letras) || COMPARE.tempo(a, b),
};

/** The questions of all versions: the newest version's in order, then those that only older versions have. */
function columnsOf(versoes: Mapa['versoes']): Coluna[] {
  const columns = new Map<string, Coluna>();
  const newestFirst = [...versoes].sort(
    (a, b) => a.questionario_nome.localeCompare(b.questionario_nome, 'pt-BR') || b.numero - a.numero,
  );
  // Several questionnaires may have a question with the same code, such as P1.
  const several = new Set(versoes.map(({ questionario_id }) => questionario_id)).size > 1;
  for (const { perguntas, questionario_nome } of newestFirst) {
    for (const pergunta of perguntas) {
      if (columns.has(pergunta.id)) continue;
      const codigo = several ? `${pergunta.codigo} · ${questionario_nome}` : pergunta.codigo;
      columns.set(pergunta.id, { ...pergunta, codigo });
    }
  }
  return [...columns.values()];
}

/** Orders that a verdict would change. In these orders rows keep their places while a person judges. */
const HELD: ReadonlySet<Ordem> = new Set(['pendentes', 'piores']);

/** Makes the comparison of rows by `ordem`. In an order of HELD, rows of `shown` stay in place, new rows come first. */
function comparer(ordem: Ordem, shown: readonly Linha[]): (a: Linha, b: Linha) => number {
  const compare = COMPARE[ordem];
  if (shown.length === 0 || !HELD.has(ordem)) return compare;
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  return (a, b) => {
    const [before, after] = [places.get(a.id), places.get(b.id)];
    if (before === undefined) return after === undefined ? compare(a, b) : -1;
    return after === undefined ? 1 : before - after;
  };
}

/**
 * The map as rows and columns, with the share of 'Confere' in each row and column.
 * @param shown rows that the screen shows, which keep their places
 */
export function gridOf(mapa: Mapa, ordem: Ordem, shown: readonly Linha[] = []): Grade {
  const colunas = columnsOf(mapa.versoes);
  const placeOf = new Map(colunas.map(({ id }, place) => [id, place]));
  /** Column of each letter, by version; null if the letters are in column order already. */
  const places = new Map(
    mapa.versoes.map(({ id, perguntas }) => {
      const of = perguntas.map((pergunta) => placeOf.get(pergunta.id) as number);
      return [id, of.length === colunas.length && of.every((place, n) => place === n) ? null : of] as const;
    }),
  );
  const nameOf = new Map(mapa.entrevistadores.map(({ id, nome }) => [id, nome]));
  const spread = (letters: string, versao: string): string => {
    const of = places.get(versao);
    if (of === null) return letters;
    const row = new Array<string>(colunas.length).fill(AUSENTE);
    for (const [n, place] of (of ?? []).entries()) row[place] = letters[n] ?? AUSENTE;
    return row.join('');
  };
  const columns = colunas.map((): Acordo => ({ confere: 0, julgadas: 0 }));
  const linhas = mapa.linhas
    .map((line): Linha => {
      const letras = spread(line.c, line.versao);
      const marcas = spread(line.m, line.versao);
      const sums = addRow(columns, letras, marcas, line.propria);
      return {
        id: line.id,
        item: line.item,
        nome: line.nome,
        agenteId: line.agente,
        agente: (line.agente && nameOf.get(line.agente)) || SEM_NOME,
        em: line.em,
        propria: line.propria,
        letras,
        ia: spread(line.ia, line.versao),
        marcas,
        ...sums,
        corretas: clusteredProportion(addInterview(noUnits(), sums.acordo)),
      };
    })
    .sort(comparer(ordem, shown));
  return { colunas, linhas, margens: columns.map(shareOf) };
}

export type Grupo = {
  agenteId: string | null;
  nome: string;
  entrevistas: number;
  corretas: Proporcao | null;
  /** Cells that this person should judge: those that wait for a person (`abertas`), and accusations (`acusadas`). */
  abertas: number;
  acusadas: number;
  /** For each column: number of accusations and of applicable cells. */
  celulas: { falhas: number; aplicaveis: number }[];
};

/** Makes the comparison of interviewers that fits the order of interviews: by name, by waiting cells or by failures. */
function compareGroups(ordem: Ordem): (a: Grupo, b: Grupo) => number {
  const byName = (a: Grupo, b: Grupo) => names.compare(a.nome, b.nome);
  if (ordem === 'pendentes') {
    return (a, b) => b.abertas - a.abertas || b.acusadas - a.acusadas || byName(a, b);
  }
  const failed = ({ corretas }: Grupo) => (corretas ? 1 - corretas.valor : 0);
  return ordem === 'piores' ? (a, b) => failed(b) - failed(a) || byName(a, b) : byName;
}

/** The grid by interviewer: number of accusations for each question. */
export function groupsOf({ colunas, linhas }: Grade, ordem: Ordem): Grupo[] {
  const groups = new Map<string, Grupo & { acordo: SomasDeUnidades }>();
  for (const linha of linhas) {
    const key = linha.agenteId ?? '';
    let group = groups.get(key);
    if (!group) {
      const celulas = colunas.map(() => ({ falhas: 0, aplicaveis: 0 }));
      group = {
        agenteId: linha.agenteId,
        nome: linha.agente,
        entrevistas: 0,
        corretas: null,
        abertas: 0,
        acusadas: 0,
        celulas,
        acordo: noUnits(),
      };
      groups.set(key, group);
    }
    group.entrevistas += 1;
    group.abertas += linha.abertas;
    group.acusadas += linha.acusadas;
    addInterview(group.acordo, linha.acordo);
    for (let place = 0; place < group.celulas.length; place += 1) {
      const letter = linha.letras[place];
      const cell = group.celulas[place];
      if (!cell || letter === AUSENTE || letter === 'X') continue;
      cell.aplicaveis += 1;
      if (isAccused(letter)) cell.falhas += 1;
    }
  }
  return [...groups.values()]
    .map(({ acordo, ...group }) => ({ ...group, corretas: clusteredProportion(acordo) }))
    .sort(compareGroups(ordem));
}

/** The verdict at a place of the grid; null where the interview's version lacks the question. */
export function cellAt(grade: Grade, row: number, column: number): Celula | null {
  const linha = grade.linhas[row];
  const coluna = grade.colunas[column];
  const veredito = linha && verdictOfLetter(linha.letras[column] ?? AUSENTE);
  return linha && coluna && veredito ? { linha, coluna, veredito } : null;
}

export type Lugar = { row: number; column: number };

/** Description of an interview's place on the map, in a single line. */
export function describeCell(grade: Grade, { row, column }: Lugar): string {
  const linha = grade.linhas[row];
  const coluna = grade.colunas[column];
  if (!linha || !coluna) return '';
  const cell = cellAt(grade, row, column);
  const mark = linha.marcas[column];
  const person = isByPerson(mark)
    ? ', revisto por uma pessoa'
    : isAfterCorrection(linha.letras[column], linha.ia[column], mark)
      ? ', após correção da transcrição'
      : '';
  const marked = mark === 'm' || mark === 'b' ? ', com observação' : '';
  return `${linha.nome}, ${linha.agente}, ${coluna.codigo}: ${cell ? VEREDITO_LABEL[cell.veredito] : 'não existe nesta versão'}${person}${marked}`;
}

/** Number of cells in the queue. */
export const queueLength = ({ linhas }: Grade): number =>
  linhas.reduce((sum, { abertas, acusadas }) => sum + abertas + acusadas, 0);

/**
 * Places of the queue: first cells that wait for a person, then accusing cells, each from top to bottom. The caller's
 * own interviews are left out.
 */
export function queueOf({ linhas }: Grade): Lugar[] {
  const open: Lugar[] = [];
  const accused: Lugar[] = [];
  for (const [row, { letras, marcas, propria }] of linhas.entries()) {
    if (propria) continue;
    for (let column = 0; column < letras.length; column += 1) {
      const letter = letras[column];
      if (isInQueue(letter, marcas[column])) (letter === 'R' ? open : accused).push({ row, column });
    }
  }
  return [...open, ...accused];
}

/**
 * The queue's next (1) or previous (-1) place, seen from `here`, which may lie outside the queue. Null for an empty
 * queue.
 */
export function stepInQueue(grade: Grade, here: Lugar | null, step: 1 | -1): Lugar | null {
  const queue = queueOf(grade);
  if (queue.length === 0) return null;
  const at = here ? queue.findIndex(({ row, column }) => row === here.row && column === here.column) : -1;
  if (at >= 0) return queue[(at + step + queue.length) % queue.length] ?? null;
  if (!here) return queue[step === 1 ? 0 : queue.length - 1] ?? null;
  // If `here` is not in the queue (its cell was judged), the search goes on from there in the order of the map.
  const isAfter = (one: Lugar) => one.row > here.row || (one.row === here.row && one.column > here.column);
  return (
    (step === 1 ? queue.find(isAfter) : queue.findLast((one) => !isAfter(one))) ??
    queue[step === 1 ? 0 : queue.length - 1] ??
    null
  );
}

/**
 * The map updated by the server's changes since `desde`. Null if rows were deleted meanwhile or the counts disagree:
 * the whole map must then be requested.
 */
export function mergeMap(before: Mapa, changes: Mapa, max: number): Mapa | null {
  const rows = new Map(before.linhas.map((line) => [line.id, line]));
  for (const line of changes.linhas) rows.set(line.id, line);
  if (rows.size !== Math.min(changes.total, max)) return null;
  const join = <T extends { id: string }>(a: readonly T[], b: readonly T[]): T[] => [
    ...new Map([...a, ...b].map((one) => [one.id, one])).values(),
  ];
  const { filtros } = before;
  return {
    versoes: join(before.versoes, changes.versoes),
    entrevistadores: join(before.entrevistadores, changes.entrevistadores),
    filtros: filtros && {
      versoes: join(
        filtros.versoes,
        changes.versoes.map(({ perguntas: _, ...versao }) => versao),
      ),
      entrevistadores: join(filtros.entrevistadores, changes.entrevistadores),
      sem_entrevistador: filtros.sem_entrevistador || changes.linhas.some(({ agente }) => agente === null),
    },
    linhas: changes.linhas.length === 0 ? before.linhas : [...rows.values()],
    total: changes.total,
    ate: changes.ate,
  };
}

/**
 * The map with a verdict that the server has not confirmed yet.
 * @param byPerson false if a person's verdict was undone, so that this verdict is in force again
 */
export function withVerdict(
  mapa: Mapa,
  entrevistaId: string,
  perguntaId: string,
  letra: string,
  byPerson: boolean,
): Mapa {
  const linhas = mapa.linhas.map((line) => {
    if (line.id !== entrevistaId) return line;
    const place =
      mapa.versoes.find(({ id }) => id === line.versao)?.perguntas.findIndex(({ id }) => id === perguntaId) ??
      -1;
    if (place < 0) return line;
    const put = (text: string, letter: string) => text.slice(0, place) + letter + text.slice(place + 1);
    const marked = line.m[place] === 'm' || line.m[place] === 'b';
    const mark = byPerson ? (marked ? 'b' : 'p') : marked ? 'm' : '-';
    return { ...line, c: put(line.c, letra), m: put(line.m, mark) };
  });
  return { ...mapa, linhas };
}
