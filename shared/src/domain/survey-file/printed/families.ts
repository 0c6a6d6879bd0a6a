/** Groups questions with the same number ('P4', 'P4a', 'P4b'), and statements under common words. */
import { columnNames, SEM_NOME } from './batteries.ts';
import { asked, assignCodes, copyAnswerForm, type Lida } from './reading.ts';

const PART = /^([A-Z]*\d+)(?:\.\d+|[a-z])$/u;
const baseOf = ({ codigo }: Lida): string | null => PART.exec(codigo)?.[1] ?? null;
const isAnswered = ({ tipo, opcoes, semResposta }: Lida): boolean =>
  !semResposta && (tipo !== 'texto' || opcoes.length > 0);

/** The stem with the options that its last line names (above its parts' columns). */
function withColumns(stem: Lida, parts: readonly Lida[]): Lida {
  const fila = parts[0]?.fila;
  const { colunas } = stem;
  if (!fila || !colunas || parts.some((one) => one.fila?.length !== fila.length)) return stem;
  const names = columnNames(colunas.linha, fila);
  if (!names) return stem;
  const impressos = names.map(({ valor }) => valor);
  return {
    ...stem,
    ...{ texto: colunas.texto, tipo: 'escolha', opcoes: assignCodes(names), impressos, semResposta: false },
  };
}

function partsFrom(lidas: readonly Lida[], from: number, base: string): Lida[] {
  const end = lidas.findIndex((one, at) => at >= from && baseOf(one) !== base);
  return lidas.slice(from, end < 0 ? lidas.length : end);
}

function prefixStem(stem: Lida, parts: readonly Lida[], answered: boolean): Lida[] {
  return parts.map((part, at) => ({
    ...part,
    texto: part.texto.includes('?') ? part.texto : asked(stem.texto, part.texto),
    bateria: null,
    condicoes: [...stem.condicoes, ...part.condicoes],
    instrucoes: [...stem.instrucoes, ...part.instrucoes],
    saltos: answered ? [...stem.saltos, ...part.saltos] : part.saltos,
    avisos: at === 0 ? [...stem.avisos, ...part.avisos] : part.avisos,
    origens: [...stem.origens, ...part.origens],
  }));
}

/** Merges stems without answers into their parts; parts without answers take those of the stem or of the last part. */
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
    const shaped = parts.map((part) => (source && part.semResposta ? copyAnswerForm(part, source) : part));
    const goesIn = stem !== null && (stem.semResposta || source === stem);
    if (stem && !goesIn) all.push(stem);
    all.push(...(stem && goesIn ? prefixStem(stem, shaped, source === stem) : shaped));
    at += parts.length - (isPart ? 1 : 0);
  }
  return all;
}

export const withoutColumns = (one: Lida): Lida =>
  one.fila && one.semResposta ? { ...one, avisos: [...one.avisos, SEM_NOME] } : one;

/** Matches a text that asks: by '?' or ':', or by a first word such as 'explique' or 'nome'. */
const PEDE =
  /[?:]|^(?:deixe|explique|descreva|comente|diga|fale|cite|conte|indique|informe|registre|anote|d[êe]|nome)(?!\p{L})/iu;
const NAO_PEDE =
  'Este texto não termina como pergunta nem indica como responder: confira se é uma pergunta ou uma opção da pergunta anterior.';

export const withoutQuestion = (one: Lida): Lida =>
  one.semResposta && !one.fila && one.avisos.length === 0 && one.tipo === 'texto' && !PEDE.test(one.texto)
    ? { ...one, avisos: [...one.avisos, NAO_PEDE] }
    : one;

const sameOptions = (a: Lida, b: Lida): boolean =>
  a.tipo === b.tipo &&
  a.opcoes.length === b.opcoes.length &&
  a.opcoes.every(({ texto }, at) => texto === b.opcoes[at]?.texto);

/**
 * Puts common words before numbered statements that are no questions by themselves.
 * @param troncos common words, by the index of the first statement below them
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
