/** Translates a condition in an XLSForm's column 'relevant' to the single condition that a question can have. */
import { isChoice } from '../../interview/questionnaire/questionnaire.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';

export type Condicao = NonNullable<PerguntaLida['mostrar_se']>;
/** `inteira`: false if the translated condition shows the question to more people than the form does. */
export type Traduzida = { condicao: Condicao | null; inteira: boolean };

export type Contexto = { perguntas: readonly PerguntaLida[]; porNome: ReadonlyMap<string, number> };

type Token = { tipo: 'nome' | 'texto' | 'op' | 'palavra'; valor: string };
const TOKEN =
  /\s*(?:\$\{\s*([^}\s]+)\s*\}|'([^']*)'|"([^"]*)"|(-?\d+(?:\.\d+)?)|(!=|<=|>=|[=<>(),])|([A-Za-z][\w:-]*))/uy;

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; ) {
    TOKEN.lastIndex = at;
    const hit = TOKEN.exec(text);
    if (!hit) return null;
    const [, nome, single, double, number, op, word] = hit;
    if (nome !== undefined) tokens.push({ tipo: 'nome', valor: nome });
    else if (op !== undefined) tokens.push({ tipo: 'op', valor: op });
    else if (word !== undefined) tokens.push({ tipo: 'palavra', valor: word.toLowerCase() });
    else tokens.push({ tipo: 'texto', valor: single ?? double ?? number ?? '' });
    at = TOKEN.lastIndex;
  }
  return tokens;
}

const NAO_CABE: Traduzida = { condicao: null, inteira: false };
const makeExact = (pergunta: number, opcoes: readonly number[]): Traduzida =>
  opcoes.length === 0
    ? NAO_CABE
    : { condicao: { pergunta, opcoes: [...new Set(opcoes)].sort((a, b) => a - b) }, inteira: true };

/** True if `a` implies `b`, because the question tested by `a` depends on `b`. */
function implies(a: Condicao, b: Condicao, perguntas: readonly PerguntaLida[]): boolean {
  for (
    let at = perguntas[a.pergunta]?.mostrar_se ?? null;
    at;
    at = perguntas[at.pergunta]?.mostrar_se ?? null
  ) {
    if (at.pergunta === b.pergunta) return at.opcoes.every((one) => b.opcoes.includes(one));
  }
  return false;
}

export function intersectRules(a: Traduzida, b: Traduzida, { perguntas }: Contexto): Traduzida {
  const [one, other] = [a.condicao, b.condicao];
  const inteira = a.inteira && b.inteira;
  if (!one || !other) return { condicao: one ?? other, inteira };
  if (one.pergunta === other.pergunta) {
    // A multiple answer may contain options of both conditions, which one condition cannot express.
    if (perguntas[one.pergunta]?.tipo === 'multipla') return { condicao: one, inteira: false };
    const shared = one.opcoes.filter((opcao) => other.opcoes.includes(opcao));
    return shared.length === 0 ? NAO_CABE : { condicao: { ...one, opcoes: shared }, inteira };
  }
  if (implies(one, other, perguntas)) return { condicao: one, inteira };
  if (implies(other, one, perguntas)) return { condicao: other, inteira };
  return { condicao: one.pergunta > other.pergunta ? one : other, inteira: false };
}

class Leitor {
  readonly #tokens: readonly Token[];
  readonly #contexto: Contexto;
  #at = 0;

  constructor(tokens: readonly Token[], contexto: Contexto) {
    this.#tokens = tokens;
    this.#contexto = contexto;
  }

  get atEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  #take(tipo: Token['tipo'], valor?: string): string | null {
    const token = this.#tokens[this.#at];
    if (token?.tipo !== tipo || (valor !== undefined && token.valor !== valor)) return null;
    this.#at += 1;
    return token.valor;
  }

  #need(tipo: Token['tipo'], valor?: string): string {
    const taken = this.#take(tipo, valor);
    if (taken === null) throw new RangeError('not a rule');
    return taken;
  }

  either(): Traduzida {
    let read = this.#all();
    while (this.#take('palavra', 'or') !== null) {
      const next = this.#all();
      const [one, other] = [read.condicao, next.condicao];
      // If conditions joined by 'or' cannot become one condition, everybody is asked.
      read =
        one && other && one.pergunta === other.pergunta && read.inteira && next.inteira
          ? makeExact(one.pergunta, [...one.opcoes, ...other.opcoes])
          : NAO_CABE;
    }
    return read;
  }

  #all(): Traduzida {
    let read = this.#one();
    while (this.#take('palavra', 'and') !== null) read = intersectRules(read, this.#one(), this.#contexto);
    return read;
  }

  #one(): Traduzida {
    if (this.#take('op', '(') !== null) {
      const read = this.either();
      this.#need('op', ')');
      return read;
    }
    if (this.#take('palavra', 'not') !== null) {
      this.#need('op', '(');
      const read = this.either();
      this.#need('op', ')');
      return this.#others(read);
    }
    if (this.#take('palavra', 'selected') !== null) {
      this.#need('op', '(');
      const nome = this.#need('nome');
      this.#need('op', ',');
      const valor = this.#need('texto');
      this.#need('op', ')');
      return this.#chosen(nome, valor);
    }
    const nome = this.#need('nome');
    const op = this.#need('op');
    const valor = this.#need('texto');
    const place = this.#contexto.porNome.get(nome);
    const varias = this.#contexto.perguntas[place ?? -1]?.tipo === 'multipla';
    // '=' compares the whole answer, not one option of a multiple answer.
    if (op === '=') return varias ? NAO_CABE : this.#chosen(nome, valor);
    return op === '!=' && !varias ? this.#others(this.#chosen(nome, valor)) : NAO_CABE;
  }

  #chosen(nome: string, valor: string): Traduzida {
    const place = this.#contexto.porNome.get(nome);
    const { tipo = 'texto', opcoes = [] } = this.#contexto.perguntas[place ?? -1] ?? {};
    const option = opcoes.findIndex((opcao) => (opcao.nome ?? String(opcao.valor)) === valor);
    return place === undefined || option < 0 || !isChoice(tipo) ? NAO_CABE : makeExact(place, [option]);
  }

  /** Converts 'not this option' to all other options, for questions that everybody answers. */
  #others({ condicao, inteira }: Traduzida): Traduzida {
    const asked = condicao && this.#contexto.perguntas[condicao.pergunta];
    if (!condicao || !inteira || !asked || asked.tipo !== 'escolha') return NAO_CABE;
    if (!asked.obrigatoria || asked.mostrar_se) return NAO_CABE;
    const rest = [...asked.opcoes.keys()].filter((place) => !condicao.opcoes.includes(place));
    return makeExact(condicao.pergunta, rest);
  }
}

export function conditionOf(rule: string, contexto: Contexto): Traduzida {
  if (rule.trim() === '' || /^(?:true\(\)|yes|true)$/iu.test(rule.trim()))
    return { condicao: null, inteira: true };
  const tokens = tokensOf(rule);
  if (!tokens) return NAO_CABE;
  try {
    const reader = new Leitor(tokens, contexto);
    const read = reader.either();
    return reader.atEnd ? read : NAO_CABE;
  } catch (error) {
    if (error instanceof RangeError) return NAO_CABE;
    throw error;
  }
}
