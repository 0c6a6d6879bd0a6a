/** Questions of one number: a stem and its parts ('P4', 'P4a', 'P4b'), and statements that share the words above them. */
import { columnNames, SEM_NOME } from './batteries.ts';
import { answeredLike, asked, type Lida, valued } from './reading.ts';

const PART = /^([A-Z]*\d+)(?:\.\d+|[a-z])$/u;
const baseOf = ({ codigo }: Lida): string | null => PART.exec(codigo)?.[1] ?? null;
const isAnswered = ({ tipo, opcoes, semResposta }: Lida): boolean =>
  !semResposta && (tipo !== 'texto' || opcoes.length > 0);

/** A stem whose last line names the columns that the rows behind its parts have. */
function withColumns(stem: Lida, parts: readonly Lida[]): Lida {
  const fila = parts[0]?.fila;
  const { colunas } = stem;
  if (!fila || !colunas || parts.some((one) => one.fila?.length !== fila.length)) return stem;
  const names = columnNames(colunas.linha, fila);
  if (!names) return stem;
  const impressos = names.map(({ valor }) => valor);
  return {
    ...stem,
    ...{ texto: colunas.texto, tipo: 'escolha', opcoes: valued(names), impressos, semResposta: false },
  };
}

/** How many questions behind a place are parts of one number. */
function partsFrom(lidas: readonly Lida[], from: number, base: string): Lida[] {
  const end = lidas.findIndex((one, at) => at >= from && baseOf(one) !== base);
  return lidas.slice(from, end < 0 ? lidas.length : end);
}

/** Parts asked with the words of their stem. */
function underStem(stem: Lida, parts: readonly Lida[], answered: boolean): Lida[] {
  return parts.map((part, at) => ({
    ...part,
    texto: part.texto.includes('?') ? part.texto : asked(stem.texto, part.texto),
    condicoes: [...stem.condicoes, ...part.condicoes],
    instrucoes: [...stem.instrucoes, ...part.instrucoes],
    saltos: answered ? [...stem.saltos, ...part.saltos] : part.saltos,
    avisos: at === 0 ? [...stem.avisos, ...part.avisos] : part.avisos,
    origens: [...stem.origens, ...part.origens],
  }));
}

/** Stems without an answer of their own go into their parts; parts without one are answered as their stem or the last of them is. */
export function withStems(lidas: readonly Lida[]): Lida[] {
  const all: Lida[] = [];
  for (let at = 0; at < lidas.length; at += 1) {
    const one = lidas[at] as Lida;
    const isPart = baseOf(one) !== null;
    const parts = partsFrom(lidas, isPart ? at : at + 1, baseOf(one) ?? one.codigo);
    if (parts.length < 2) {
      all.push(one);
      continue;
    }
    const stem = isPart ? null : withColumns(one, parts);
    const last = parts.at(-1) as Lida;
    const open = parts.filter(({ semResposta }) => semResposta);
    const source =
      stem && open.length === parts.length && isAnswered(stem)
        ? stem
        : open.length === parts.length - 1 && last.opcoes.length > 1
          ? last
          : null;
    const shaped = parts.map((part) => (source && part.semResposta ? answeredLike(part, source) : part));
    const goesIn = stem !== null && (stem.semResposta || source === stem);
    if (stem && !goesIn) all.push(stem);
    all.push(...(stem && goesIn ? underStem(stem, shaped, source === stem) : shaped));
    at += parts.length - (isPart ? 1 : 0);
  }
  return all;
}

/** Rows whose columns nothing names. */
export const withoutColumns = (one: Lida): Lida =>
  one.fila && one.semResposta ? { ...one, avisos: [...one.avisos, SEM_NOME] } : one;

/** What is asked without a '?' and without a field: in so many words, or by the name of what is wanted. */
const PEDE =
  /[?:]|^(?:deixe|explique|descreva|comente|diga|fale|cite|conte|indique|informe|registre|anote|d[êe]|nome)(?!\p{L})/iu;
const NAO_PEDE =
  'Não termina como pergunta, e nada diz como se responde: confira se é uma pergunta ou uma opção da anterior.';

/** Texts that have a question's number, and may be none. */
export const withoutQuestion = (one: Lida): Lida =>
  one.semResposta && !one.fila && one.avisos.length === 0 && one.tipo === 'texto' && !PEDE.test(one.texto)
    ? { ...one, avisos: [...one.avisos, NAO_PEDE] }
    : one;

const sameOptions = (a: Lida, b: Lida): boolean =>
  a.tipo === b.tipo &&
  a.opcoes.length === b.opcoes.length &&
  a.opcoes.every(({ texto }, at) => texto === b.opcoes[at]?.texto);

/**
 * Statements that are numbered like questions, under words without a number: all of them that do not ask by themselves and are answered
 * alike. @param troncos the words above a question, by its place
 */
export function underTheirWords(lidas: readonly Lida[], troncos: ReadonlyMap<number, string>): Lida[] {
  let stem: string | null = null;
  let model: Lida | null = null;
  return lidas.map((one, at) => {
    const own = troncos.get(at);
    if (own !== undefined) [stem, model] = [own, one];
    if (stem === null || model === null) return one;
    if (!one.texto.includes('?') && sameOptions(one, model)) return { ...one, texto: asked(stem, one.texto) };
    stem = null;
    return own === undefined ? one : { ...one, instrucoes: [own, ...one.instrucoes] };
  });
}
