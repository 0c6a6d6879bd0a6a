import { isForAll } from './conditions/condition-notes.ts';
import { greets, headingOf, isFilterLine, isFormField, noteOf, openingOf } from './line-kinds.ts';
import type { Linha } from './lines.ts';
import { MAIS_LONGO } from './reading.ts';

export type Abertura = {
  titulo: string | null;
  apresentacao: string | null;
  condicoes: string[];
  usadas: number[];
  deixadas: number[];
  duvidosas: number[];
};

const CONSENTS =
  /^(?:[([]\s*_*\s*[)\]]|[☐□○]|[([]?\d{1,2}\s*[)\].–-]*)\s*(?:sim|n[ãa]o|aceit|concord|recus)|^(?:sim|n[ãa]o|aceita|n[ãa]o aceita|concord[ao]|recus\p{L}+)(?:\s*[([.…_\d]|\s*$)/iu;
const SENTENCE = /[.?!]["”)]*$/u;
/** A line of this many characters or more is no heading. */
const LONGA = 60;

/** Reads title, opening words and form fields. @param linhas lines before the first question; all if there is none */
export function readOpening(linhas: readonly Linha[]): Abertura {
  const read: Abertura = {
    titulo: null,
    apresentacao: null,
    ...{ condicoes: [], usadas: [], deixadas: [], duvidosas: [] },
  };
  let opened = false;
  let closed = false;
  let previous: Linha | null = null;
  let titled = false;
  const say = (texto: string): void => {
    if ((read.apresentacao?.length ?? 0) < MAIS_LONGO.apresentacao)
      read.apresentacao = `${read.apresentacao ?? ''} ${texto}`.trim();
  };
  for (const linha of linhas) {
    const { texto, origem, grade, tabela, celulas } = linha;
    const before = previous;
    previous = linha;
    const wasTitle = titled;
    titled = false;
    if (texto === '' || grade || (tabela && celulas.length > 1)) {
      read.deixadas.push(origem);
      continue;
    }
    const intro = openingOf(texto);
    if (intro !== null && !(opened && read.apresentacao)) {
      say(intro);
      opened = true;
      read.usadas.push(origem);
    } else if (isFilterLine(texto)) {
      if (!isForAll(texto)) read.condicoes.push(texto.replace(/^[\s([]+|[\s)\].:]+$/gu, ''));
      read.usadas.push(origem);
    } else if (opened && CONSENTS.test(texto)) read.usadas.push(origem);
    else if (greets(texto)) {
      say(texto);
      opened = true;
      read.usadas.push(origem);
    } else if (isFormField(texto) || noteOf(texto) !== null || (headingOf(texto) && read.titulo !== null)) {
      closed ||= opened && headingOf(texto);
      read.deixadas.push(origem);
    } else if (opened && !closed) {
      say(texto);
      read.usadas.push(origem);
    } else if (read.titulo === null) {
      read.titulo = texto;
      titled = true;
      read.usadas.push(origem);
    } else if (
      wasTitle &&
      before?.fim === false &&
      /^\p{Ll}/u.test(texto) &&
      read.titulo.length < MAIS_LONGO.titulo
    ) {
      read.titulo = `${read.titulo} ${texto}`;
      titled = true;
      read.usadas.push(origem);
    } else if (!opened && texto.length >= LONGA && SENTENCE.test(texto)) {
      say(texto);
      opened = true;
      read.usadas.push(origem);
    } else (texto.includes('?') ? read.duvidosas : read.deixadas).push(origem);
  }
  return read;
}
