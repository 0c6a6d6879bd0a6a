import { isChoice, type PerguntaCongelada } from '../../interview/questionnaire/questionnaire.ts';
import { checkTyped } from '../../interview/questionnaire/typed-answer.ts';
import { isStorable } from '../../text/storable-text.ts';
import { normaliseQuote } from '../../transcripts/evidence.ts';
import type { PerguntaLida } from '../documents/read-questionnaire.ts';
import { namedOption, namedOptions, shortened } from '../options/option-reading.ts';
import { isSheetError } from './sheet.ts';

/** An answer (option indices from 0, stored text), an empty cell, or a problem in words. */
export type RespostaDaPlanilha =
  | { opcoes: number[]; texto: string | null }
  | { vazio: true }
  | { motivo: string };

/** A question's cell; `opcao`: index of the column's option, null: the column has the whole answer. */
export type CelulaDaPergunta = { opcao: number | null; celula: string };

/** Longest answer in characters, as in contracts/surveys/entrevistas.ts. */
export const TEXTO_RESPOSTA_MAX = 5000;

/** Texts that mean an empty cell, except in free-text questions. */
const NADA = new Set(['-', '--', '–', '—', '.', 'n/a', 'null', 'nan', '(vazio)', '(em branco)']);

function refuseUnstorable({ codigo }: PerguntaLida, text: string): { motivo: string } | null {
  if (isSheetError(text))
    return { motivo: `“${text.trim()}” é um erro da planilha, não uma resposta de ${codigo}.` };
  if (!isStorable(text)) return { motivo: `A célula de ${codigo} tem um caractere inválido.` };
  if (text.trim().length <= TEXTO_RESPOSTA_MAX) return null;
  return { motivo: `O texto em ${codigo} passa de ${TEXTO_RESPOSTA_MAX} caracteres.` };
}

const frozen = new WeakMap<PerguntaLida, PerguntaCongelada>();

/** Converts a question to the interviews' type, with option indices as ids. */
function freezeQuestion(pergunta: PerguntaLida): PerguntaCongelada {
  const known = frozen.get(pergunta);
  if (known) return known;
  const { codigo, texto, tipo, ler_opcoes, instrucao, minimo, maximo, unidade, opcoes } = pergunta;
  const one: PerguntaCongelada = {
    id: codigo,
    codigo,
    texto,
    tipo,
    obrigatoria: false,
    lerOpcoes: ler_opcoes,
    instrucao,
    mostrarSe: null,
    minimo,
    maximo,
    unidade,
    opcoes: opcoes.map((opcao, place) => ({ ...opcao, id: String(place), sinonimos: [] })),
  };
  frozen.set(pergunta, one);
  return one;
}

function toStored(
  pergunta: PerguntaLida,
  celula: string,
  opcoes: readonly number[],
  texto: string | null,
): RespostaDaPlanilha {
  const checked = checkTyped(freezeQuestion(pergunta), { opcoes: opcoes.map(String), texto });
  if ('falha' in checked) {
    return { motivo: `“${shortened(celula)}” não vale em ${pergunta.codigo}. ${checked.mensagem}` };
  }
  const places = checked.opcoes.map(Number);
  return places.length === 0 && checked.texto === null
    ? { vazio: true }
    : { opcoes: places, texto: checked.texto };
}

const singular = (word: string): string => word.replace(/(?:es|s)$/u, '');

/** Removes the question's own unit or a label after a number: '42 anos', '10 - Muito satisfeito'. */
function stripUnit({ tipo, texto, unidade }: PerguntaLida, celula: string): string {
  const hit = /^(R\$)?\s*([-−]?\s?\d[\d.,]*)\s*(.*)$/su.exec(celula.replace(/\u00a0/gu, ' ').trim());
  if (!hit) return celula;
  const [, money, digits = '', rest = ''] = hit;
  const number = digits
    .replace(/[−]/u, '-')
    .replace(/\s/gu, '')
    .replace(/^(-?\d+)\.0{1,2}$/u, '$1');
  const units = new Set(
    normaliseQuote(`${unidade ?? texto}`)
      .split(' ')
      .map(singular),
  );
  if (money !== undefined && unidade !== null && !/rea(?:l|is)|r\$/iu.test(unidade)) return celula;
  if (rest === '') return number;
  if (tipo === 'escala' && /^(?:[-–—:.)]\s*|\()\p{L}/u.test(rest)) return number;
  const word = rest === '%' && /%|por ?cento|percent/iu.test(unidade ?? texto) ? null : normaliseQuote(rest);
  return word === null || (word !== '' && word.split(' ').every((one) => units.has(singular(one))))
    ? number
    : celula;
}

