// Measures the intervals' coverage over seeded samples. More samples: npm run test:longo -- intervalos.
import { describe, expect, it } from 'vitest';
import { cases, LONGO } from '../../../../tests/support/longo.ts';
import { seededRandom } from '../seeded-random.ts';
import { KAPPA_MINIMO, kappaOf } from './kappa.ts';
import { addSums, meanOf } from './mean.ts';
import { proportion } from './proportion.ts';
import { addUnit, type Intervalo, noUnits, ratioOf, ratioOfSums, UNIDADES_MINIMO } from './ratio.ts';

const SAMPLES = LONGO ? 5000 : 250;
/** Tolerance: four standard errors of a measured coverage of 95 %. */
const SLACK = 4 * Math.sqrt((0.95 * 0.05) / SAMPLES);
const [MEAN_MIN, EACH_MIN] = LONGO ? [0.94, 0.92] : [0.94 - SLACK / 4, 0.92 - SLACK];

const holds = (interval: Intervalo, truth: number): boolean =>
  interval.de <= truth + 1e-12 && truth <= interval.ate + 1e-12;

/** Share of the shown intervals that contain the true value; null if less than a third of the intervals are shown. */
function coverage(truth: number, sample: () => Intervalo | null): number | null {
  let [shown, held] = [0, 0];
  for (let i = 0; i < SAMPLES; i += 1) {
    const interval = sample();
    if (!interval) continue;
    shown += 1;
    if (interval.ate > interval.de && holds(interval, truth)) held += 1;
  }
  return shown < SAMPLES / 3 ? null : held / shown;
}

function expectHeld(found: readonly { name: string; share: number | null }[]): void {
  const shares = found.flatMap(({ share }) => share ?? []);
  expect(shares.length).toBeGreaterThan(0);
  expect(shares.reduce((sum, one) => sum + one, 0) / shares.length).toBeGreaterThanOrEqual(MEAN_MIN);
  expect(found.filter(({ share }) => share !== null && share < EACH_MIN)).toEqual([]);
}

function drawFrom(of: readonly (readonly [number, number])[], random: () => number): number {
  let left = random();
  for (const [value, p] of of) {
    left -= p;
    if (left < 0) return value;
  }
  return of.at(-1)?.[0] ?? 0;
}
const meanOfList = (of: readonly (readonly [number, number])[]): number =>
  of.reduce((sum, [value, p]) => sum + value * p, 0);

const SCORES: readonly (readonly [string, readonly (readonly [number, number])[]])[] = [
  ...[0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.8, 0.95].map(
    (p) =>
      [
        `0 ou 1, ${p}`,
        [
          [1, p],
          [0, 1 - p],
        ],
      ] as const,
  ),
  ...[0.02, 0.05, 0.1, 0.3].flatMap((p) => [
    [
      `0 entre 0,9, ${p}`,
      [
        [0, p],
        [0.9, 1 - p],
      ],
    ] as const,
    [
      `0,5 entre 1, ${p}`,
      [
        [0.5, p],
        [1, 1 - p],
      ],
    ] as const,
    [
      `0,9 entre 1, ${p}`,
      [
        [0.9, p],
        [1, 1 - p],
      ],
    ] as const,
  ]),
  ['dezenas', Array.from({ length: 11 }, (_, n) => [n / 10, (n + 1) / 66] as const)],
  ['todas iguais', [[0.8, 1]]],
  [
    'boas com poucas ruins',
    [
      [0, 0.06],
      [0.4, 0.04],
      [0.85, 0.3],
      [0.95, 0.3],
      [1, 0.3],
    ],
  ],
];

describe.each(cases([10, 30, 100, 15, 20, 50, 300], 3))('means of %i scores', (n) => {
  it('contain the true one in 95% of the samples', () => {
    const random = seededRandom(n);
    const found = cases(SCORES, LONGO ? SCORES.length : 12).map(([name, of]) => ({
      name,
      share: coverage(meanOfList(of), () => {
        let sums = { n: 0, soma: 0, quadrados: 0 };
        for (let i = 0; i < n; i += 1) {
          const value = drawFrom(of, random);
          sums = addSums(sums, { n: 1, soma: value, quadrados: value ** 2 });
        }
        return meanOf(sums)?.intervalo ?? null;
      }),
    }));
    expectHeld(found);
  });
});

type Lista = readonly (readonly [number, number])[];
/** Numbers of cells in an interview, each with its probability. */
const SIZES: readonly (readonly [string, Lista])[] = [
  ['from 8 to 39', Array.from({ length: 32 }, (_, n) => [8 + n, 1 / 32] as const)],
  [
    'nearly all of 3, the others of 40',
    [
      [3, 0.8],
      [40, 0.2],
    ],
  ],
  [
    'none, one or two',
    [
      [0, 0.2],
      [1, 0.5],
      [2, 0.3],
    ],
  ],
  [
    '5 or 40',
    [
      [5, 0.5],
      [40, 0.5],
    ],
  ],
];
/** Clustering: cells count only in a `share` of interviews, each with a `rate` that may depend on their number `c`. */
const SHAPES: readonly { name: string; of: (c: number) => readonly [share: number, rate: number] }[] = [
  ...[0.03, 0.12, 0.3, 1].flatMap((share) =>
    [0.1, 0.5, 0.97].map((rate) => ({ name: `${share} × ${rate}`, of: () => [share, rate] as const })),
  ),
  { name: 'as longas mais', of: (c) => [1, c >= 20 ? 0.5 : 0.05] },
  { name: 'as longas menos', of: (c) => [1, c >= 20 ? 0.3 : 0.9] },
];
/** Selection weights (1 ÷ probability): equal; or of three units two are certain, and one has a probability of 10 %. */
const CHANCES = { iguais: [1], 'do sorteio': [1, 1, 10] } as const;

