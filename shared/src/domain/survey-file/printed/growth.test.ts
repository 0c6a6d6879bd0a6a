import { afterEach, expect, it, vi } from 'vitest';
import type { Bloco } from '../documents/document.ts';
import { readQuestionnaire } from '../documents/questionnaire-grammar.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const linha = (texto: string): Bloco => ({ tipo: 'linha', texto, fim: true });
const repeated = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Counts the characters that regular expressions examine, a measure of work that is the same on every machine. */
function charactersLookedAt(blocks: readonly Bloco[]): number {
  let sum = 0;
  const { exec } = RegExp.prototype;
  vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const hit = exec.call(this, text);
    // A failing sticky expression examines one character; others examine all up to the end of their match or the text.
    sum += this.sticky && !hit ? 1 : (hit && from < this.lastIndex ? this.lastIndex : text.length) - from;
    return hit;
  });
  readQuestionnaire(blocks);
  vi.restoreAllMocks();
  return sum;
}

const LINHA = 100;
const SHAPES: Record<string, (piece: string, lines: number) => Bloco[]> = {
  'lines of one question': (piece, lines) => [
    linha('1. Qual?'),
    linha('1 Sim'),
    linha('2 Não'),
    ...Array.from({ length: lines }, () => linha(repeated(piece, LINHA))),
  ],
  'one line': (piece, lines) => [linha(`1. Qual? ${repeated(piece, lines * LINHA)}`)],
};

it.each(Object.keys(SHAPES))('looks twice as long at twice as much, of hostile %s', (shape) => {
  const make = SHAPES[shape] as (typeof SHAPES)[string];
  for (const piece of ['a-) x ', '1 Sim → 2 '])
    expect(charactersLookedAt(make(piece, 28)) / charactersLookedAt(make(piece, 14)), piece).toBeLessThan(
      2.5,
    );
});

it('reads cells of blanks that end in no blank: each more would double the time', () => {
  const rows = Array.from({ length: 3 }, (_, at) => [`Item ${at}`, `${'_'.repeat(60)}x`, '|_'.repeat(60)]);
  const tabela: Bloco = { tipo: 'tabela', linhas: [['', 'Bom', 'Ruim'], ...rows] };
  expect(readQuestionnaire([linha('1. Qual?'), tabela]).perguntas).toHaveLength(1);
});

it('says where a question has more lines than are read, and keeps them', () => {
  const lines = Array.from({ length: 500 }, (_, at) => linha(`Linha ${at} sem sentido`));
  const { perguntas, linhas } = readQuestionnaire([
    linha('1. Qual?'),
    linha('( ) Sim'),
    linha('( ) Não'),
    ...lines,
  ]);
  expect(perguntas[0]?.avisos.join(' ')).toContain('só as primeiras foram lidas');
  expect(linhas?.at(-1)).toMatchObject({ texto: 'Linha 499 sem sentido', uso: 'duvidosa' });
});
