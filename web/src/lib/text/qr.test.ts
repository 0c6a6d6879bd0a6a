import { expect, it } from 'vitest';
import { correction, formatBits, qrCode, versionBits } from './qr.ts';

it('corrects, and tells mask and version, as the standard’s own examples', () => {
  // Examples of ISO/IEC 18004: correction of 'HELLO WORLD', format bits of level M (masks 0 and 5), bits of version 7.
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  expect(correction(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  expect(formatBits(0).toString(2)).toBe('101010000010010');
  expect(formatBits(5).toString(2)).toBe('100000011001110');
  expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100');
});

it('draws what another program (jsQR 1.4.0) reads as the text', () => {
  const drawn = qrCode('ESCUTA').map((row) => row.map((dark) => (dark ? '#' : '.')).join(''));
  expect(drawn).toEqual([
    '#######.......#######',
    '#.....#.##.#..#.....#',
    '#.###.#...#.#.#.###.#',
    '#.###.#..#..#.#.###.#',
    '#.###.#.#####.#.###.#',
    '#.....#...##..#.....#',
    '#######.#.#.#.#######',
    '.........#...........',
    '#.#.#.#.....#...#..#.',
    '.#.###.##..#.#.#.#...',
    '#..#.####..#.###.#.##',
    '###....#######.##....',
    '##.####.##.#.###..###',
    '........##....##.#.#.',
    '#######..#..#...##.##',
    '#.....#...#...#....##',
    '#.###.#.##..#.#.#####',
    '#.###.#..###.#.#...#.',
    '#.###.#.##.#.######.#',
    '#.....#..#.###.#...#.',
    '#######.##.#.########',
  ]);
});

it('grows with its text, and says what is too long', () => {
  expect([14, 15, 100, 213].map((length) => qrCode('x'.repeat(length)).length)).toEqual([21, 25, 41, 57]);
  expect(() => qrCode('x'.repeat(214))).toThrow(RangeError);
});
