/** Reads conditions printed at a question: 'SÓ PARA QUEM DISSE SIM NA P5', '(SE P1 > 1)'. */
import { plainWords } from '../../options/scale-words.ts';
import { CODIGO_CITADO, plainCode } from './skips.ts';

export type Comparador = '=' | '≠' | '<' | '>' | '≤' | '≥';
export type CondicaoEscrita = {
  /** The deciding question's code, without P; null: the previous question. */
  de: string | null;
  comparador: Comparador;
  valores: (number | string)[];
  /** True if the note has a second condition. */
  mais: boolean;
};

const SO_PARA =
  /^[\s–—•*-]*(?:FILTRO\s*[:–-]?\s*)?(?:ATEN[ÇC][ÃA]O\s*[:–-]\s*)?(?:(?:S[ÓO]|SOMENTE|APENAS|EXCLUSIVO|PERGUNT\p{L}+|FA[ÇZ]\p{L}+|APLI\p{L}+|RESPOND\p{L}+)\s+(?:ESTA\s+|A\s+PERGUNTA\s+)?(?:S[ÓO]\s+|SOMENTE\s+|APENAS\s+)?(?:SE|PARA|P\/|A|AOS?|ÀS?|QUEM|QUANDO)(?![\p{L}])|(?:PARA|P\/)\s+(?:QUEM|OS?\s+QUE|AS?\s+QUE|AQUELES|ENTREVISTADOS?|CÓDIGOS?|TODOS)(?![\p{L}])|(?:SE|CASO|QUANDO)\s|QUEM\s+(?:DISSE|RESPONDEU|MARCOU|CITOU)|(?:A\s+)?TODOS(?![\p{L}])|FILTRO\s*:)/iu;
const CITA =
  /(?<![\p{L}\p{N}])(?:PERGUNTA|QUEST[ÃA]O|QUESITO|[PQ]\.?\s?)\s*\d{1,3}|(?<![\p{L}\p{N}])[A-Z]{1,2}\d{1,3}(?![\p{L}\p{N}])|ANTERIOR/iu;
const FOR_ALL =
  /^[\s–—•*-]*(?:(?:PERGUNT\p{L}+|FA[ÇZ]\p{L}+|APLI\p{L}+)\s+)?(?:PARA\s+|P\/\s*|A\s+)?TODOS(?:\s+OS\s+ENTREVISTADOS)?[\s.:]*$/iu;
const SE = String.raw`(?:SE|CASO)\s+(?:A\s+RESPOSTA\s+(?:FOR|SEJA|FOI)\s+|(?:TENHA\s+)?RESPOND\p{L}+\s+(?:QUE\s+)?|(?:MARC|ASSINAL)\p{L}+\s+|DISSE\s+(?:QUE\s+)?)?`;
const SIM_OU_NAO = String.raw`(?:${SE}["“']?(SIM|N[ÃA]O)["”']?(?:\s+NA\s+ANTERIOR)?|(?:EM\s+)?CASO\s+(AFIRMATIVO|POSITIVO|NEGATIVO))`;
const SIM_NAO = new RegExp(String.raw`^[\s–—-]*${SIM_OU_NAO}\s*[:,.–—-]?\s*$`, 'iu');
/** The answer, 'Sim' or 'Não' in any case, that words like 'Se sim' or 'Em caso negativo' name; null: none. */
function yesOrNo(text: string): string | null {
  const hit = SIM_NAO.exec(text);
  if (!hit) return null;
  return hit[1] ?? (/^N/iu.test(hit[2] ?? '') ? 'Não' : 'Sim');
}

/** Conditional openings: 'Se sim, quantos?', 'Se particular: quanto paga?'. */
const COMECO = new RegExp(
  String.raw`^[\s([–—-]*(?:E\s+)?(?:(${SIM_OU_NAO})|(${SE}["“']?([^,;:?()]{1,60}?)["”']?))\s*[)\]]?\s*[,:;–—-]+\s*(?=[\p{L}(])`,
  'iu',
);

/** `certa`: true if the condition is unambiguous. */
export type Comeco = { texto: string; condicao: CondicaoEscrita; certa: boolean };

/** The condition at a question's start. 'Se a eleição fosse hoje' is no condition. */
export function openingCondition(text: string): Comeco | null {
  const hit = COMECO.exec(text);
  if (!hit) return null;
  const plain = (hit[1] ?? hit[4] ?? '').trim();
  const answer = yesOrNo(plain) ?? (hit[5] ?? '').trim();
  const certa = hit[1] !== undefined || /^CASO\s/iu.test(plain);
  return {
    texto: plain,
    condicao: { de: null, comparador: '=', valores: valuesOf(answer), mais: false },
    certa,
  };
}

