/**
 * Which column of a sheet of answers is which question of the questionnaire, and which of them say who was interviewed and how the recording
 * is called. What could be two things is left out with the reason: a person says.
 */
import { z } from 'zod';
import { normaliseQuote } from '../evidence.ts';
import { groupBy } from '../group-by.ts';
import { isChoice } from '../interview/questionnaire.ts';
import { ACOMPANHA, codeKey, comparableText, headingNumber, OUTRO, Semelhanca } from './column-headings.ts';
import {
  holdsFiles,
  holdsMoments,
  holdsPhones,
  nearness,
  numbersPeople,
  objection,
  PAPEL_LABEL,
  type PapelDePessoa,
  roleByWords,
} from './column-roles.ts';
import { shortened } from './option-reading.ts';
import type { PerguntaLida } from './read-questionnaire.ts';
import { runsOf, withoutZeros } from './recording-name.ts';
import { isSheetError, type LinhaLida } from './sheet.ts';

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
  /** Its place in the sheet, from 0. */
  n: z.number().int(),
  cabecalho: z.string(),
  papel: z.enum(PAPEIS_COLUNA),
  /** The place among the questions, from 0; null unless `papel` is 'pergunta'. */
  pergunta: z.number().int().nullable(),
  /** The place among the question's options, from 0, of a column for one option alone; null: the column holds the whole answer. */
  opcao: z.number().int().nullable(),
  /** Why, for people. */
  regra: z.string(),
});
export type ColunaLida = z.infer<typeof colunaLida>;

/** Why, for people: of a column that was recognised; of one that is left out it is a sentence. */
const REGRA = {
  numero: 'número no cabeçalho',
  igual: 'texto igual',
  parecido: 'texto parecido',
  palavras: 'palavras do cabeçalho',
  conteudo: 'conteúdo da coluna',
} as const;

/** A column's question as its heading alone tells it; `parte`: '1' of 'P5_1', an option by a name that the others of its kind explain. */
type Alvo = { pergunta: number; opcao: number | null; parte: string | null; regra: string };
type Lida =
  | ({ papel: 'pergunta' } & Alvo)
  | { papel: PapelDePessoa; regra: string }
  | { papel: 'ignorar'; regra: string };

const ignored = (regra: string): Lida => ({ papel: 'ignorar', regra });
const NADA = ignored('Nenhuma pergunta tem este número ou este texto.');

/** A question is like a heading from here on, and likelier than the next by so much. */
const PARECIDA = 0.6;
const BEM_MAIS = 0.75;
/** A heading that an export cut is known by this many characters. */
const CORTE = 20;

/** The questionnaire as headings are held against it. */
class Perguntas {
  readonly #todas: readonly PerguntaLida[];
  readonly #codigos = new Map<string, number[]>();
  readonly #textos: readonly string[];
  readonly #porTexto: Map<string, number[]>;
  readonly semelhanca: Semelhanca;

  constructor(perguntas: readonly PerguntaLida[]) {
    this.#todas = perguntas;
    this.#textos = perguntas.map(({ texto }) => comparableText(texto));
    this.#porTexto = groupBy(perguntas.keys(), (place) => this.#textos[place] ?? '');
    this.semelhanca = new Semelhanca(perguntas);
    const keys = perguntas.map(({ codigo }) => codeKey(codigo));
    const numbered = keys.some((key) => /^\d/u.test(key));
    for (const [place, key] of keys.entries()) {
      // Where no question has a number for its code, numbers are places.
      for (const one of numbered ? [key] : [key, String(place + 1)]) {
        this.#codigos.set(one, [...(this.#codigos.get(one) ?? []), place]);
      }
    }
  }

  codigo(place: number): string {
    return this.#todas[place]?.codigo ?? '';
  }