function stripHour(celula: string): string {
  const day = celula.trim().replace(/[T\s]+\d{1,2}:\d{2}.*$/su, '');
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(day);
  if (iso) return `${iso[3]}/${iso[2]}/${iso[1]}`;
  return day.replace(/^(\d{1,2})[-.](\d{1,2})[-.](\d{4})$/u, '$1/$2/$3');
}

const unknown = ({ codigo }: PerguntaLida, celula: string): RespostaDaPlanilha => ({
  motivo: `“${shortened(celula)}” não é uma opção de ${codigo}.`,
});

function readChoice(pergunta: PerguntaLida, celula: string): RespostaDaPlanilha {
  const alone = pergunta.tipo === 'multipla' ? null : namedOption(pergunta, celula);
  const found = alone && !('motivo' in alone) ? [alone] : (alone ?? namedOptions(pergunta, celula));
  if (found === null) return unknown(pergunta, celula);
  if ('motivo' in found) return found;
  const texts = found.flatMap(({ texto }) => texto ?? []);
  if (texts.length > 1)
    return { motivo: `“${shortened(celula)}” tem mais de um texto para “outro” em ${pergunta.codigo}.` };
  return toStored(
    pergunta,
    celula,
    found.map(({ opcao }) => opcao),
    texts[0] ?? null,
  );
}

/** Index of the special option ('não sabe', '99') that a text, number, date or scale cell names; null: none. */
function readSpecialOption(pergunta: PerguntaLida, celula: string): number | null {
  const found = pergunta.opcoes.length === 0 ? null : namedOption(pergunta, celula);
  if (!found || 'motivo' in found || found.texto !== null) return null;
  const { especial = null, texto = '' } = pergunta.opcoes[found.opcao] ?? {};
  if (especial === 'nao_sabe' || especial === 'recusa' || pergunta.tipo === 'escala') return found.opcao;
  return normaliseQuote(texto) === normaliseQuote(celula) ? found.opcao : null;
}

/** Reads a cell with the whole answer, by an interview's rules. */
export function readAnswer(pergunta: PerguntaLida, celula: string): RespostaDaPlanilha {
  const text = celula.trim();
  if (text === '') return { vazio: true };
  const wrong = refuseUnstorable(pergunta, text);
  if (wrong) return wrong;
  if (isChoice(pergunta.tipo)) {
    const read = readChoice(pergunta, text);
    return 'motivo' in read && NADA.has(text.toLowerCase()) ? { vazio: true } : read;
  }
  const option = readSpecialOption(pergunta, text);
  if (option !== null) return toStored(pergunta, text, [option], null);
  if (pergunta.tipo === 'texto') return toStored(pergunta, text, [], text);
  if (NADA.has(text.toLowerCase())) return { vazio: true };
  const plain = pergunta.tipo === 'data' ? stripHour(text) : stripUnit(pergunta, text);
  return toStored(pergunta, text, [], plain);
}

const SIM = new Set([
  'sim',
  's',
  'x',
  'v',
  'true',
  'verdadeiro',
  'yes',
  'y',
  'marcado',
  'marcada',
  'selecionado',
  'selecionada',
  'checked',
  'ok',
  '✓',
  '✔',
  '☑',
  '☒',
]);
const NAO = new Set([
  'nao',
  'n',
  'false',
  'falso',
  'no',
  'nao marcado',
  'nao marcada',
  'nao selecionado',
  'nao selecionada',
  'desmarcado',
  'unchecked',
  'f',
  '☐',
]);

/** Meaning of a cell in an option's column; null: blank. */
type Marca = { opcao: number; sim: boolean; texto: string | null } | { opcao: number; numero: number } | null;

function readMark(pergunta: PerguntaLida, opcao: number, celula: string): Marca | { motivo: string } {
  const text = celula.trim();
  if (text === '') return null;
  const number = /^-?\d{1,9}(?:[.,]0+)?$/u.test(text) ? Number.parseInt(text, 10) : null;
  if (number !== null) return { opcao, numero: number };
  const plain = normaliseQuote(text) || text;
  if (SIM.has(plain)) return { opcao, sim: true, texto: null };
  if (NAO.has(plain)) return { opcao, sim: false, texto: null };
  if (NADA.has(text.toLowerCase())) return null;
  const named = namedOption(pergunta, text);
  if (named && !('motivo' in named) && named.opcao === opcao) return { opcao, sim: true, texto: named.texto };
  const { especial, texto = '' } = pergunta.opcoes[opcao] ?? {};
  if (especial === 'outro') return { opcao, sim: true, texto: text };
  return {
    motivo: `“${shortened(text)}” não diz se a opção “${shortened(texto)}” foi marcada em ${pergunta.codigo}.`,
  };
}

type Numeros = readonly { opcao: number; numero: number }[];

/**
 * Finds the options that numbers in option columns choose as marks (1 and 0), as options' codes, and as yes and no (1
 * and 2); null for each meaning that does not fit.
 */
