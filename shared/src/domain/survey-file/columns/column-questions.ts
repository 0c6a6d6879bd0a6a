/** A questionnaire's index for headings: by numbers, names and words. */

import { groupBy } from '../../group-by.ts';
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import { enumerate } from '../../text/in-words.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { shortened } from '../options/option-reading.ts';
import { runsOf, withoutZeros } from '../pairing/recording-name.ts';
import { ACOMPANHA, codeKey, comparableText, headingNumber, OUTRO, Semelhanca } from './column-headings.ts';
import { waysOf } from './column-paths.ts';
import type { PapelDePessoa } from './column-roles.ts';

/** Reasons for people: the rule that recognised a column, or a sentence on why it is left out. */
export const REGRA = {
  numero: 'número no cabeçalho',
  igual: 'texto igual',
  parecido: 'texto parecido',
  nome: 'nome da variável',
  programa: 'campo do programa de coleta',
  palavras: 'palavras do cabeçalho',
  conteudo: 'conteúdo da coluna',
} as const;

/**
 * The question of a heading. `parte`: an option name such as '1' of 'P5_1', whose meaning only the question's other
 * columns show.
 */
export type Alvo = { pergunta: number; opcao: number | null; parte: string | null; regra: string };
export type Lida =
  | ({ papel: 'pergunta' } & Alvo)
  /** `perto`: rank for the role, unless the heading's words give this rank (column-roles.ts, `nearness`). */
  | { papel: PapelDePessoa; regra: string; perto?: number }
  /** `de`: the question of a heading with an unknown option. */
  | { papel: 'ignorar'; regra: string; de?: number };

export const ignored = (regra: string): Lida => ({ papel: 'ignorar', regra });
export const NADA = ignored('Nenhuma pergunta tem este número ou este texto.');

export const OPCAO_DESCONHECIDA = 'não tem a opção';

/** Minimum length of a recognisable truncated heading, characters. */
const CORTE = 20;
/** Shortest text that identifies a question, characters. */
const CURTO = 3;

const variable = (text: string): string => text.trim().toLowerCase();
/**
 * Possible codes after the question's name and '_': '_99' means '-99' in SurveyCTO, and '99' in Survey Solutions, which
 * separates by two underscores.
 */
const codesIn = (option: string): string[] =>
  /^_\d/u.test(option) ? [option.replace('_', '-'), option.slice(1)] : [option];

export class Perguntas {
  readonly #todas: readonly PerguntaLida[];
  readonly #codigos = new Map<string, number[]>();
  readonly #textos: readonly string[];
  readonly #porTexto: Map<string, number[]>;
  /** Indices by the variable's name in the collection program. */
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
      // A number in a heading is a question's position if no question has a numeric code.
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
   * Decides whether the text after a question's number fits that question or another.
   * @param interna true if the suffix is a program's own number (LimeSurvey's SQ002), so that the option's words decide
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
    if (ACOMPANHA.test(words)) return ignored(`A coluna acompanha ${codigo}, mas não contém a resposta.`);
    const own = this.#textos[place] ?? '';
    // Some programs write the question's text between number and option.
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

  /** The option that a program's word means: by text, name or code; 'other' means the option with free text. */
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

  /** The only question that a text names exactly: by variable, code or whole text. */
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

  optionBehind(place: number, option: string): Lida {
    const opcao = this.#optionCalled(place, option);
    return opcao === null
      ? this.#unknown(place, option)
      : { papel: 'pergunta', pergunta: place, opcao, parte: null, regra: REGRA.nome };
  }

  isExact(cabecalho: string): boolean {
    return this.#exact(cabecalho) !== null;
  }

  /** Looks up a heading as a variable's name, alone or with an option's name ('meios', 'meios_tv'). */
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
   * Looks up a heading as a path of groups, alone or with an option ('bloco/q2/tv').
   * @param nomes true if parts are names of a collection program
   */
  byPath(cabecalho: string, nomes: boolean): Lida | null {
    let unknown: Lida | null = null;
    for (const { pergunta, opcao } of waysOf(cabecalho, nomes)) {
      const exact = this.#exact(pergunta);
      if (!exact) continue;
      const { place, regra } = exact;
      // The path also fits a question with an unknown option, so its meaning is ambiguous.
      if (opcao === null && unknown) break;
      const option = opcao === null ? null : this.#optionNamed(place, opcao);
      if (opcao === null || option !== null)
        return { papel: 'pergunta', pergunta: place, opcao: option, parte: null, regra };
      if (isChoice(this.#todas[place]?.tipo ?? 'texto')) unknown ??= this.#unknown(place, opcao);
    }
    return unknown;
  }

  /** Finds rows of a battery: 'P8_1' and 'P8a' mean the first row, unless a question has that code. */
  #row(chave: string, parte: string): number[] | undefined {
    if (this.#codigos.has(chave)) return undefined;
    const other = /^\d+$/u.test(parte)
      ? String.fromCharCode(96 + Number(parte))
      : String(parte.charCodeAt(0) - 96);
    return this.#codigos.get(`${chave}.${other}`);
  }

  /** Looks up the number or code at a heading's start. */
  byNumber(cabecalho: string): Lida | null {
    const one = (places: readonly number[], parte: string | null, resto: string): Lida =>
      places.length === 1
        ? this.#judge(places[0] ?? 0, parte, resto, /[[(_]sq\d/iu.test(cabecalho))
        : ignored(`${enumerate(places.map((place) => this.codigo(place)))} têm o mesmo código.`);
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
      // A key without digits ('RENDA') is an ordinary word, unless it is the whole heading.
      if (!places || (size < runs.length && !/\p{L}/u.test(key)) || (size < runs.length && !/\d/u.test(key)))
        continue;
      const rest = runs.slice(size);
      const [only = ''] = rest;
      const isPart = rest.length === 1 && /^(?:\d+|[a-z])$/u.test(only);
      return one(places, isPart ? only : null, isPart ? '' : rest.join(' '));
    }
    return null;
  }

  /**
   * Looks up a question's text, its beginning, or its text with an option; `iguais`: several questions have this text.
   */
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
            `O cabeçalho é o começo do texto de ${enumerate(
              cut.slice(0, 3).map((place) => this.codigo(place)),
            )}.`,
          ),
        }
      : null;
  }

  /** Options by suffix ('1' of 'P5_1'): by code, else by position; null: ambiguous or unknown. */
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
      // Without negative codes, two underscores only separate question and code ('P5__1').
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
