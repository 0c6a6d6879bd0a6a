import { z } from 'zod';
import { groupBy } from '../../group-by.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { enumerate } from '../../text/in-words.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { isSheetError, type LinhaLida } from '../rows/sheet.ts';
import { collectorColumn, isCollected } from './collector-columns.ts';
import { comparableText, withoutMention } from './column-headings.ts';
import { ignored, type Lida, NADA, Perguntas, REGRA } from './column-questions.ts';
import { settleRoles } from './column-rivals.ts';
import {
  holdsFiles,
  holdsMoments,
  holdsPhones,
  numbersPeople,
  objection,
  type PapelDePessoa,
  roleByWords,
} from './column-roles.ts';
import { type Coluna, isQuestion, settle } from './column-settling.ts';

export const PAPEIS_COLUNA = [
  'pergunta',
  'identificador',
  'arquivo',
  'telefone',
  'nome',
  'data',
  'hora',
  'entrevistador',
  'ignorar',
] as const;
export type PapelColuna = (typeof PAPEIS_COLUNA)[number];

export const colunaLida = z.object({
  n: z.number().int(),
  cabecalho: z.string(),
  papel: z.enum(PAPEIS_COLUNA),
  /** Index of the question, from 0; null unless `papel` is 'pergunta'. */
  pergunta: z.number().int().nullable(),
  /** Index, from 0, of the column's option; null: the column has the whole answer. */
  opcao: z.number().int().nullable(),
  regra: z.string(),
});
export type ColunaLida = z.infer<typeof colunaLida>;

/** Minimum similarity of heading and question, and share of the best similarity that the next best may reach. */
const PARECIDA = 0.6;
const BEM_MAIS = 0.75;

/** Aligns columns by words, only if the match is unique and neighbouring columns do not contradict. */
function alignByWords(colunas: readonly Coluna[], perguntas: Perguntas, count: number): void {
  const taken = new Set(colunas.filter(isQuestion).map(({ lida }) => lida.pergunta));
  const open = colunas.filter((coluna) => coluna.lida === NADA && coluna.cabecalho.trim() !== '');
  const wanted = open.flatMap((coluna) => {
    const likeness = perguntas.semelhanca
      .of(coluna.cabecalho)
      .map((one, place) => (taken.has(place) ? 0 : one));
    const best = Math.max(0, ...likeness);
    if (best < PARECIDA) return [];
    const near = [...likeness.keys()].filter((place) => (likeness[place] ?? 0) > best * BEM_MAIS);
    // Of similar questions, takes the question between those of the neighbouring columns.
    const before = colunas.slice(0, coluna.n).filter(isQuestion).at(-1)?.lida.pergunta ?? -1;
    const after = colunas.slice(coluna.n + 1).find(isQuestion)?.lida.pergunta ?? count;
    const between = near.length > 1 ? near.filter((place) => place > before && place < after) : near;
    const [place] = between;
    if (place === undefined || between.length > 1) {
      coluna.lida = ignored(
        `A coluna é parecida com ${enumerate(near.slice(0, 3).map((one) => perguntas.codigo(one)))}.`,
      );
      return [];
    }
    return [{ coluna, place, likeness: likeness[place] ?? 0 }];
  });
  for (const [place, all] of groupBy(wanted, (one) => one.place)) {
    const [first, second] = all.toSorted((a, b) => b.likeness - a.likeness);
    const clear = first && (!second || second.likeness <= first.likeness * BEM_MAIS);
    for (const { coluna } of all) {
      if (clear && coluna === first.coluna) {
        coluna.lida = { papel: 'pergunta', pergunta: place, opcao: null, parte: null, regra: REGRA.parecido };
      } else coluna.lida = ignored(`Mais de uma coluna é parecida com ${perguntas.codigo(place)}.`);
    }
  }
}

function withRole(said: PapelDePessoa, cabecalho: string, celulas: readonly string[], perto?: number): Lida {
  const papel =
    said === 'nome' && !/nome|name/iu.test(cabecalho) && numbersPeople(celulas) ? 'identificador' : said;
  // A column 'Horário' may contain full timestamps.
  if (papel === 'hora' && holdsMoments(celulas)) return { papel: 'data', regra: REGRA.palavras };
  const against = objection(papel, celulas);
  if (against !== null) return ignored(against);
  return { papel, regra: REGRA.palavras, ...(perto === undefined ? {} : { perto }) };
}

function roleOf(cabecalho: string, celulas: readonly string[]): Lida | null {
  const said = roleByWords(cabecalho);
  return said && withRole(said, cabecalho, celulas);
}

/** The role of a collection program's heading, unless the cells contradict the role. */
function roleOfProgram(cabecalho: string, celulas: readonly string[]): Lida | null {
  const known = collectorColumn(cabecalho);
  if (!known) return null;
  if (known.papel === null) return ignored(known.porque);
  if (known.papel === 'arquivo') return ignored('As células não contêm nomes de gravações.');
  const accounts = new Set(celulas);
  if (known.papel === 'entrevistador' && celulas.length > 1 && accounts.size === 1)
    return ignored(
      `Todas as linhas têm a mesma conta (“${celulas[0]}”), que não identifica o entrevistador.`,
    );
  const lida = withRole(known.papel, cabecalho, celulas, known.perto);
  return lida.papel === 'ignorar' ? lida : { ...lida, regra: REGRA.programa };
}

