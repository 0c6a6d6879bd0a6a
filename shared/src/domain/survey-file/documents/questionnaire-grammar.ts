/** Reads a questionnaire from a document's lines by rules, and reports unrecognised text. */
import { withCodesByPlace } from '../columns/codes-by-place.ts';
import { plainWords } from '../options/scale-words.ts';
import { withConditions } from '../printed/conditions/conditions.ts';
import { skipsIn } from '../printed/conditions/skips.ts';
import { underTheirWords, withoutColumns, withoutQuestion, withStems } from '../printed/families.ts';
import { CODE_HEADER, HEADER_WORDS, type Linha, type LinhaDeCodigo, linesOf } from '../printed/lines.ts';
import { readOpening } from '../printed/opening.ts';
import { readQuestion } from '../printed/question.ts';
import { questionStarts } from '../printed/question-starts.ts';
import { assignCodes, type Lida, MAIS_LONGO } from '../printed/reading.ts';
import type { Bloco } from './document.ts';
import { type LinhaLida, PERGUNTAS_LIDAS, type QuestionarioLido } from './read-questionnaire.ts';

export const SOBRAS = 50;

/**
 * Marks the rows of a separate code table ('2.1 Até uma hora 10'), with a line for each row or each cell.
 * @param linhas changed in place
 */
function markCodeTables(linhas: readonly Linha[]): void {
  for (let at = 0; at < linhas.length; at += 1) {
    const texto = linhas[at]?.texto ?? '';
    if (!CODE_HEADER.test(texto) && !HEADER_WORDS.test(texto)) continue;
    let from = at + 1;
    while (HEADER_WORDS.test(linhas[from]?.texto ?? '')) from += 1;
    let open: LinhaDeCodigo | null = null;
    for (; from < linhas.length; from += 1) {
      const linha = linhas[from] as Linha;
      const row = /^(\d{1,3})\.\d{1,3}(?:\s+(\S.*?)(?:\s+(\d{1,9}))?)?$/u.exec(linha.texto);
      const value: RegExpExecArray | null = /^\d{1,9}$/u.exec(linha.texto);
      const words: RegExpExecArray | null = /^(\S.*?)(?:\s+(\d{1,9}))?$/u.exec(linha.texto);
      if (row) {
        open = { numero: String(Number(row[1])), texto: row[2] ?? '', valor: row[3] ? Number(row[3]) : null };
        linha.codigo = open;
      } else if (open && value && open.texto !== '') {
        open.valor = Number(value[0]);
        linha.codigo = { numero: open.numero, texto: '', valor: null };
      } else if (open && words && open.texto === '') {
        open.texto = words[1] ?? '';
        open.valor = words[2] ? Number(words[2]) : null;
        linha.codigo = { numero: open.numero, texto: '', valor: null };
      } else break;
    }
    at = from - 1;
  }
}

/** The option of an earlier question that a code table's row names. */
function namedOption(
  lidas: readonly Lida[],
  { numero, texto }: LinhaDeCodigo,
): { lida: Lida; at: number } | null {
  const wanted = plainWords(texto);
  for (const lida of lidas.toReversed()) {
    if (numero !== null && lida.codigo.replace(/^\p{L}+/u, '') !== numero) continue;
    const at = lida.opcoes.findIndex((one) => plainWords(one.texto) === wanted);
    if (at >= 0) return { lida, at };
  }
  return null;
}

/**
 * Applies rows of a table with named columns: as codes of a question's options if each option has a code, else as
 * options of the last question.
 * @returns lines that match no option
 */
function addCodedRows(lidas: readonly Lida[], linhas: readonly Linha[]): number[] {
  const last = lidas.at(-1);
  // After a question without options, rows without a number are this question's options.
  const areOwn = last?.opcoes.every(({ especial }) => especial !== null);
  const rows = linhas.flatMap(({ codigo, origem }) => {
    if (!codigo || codigo.texto === '') return [];
    const { para, resto } = skipsIn(codigo.texto);
    const row = { ...codigo, texto: resto };
    const found = row.numero === null && areOwn ? null : namedOption(lidas, row);
    return [{ codigo: row, origem, found, para }];
  });
  const codes = new Map<Lida, Map<number, number>>();
  for (const { codigo, found, para } of rows) {
    for (const one of found ? para : []) found?.lida.saltos.push({ opcao: found.at, para: one });
    if (!found || codigo.valor === null) continue;
    codes.set(found.lida, (codes.get(found.lida) ?? new Map()).set(found.at, codigo.valor));
  }
  for (const [lida, own] of codes) {
    if (own.size < lida.opcoes.length) continue;
    for (const [at, opcao] of lida.opcoes.entries()) opcao.valor = own.get(at) ?? opcao.valor;
    lida.impressos = lida.opcoes.map(({ valor }) => valor);
  }
  const own = rows.filter(({ codigo, found }) => !found && codigo.numero === null);
  if (last && own.length > 0) {
    if (last.opcoes.every(({ especial }) => especial !== null) && own.length > 1)
      last.tipo = last.varias ? 'multipla' : 'escolha';
    last.impressos = [
      ...last.opcoes.map((_, at) => last.impressos[at] ?? null),
      ...own.map(({ codigo }) => codigo.valor),
    ];
    for (const [at, { para }] of own.entries())
      for (const one of para) last.saltos.push({ opcao: last.opcoes.length + at, para: one });
    last.opcoes.push(...assignCodes(own.map(({ codigo }) => codigo)));
    last.semResposta = false;
  }
  return rows.filter(({ codigo, found }) => !found && codigo.numero !== null).map(({ origem }) => origem);
}