  #optionBy(place: number, words: string): number | null {
    const { tipo = 'texto', opcoes = [] } = this.#todas[place] ?? {};
    if (words === '' || !isChoice(tipo)) return null;
    const found = [...opcoes.keys()].filter((at) => normaliseQuote(opcoes[at]?.texto ?? '') === words);
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  #otherOption(place: number): number | null {
    const found = (this.#todas[place]?.opcoes ?? []).flatMap(({ especial }, at) =>
      especial === 'outro' ? [at] : [],
    );
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** What stands behind a question's number, against the question itself and the others. */
  #judge(place: number, parte: string | null, resto: string): Lida {
    const codigo = this.codigo(place);
    const words = comparableText(resto);
    const found = (opcao: number | null): Lida => ({
      papel: 'pergunta',
      pergunta: place,
      opcao,
      parte: opcao === null ? parte : null,
      regra: REGRA.numero,
    });
    if (words === '') return found(null);
    if (ACOMPANHA.test(words)) return ignored(`Acompanha ${codigo} e não é a resposta.`);
    const opcao = this.#optionBy(place, words);
    if (opcao !== null) {
      const byPart = parte === null ? [] : this.partOf(place, [parte])?.get(parte);
      return byPart === undefined || byPart === opcao || parte === null
        ? found(opcao)
        : ignored(`O número e o texto são de opções diferentes de ${codigo}.`);
    }
    const own = this.#textos[place] ?? '';
    const other = this.#otherOption(place);
    if (other !== null && OUTRO.test(words) && words.split(' ').length <= 4 && !own.startsWith(words)) {
      return found(other);
    }
    if (own === words) return found(null);
    const [equal] = this.#porTexto.get(words) ?? [];
    const likeness = this.semelhanca.of(resto);
    const [best] = [...likeness.keys()].sort((a, b) => (likeness[b] ?? 0) - (likeness[a] ?? 0));
    const near =
      best !== undefined && (likeness[best] ?? 0) >= 0.8 && (likeness[place] ?? 0) < 0.3 ? best : undefined;
    const against = equal ?? near;
    return against === undefined || against === place
      ? found(null)
      : ignored(`O número é de ${codigo} e o texto é de ${this.codigo(against)}.`);
  }

  /** Rows of a battery: 'P8_1' and 'P8a' are the first one, unless a question of its own has the number. */
  #row(chave: string, parte: string): number[] | undefined {
    if (this.#codigos.has(chave)) return undefined;
    const other = /^\d+$/u.test(parte)
      ? String.fromCharCode(96 + Number(parte))
      : String(parte.charCodeAt(0) - 96);
    return this.#codigos.get(`${chave}.${other}`);
  }

  /** By the number or code that a heading begins with; null: it begins with none. */
  byNumber(cabecalho: string): Lida | null {
    const one = (places: readonly number[], parte: string | null, resto: string): Lida =>
      places.length === 1
        ? this.#judge(places[0] ?? 0, parte, resto)
        : ignored(`${places.map((place) => this.codigo(place)).join(' e ')} têm o mesmo código.`);
    const number = headingNumber(cabecalho);
    if (number) {
      const { chave, parte, resto } = number;
      const exact =
        parte === null ? undefined : (this.#codigos.get(`${chave}.${parte}`) ?? this.#row(chave, parte));
      if (exact) return one(exact, null, resto);
      const places = this.#codigos.get(chave);
      return places ? one(places, parte, resto) : ignored(`O questionário não tem a pergunta ${chave}.`);
    }
    const runs = runsOf(cabecalho).map(withoutZeros);
    for (let size = Math.min(runs.length, 4); size > 0; size -= 1) {
      const key = runs.slice(0, size).join('.');
      const places = this.#codigos.get(key);
      // Letters alone ('RENDA') are a word like others unless they are all that stands there.
      if (!places || (size < runs.length && !/\p{L}/u.test(key)) || (size < runs.length && !/\d/u.test(key)))
        continue;
      const rest = runs.slice(size);
      const [only = ''] = rest;
      const isPart = rest.length === 1 && /^(?:\d+|[a-z])$/u.test(only);
      return one(places, isPart ? only : null, isPart ? '' : rest.join(' '));
    }
    return null;
  }

  /** By the whole text of a question, or its beginning, or with one of its options behind it. Several: as many questions have that text. */
  byText(cabecalho: string): { lida: Lida } | { iguais: readonly number[] } | null {
    const words = comparableText(cabecalho);
    if (words === '') return null;
    const found = (pergunta: number, opcao: number | null): { lida: Lida } => ({
      lida: { papel: 'pergunta', pergunta, opcao, parte: null, regra: REGRA.igual },
    });
    const equal = this.#porTexto.get(words);
    if (equal) return equal.length === 1 ? found(equal[0] ?? 0, null) : { iguais: equal };
    const longer = this.#textos.flatMap((texto, place) => {
      if (texto.length < 8 || !words.startsWith(`${texto} `)) return [];
      const rest = words.slice(texto.length + 1);
      const other = OUTRO.test(rest) && rest.split(' ').length <= 4 ? this.#otherOption(place) : null;
      const opcao = this.#optionBy(place, rest) ?? other;
      return opcao === null ? [] : [{ place, opcao }];
    });
    const [only] = longer;
    if (only && longer.length === 1) return found(only.place, only.opcao);
    if (words.length < CORTE) return null;
    const cut = [...this.#textos.keys()].filter((place) => this.#textos[place]?.startsWith(words));
    if (cut.length === 1) return found(cut[0] ?? 0, null);
    return cut.length > 1
      ? {
          lida: ignored(
            `O cabeçalho é o começo de ${cut
              .slice(0, 3)
              .map((place) => this.codigo(place))
              .join(' e ')}.`,
          ),
        }
      : null;
  }

  /**
   * The options that the parts of several columns name ('1' and '2' of 'P5_1' and 'P5_2'): by their codes, else by their places; null where
   * both would do and differ, or neither.
   */
  partOf(place: number, partes: readonly string[]): ReadonlyMap<string, number> | null {
    const opcoes = this.#todas[place]?.opcoes ?? [];
    const read = (at: (parte: string) => number): ReadonlyMap<string, number> | null => {
      const found = new Map(partes.map((parte) => [parte, at(parte)]));
      return [...found.values()].every((one) => one >= 0 && one < opcoes.length) ? found : null;
    };
    if (partes.every((parte) => /^[a-z]$/u.test(parte))) return read((parte) => parte.charCodeAt(0) - 97);
    const codes = new Set(opcoes.map(({ valor }) => valor)).size === opcoes.length;
    const byCode = codes ? read((parte) => opcoes.findIndex(({ valor }) => String(valor) === parte)) : null;
    const byPlace = read((parte) => (/^\d+$/u.test(parte) ? Number(parte) - 1 : -1));
    if (!byCode || !byPlace) return byCode ?? byPlace;
    return partes.every((parte) => byCode.get(parte) === byPlace.get(parte)) ? byCode : null;
  }

  pergunta(place: number): PerguntaLida | undefined {
    return this.#todas[place];
  }
}

