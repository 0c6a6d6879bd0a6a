/** In-place radix-2 Fourier transform with precomputed tables. */
export type Fft = {
  readonly size: number;
  /** Transforms `re` + i·`im`, unscaled. */
  forward(re: Float64Array, im: Float64Array): void;
  /** Inverts `forward`, scaled by 1/size. */
  inverse(re: Float64Array, im: Float64Array): void;
};

/** Creates a transform of `size` points. @param size a power of two @throws RangeError for another size */
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

  // `as number` replaces a check in the innermost loop, because the indices never leave the arrays.
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
    // Combines two steps to halve reads and writes; if the number of steps is odd, the first step is done alone.
    const alone = bits % 2 === 1;
    for (let a = 0; alone && a < size; a += 2) {
      const br = re[a + 1] as number;
      const bi = im[a + 1] as number;
      const ar = re[a] as number;
      const ai = im[a] as number;
      re[a + 1] = ar - br;
      im[a + 1] = ai - bi;
      re[a] = ar + br;
      im[a] = ai + bi;
    }
    for (let half = alone ? 2 : 1; half < size; half *= 4) {
      const step = size / (4 * half);
      // All blocks share the factors for `k`.
      for (let k = 0; k < half; k++) {
        const ur = cos[2 * k * step] as number;
        const ui = -sign * (sin[2 * k * step] as number);
        const vr = cos[k * step] as number;
        const vi = -sign * (sin[k * step] as number);
        const wr = cos[(k + half) * step] as number;
        const wi = -sign * (sin[(k + half) * step] as number);
        for (let a = k; a < size; a += 4 * half) {
          const b = a + half;
          const c = b + half;
          const d = c + half;
          const br = re[b] as number;
          const bi = im[b] as number;
          const dr = re[d] as number;
          const di = im[d] as number;
          const ubr = br * ur - bi * ui;
          const ubi = br * ui + bi * ur;
          const udr = dr * ur - di * ui;
          const udi = dr * ui + di * ur;
          const ar = re[a] as number;
          const ai = im[a] as number;
          const cr = re[c] as number;
          const ci = im[c] as number;
          const er = cr + udr;
          const ei = ci + udi;
          const fr = cr - udr;
          const fi = ci - udi;
          const gr = er * vr - ei * vi;
          const gi = er * vi + ei * vr;
          const hr = fr * wr - fi * wi;
          const hi = fr * wi + fi * wr;
          const pr = ar + ubr;
          const pi = ai + ubi;
          const qr = ar - ubr;
          const qi = ai - ubi;
          re[a] = pr + gr;
          im[a] = pi + gi;
          re[c] = pr - gr;
          im[c] = pi - gi;
          re[b] = qr + hr;
          im[b] = qi + hi;
          re[d] = qr - hr;
          im[d] = qi - hi;
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
