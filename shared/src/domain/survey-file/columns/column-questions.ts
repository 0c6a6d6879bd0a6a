/** The questionnaire as a sheet's headings are held against it: by numbers, names and words. */

import { groupBy } from '../../group-by.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { shortened } from '../options/option-reading.ts';
import { runsOf, withoutZeros } from '../pairing/recording-name.ts';
import { ACOMPANHA, codeKey, comparableText, headingNumber, OUTRO, Semelhanca } from './column-headings.ts';
import { waysOf } from './column-paths.ts';
import type { PapelDePessoa } from './column-roles.ts';

/** Why, for people: of a column that was recognised; of one that is left out it is a sentence. */
export const REGRA = {
  numero: 'número no cabeçalho',
  igual: 'texto igual',
  parecido: 'texto parecido',
  nome: 'nome da variável',
  programa: 'campo do programa de coleta',
  palavras: 'palavras do cabeçalho',
  conteudo: 'conteúdo da coluna',
} as const;

/** A column's question as its heading alone tells it; `parte`: '1' of 'P5_1', an option by a name that the others of its kind explain. */
export type Alvo = { pergunta: number; opcao: number | null; parte: string | null; regra: string };
export type Lida =
  | ({ papel: 'pergunta' } & Alvo)
  /** `perto`: how near it is to what is looked for, where the heading's own words do not say it (column-roles.ts, `nearness`). */
  | { papel: PapelDePessoa; regra: string; perto?: number }
  /** `de`: the question of which an unknown option stands in the heading. */
  | { papel: 'ignorar'; regra: string; de?: number };

export const ignored = (regra: string): Lida => ({ papel: 'ignorar', regra });
export const NADA = ignored('Nenhuma pergunta tem este número ou este texto.');

/** Said of a column for an option that its question does not have. */
export const OPCAO_DESCONHECIDA = 'não tem a opção';

/** A heading that an export cut is known by this many characters. */
const CORTE = 20;
/** A shorter text is no name of a question. */
const CURTO = 3;

const variable = (text: string): string => text.trim().toLowerCase();
/**
 * What an option's column may be called behind the question and a '_': '_99' is '-99' where a variable's name holds no sign (SurveyCTO), or
 * plainly 99 behind two of them (Survey Solutions).
 */
const codesIn = (option: string): string[] =>
  /^_\d/u.test(option) ? [option.replace('_', '-'), option.slice(1)] : [option];

/** The questionnaire as headings are held against it. */
export class Perguntas {
  readonly #todas: readonly PerguntaLida[];
  readonly #codigos = new Map<string, number[]>();
  readonly #textos: readonly string[];
  readonly #porTexto: Map<string, number[]>;
  /** By the name that the program of collection gives the variable. */
  readonly #porNome: Map<string, number[]>;
  readonly semelhanca: Semelhanca;