/** True if an unnumbered line is a question depending on a yes or no before it: 'Se sim, com que frequência?'. */
export const isFollowUp = (text: string): boolean =>
  openingCondition(text)?.certa === true && /[?:]\s*$/u.test(text);

const isCaps = (text: string): boolean => {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 3 && letters === letters.toUpperCase();
};

export function isConditionNote(text: string): boolean {
  if (FOR_ALL.test(text) || yesOrNo(text) !== null) return true;
  if (CONTA.test(text) && CITA.test(text)) return true;
  return (
    SO_PARA.test(text) &&
    (CITA.test(text) || (isCaps(text) && !/^[\s–—•*-]*(?:SE|CASO|QUANDO)\s/iu.test(text)))
  );
}

export const isForAll = (text: string): boolean => FOR_ALL.test(text);

const OPERADOR = String.raw`(=|==|<>|≠|!=|=\/=|>=|<=|≥|≤|>|<|IGUAL\s+A|DIFERENTE\s+DE|MAIOR\s+OU\s+IGUAL\s+A|MENOR\s+OU\s+IGUAL\s+A|MAIOR\s+(?:DO\s+)?QUE|MENOR\s+(?:DO\s+)?QUE)`;
const LISTA = String.raw`(\d{1,4}(?:\s*(?:,|;|\/|OU|E|A)\s*\d{1,4}(?![\p{L}]))*)`;
const CONTA = new RegExp(
  String.raw`${CODIGO_CITADO}\s*${OPERADOR}\s*(?:A\s+)?(?:C[ÓO]D\p{L}*\.?\s*)?${LISTA}`,
  'iu',
);
const NA = String.raw`(?:\s*\(?)(?:NA|À|EM|NO|DA|PARA\s+A|A)\s+`;
const disse = (verbs: string): RegExp =>
  new RegExp(String.raw`(?:${verbs})\s+(?:QUE\s+)?(.+?)${NA}${CODIGO_CITADO}`, 'iu');
const DISSE = disse(
  String.raw`DISSE(?:RAM)?|DIZ(?:EM)?|RESPOND\p{L}+|MARC\p{L}+|CIT(?:OU|ARAM|A|E)|ESCOLH\p{L}+|ASSINAL\p{L}+|FAL(?:OU|ARAM)|MENCION\p{L}+|C[ÓO]D(?:IGOS?|S?\.?)|RESPOSTAS?|OP[ÇC](?:ÃO|ÕES|AO|OES)`,
);
const SENDO = disse('SE|CASO|FOR|É|QUEM|QUE');
const NA_PRIMEIRO = new RegExp(
  String.raw`(?:NA|EM|NO)\s+${CODIGO_CITADO}\s*,?\s*(?:DISSE(?:RAM)?|RESPOND\p{L}+|MARC\p{L}+|CIT\p{L}+|ESCOLH\p{L}+|ASSINAL\p{L}+|FOR|É)\s+(.+)$`,
  'iu',
);
const ANTERIOR =
  /(?:DISSE(?:RAM)?|RESPOND\p{L}+|MARC\p{L}+|SE|CASO)\s+(.+?)\s+(?:NA|À)\s+(?:PERGUNTA\s+)?ANTERIOR/iu;

const SINAIS: readonly (readonly [RegExp, Comparador])[] = [
  [/^(?:>=|≥|MAIOR OU)/u, '≥'],
  [/^(?:<=|≤|MENOR OU)/u, '≤'],
  [/^(?:<>|≠|!=|=\/=|DIFERENTE)/u, '≠'],
  [/^(?:>|MAIOR)/u, '>'],
  [/^(?:<|MENOR)/u, '<'],
];
const signOf = (written: string): Comparador => {
  const plain = written.toUpperCase().replace(/\s+/gu, ' ');
  return SINAIS.find(([form]) => form.test(plain))?.[1] ?? '=';
};

function numbersOf(list: string): number[] {
  const range = /^(\d{1,4})\s*A\s*(\d{1,4})$/iu.exec(list.trim());
  const [from, to] = [Number(range?.[1]), Number(range?.[2])];
  if (range && to > from && to - from < 100)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (list.match(/\d+/gu) ?? []).map(Number);
}