const cut = (text: string | null, longest: number): string | null => {
  const tidied = (text ?? '').replace(/\s+/gu, ' ').trim();
  return tidied === '' ? null : tidied.slice(0, longest);
};

/** Maximum lines and characters read for a question, so that the time stays linear. */
const DE_UMA_PERGUNTA = { linhas: 400, caracteres: 40_000 };
const LONGA_DEMAIS = 'Há linhas demais até a pergunta seguinte, e só as primeiras foram lidas: confira.';

/** A question's lines without code-table rows, and the lines beyond the limit. */
function ownLines(linhas: readonly Linha[]): { lidas: Linha[]; demais: Linha[] } {
  const lidas: Linha[] = [];
  const demais: Linha[] = [];
  let caracteres = 0;
  for (const linha of linhas) {
    caracteres += linha.codigo ? 0 : linha.texto.length;
    const fits = lidas.length < DE_UMA_PERGUNTA.linhas && caracteres <= DE_UMA_PERGUNTA.caracteres;
    (linha.codigo || (fits && demais.length === 0) ? lidas : demais).push(linha);
  }
  return { lidas, demais };
}

export function readQuestionnaire(blocks: readonly Bloco[]): QuestionarioLido {
  const { linhas, documento } = linesOf(blocks);
  markCodeTables(linhas);
  const starts = questionStarts(linhas).slice(0, PERGUNTAS_LIDAS + 1);
  const read = starts.slice(0, PERGUNTAS_LIDAS);
  const opening = readOpening(linhas.slice(0, starts[0]?.linha ?? linhas.length));
  const lidas: Lida[] = [];
  const troncos = new Map<number, string>();
  const deixadas = new Set(opening.deixadas);
  const duvidosas = new Set(opening.duvidosas);
  let before = { condicoes: opening.condicoes, instrucoes: [] as string[], origens: [] as number[] };
  let last = 0;
  for (const [at, start] of read.entries()) {
    const own = linhas.slice(start.linha, starts[at + 1]?.linha ?? linhas.length);
    const { lidas: within, demais } = ownLines(own);
    for (const { origem } of demais) duvidosas.add(origem);
    const trecho = readQuestion(start, within, at === starts.length - 1);
    if (demais.length > 0) trecho.lidas.at(-1)?.avisos.push(LONGA_DEMAIS);
    const gap =
      start.numero > last + 1 && lidas.length > 0 && last > 0
        ? `Depois da pergunta ${last} vem a ${start.numero}: confira se falta uma pergunta.`
        : null;
    last = start.numero;
    for (const [place, one] of trecho.lidas.entries()) {
      one.condicoes.unshift(...before.condicoes);
      one.instrucoes.unshift(...before.instrucoes);
      if (place === 0) one.origens.push(...before.origens);
      if (place === 0 && gap) one.avisos.unshift(gap);
      if (lidas.length < PERGUNTAS_LIDAS) lidas.push(one);
    }
    const codes = own.filter(({ codigo }) => codigo !== null);
    for (const origem of addCodedRows(lidas, own)) duvidosas.add(origem);
    lidas.at(-1)?.origens.push(...codes.map(({ origem }) => origem));
    for (const origem of trecho.deixadas) deixadas.add(origem);
    for (const origem of trecho.duvidosas) duvidosas.add(origem);
    const { tronco, ...next } = trecho.proxima;
    if (tronco !== null) troncos.set(lidas.length, tronco);
    before = next;
  }
  const whole = withCodesByPlace(
    withStems(underTheirWords(lidas, troncos)).map((one) => withoutQuestion(withoutColumns(one))),
  );
  const owner = new Map<number, number>();
  for (const [pergunta, { origens }] of whole.entries())
    for (const origem of origens) if (!owner.has(origem)) owner.set(origem, pergunta);
  // Without recognised questions, only the opening's title counts as used; a person assigns the other lines.
  const isOpening = (origem: number) =>
    whole.length > 0 || (opening.titulo ?? '').includes(documento[origem]?.texto.trim() || '\n');
  const opened = new Set(opening.usadas.filter(isOpening));
  const useOf = (origem: number): LinhaLida['uso'] =>
    duvidosas.has(origem)
      ? 'duvidosa'
      : owner.has(origem) || opened.has(origem)
        ? 'usada'
        : deixadas.has(origem) || whole.length === 0
          ? 'deixada'
          : 'duvidosa';
  const shown = documento.map(
    ({ texto, lugar }, origem): LinhaLida => ({
      texto,
      uso: useOf(origem),
      pergunta: owner.get(origem) ?? null,
      lugar,
    }),
  );
  return {
    titulo: cut(opening.titulo, MAIS_LONGO.titulo),
    apresentacao: whole.length > 0 ? cut(opening.apresentacao, MAIS_LONGO.apresentacao) : null,
    perguntas: withConditions(whole),
    sobras: shown
      .filter(({ uso }) => uso !== 'usada')
      .map(({ texto }) => texto)
      .slice(0, SOBRAS),
    linhas: shown,
  };
}