/** Splits a heading at the last `sign`: 'p2_meios/tv' becomes 'p2_meios' and 'tv'. */
function splitBehind(cabecalho: string, sign: string): { base: string; resto: string } | null {
  const at = cabecalho.lastIndexOf(sign);
  return at > 0 && at < cabecalho.length - 1
    ? { base: cabecalho.slice(0, at), resto: cabecalho.slice(at + 1) }
    : null;
}

/**
 * Reads columns that extend other headings ('meios', 'meios/tv') as marks of options.
 * @param questionOf the question that a heading names exactly
 */
function readMarks(
  colunas: readonly Coluna[],
  questions: Perguntas,
  questionOf: (cabecalho: string) => number | null,
): void {
  const headings = new Set(colunas.map(({ cabecalho }) => cabecalho));
  for (const sign of ['/', '_']) {
    const split = colunas.map(({ cabecalho }) => splitBehind(cabecalho, sign));
    const siblings = groupBy(
      split.filter((one) => one !== null),
      ({ base }) => base,
    );
    for (const [at, coluna] of colunas.entries()) {
      const one = split[at];
      const { lida } = coluna;
      const isWhole =
        (sign === '/' && lida === NADA) ||
        (lida.papel === 'pergunta' && lida.opcao === null && lida.parte === null);
      if (!one || !isWhole) continue;
      const several = sign === '/' && (siblings.get(one.base)?.length ?? 0) > 1;
      if (!headings.has(one.base) && !several) continue;
      const place = questionOf(one.base);
      const same = lida === NADA || (lida.papel === 'pergunta' && lida.pergunta === place);
      if (place !== null && same && isChoice(questions.pergunta(place)?.tipo ?? 'texto'))
        coluna.lida = questions.optionBehind(place, one.resto);
    }
  }
}

/**
 * Aligns columns with questions: by number, code or name, then text, identifying roles, and word similarity; cells
 * decide between rivals. Ambiguous columns are left out with a reason.
 * @param amostra some rows (200 suffice)
 */
export function alignColumns(
  cabecalho: readonly string[],
  amostra: readonly Pick<LinhaLida, 'celulas'>[],
  perguntas: readonly PerguntaLida[],
): ColunaLida[] {
  const questions = new Perguntas(perguntas);
  const collected = isCollected(cabecalho);
  const named = (text: string): Lida | null =>
    questions.byName(text) ?? questions.byPath(text, collected) ?? questions.byNumber(text);
  const equal = new Map<string, { places: readonly number[]; columns: Coluna[] }>();
  const colunas = cabecalho.map((text, n): Coluna => {
    const celulas = amostra.flatMap((linha) => {
      const cell = linha.celulas[n]?.trim() ?? '';
      return cell === '' || isSheetError(cell) ? [] : [cell];
    });
    const coluna: Coluna = { n, cabecalho: text, celulas, lida: NADA };
    if (holdsFiles(celulas)) {
      coluna.lida = { papel: 'arquivo', regra: REGRA.conteudo };
      return coluna;
    }
    const ofProgram = collected && !questions.isExact(text) ? roleOfProgram(text, celulas) : null;
    const plain = withoutMention(text);
    const byName = ofProgram ?? named(plain);
    const byText = byName ? null : questions.byText(plain);
    if (byText && 'iguais' in byText) {
      const key = comparableText(text);
      const known = equal.get(key) ?? { places: byText.iguais, columns: [] };
      known.columns.push(coluna);
      equal.set(key, known);
      return coluna;
    }
    coluna.lida = byName ?? byText?.lida ?? roleOf(text, celulas) ?? NADA;
    return coluna;
  });
  for (const { places, columns } of equal.values()) {
    for (const [at, coluna] of columns.entries()) {
      const pergunta = columns.length === places.length ? places[at] : undefined;
      coluna.lida =
        pergunta === undefined
          ? ignored(
              `${enumerate(places.slice(0, 3).map((place) => questions.codigo(place)))} têm o mesmo texto.`,
            )
          : { papel: 'pergunta', pergunta, opcao: null, parte: null, regra: REGRA.igual };
    }
  }
  readMarks(colunas, questions, (text) => {
    const byText = questions.byText(text);
    const lida = named(text) ?? (byText && 'lida' in byText ? byText.lida : null);
    return lida?.papel === 'pergunta' && lida.opcao === null && lida.parte === null ? lida.pergunta : null;
  });
  const strange = groupBy(
    colunas.filter(({ lida }) => lida.papel === 'ignorar' && lida.de !== undefined),
    ({ lida }) => (lida.papel === 'ignorar' ? lida.de : undefined),
  );
  for (const [place, columns] of groupBy(colunas.filter(isQuestion), ({ lida }) => lida.pergunta)) {
    settle(questions, place, columns, { linhas: amostra, estranhas: strange.get(place) ?? [] });
  }
  alignByWords(colunas, questions, perguntas.length);
  for (const coluna of colunas) {
    if (coluna.lida === NADA && holdsPhones(coluna.cabecalho, coluna.celulas)) {
      coluna.lida = { papel: 'telefone', regra: REGRA.conteudo };
    }
    if (coluna.lida === NADA && coluna.cabecalho.trim() === '')
      coluna.lida = ignored('A coluna não tem cabeçalho.');
  }
  settleRoles(colunas, amostra);
  return colunas.map(({ n, cabecalho: text, lida }): ColunaLida => {
    const { pergunta, opcao } = lida.papel === 'pergunta' ? lida : { pergunta: null, opcao: null };
    return { n, cabecalho: text, papel: lida.papel, pergunta, opcao, regra: lida.regra };
  });
}