function valuesOf(written: string): (number | string)[] {
  const codes = /\(\s*(?:C[ÓO]D\p{L}*\.?\s*)?(\d[\d\s,;eEoOuU/aA]*)\)/u.exec(written)?.[1];
  if (codes) return numbersOf(codes);
  const bare = written
    .replace(
      /^(?:A\s+|O\s+|AS\s+|OS\s+)?(?:C[ÓO]D(?:IGOS?|S?\.?)?|RESPOSTAS?|OP[ÇC](?:ÃO|ÕES|AO|OES)|ALTERNATIVAS?)\s+/iu,
      '',
    )
    .replace(/[“”"'‘’]/gu, '')
    .trim();
  if (/^\d[\d\s,;/]*(?:(?:OU|E|A)\s*\d[\d\s,;/]*)*$/iu.test(bare)) return numbersOf(bare);
  return bare === '' ? [] : [bare];
}

/** The condition in a note; null: unreadable. */
export function conditionOf(text: string): CondicaoEscrita | null {
  const alone = yesOrNo(text);
  if (alone !== null) return { de: null, comparador: '=', valores: [alone], mais: false };
  const mais = (text.match(new RegExp(CITA.source, 'giu')) ?? []).length > 1;
  const sum = CONTA.exec(text);
  if (sum) {
    const [, code = '', sign = '', list = ''] = sum;
    return { de: plainCode(code), comparador: signOf(sign), valores: numbersOf(list), mais };
  }
  const before = ANTERIOR.exec(text);
  if (before) return { de: null, comparador: '=', valores: valuesOf(before[1] ?? ''), mais: false };
  const said = DISSE.exec(text) ?? SENDO.exec(text);
  if (said) {
    const behind = text.slice(said.index + said[0].length);
    const codes = valuesOf(/^\s*(\([\d\s,;eouEOU/aA]+\))/u.exec(behind)?.[1] ?? '');
    const not = /\bN[ÃA]O\s+(?:DISSE|RESPOND|MARC|CIT|ESCOLH)/iu.test(text.slice(0, said.index + 12));
    return {
      de: plainCode(said[2] ?? ''),
      comparador: not ? '≠' : '=',
      valores: codes.length > 0 ? codes : valuesOf(said[1] ?? ''),
      mais,
    };
  }
  const first = NA_PRIMEIRO.exec(text);
  return first
    ? { de: plainCode(first[1] ?? ''), comparador: '=', valores: valuesOf(first[2] ?? ''), mais }
    : null;
}

type Opcao = { texto: string; valor: number; especial: string | null };

function namedBy(words: string, opcoes: readonly Opcao[]): number[] {
  const one = (text: string): number[] => {
    const plain = plainWords(text);
    if (plain === '') return [];
    const equal = opcoes.flatMap(({ texto }, at) => (plainWords(texto) === plain ? [at] : []));
    if (equal.length > 0) return equal;
    const starts = opcoes.flatMap(({ texto }, at) => (plainWords(texto).startsWith(`${plain} `) ? [at] : []));
    return starts.length === 1 ? starts : [];
  };
  const whole = one(words);
  if (whole.length > 0) return whole;
  const parts = words.split(/\s+(?:OU|E)\s+|\s*[,;/]\s*(?:OU\s+)?/iu).filter((part) => part.trim() !== '');
  const found = parts.map(one);
  return found.every((places) => places.length > 0) ? found.flat() : [];
}

/** Indices of the options that lead to a question; null: unclear. */
export function optionsMeant(
  { comparador, valores }: CondicaoEscrita,
  opcoes: readonly Opcao[],
): number[] | null {
  const places = new Set(
    valores.flatMap((value) =>
      typeof value === 'string'
        ? namedBy(value, opcoes)
        : opcoes.flatMap(({ valor, especial }, at) => {
            if (comparador === '=' || comparador === '≠') return valor === value ? [at] : [];
            // A code of 'não sabe' is no amount to compare.
            if (especial === 'nao_sabe' || especial === 'recusa') return [];
            const more = comparador === '>' ? valor > value : valor >= value;
            const less = comparador === '<' ? valor < value : valor <= value;
            return (comparador === '>' || comparador === '≥' ? more : less) ? [at] : [];
          }),
    ),
  );
  if (places.size === 0 || (comparador === '=' && places.size < valores.length)) return null;
  const chosen = [...places].sort((a, b) => a - b);
  return comparador === '≠' ? [...opcoes.keys()].filter((at) => !places.has(at)) : chosen;
}
