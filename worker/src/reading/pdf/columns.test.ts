import { expect, it } from 'vitest';
import { orderOf } from './columns.ts';
import { type Segment, textOfRow } from './rows.ts';

/** Lines below each other; '' leaves a line out. */
const column = (x: number, lines: readonly string[], from = 100): Segment[] =>
  lines
    .map((text, at) => ({
      text,
      x0: x,
      x1: x + text.length * 5,
      base: from + at * 14,
      size: 10,
      artifact: false,
    }))
    .filter(({ text }) => text !== '');
const read = (...columns: Segment[][]) => {
  const { parts, sure } = orderOf(columns.flat());
  return { lines: parts.flat().map(textOfRow), sure };
};

const LEFT = ['1. Tem carro?', '( ) Sim', '( ) Não', '2. Tem moto?', '( ) Sim'];
const RIGHT = ['( ) Não', '3. Anda de ônibus?', '( ) Sempre', '( ) Nunca', '4. E a pé?'];

it('reads columns one after the other, whichever order they come in', () => {
  const inOrder = { lines: [...LEFT, ...RIGHT], sure: true };
  expect(read(column(50, LEFT), column(320, RIGHT))).toEqual(inOrder);
  expect(read(column(320, RIGHT), column(50, LEFT))).toEqual(inOrder);
  expect(read(column(50, LEFT), column(320, RIGHT, 106))).toEqual(inOrder);
});

it('reads what stands above and below both columns in its place', () => {
  const wide = 'Pesquisa sobre os transportes da cidade, feita com moradores de todos os bairros';
  const { lines } = read(
    column(50, [wide], 60),
    column(50, LEFT),
    column(320, RIGHT),
    column(50, [wide], 220),
  );
  expect(lines).toEqual([wide, ...LEFT, ...RIGHT, wide]);
});

it('reads rows of a table as rows', () => {
  const codes = read(
    column(50, ['Ótima', 'Boa', 'Regular', 'Ruim']),
    column(300, ['1', '2', '3', '4 PULE PARA P7']),
  );
  expect(codes).toEqual({ lines: ['Ótima 1', 'Boa 2', 'Regular 3', 'Ruim 4 PULE PARA P7'], sure: true });
  const boxes = read(
    column(50, ['A coleta de lixo da rua', 'A iluminação das praças', 'O asfalto das avenidas']),
    ...[300, 350, 400].map((x) => column(x, ['( )', '( )', '( )'])),
  );
  expect(boxes.lines[1]).toBe('A iluminação das praças ( ) ( ) ( )');
  const options = read(
    column(50, ['( ) Ônibus da cidade', '( ) Carro próprio']),
    column(320, ['( ) Bicicleta elétrica', '( ) A pé, sozinho']),
  );
  expect(options).toEqual({
    lines: ['( ) Ônibus da cidade ( ) Bicicleta elétrica', '( ) Carro próprio ( ) A pé, sozinho'],
    sure: true,
  });
});

it('says where another order fits as well', () => {
  const sides = read(
    column(50, ['O que pensa das praças do bairro', 'e dos parques da cidade?']),
    column(320, ['Leia devagar e repita se for', 'preciso, sem explicar nada.']),
  );
  expect(sides.sure).toBe(false);
});

it('loses no text of a page that might be cut in ever so many ways', () => {
  const columns = Array.from({ length: 40 }, (_, at) =>
    column(
      at * 160,
      Array.from({ length: 40 }, (_, row) => `Texto ${(at * 7 + row * 3) % 11} do meio da página`),
    ),
  );
  expect(
    read(...columns)
      .lines.join(' ')
      .match(/Texto/gu),
  ).toHaveLength(1600);
});

it('takes codes of no answer, the ends of skips and letters before numbers for what they are', () => {
  const left = ['4 - Tem carro em casa hoje?', '1: Sim (PULE PARA', '7)', '2: Não', '99 – NS/NR'];
  const right = [
    '5 - Quantos carros tem em casa?',
    '|__| carros',
    '99 – NS/NR',
    '6 - Onde é que mora?',
    '1: No centro',
  ];
  expect(read(column(50, left), column(320, right))).toEqual({ lines: [...left, ...right], sure: true });
  const lettered = [left, right].map((lines) => lines.map((line) => line.replace(/^(\d) - /u, 'PF$1. ')));
  const [first = [], second = []] = lettered;
  expect(read(column(50, first), column(320, second)).lines).toEqual(lettered.flat());
});

it('reads columns of questions whose options are lines of dots and codes', () => {
  const dotted = (n: number): string[] => [
    `F${n}. Tem carro?`,
    'Sim',
    '..........',
    '1',
    'Não',
    '..........',
    '2',
  ];
  const [left, right] = [
    [...dotted(1), ...dotted(2)],
    [...dotted(3), ...dotted(4)],
  ];
  expect(read(column(50, left), column(320, right, 104)).lines).toEqual([...left, ...right]);
});

it('reads a list as rows that a page repeats in the same places, and options down columns of one question', () => {
  const list = ['Bom 1', 'Ruim 3', 'Bom 1', 'Ruim 3'];
  const repeated = read(
    column(50, ['1. A limpeza das ruas', '', '2. O posto de saúde', '']),
    column(50, ['', list[0] ?? '', '', list[2] ?? '']),
    column(120, ['', 'Regular 2', '', 'Regular 2']),
    column(300, ['', list[1] ?? '', '', list[3] ?? '']),
    column(380, ['', 'Não sabe 99', '', 'Não sabe 99']),
  );
  expect(repeated.lines).toEqual([
    '1. A limpeza das ruas',
    'Bom 1 Regular 2 Ruim 3 Não sabe 99',
    '2. O posto de saúde',
    'Bom 1 Regular 2 Ruim 3 Não sabe 99',
  ]);
  const options = read(
    column(50, ['1 Muito satisfeito', '2 Satisfeito', 'FIM DA ENTREVISTA', 'Assinatura']),
    column(300, ['3 Insatisfeito', '99 Não sabe', '', '']),
  );
  expect(options.lines).toEqual([
    '1 Muito satisfeito',
    '2 Satisfeito',
    '3 Insatisfeito',
    '99 Não sabe',
    'FIM DA ENTREVISTA',
    'Assinatura',
  ]);
});
