/**
 * QR codes of addresses (ISO/IEC 18004): byte mode, error correction level M, versions 1 to 10. Written here, because a
 * library would be larger than the page.
 */

/** Error correction words in a block, and number of blocks, at level M by version. */
const EC_WORDS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5];
const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];

type Grid = boolean[][];

const at = <T>(list: readonly T[], index: number): T => {
  const value = list[index];
  if (value === undefined) throw new RangeError(`index ${index} of ${list.length}`);
  return value;
};

/** Number of words (bytes) in a QR code: the modules that its function patterns leave free, ÷ 8. */
function totalWords(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    bits -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) bits -= 36;
  }
  return Math.floor(bits / 8);
}

const dataWords = (version: number): number =>
  totalWords(version) - at(EC_WORDS, version - 1) * at(BLOCKS, version - 1);

/** Product in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function product(x: number, y: number): number {
  let z = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    z = (z << 1) ^ ((z >>> 7) * 0x11d);
    z ^= ((y >>> bit) & 1) * x;
  }
  return z;
}

/** The error correction words (bytes) for the data words. `words`: number of correction words to compute. */
export function correction(data: readonly number[], words: number): number[] {
  const divisor: number[] = [...Array<number>(words - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < words; step += 1) {
    for (let index = 0; index < words; index += 1) {
      divisor[index] = product(at(divisor, index), root) ^ (divisor[index + 1] ?? 0);
    }
    root = product(root, 2);
  }
  const rest = Array<number>(words).fill(0);
  for (const word of data) {
    const factor = word ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [index, one] of divisor.entries()) rest[index] = at(rest, index) ^ product(one, factor);
  }
  return rest;
}

/** Data and error correction words of a text, in the order in which they are drawn. */
function wordsOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let bit = length - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const capacity = dataWords(version) * 8;
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8);
  const data = Array.from({ length: bits.length / 8 }, (_, word) =>
    bits.slice(8 * word, 8 * word + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );
  const blocks = at(BLOCKS, version - 1);
  const ec = at(EC_WORDS, version - 1);
  const short = Math.floor(data.length / blocks);
  const longer = data.length % blocks;
  let from = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const part = data.slice(from, from + short + (block >= blocks - longer ? 1 : 0));
    from += part.length;
    return part;
  });
  const corrected = parts.map((part) => correction(part, ec));
  const woven = (lists: number[][], length: number): number[] =>
    Array.from({ length }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  return [...woven(parts, short + 1), ...woven(corrected, ec)];
}

/** The 15 format bits, which encode the error correction level (M) and the mask. */
export function formatBits(mask: number): number {
  let rest = mask;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  return ((mask << 10) | rest) ^ 0x5412;
}