  constructor(perguntas: readonly PerguntaLida[]) {
    this.#todas = perguntas;
    this.#textos = perguntas.map(({ texto }) => comparableText(texto));
    this.#porTexto = groupBy(perguntas.keys(), (place) => this.#textos[place] ?? '');
    this.#porNome = groupBy(perguntas.keys(), (place) => variable(perguntas[place]?.nome ?? ''));
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

  /**
   * What stands behind a question's number, against the question itself and the others.
   * @param interna the part is a number that a program counts by (LimeSurvey's SQ002): the option's words come first
   */
  #judge(place: number, parte: string | null, resto: string, interna = false): Lida {
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
    const own = this.#textos[place] ?? '';
    // Some programs write the question's text between its number and the option.
    const behind = own !== '' && words.startsWith(`${own} `) ? words.slice(own.length + 1) : words;
    const opcao = this.#optionBy(place, behind);
    if (opcao !== null) {
      const byPart = parte === null ? [] : this.partOf(place, [parte])?.get(parte);
      return byPart === undefined || byPart === opcao || parte === null || interna
        ? found(opcao)
        : ignored(`O número e o texto são de opções diferentes de ${codigo}.`);
    }
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

  /** The option that a program calls by this word: its text, its name, its code, or 'other' of the one that takes a text. */
  #optionNamed(place: number, word: string): number | null {
    const { tipo = 'texto', opcoes = [] } = this.#todas[place] ?? {};
    const name = variable(word);
    if (!isChoice(tipo) || name === '') return null;
    const only = (is: (at: number) => boolean): number | null => {
      const found = [...opcoes.keys()].filter(is);
      return found.length === 1 ? (found[0] ?? null) : null;
    };
    const words = normaliseQuote(word);
    return (
      this.#optionBy(place, words) ??
      only((at) => variable(opcoes[at]?.nome ?? '') === name) ??
      (/^-?\d{1,9}$/u.test(name) ? only((at) => opcoes[at]?.valor === Number(name)) : null) ??
      (OUTRO.test(words) && words.split(' ').length <= 4 ? this.#otherOption(place) : null)
    );
  }

  #optionCalled(place: number, word: string): number | null {
    const found = codesIn(word).map((code) => this.#optionNamed(place, code));
    return found.find((one) => one !== null) ?? null;
  }

  /** The only question that a text names, and nothing else: by its variable's name, its code, or its whole text. */
  #exact(text: string): { place: number; regra: string } | null {
    if (!/\p{L}/u.test(text)) return null;
    const number = headingNumber(text);
    const code = number
      ? number.resto === ''
        ? [number.chave, ...(number.parte === null ? [] : [number.parte])].join('.')
        : null
      : codeKey(text);
    const words = comparableText(text);
    const ways = [
      { places: this.#porNome.get(variable(text)), regra: REGRA.nome },
      { places: code === null ? undefined : this.#codigos.get(code), regra: REGRA.numero },
      { places: words.length >= CURTO ? this.#porTexto.get(words) : undefined, regra: REGRA.igual },
    ];
    for (const { places, regra } of ways) {
      const [place, ...more] = places ?? [];
      if (place !== undefined && more.length === 0) return { place, regra };
    }
    return null;
  }

  #unknown(place: number, option: string): Lida {
    const regra = `${this.codigo(place)} ${OPCAO_DESCONHECIDA} “${shortened(option)}”.`;
    return { papel: 'ignorar', regra, de: place };
  }

  /** The column of an option, by what stands behind its question in the heading. */
  optionBehind(place: number, option: string): Lida {
    const opcao = this.#optionCalled(place, option);
    return opcao === null
      ? this.#unknown(place, option)
      : { papel: 'pergunta', pergunta: place, opcao, parte: null, regra: REGRA.nome };
  }

  /** Whether a heading is a question's name, code or text and nothing besides. */
  isExact(cabecalho: string): boolean {
    return this.#exact(cabecalho) !== null;
  }

  /** By the variable's name in the program of collection, alone or with an option's behind it ('meios', 'meios_tv', 'meios__99'). */
  byName(cabecalho: string): Lida | null {
    const name = variable(cabecalho);
    const found = (pergunta: number, opcao: number | null): Lida => ({
      ...{ papel: 'pergunta', pergunta, opcao, parte: null, regra: REGRA.nome },
    });
    const placeOf = (text: string): number | null => {
      const [place, ...more] = (text !== '' && this.#porNome.get(text)) || [];
      return place !== undefined && more.length === 0 ? place : null;
    };
    const whole = placeOf(name);
    if (whole !== null) return found(whole, null);
    for (let at = name.lastIndexOf('_'); at > 0; at = name.lastIndexOf('_', at - 1)) {
      const place = placeOf(name.slice(0, at));
      const opcao = place === null ? null : this.#optionCalled(place, name.slice(at + 1));
      if (place !== null && opcao !== null) return found(place, opcao);
    }
    return null;
  }

  /**
   * By a path of groups, with or without an option behind the question ('bloco/q2/tv').
   * @param nomes parts are names of a program of collection
   */
  byPath(cabecalho: string, nomes: boolean): Lida | null {
    let unknown: Lida | null = null;
    for (const { pergunta, opcao } of waysOf(cabecalho, nomes)) {
      const exact = this.#exact(pergunta);
      if (!exact) continue;
      const { place, regra } = exact;
      // What stands before the last part is a question itself: nobody knows which of the two is meant.
      if (opcao === null && unknown) break;
      const option = opcao === null ? null : this.#optionNamed(place, opcao);
      if (opcao === null || option !== null)
        return { papel: 'pergunta', pergunta: place, opcao: option, parte: null, regra };
      if (isChoice(this.#todas[place]?.tipo ?? 'texto')) unknown ??= this.#unknown(place, opcao);
    }
    return unknown;
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
        ? this.#judge(places[0] ?? 0, parte, resto, /[[(_]sq\d/iu.test(cabecalho))
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
    if (!byCode && partes.every((parte) => parte.startsWith('-'))) {
      // No option has a code below zero: the two signs before it only set it off ('P5__1').
      const plain = this.partOf(
        place,
        partes.map((parte) => parte.slice(1)),
      );
      return plain && new Map([...plain].map(([parte, opcao]) => [`-${parte}`, opcao]));
    }
    if (!byCode || !byPlace) return byCode ?? byPlace;
    return partes.every((parte) => byCode.get(parte) === byPlace.get(parte)) ? byCode : null;
  }

  pergunta(place: number): PerguntaLida | undefined {
    return this.#todas[place];
  }
}
