import {
  isNeutral,
  PALAVRAS_DE_APARELHO,
  PALAVRAS_DE_ID,
  PALAVRAS_DE_OUTRO,
} from '../documents/name-words.ts';
import { type IndiceDeLinhas, keyOf, type LinhaIndexada } from '../rows/row-index.ts';
import { type Dia, type Ficha, isSameDay, withoutZeros } from './recording-name.ts';

/** Minimum digits of a number that is no counter and is therefore searched as written. */
const LONGO = 5;
export const PERTO = 64;

/**
 * Indices of the rows that a name identifies. `inteiro`: by the whole identifier; `dito`: by the identifier's number
 * after a keyword; `solto`: by this number alone; `talvez`: uncertain.
 */
export type Identificadas = {
  inteiro: Set<number>;
  dito: Set<number>;
  solto: Set<number>;
  talvez: Set<number>;
  /** Rows whose complete identifier matches; others are uncertain. */
  completo: Set<number>;
};

/** True if name parts equal a row's whole identifier; only plain numbers may lack leading zeros ('Q52' ≠ 'Q0052'). */
function isComplete({ id }: LinhaIndexada, fichas: readonly Ficha[]): boolean {
  const [only = '', ...more] = id;
  if (id.length !== fichas.length) return false;
  if (more.length === 0 && /^\d/.test(only)) return withoutZeros(only) === fichas[0]?.texto;
  return id.every((run, at) => run === (fichas[at]?.numero ? fichas[at].bruto : fichas[at]?.texto));
}

function addComplete(
  found: Identificadas,
  { linhas }: IndiceDeLinhas,
  rows: readonly number[] | undefined,
  fichas: readonly Ficha[],
): void {
  for (const place of rows?.slice(0, PERTO + 1) ?? []) {
    const linha = linhas[place];
    if (linha && isComplete(linha, fichas)) found.completo.add(place);
  }
}

function add(to: Set<number>, rows: readonly number[] | undefined): void {
  // PERTO + 1 rows already mean ambiguity.
  for (const place of rows?.slice(0, PERTO + 1) ?? []) to.add(place);
}

type Achado = 'inteiro' | 'talvez' | null;

/** Judges whether the name's parts from `at`, which equal a row's identifier, really mean this identifier. */
function judgeWhole(fichas: readonly Ficha[], at: number, size: number): Achado {
  const hit = fichas.slice(at, at + size);
  const first = hit[0] as Ficha;
  const next = fichas[at + size];
  const whole = size === fichas.length;
  const numbers = hit.filter(({ numero }) => numero);
  if (size === 1 && first.numero && first.bruto.length < LONGO) return null;
  // The match is the end ('SPQ007', '1Q007') or beginning ('Q007b') of another code.
  if (first.presaAntes) return 'talvez';
  if (hit.at(-1)?.presaDepois && !(next && PALAVRAS_DE_OUTRO.has(next.texto))) return 'talvez';
  if (numbers.length === 0) return whole ? 'inteiro' : lengthOf(hit) >= 4 ? 'talvez' : null;
  if (size === 1) {
    // Eight digits may be a date, which many recordings share; nine or more can only be an identifier.
    return first.disfarce === null || first.bruto.length >= 9 ? 'inteiro' : 'talvez';
  }
  const sure = ({ disfarce }: Ficha) => disfarce === 'data' || disfarce === 'hora' || disfarce === 'telefone';
  if (numbers.some(sure)) return 'talvez';
  const letters = numbers.length < size;
  if (!letters && numbers.every(({ disfarce }) => disfarce !== null)) return 'talvez';
  // 'Maria e 7' does not contain the identifier 'E7'.
  if (/^[aeo]$/u.test(first.texto) && !first.presaDepois) return 'talvez';
  return 'inteiro';
}
const lengthOf = (fichas: readonly Ficha[]): number =>
  fichas.reduce((sum, { texto }) => sum + texto.length, 0);

const dayAgrees = (dias: readonly Dia[], linha: LinhaIndexada): boolean =>
  dias.some((dia) => linha.dias.some((other) => isSameDay(dia, other)));