describe.each(cases([40, 10, 12, 15, 20, 30, 100, 200], 1))('rates of %i interviews', (n) => {
  it.each(cases(SIZES, 2))('of %s cells contain the true one in 95 of a hundred samples', (_, sizes) => {
    const random = seededRandom(n + sizes.length);
    for (const weights of Object.values(CHANCES)) {
      expectHeldOrHidden(
        SHAPES.map(({ name, of }) => {
          const expected = meanOfList(sizes.map(([c, p]) => [c * of(c)[0] * of(c)[1], p] as const));
          return {
            name: `${name}, ${weights}`,
            share: coverage(expected / meanOfList(sizes), () => {
              const sums = noUnits();
              for (let i = 0; i < n; i += 1) {
                const c = drawFrom(sizes, random);
                const [share, rate] = of(c);
                const some = random() < share;
                let x = 0;
                for (let cell = 0; some && cell < c; cell += 1) if (random() < rate) x += 1;
                addUnit(sums, { x, c, peso: weights[Math.floor(random() * weights.length)] as number });
              }
              return ratioOfSums(sums)?.intervalo ?? null;
            }),
          };
        }),
      );
    }
  });
});

/** Expects sufficient coverage, unless too few effective units hide all intervals. */
function expectHeldOrHidden(found: readonly { name: string; share: number | null }[]): void {
  if (found.some(({ share }) => share !== null)) expectHeld(found);
}

/** Cases of two raters: the prevalence, and the AI's sensitivity and specificity. */
const RATERS = [0.1, 0.2, 0.5, 0.8, 0.95].flatMap((prev) =>
  [
    [0.99, 0.99],
    [0.95, 0.8],
    [0.8, 0.95],
    [0.7, 0.7],
    [0.5, 0.5],
  ].map(([sees, seesNot]) => ({ prev, sees: sees as number, seesNot: seesNot as number })),
);

describe.each(cases([30, 100, 40, 50, 70, 200, 500], 2))('kappa of %i judgements', (n) => {
  it('contains the true one in 95% of the samples in which it appears', () => {
    const random = seededRandom(n);
    expectHeld(
      RATERS.map(({ prev, sees, seesNot }) => {
        const cells = [prev * sees, (1 - prev) * (1 - seesNot), prev * (1 - sees), (1 - prev) * seesNot];
        const [a, b, c, d] = cells as [number, number, number, number];
        const pe = (a + b) * (a + c) + (c + d) * (b + d);
        return {
          name: `${prev}, ${sees}, ${seesNot}`,
          share: coverage((a + d - pe) / (1 - pe), () => {
            const counts = [0, 0, 0, 0];
            const places = cells.map((p, place) => [place, p] as const);
            for (let i = 0; i < n; i += 1) {
              const place = drawFrom(places, random);
              counts[place] = (counts[place] as number) + 1;
            }
            const [simSim, simNao, naoSim, naoNao] = counts as [number, number, number, number];
            return kappaOf({ simSim, simNao, naoSim, naoNao })?.intervalo ?? null;
          }),
        };
      }),
    );
  });
});

it('below the minimums there is no interval, whatever the sample', () => {
  for (let n = 1; n < UNIDADES_MINIMO; n += 1) {
    expect(meanOf({ n, soma: n * 0.8, quadrados: n * 0.64 })?.intervalo).toBeNull();
    expect(ratioOf(Array(n).fill({ x: 1, c: 10 }))?.intervalo).toBeNull();
    expect(proportion(n, n)).toMatchObject({ valor: 1, de: null, ate: null });
  }
  for (let n = 0; n < KAPPA_MINIMO; n += 1) {
    const half = Math.floor(n / 2);
    expect(kappaOf({ simSim: half, simNao: 0, naoSim: 0, naoNao: n - half })).toBeNull();
  }
});

describe.each(cases([10, 100, 11, 12, 13, 15, 17, 20, 25, 30, 40, 50, 75, 150, 300, 1000], 2))(
  'shares of %i',
  (n) => {
    it('contain the true one, counted exactly', () => {
      const logs = [0];
      for (let i = 1; i <= n; i += 1) logs.push((logs[i - 1] as number) + Math.log(i));
      const ways = Array.from(logs, (log, x) => (logs[n] as number) - log - (logs[n - x] as number));
      const intervals = Array.from(ways, (_, x) => proportion(x, n) as Intervalo);
      const exact = (p: number): number =>
        intervals.reduce(
          (sum, one, x) =>
            holds(one, p)
              ? sum + Math.exp((ways[x] as number) + x * Math.log(p) + (n - x) * Math.log1p(-p))
              : sum,
          0,
        );
      const even = Array.from({ length: 999 }, (_, i) => exact((i + 1) / 1000));
      expect(even.reduce((sum, one) => sum + one, 0) / even.length).toBeGreaterThan(0.95);
      // Coverage is lowest just beyond an interval's limit.
      const beside = intervals.flatMap(({ de, ate }) => [de - 1e-9, de + 1e-9, ate - 1e-9, ate + 1e-9]);
      const least = Math.min(...even, ...beside.filter((p) => p > 0 && p < 1).map(exact));
      expect(least).toBeGreaterThan(0.94);
      for (const [x, { de, ate }] of intervals.entries()) {
        expect(de).toBeLessThanOrEqual(x / n);
        expect(ate).toBeGreaterThanOrEqual(x / n);
        expect(ate - de).toBeGreaterThan(0);
      }
    });
  },
);