function readNumbers(
  pergunta: PerguntaLida,
  numeros: Numeros,
  complete: boolean,
): (readonly number[] | null)[] {
  const chosen = (is: (one: Numeros[number]) => boolean) => numeros.filter(is).map(({ opcao }) => opcao);
  const all = (is: (one: Numeros[number]) => boolean) => numeros.every(is);
  const own = ({ opcao, numero }: Numeros[number]) => pergunta.opcoes[opcao]?.valor === numero;
  const zeros = numeros.filter(({ numero }) => numero === 0).length;
  return [
    all(({ numero }) => numero === 0 || numero === 1) ? chosen(({ numero }) => numero === 1) : null,
    all((one) => own(one) || one.numero === 0)
      ? chosen((one) => own(one) && (one.numero !== 0 || zeros === 1))
      : null,
    complete && all(({ numero }) => numero === 1 || numero === 2)
      ? chosen(({ numero }) => numero === 1)
      : null,
  ];
}

export function readOptionAnswers(
  pergunta: PerguntaLida,
  celulas: readonly { opcao: number; celula: string }[],
): RespostaDaPlanilha {
  const chosen = new Set<number>();
  const numeros: { opcao: number; numero: number }[] = [];
  const textos: string[] = [];
  for (const { opcao, celula } of celulas) {
    const wrong = refuseUnstorable(pergunta, celula);
    if (wrong) return wrong;
    const mark = readMark(pergunta, opcao, celula);
    if (mark === null) continue;
    if ('motivo' in mark) return mark;
    if ('numero' in mark) {
      numeros.push(mark);
      continue;
    }
    if (mark.sim) chosen.add(opcao);
    if (mark.texto !== null) textos.push(mark.texto);
  }
  const shown = celulas.map(({ celula }) => celula.trim()).join('; ');
  if (numeros.length > 0) {
    const readings = readNumbers(pergunta, numeros, numeros.length === celulas.length).filter(
      (one) => one !== null,
    );
    const different = new Set(readings.map((places) => places.toSorted((a, b) => a - b).join()));
    const [only] = readings;
    if (only === undefined || different.size > 1) {
      return {
        motivo: `Não está claro quais opções a resposta “${shortened(shown)}” marca nas colunas de ${pergunta.codigo}.`,
      };
    }
    for (const place of only) chosen.add(place);
  }
  if (textos.length > 1) return { motivo: `Há mais de um texto para “outro” em ${pergunta.codigo}.` };
  return toStored(pergunta, shown, [...chosen], textos[0] ?? null);
}

function readMentions(pergunta: PerguntaLida, celulas: readonly string[]): RespostaDaPlanilha {
  const opcoes = new Set<number>();
  const textos: string[] = [];
  for (const celula of celulas) {
    const read = readAnswer(pergunta, celula);
    if ('motivo' in read) return read;
    if ('vazio' in read) continue;
    for (const one of read.opcoes) opcoes.add(one);
    if (read.texto !== null) textos.push(read.texto);
  }
  if (new Set(textos.map(normaliseQuote)).size > 1)
    return { motivo: `Há mais de um texto para “outro” em ${pergunta.codigo}.` };
  return toStored(pergunta, celulas.join('; '), [...opcoes], textos[0] ?? null);
}

/** Reads a row's cells for a question as one answer, or gives the reason why they are no answer. */
export function readCells(pergunta: PerguntaLida, celulas: readonly CelulaDaPergunta[]): RespostaDaPlanilha {
  const [whole, ...more] = celulas.filter(({ opcao }) => opcao === null);
  const ofOptions = celulas.flatMap(({ opcao, celula }) => (opcao === null ? [] : [{ opcao, celula }]));
  if (!whole) return readOptionAnswers(pergunta, ofOptions);
  const read =
    more.length > 0
      ? readMentions(
          pergunta,
          [whole, ...more].map(({ celula }) => celula),
        )
      : readAnswer(pergunta, whole.celula);
  if (ofOptions.length === 0 || 'motivo' in read) return read;
  // Beside a column for the whole answer, option columns contain only the text of 'outro' (columns.ts).
  const other = readOptionAnswers(pergunta, ofOptions);
  if ('vazio' in read || 'motivo' in other) return other;
  if ('vazio' in other || other.texto === null) return read;
  const [opcao = -1] = other.opcoes;
  if (read.texto !== null && normaliseQuote(read.texto) !== normaliseQuote(other.texto)) {
    return { motivo: `Há mais de um texto para “outro” em ${pergunta.codigo}.` };
  }
  if (!read.opcoes.includes(opcao) && pergunta.tipo !== 'multipla') {
    return { motivo: `Há um texto para “outro” em ${pergunta.codigo}, mas a opção marcada não é “outro”.` };
  }
  return toStored(pergunta, whole.celula, [...new Set([...read.opcoes, opcao])], other.texto);
}
