import { describe, expect, it } from 'vitest';
import { CORES, VEREDITOS_EM_ORDEM } from './palette.ts';
import type { Veredito } from './verdict.ts';

type Rgb = readonly [number, number, number];

const linear = (hex: string): Rgb => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return [r, g, b];
};
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** Matrices that simulate the loss of one kind of cones, on linear RGB (Machado, Oliveira and Fernandes, 2009). */
const EYES: Record<string, readonly [Rgb, Rgb, Rgb]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const seen = (colour: Rgb, eyes: readonly [Rgb, Rgb, Rgb]): Rgb =>
  eyes.map((row) =>
    Math.min(1, Math.max(0, row[0] * colour[0] + row[1] * colour[1] + row[2] * colour[2])),
  ) as unknown as Rgb;

/** Converts linear RGB to CIE 1976 L*a*b*, white D65. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const distance = (a: Rgb, b: Rgb): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

/** Verdicts that a strip must distinguish by colour alone, without room for letters. */
const STRONG = ['confere', 'diverge', 'nao_perguntada', 'induzida', 'a_revisar'] as const;
/** Minimum difference of two colours (CIE 1976), several times the smallest that people notice. */
const APART = 18;

describe.each(['claro', 'escuro'] as const)('the palette on a %s page', (tema) => {
  it('has letters of at least 4.5:1 on their ground', () => {
    for (const veredito of VEREDITOS_EM_ORDEM) {
      const { fundo, letra } = CORES[tema][veredito];
      expect(contrast(fundo, letra), veredito).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(Object.entries(EYES))('tells verdicts apart for eyes with %s', (_, eyes) => {
    for (const [index, a] of STRONG.entries()) {
      for (const b of STRONG.slice(index + 1)) {
        const colourOf = (veredito: Veredito) => lab(seen(linear(CORES[tema][veredito].fundo), eyes));
        expect(distance(colourOf(a), colourOf(b)), `${a}, ${b}`).toBeGreaterThan(APART);
      }
    }
  });
});
