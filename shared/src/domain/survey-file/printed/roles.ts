import { isConditionNote } from './conditions/condition-notes.ts';
import { conditionalSkip, goesOnSkip } from './conditions/skips.ts';
import { isFieldLine } from './fields.ts';
import { closes, headingOf, isFilterLine, isSignature, noteOf } from './line-kinds.ts';
import { CODE_HEADER, HEADER_WORDS, type Linha } from './lines.ts';

type Papel =
  | 'conteudo'
  | 'nota'
  /** The line continues the previous note. */
  | 'unida'
  | 'filtro'
  | 'titulo'
  | 'fecho'
  | 'campo'
  | 'salto'
  | 'cabecalho';
export type Trabalho = LinhaInteira & { papel: Papel; campo: boolean };

/** A line whose broken brackets are rejoined; `unidas`: the document's lines that were joined to this line. */
type LinhaInteira = Linha & { unidas?: number[] };

/**
 * Returns a line's role in its question.
 * @param plain text without skips
 */
export function roleOf(linha: Linha, plain: string, last: boolean): Papel {
  const { texto, celulas, grade, codigo } = linha;
  if (grade || codigo) return 'conteudo';
  if (celulas.every((cell) => HEADER_WORDS.test(cell)) || CODE_HEADER.test(texto)) return 'cabecalho';
  if (last && isSignature(texto)) return 'fecho';
  if (isFieldLine(plain)) return last && closes(texto) ? 'fecho' : 'campo';
  if (conditionalSkip(texto)) return 'salto';
  if (isFilterLine(texto)) return 'filtro';
  if (noteOf(texto) !== null) return 'nota';
  if (headingOf(texto)) return 'titulo';
  return last && closes(texto) && !/(?:\d|[([]\s*[)\]])\s*$/u.test(texto) ? 'fecho' : 'conteudo';
}

/** Splits a condition from a note: '(SÓ PARA QUEM DISSE SIM NA P4) (PODE MARCAR MAIS DE UMA)'. */
export function notesApart(linha: LinhaInteira): LinhaInteira[] {
  const [, first, second] = /^([([][^()[\]]*[)\]])\s*([([][^()[\]]*[)\]])$/u.exec(linha.texto) ?? [];
  if (first === undefined || second === undefined || !isFilterLine(first) || isFilterLine(second))
    return [linha];
  return [first, second].map((texto) => ({ ...linha, texto, celulas: [texto] }));
}

const isCaps = (text: string): boolean => {
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 6 && letters === letters.toUpperCase();
};
const opens = (text: string): boolean => {
  const last = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
  return last >= 0 && text.length - last < 120 && !/[)\]]/u.test(text.slice(last));
};
const wantsMore = (text: string): boolean =>
  isCaps(text) &&
  !text.includes('?') &&
  /^[\s([–—-]*(?:S[ÓO]|SOMENTE|APENAS|PARA QUEM|PERGUNT|FILTRO|SE)(?!\p{L})/u.test(text) &&
  !isConditionNote(text.replace(/^[\s([]+|[\s)\].:]+$/gu, ''));

/**
 * Puts brackets, conditions and skips that the page broke over several lines into their first line.
 * @param texto words after the question's number
 */
export function withWholeBrackets(linhas: readonly Linha[], texto: string): LinhaInteira[] {
  const all: LinhaInteira[] = [];
  for (const [at, linha] of linhas.entries()) {
    const own = at === 0 ? texto : linha.texto;
    const last = all.at(-1);
    const joins =
      last !== undefined &&
      !last.fim &&
      !last.tabela &&
      !linha.grade &&
      last.texto.length < 1000 &&
      ((opens(last.texto) && /^[^([]*[)\]]/u.test(own)) ||
        (wantsMore(last.texto) && isCaps(own)) ||
        (last.texto !== '' && goesOnSkip(last.texto, own)));
    if (joins && last) {
      last.texto = `${last.texto} ${own}`;
      last.celulas = [last.texto];
      last.fim = linha.fim;
      last.unidas = [...(last.unidas ?? []), linha.origem];
    } else
      all.push({
        ...linha,
        texto: own,
        celulas: at === 0 && linha.celulas.length === 1 ? [own] : linha.celulas,
      });
  }
  return all;
}