type Coluna = { n: number; cabecalho: string; celulas: readonly string[]; lida: Lida };
type DePergunta = Coluna & { lida: { papel: 'pergunta' } & Alvo };
const isQuestion = (coluna: Coluna): coluna is DePergunta => coluna.lida.papel === 'pergunta';
const named = ({ cabecalho, n }: Coluna): string => `“${shortened(cabecalho) || `coluna ${n + 1}`}”`;

const MARCA = /^(?:0|1|x|s|n|sim|nao|true|false|verdadeiro|falso|marcado|nao marcado)$/u;

/** One column for the whole answer, or one for each option: what else was found for the question is left out. */
function settle(perguntas: Perguntas, place: number, columns: readonly DePergunta[]): void {
  const codigo = perguntas.codigo(place);
  const question = perguntas.pergunta(place);
  const whole = columns.filter(({ lida }) => lida.opcao === null && lida.parte === null);
  const parts = columns.filter(({ lida }) => lida.parte !== null);
  const options = columns.filter(({ lida }) => lida.opcao !== null);
  const leave = (some: readonly Coluna[], why: string) => {
    for (const one of some) one.lida = ignored(why);
  };
  const isOther = ({ lida }: DePergunta) => question?.opcoes[lida.opcao ?? -1]?.especial === 'outro';
  const [only, second] = whole;
  if (only && second) {
    leave(columns, `Mais de uma coluna parece ser ${codigo}: ${whole.slice(0, 3).map(named).join(', ')}.`);
    return;
  }
  if (only) {
    // Beside the answer, the text of 'outro' may have its own.
    const others = options.filter(isOther);
    leave([...parts, ...options.filter((one) => !isOther(one))], `${codigo} já tem a coluna ${named(only)}.`);
    if (others.length > 1) leave(others, `Mais de uma coluna parece ser o texto de “outro” de ${codigo}.`);
    return;
  }
  const [part] = parts;
  const choice = question !== undefined && isChoice(question.tipo);
  if (part && parts.length === 1 && options.every(isOther)) {
    // One column alone is the answer, unless it holds marks of one option.
    const marks = part.celulas.length > 0 && part.celulas.every((cell) => MARCA.test(normaliseQuote(cell)));
    if (question?.tipo !== 'multipla' || (part.celulas.length > 0 && !marks)) {
      part.lida.parte = null;
      return;
    }
  }
  if (!choice) {
    leave(columns, `Mais de uma coluna tem o número de ${codigo}, que tem uma só resposta.`);
    return;
  }
  const found = perguntas.partOf(
    place,
    parts.flatMap(({ lida }) => lida.parte ?? []),
  );
  for (const one of parts) {
    const opcao = found?.get(one.lida.parte ?? '');
    if (opcao === undefined) leave([one], `Não se sabe de qual opção de ${codigo} é esta coluna.`);
    else Object.assign(one.lida, { opcao, parte: null });
  }
  for (const [opcao, same] of groupBy(columns.filter(isQuestion), ({ lida }) => lida.opcao)) {
    const texto = shortened(question.opcoes[opcao ?? -1]?.texto ?? '');
    if (same.length > 1) leave(same, `Mais de uma coluna parece ser a opção “${texto}” de ${codigo}.`);
  }
}