/** Rows identified by the parts of a recording's name, from a folder or the file name. */
export function identify(
  indice: IndiceDeLinhas,
  fichas: readonly Ficha[],
  dias: readonly Dia[],
): Identificadas {
  const found: Identificadas = {
    inteiro: new Set(),
    dito: new Set(),
    solto: new Set(),
    talvez: new Set(),
    completo: new Set(),
  };
  const used = new Set<number>();
  for (const [at] of fichas.entries()) {
    for (const size of indice.tamanhosDeId) {
      if (at + size > fichas.length) continue;
      const rows = indice.porId.get(keyOf(fichas.slice(at, at + size).map(({ texto }) => texto)));
      const how = rows ? judgeWhole(fichas, at, size) : null;
      if (!how) continue;
      add(found[how], rows);
      if (how === 'inteiro') addComplete(found, indice, rows, fichas.slice(at, at + size));
      // The whole name is the identifier, so shorter matches do not count.
      if (how === 'inteiro' && size === fichas.length)
        return { ...found, inteiro: new Set(rows?.slice(0, PERTO + 1)) };
      if (how === 'inteiro') for (let i = at; i < at + size; i += 1) used.add(i);
    }
  }
  for (const [at, ficha] of fichas.entries()) {
    if (ficha.numero && !used.has(at)) judgeNumber(indice, fichas, at, dias, found);
  }
  return found;
}

function judgeNumber(
  indice: IndiceDeLinhas,
  fichas: readonly Ficha[],
  at: number,
  dias: readonly Dia[],
  found: Identificadas,
): void {
  const ficha = fichas[at] as Ficha;
  const [before, next] = [fichas[at - 1], fichas[at + 1]];
  if (before && !before.numero && PALAVRAS_DE_OUTRO.has(before.texto)) return;
  const alone = fichas.length === 1;
  if (ficha.disfarce !== null && ficha.disfarce !== 'talvez') return;
  const rows = indice.porNumero.get(ficha.texto);
  addComplete(found, indice, rows, [ficha]);
  add(found.talvez, indice.porNumeroComResto.get(ficha.texto));
  if (!rows) return;
  const isCode = ficha.presaDepois && !(next && PALAVRAS_DE_OUTRO.has(next.texto));
  if (ficha.entreParenteses || isCode || (ficha.disfarce === 'talvez' && !alone)) {
    add(found.talvez, rows);
    return;
  }
  const rival = fichas.some((one, i) => i > at && isCount(fichas, i) && indice.porNumero.has(one.texto));
  if (before && !before.numero && PALAVRAS_DE_ID.has(before.texto)) {
    add(rival ? found.talvez : found.dito, rows);
    return;
  }
  if (ficha.presaAntes || (before && !before.numero && PALAVRAS_DE_APARELHO.has(before.texto))) {
    add(found.talvez, rows);
    return;
  }
  if (found.inteiro.size > 0) {
    // 'Q007-008' names two interviews, 'Q007-2' a part of one interview.
    add(isPadded(ficha) ? found.dito : found.talvez, rows);
    return;
  }
  for (const place of rows.slice(0, PERTO + 1)) {
    const linha = indice.linhas[place];
    if (linha) found[rival ? 'talvez' : isLoose(linha, fichas, at, dias) ? 'solto' : 'talvez'].add(place);
  }
}

const isPadded = ({ bruto }: Ficha): boolean => bruto.startsWith('0') || bruto.length >= 3;

function isCount(fichas: readonly Ficha[], at: number): boolean {
  const [ficha, before] = [fichas[at], fichas[at - 1]];
  return (
    ficha?.numero === true && ficha.disfarce === null && !(before && PALAVRAS_DE_OUTRO.has(before.texto))
  );
}

/** True if a number without a keyword names this row, given its surroundings. */
function isLoose(linha: LinhaIndexada, fichas: readonly Ficha[], at: number, dias: readonly Dia[]): boolean {
  const ficha = fichas[at] as Ficha;
  const own = new Set(linha.nome);
  const explained = ({ numero, texto, disfarce }: Ficha) =>
    numero ? disfarce !== null : own.has(texto) || isNeutral(texto);
  const before = fichas.slice(0, at);
  // In 'posto 3' and '12 350' the word or number before explains this number as something else.
  if (!before.every(explained)) return false;
  const dated = before.some(({ disfarce }) => disfarce === 'data' || disfarce === 'hora');
  // Recorders name files by day and counter, so a day in the name must agree with the row's day.
  if (dated && !dayAgrees(dias, linha)) return false;
  if (dias.length > 0 && linha.dias.length > 0 && !dayAgrees(dias, linha)) return false;
  const after = fichas.slice(at + 1);
  const others = after.filter((_, i) => isCount(fichas, at + 1 + i));
  if (others.some(isPadded)) return false;
  return isPadded(ficha) || (others.length === 0 && after.every((one) => one.numero || explained(one)));
}
