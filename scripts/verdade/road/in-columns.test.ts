// Questionnaires in columns of a page, written in any order, are read like those in a single column.

import { seededRandom } from '@escuta/shared/domain/seeded-random';
import type { Bloco } from '@escuta/shared/domain/survey-file/documents/document';
import { readQuestionnaire } from '@escuta/shared/domain/survey-file/documents/questionnaire-grammar';
import { expect, it } from 'vitest';
import { columnOf, drawText, pdfOf, type TextoNaPagina } from '../../../tests/support/documents.ts';
import { readDocument } from '../../../worker/src/reading/read-document.ts';
import { DOCUMENTOS } from './documents.ts';
import { printDocument } from './print-document.ts';
import { drawStyle, ESTILOS } from './styles.ts';

/** Start of each column, points, and its width in characters. */
const PAGES = [
  { places: [40, 310], width: 50 },
  { places: [30, 215, 400], width: 32 },
] as const;
const LINES = 58;
const STEP = 12;

/** Wraps a paragraph to a width in characters. */
function wrapParagraph(texto: string, width: number): string[] {
  const lines = [''];
  for (const word of texto.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

const smaller = (texts: readonly TextoNaPagina[]): TextoNaPagina[] =>
  texts.map((one) => ({ ...one, tamanho: 8 }));
const shown = (blocks: readonly Bloco[]): unknown =>
  readQuestionnaire(blocks).perguntas.map(({ codigo, tipo, texto, opcoes }) => [codigo, tipo, texto, opcoes]);

it.each(PAGES)('in $places.length columns', async ({ places, width }) => {
  let alike = 0;
  for (const [at, fixo] of ESTILOS.entries()) {
    const random = seededRandom(at + width);
    const documento = DOCUMENTOS[at % DOCUMENTOS.length] as (typeof DOCUMENTOS)[number];
    const { linhas } = printDocument(documento, drawStyle(fixo, random));
    const lines = linhas
      .flatMap((linha) => (typeof linha === 'string' ? [linha] : linha.map((row) => row.join(' '))))
      .flatMap((linha) => wrapParagraph(linha, width))
      .slice(0, LINES * places.length);
    const each = Math.ceil(lines.length / places.length);
    const one = Array.from({ length: Math.ceil(lines.length / LINES) }, (_, page) =>
      drawText(smaller(columnOf(40, 790, lines.slice(page * LINES, (page + 1) * LINES), STEP))),
    );
    // Lines of the columns are side by side, or slightly lower; they are written in random order.
    const columns = places.flatMap((x, column) =>
      columnOf(x, 790 - column * (at % 3) * 2, lines.slice(column * each, (column + 1) * each), STEP),
    );
    const mixed = smaller(columns)
      .map((text) => ({ text, place: random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ text }) => text);
    const [inOne, inMany] = await Promise.all([
      readDocument(pdfOf(one), 'q.pdf'),
      readDocument(pdfOf([drawText(mixed)]), 'q.pdf'),
    ]);
    if (JSON.stringify(shown(inOne)) === JSON.stringify(shown(inMany))) alike += 1;
    // Any other reading must be marked as uncertain.
    else
      expect(
        inMany.some((block) => block.tipo === 'linha' && block.incerta),
        fixo.nome,
      ).toBe(true);
  }
  expect(alike).toBeGreaterThanOrEqual(ESTILOS.length - 1);
});