/** By words alone: only what one question has and its neighbours in the sheet do not contradict. */
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
    // Of several, the one that stands between the questions of the columns beside it.
    const before = colunas.slice(0, coluna.n).filter(isQuestion).at(-1)?.lida.pergunta ?? -1;
    const after = colunas.slice(coluna.n + 1).find(isQuestion)?.lida.pergunta ?? count;
    const between = near.length > 1 ? near.filter((place) => place > before && place < after) : near;
    const [place] = between;
    if (place === undefined || between.length > 1) {
      coluna.lida = ignored(
        `Parecida com ${near
          .slice(0, 3)
          .map((one) => perguntas.codigo(one))
          .join(' e ')}.`,
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

/** Of several columns for one role the nearest; where two are as near for what identifies a row, none. */
function settleRoles(colunas: readonly Coluna[]): void {
  const roles = colunas.flatMap((coluna) => {
    const { papel } = coluna.lida;
    return papel === 'pergunta' || papel === 'ignorar'
      ? []
      : [{ coluna, papel, near: nearness(papel, coluna.cabecalho) }];
  });
  for (const [papel, all] of groupBy(roles, (one) => one.papel)) {
    const sorted = all.toSorted((a, b) => a.near - b.near || a.coluna.n - b.coluna.n);
    const [first, second] = sorted;
    if (!first || !second) continue;
    const tied = papel !== 'data' && papel !== 'hora' && first.near === second.near;
    for (const { coluna, near } of tied ? sorted : sorted.slice(1)) {
      coluna.lida = ignored(
        tied && near === first.near
          ? `Mais de uma coluna pode ser ${PAPEL_LABEL[papel]}: ${named(first.coluna)} e ${named(second.coluna)}.`
          : `Já há uma coluna para ${PAPEL_LABEL[papel]}: ${named(first.coluna)}.`,
      );
    }
  }
}

function roleOf(cabecalho: string, celulas: readonly string[]): Lida | null {
  const said = roleByWords(cabecalho);
  if (!said) return null;
  const papel =
    said === 'nome' && !/nome|name/iu.test(cabecalho) && numbersPeople(celulas) ? 'identificador' : said;
  // 'Horário' may hold the whole moment.
  if (papel === 'hora' && holdsMoments(celulas)) return { papel: 'data', regra: REGRA.palavras };
  const against = objection(papel, celulas);
  return against === null ? { papel, regra: REGRA.palavras } : ignored(against);
}

/**
 * Aligns a sheet's columns with a questionnaire's questions: by the number or code in the heading, else by the question's text, else by what
 * identifies a row, else by likeness of words. A column of recordings' names is one whatever its heading says. What is not clear is left out.
 * @param amostra some rows of the sheet (200 are plenty)
 * @returns one entry a column, in the sheet's order
 */
export function alignColumns(
  cabecalho: readonly string[],
  amostra: readonly Pick<LinhaLida, 'celulas'>[],
  perguntas: readonly PerguntaLida[],
): ColunaLida[] {
  const questions = new Perguntas(perguntas);
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
    const byNumber = questions.byNumber(text);
    const byText = byNumber ? null : questions.byText(text);
    if (byText && 'iguais' in byText) {
      const key = comparableText(text);
      const known = equal.get(key) ?? { places: byText.iguais, columns: [] };
      known.columns.push(coluna);
      equal.set(key, known);
      return coluna;
    }
    coluna.lida = byNumber ?? byText?.lida ?? roleOf(text, celulas) ?? NADA;
    return coluna;
  });
  for (const { places, columns } of equal.values()) {
    for (const [at, coluna] of columns.entries()) {
      const pergunta = columns.length === places.length ? places[at] : undefined;
      coluna.lida =
        pergunta === undefined
          ? ignored(
              `${places
                .slice(0, 3)
                .map((place) => questions.codigo(place))
                .join(' e ')} têm o mesmo texto.`,
            )
          : { papel: 'pergunta', pergunta, opcao: null, parte: null, regra: REGRA.igual };
    }
  }
  for (const [place, columns] of groupBy(colunas.filter(isQuestion), ({ lida }) => lida.pergunta)) {
    settle(questions, place, columns);
  }
  alignByWords(colunas, questions, perguntas.length);
  for (const coluna of colunas) {
    if (coluna.lida === NADA && holdsPhones(coluna.cabecalho, coluna.celulas)) {
      coluna.lida = { papel: 'telefone', regra: REGRA.conteudo };
    }
    if (coluna.lida === NADA && coluna.cabecalho.trim() === '')
      coluna.lida = ignored('A coluna não tem cabeçalho.');
  }
  settleRoles(colunas);
  return colunas.map(({ n, cabecalho: text, lida }): ColunaLida => {
    const { pergunta, opcao } = lida.papel === 'pergunta' ? lida : { pergunta: null, opcao: null };
    return { n, cabecalho: text, papel: lida.papel, pergunta, opcao, regra: lida.regra };
  });
}