/** The 18 bits with the version, drawn from version 7 on. */
export function versionBits(version: number): number {
  let rest = version;
  for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  return (version << 12) | rest;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Draws the modules that contain no data, and marks them in `taken`. */
function functionPatterns(version: number): { grid: Grid; taken: Grid } {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const taken: Grid = grid.map((row) => [...row]);
  const put = (x: number, y: number, dark: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    at(grid, y)[x] = dark;
    at(taken, y)[x] = true;
  };
  for (let index = 0; index < size; index += 1) {
    put(6, index, index % 2 === 0);
    put(index, 6, index % 2 === 0);
  }
  const ring = (cx: number, cy: number, radius: number, isDark: (distance: number) => boolean): void => {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        put(cx + dx, cy + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  };
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    ring(cx, cy, 4, (distance) => distance !== 2 && distance !== 4);
  }
  const places = at(ALIGNMENT, version - 1);
  const last = places.at(-1);
  for (const cx of places) {
    for (const cy of places) {
      const inCorner = (cx === 6 && cy === 6) || (cx === 6 && cy === last) || (cx === last && cy === 6);
      if (!inCorner) ring(cx, cy, 2, (distance) => distance !== 1);
    }
  }
  if (version >= 7) {
    const bits = versionBits(version);
    for (let bit = 0; bit < 18; bit += 1) {
      const dark = ((bits >>> bit) & 1) === 1;
      const a = size - 11 + (bit % 3);
      const b = Math.floor(bit / 3);
      put(a, b, dark);
      put(b, a, dark);
    }
  }
  drawFormat(0, put, size);
  return { grid, taken };
}

function drawFormat(mask: number, put: (x: number, y: number, dark: boolean) => void, size: number): void {
  const bits = formatBits(mask);
  const dark = (bit: number): boolean => ((bits >>> bit) & 1) === 1;
  for (let bit = 0; bit <= 5; bit += 1) put(8, bit, dark(bit));
  put(8, 7, dark(6));
  put(8, 8, dark(7));
  put(7, 8, dark(8));
  for (let bit = 9; bit < 15; bit += 1) put(14 - bit, 8, dark(bit));
  for (let bit = 0; bit < 8; bit += 1) put(size - 1 - bit, 8, dark(bit));
  for (let bit = 8; bit < 15; bit += 1) put(8, size - 15 + bit, dark(bit));
  put(8, size - 8, true);
}

/** Draws the words into free modules: two columns at a time from the right, up and down, except the timing column. */
function drawWords(words: readonly number[], grid: Grid, taken: Grid): void {
  const size = grid.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (at(at(taken, y), x)) continue;
        at(grid, y)[x] = (((words[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
}

const FINDER = [true, false, true, true, true, false, true];
const [LIGHT_AFTER, LIGHT_BEFORE] = [
  [...FINDER, false, false, false, false],
  [false, false, false, false, ...FINDER],
];

/** Penalty for what scanners read badly: long runs, blocks, finder-like patterns, too many modules of one colour. */
function penalty(grid: Grid): number {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => at(row, x)));
  let sum = 0;
  for (const line of [...grid, ...columns]) {
    let run = 1;
    for (let index = 1; index <= size; index += 1) {
      if (index < size && line[index] === line[index - 1]) run += 1;
      else {
        if (run >= 5) sum += run - 2;
        run = 1;
      }
    }
    for (let index = 0; index + 11 <= size; index += 1) {
      const looks = (pattern: readonly boolean[]): boolean =>
        pattern.every((dark, step) => line[index + step] === dark);
      if (looks(LIGHT_AFTER) || looks(LIGHT_BEFORE)) sum += 40;
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const here = at(at(grid, y), x);
      if (here) dark += 1;
      if (x === 0 || y === 0) continue;
      const above = at(grid, y - 1);
      if (here === at(at(grid, y), x - 1) && here === above[x] && here === above[x - 1]) sum += 3;
    }
  }
  return sum + Math.floor(Math.abs(dark * 20 - size * size * 10) / (size * size)) * 10;
}

/**
 * A text as a QR code: rows of modules; true stands for a dark module. The caller adds a margin of four light modules.
 * @throws RangeError beyond 213 bytes
 */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = Array.from({ length: 10 }, (_, index) => index + 1).find(
    (one) => 4 + (one < 10 ? 8 : 16) + 8 * bytes.length <= dataWords(one) * 8,
  );
  if (version === undefined) throw new RangeError('O texto não cabe em um código QR.');
  const { grid, taken } = functionPatterns(version);
  drawWords(wordsOf(bytes, version), grid, taken);
  const candidates = MASKS.map((isMasked, mask) => {
    const masked = grid.map((row, y) =>
      row.map((dark, x) => (at(at(taken, y), x) ? dark : dark !== isMasked(x, y))),
    );
    drawFormat(
      mask,
      (x, y, dark) => {
        at(masked, y)[x] = dark;
      },
      masked.length,
    );
    return { masked, cost: penalty(masked) };
  });
  return candidates.reduce((best, one) => (one.cost < best.cost ? one : best)).masked;
}
