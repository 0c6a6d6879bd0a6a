import { normaliseQuote } from '../../transcripts/evidence.ts';
import { hasCodesByPlace, isPlace } from '../columns/codes-by-place.ts';
import type { OpcaoLida, PerguntaLida } from '../documents/read-questionnaire.ts';
import { joinedByBlanks } from './joined-options.ts';

export type Nomeada = { opcao: number; texto: string | null };
/** The named option, or (`motivo`) the problem in the text; null: no option is named. */
export type OpcaoNomeada = Nomeada | { motivo: string } | null;

type Nomes = Map<string, Set<number>>;
type Preparada = {
  opcoes: readonly OpcaoLida[];
  codigos: Map<number, number[]>;
  escritas: Nomes;
  comparadas: Nomes;
  variantes: Nomes;
  /** Index of the only option with free text; null: none, or several. */
  outro: number | null;
  /** Maximum separators inside an option's words. */
  emendas: number;
};

const put = (nomes: Nomes, key: string, place: number): void => {
  if (key === '') return;
  nomes.set(key, (nomes.get(key) ?? new Set()).add(place));
};
const literal = (text: string): string => text.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, ' ');

/** Spellings of an option: 'Casado(a)' is also 'casado' and 'casada'; 'Outros (qual?)' is also 'outros'. */
function variants(texto: string): string[] {
  const male = texto.replace(/(?<=\p{L})[([/](?:a|as|o|os)[)\]]?(?![\p{L}])/giu, '');
  const female = texto.replace(/o(s?)[([/](?:a|as)[)\]]?(?![\p{L}])/giu, 'a$1');
  const bare = texto.replace(/\([^()]*\)|\[[^[\]]*\]/gu, ' ');
  return [male, female, bare].map(normaliseQuote);
}

const ESPECIAIS = {
  nao_sabe: [
    'ns',
    'nao sabe',
    'nao sei',
    'nao soube',
    'nao soube responder',
    'nao sabe responder',
    'nao lembra',
  ],
  recusa: [
    'nr',
    'nao respondeu',
    'nao quis responder',
    'recusa',
    'recusou',
    'recusou responder',
    'prefiro nao responder',
  ],
  // LimeSurvey writes '-oth-', and XLSForm's or_other writes 'other'.
  outro: ['outro', 'outra', 'outros', 'outras', 'other', 'oth'],
} as const;
const NS_NR = ['ns nr', 'nsnr', 'ns', 'nr', 'nao sabe nao respondeu', 'nao sabe nao quis responder'];

function special({ texto, especial }: OpcaoLida): readonly string[] {
  if (especial === null) return [];
  const plain = normaliseQuote(texto);
  const both = /\bns ?nr\b|\bnao sabe\b.*\bnao (?:respondeu|quis)/u.test(plain);
  return both ? [...NS_NR, ...ESPECIAIS.nao_sabe, ...ESPECIAIS.recusa] : ESPECIAIS[especial];
}

const EMENDA = /\s*[;,|/\n]\s*/gu;
const PEDACOS = 120;

const prepared = new WeakMap<readonly OpcaoLida[], Preparada>();

function prepare(opcoes: readonly OpcaoLida[]): Preparada {
  const known = prepared.get(opcoes);
  if (known) return known;
  const one: Preparada = {
    opcoes,
    codigos: new Map(),
    escritas: new Map(),
    comparadas: new Map(),
    variantes: new Map(),
    outro: null,
    emendas: Math.max(0, ...opcoes.map(({ texto }) => texto.match(EMENDA)?.length ?? 0)),
  };
  const initials = new Map<string, number[]>();
  for (const [place, opcao] of opcoes.entries()) {
    one.codigos.set(opcao.valor, [...(one.codigos.get(opcao.valor) ?? []), place]);
    put(one.escritas, literal(opcao.texto), place);
    if (opcao.nome !== undefined) put(one.escritas, literal(opcao.nome), place);
    const plain = normaliseQuote(opcao.texto);
    put(one.comparadas, plain, place);
    for (const name of [...variants(opcao.texto), ...special(opcao)]) put(one.variantes, name, place);
    const initial = plain.slice(0, 1);
    if (opcao.especial === null) initials.set(initial, [...(initials.get(initial) ?? []), place]);
  }
  // Adds initials ('S' and 'N', 'M' and 'F'), unless the letter may be an option's position ('a', 'b').
  for (const [initial, [only, ...more]] of initials) {
    const place = initial.charCodeAt(0) - 97;
    if (only !== undefined && more.length === 0 && place >= opcoes.length) put(one.variantes, initial, only);
  }
  const others = opcoes.flatMap(({ especial }, place) => (especial === 'outro' ? [place] : []));
  one.outro = others.length === 1 ? (others[0] ?? null) : null;
  prepared.set(opcoes, one);
  return one;
}

/** Indices of the options that a text's words name; several if the words do not distinguish the options. */
function byWords({ escritas, comparadas, variantes }: Preparada, text: string): number[] {
  const plain = normaliseQuote(text);
  return [...(escritas.get(literal(text)) ?? comparadas.get(plain) ?? variantes.get(plain) ?? [])];
}

