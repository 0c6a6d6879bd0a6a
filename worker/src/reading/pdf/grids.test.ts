import { expect, it } from 'vitest';
import { gridIn } from './grids.ts';
import { rowsOf, type Segment } from './rows.ts';

const PITCH = 12;
const at = (x: number, line: number, text: string): Segment => ({
  text,
  x0: x,
  x1: x + text.length * 5,
  base: line * PITCH,
  size: 10,
  artifact: false,
});
const marks = (line: number, texts: readonly string[]): Segment[] =>
  texts.map((text, column) => at(300 + column * 70, line, text));
const read = (...segments: Segment[]) => gridIn(rowsOf(segments), 0, PITCH)?.grid.linhas ?? null;

it('reads a battery whose heads and statements take several lines, and leaves its question above', () => {
  expect(
    read(
      at(50, 1, '4. Como avalia cada um destes serviços da cidade, pensando em tudo?'),
      at(300, 2, 'Muito'),
      at(440, 2, 'Muito'),
      at(300, 3, 'bom'),
      at(370, 3, 'Regular'),
      at(440, 3, 'ruim'),
      at(50, 4, 'A coleta de lixo'),
      ...marks(4, ['1', '2', '3']),
      at(50, 5, 'da sua rua'),
      at(50, 6, 'A iluminação'),
      ...marks(6, ['1', '2', '3']),
      at(50, 7, 'das praças'),
    ),
  ).toEqual([
    ['', 'Muito bom', 'Regular', 'Muito ruim'],
    ['A coleta de lixo da sua rua', '1', '2', '3'],
    ['A iluminação das praças', '1', '2', '3'],
  ]);
});

it('leaves as lines what only looks like a battery', () => {
  const head = ['Boa', 'Ruim'].map((text, column) => at(300 + column * 70, 1, text));
  // Not a table: rising codes (options), a single statement, a statement without a heading row, and words that run into
  // marks.
  expect(
    read(...head, at(50, 2, 'Ônibus'), ...marks(2, ['1', '1']), at(50, 3, 'Carro'), ...marks(3, ['2', '2'])),
  ).toBeNull();
  expect(read(...head, at(50, 2, 'Escola'), ...marks(2, ['( )', '( )']))).toBeNull();
  const body = [2, 3].flatMap((line) => [at(50, line, 'Escola'), ...marks(line, ['1', '2'])]);
  expect(read(...body)).toBeNull();
  const glued = [2, 3].flatMap((line) => [at(50, line, 'Escola do bairro 1'), ...marks(line, ['2', '3'])]);
  expect(read(...head, ...glued)).toBeNull();
});

it('reads the one line of a battery that stands last on a page under heads of several lines', () => {
  const heads = ['Própria, já', 'Própria, ainda', 'Alugada'].map((text, column) =>
    at(300 + column * 100, 1, text),
  );
  const more = ['paga', 'pagando'].map((text, column) => at(300 + column * 100, 2, text));
  const row = ['1', '2', '3'].map((text, column) => at(300 + column * 100, 3, text));
  expect(read(...heads, ...more, at(50, 3, 'A casa'), ...row)).toEqual([
    ['', 'Própria, já paga', 'Própria, ainda pagando', 'Alugada'],
    ['A casa', '1', '2', '3'],
  ]);
});
