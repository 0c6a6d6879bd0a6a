/**
 * In-place radix-2 Fourier transform with tables made once per size.
 */
export type Fft = {
  readonly size: number;
  /** Transforms `re` + i·`im` in place. Not scaled. */
  forward(re: Float64Array, im: Float64Array): void;
  /** Inverse of `forward`, scaled by 1/size. */
  inverse(re: Float64Array, im: Float64Array): void;
};

/** @param size A power of two. */
export function createFft(size: number): Fft {
  const bits = Math.log2(size);
  if (!Number.isInteger(bits)) throw new RangeError(`tamanho da FFT não é potência de dois: ${size}`);
  const cos = new Float64Array(size / 2);
  const sin = new Float64Array(size / 2);
  for (let i = 0; i < size / 2; i++) {
    cos[i] = Math.cos((2 * Math.PI * i) / size);
    sin[i] = Math.sin((2 * Math.PI * i) / size);
  }
  const reversed = new Uint32Array(size);
  for (let i = 1; i < size; i++) reversed[i] = ((reversed[i >> 1] ?? 0) >> 1) | ((i & 1) << (bits - 1));

  // The indices below never leave the arrays; `as number` spares a check in the innermost loop.
  const transform = (re: Float64Array, im: Float64Array, sign: 1 | -1) => {
    for (let i = 0; i < size; i++) {
      const j = reversed[i] as number;
      if (j > i) {
        const r = re[i] as number;
        re[i] = re[j] as number;
        re[j] = r;
        const m = im[i] as number;
        im[i] = im[j] as number;
        im[j] = m;
      }
    }
    // The first step's factors are all 1.
    for (let a = 0; a < size; a += 2) {
      const br = re[a + 1] as number;
      const bi = im[a + 1] as number;
      const ar = re[a] as number;
      const ai = im[a] as number;
      re[a + 1] = ar - br;
      im[a + 1] = ai - bi;
      re[a] = ar + br;
      im[a] = ai + bi;
    }
    for (let half = 2; half < size; half *= 2) {
      const step = size / (2 * half);
      // A factor is read once for all the blocks that it is of.
      for (let k = 0, at = 0; k < half; k++, at += step) {
        const wr = cos[at] as number;
        const wi = -sign * (sin[at] as number);
        for (let a = k; a < size; a += 2 * half) {
          const b = a + half;
          const br = re[b] as number;
          const bi = im[b] as number;
          const tr = br * wr - bi * wi;
          const ti = br * wi + bi * wr;
          const ar = re[a] as number;
          const ai = im[a] as number;
          re[b] = ar - tr;
          im[b] = ai - ti;
          re[a] = ar + tr;
          im[a] = ai + ti;
        }
      }
    }
  };
  return {
    size,
    forward: (re, im) => transform(re, im, 1),
    inverse: (re, im) => {
      transform(re, im, -1);
      for (let i = 0; i < size; i++) {
        re[i] = (re[i] as number) / size;
        im[i] = (im[i] as number) / size;
      }
    },
  };
}