const CODIGO = /^(-?\d{1,9})(?:\.0{1,2})?$/u;
const COM_CODIGO = /^[([]?\s*(\d{1,9})\s*(?:[)\]]\s*[-–—:.]?|[-–—.:=]|\s)\s*(\S.*)$/su;
const COM_LETRA = /^\(?\p{L}[).]\s*(\S.*)$/su;
const OUTRO =
  /^outr[oa]s?(?![\p{L}\p{N}])\s*(?:[([,:;–—-]?\s*(?:qual|quais|especifi\p{L}+|cite|citar|por favor)(?:\(?is\)?)?[^\p{L}\p{N}]*)?\s*[:\-–—.,;]*\s*(.*)$/isu;

export const shortened = (text: string): string => {
  const plain = text.replace(/\s+/gu, ' ').trim();
  return plain.length > 60 ? `${plain.slice(0, 59).replace(/[\uD800-\uDBFF]$/u, '')}…` : plain;
};

/** The option that a whole text names by code, words or both, or the problem. */
export function namedOption({ codigo, opcoes, avisos }: PerguntaLida, text: string): OpcaoNomeada {
  const own = prepare(opcoes);
  const uncertain = hasCodesByPlace({ avisos });
  const coded = (number: string | undefined): number[] =>
    (own.codigos.get(Number(number)) ?? []).filter((at) => !uncertain || !isPlace(opcoes[at], at));
  const cell = text.trim();
  const words = byWords(own, cell);
  const code = CODIGO.exec(cell);
  const codes = code ? coded(code[1]) : [];
  const all = [...new Set([...words, ...codes])];
  const [only] = all;
  const unclear = { motivo: `“${shortened(cell)}” pode ser mais de uma opção de ${codigo}.` };
  if (all.length > 1) return unclear;
  if (only !== undefined) return { opcao: only, texto: null };
  const both = COM_CODIGO.exec(cell);
  if (both) {
    const [, number = '', rest = ''] = both;
    const [byCode, ...more] = coded(number);
    const [byText, ...others] = byWords(own, rest);
    if (byText !== undefined && others.length === 0) {
      return (byText === byCode && more.length === 0) || (uncertain && byCode === undefined)
        ? { opcao: byText, texto: null }
        : { motivo: `Em “${shortened(cell)}”, o código e o texto não são da mesma opção de ${codigo}.` };
    }
    if (byCode !== undefined && more.length === 0 && own.opcoes[byCode]?.especial === 'outro') {
      return { opcao: byCode, texto: tailOf(rest) ?? rest };
    }
  }
  const lettered = COM_LETRA.exec(cell);
  const [byLetter, ...more] = lettered ? byWords(own, lettered[1] ?? '') : [];
  if (byLetter !== undefined) return more.length === 0 ? { opcao: byLetter, texto: null } : unclear;
  const texto = own.outro === null ? null : tailOf(cell);
  return texto === null || own.outro === null ? null : { opcao: own.outro, texto: texto || null };
}

/** Text after 'Outro:', without brackets. */
function tailOf(text: string): string | null {
  const hit = OUTRO.exec(text);
  if (!hit) return null;
  const rest = (hit[1] ?? '').trim();
  return (/^\((.*)\)$/su.exec(rest)?.[1] ?? rest).trim();
}

/** The options that a text joins. An option whose words contain separators is tried before its pieces. */
export function namedOptions(pergunta: PerguntaLida, text: string): Nomeada[] | { motivo: string } | null {
  const whole = namedOption(pergunta, text);
  // 'Outro: a; 2' may contain further options, so it is first read piece by piece.
  if (whole && 'motivo' in whole) return whole;
  if (whole && whole.texto === null) return [whole];
  const cell = text.trim();
  const spaced = /^\d{1,9}(?:\s+\d{1,9})+$/u.test(cell);
  const seams = [...cell.matchAll(spaced ? /\s+/gu : EMENDA)];
  const starts = [0, ...seams.map((hit) => hit.index + hit[0].length)];
  const ends = [...seams.map((hit) => hit.index), cell.length];
  if (starts.length > PEDACOS) return null;
  const { outro, emendas } = prepare(pergunta.opcoes);
  const hopeless = new Set<number>();
  const from = (at: number): Nomeada[] | null => {
    if (at === starts.length) return [];
    if (hopeless.has(at)) return null;
    const tries: { to: number; found: Nomeada | null }[] = [];
    // An option's words contain at most `emendas` separators; a free text may contain more.
    let most = at + emendas;
    for (let to = at; to < starts.length && to <= most; to += 1) {
      const piece = cell.slice(starts[at], ends[to]);
      if (piece === '') tries.push({ to, found: null });
      const found = piece === '' ? null : namedOption(pergunta, piece);
      if (!found || 'motivo' in found) continue;
      tries.push({ to, found });
      if (to === at && found.opcao === outro) most = starts.length;
    }
    // Options without free text come first, longest first; then free texts, shortest first, to contain no option.
    const own = tries.filter(({ found }) => found?.texto);
    const plain = tries.filter(({ found }) => !found?.texto).reverse();
    for (const { to, found } of [...plain, ...own]) {
      const rest = from(to + 1);
      if (rest) return found ? [found, ...rest] : rest;
    }
    hopeless.add(at);
    return null;
  };
  const blanks = whole ? null : joinedByBlanks(pergunta.opcoes, cell);
  return from(0) ?? blanks?.map((opcao) => ({ opcao, texto: null })) ?? (whole ? [whole] : null);
}
