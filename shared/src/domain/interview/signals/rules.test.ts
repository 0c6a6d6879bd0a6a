import { describe, expect, it } from 'vitest';
import { fasterThanReading, readingPace } from './faster-than-reading.ts';
import type { EntrevistaDoSinal, LeituraDoSinal } from './interview-facts.ts';
import { nearEqualAnswers, type QuaseIguais } from './near-equal.ts';
import { type ParecerDado, stateOf } from './opinions.ts';
import { e164, overlaps, repeatedPhones } from './overlap.ts';
import { binomialTail, discoveries, median, quantile, robustScale, seededRandom } from './statistics.ts';
import { listedInterviewers } from './survey-signals.ts';
import { typedBefore } from './typed-before.ts';

const reading = (fields: Partial<LeituraDoSinal> = {}): LeituraDoSinal => ({
  perguntaId: 'p',
  inicioMs: 10_000,
  fimMs: 16_000,
  palavras: 20,
  inteira: true,
  verificacao: false,
  digitadaMs: 20_000,
  ...fields,
});
const interview = (fields: Partial<EntrevistaDoSinal> = {}): EntrevistaDoSinal => ({
  id: 'e1',
  agenteId: 'a',
  versaoId: 'v',
  em: 0,
  gravacaoEm: null,
  ativa: [],
  respostasEm: [],
  duracaoMs: null,
  respondidas: 10,
  leituras: [],
  fechadas: new Uint16Array(),
  telefone: null,
  ...fields,
});
const times = <T>(n: number, make: (n: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

describe('typed before it was asked', () => {
  const early = reading({ digitadaMs: 14_000 });
  it('fires at three answers that are a tenth of those asked', () => {
    const of = (before: number, after: number) =>
      typedBefore({ leituras: [...times(before, () => early), ...times(after, () => reading())] });
    expect(of(2, 0)?.dispara).toBe(false);
    expect(of(3, 0)?.dispara).toBe(true);
    expect(of(3, 27)?.dispara).toBe(true);
    expect(of(3, 28)?.dispara).toBe(false);
  });
  it('does not count answers only checked, without a time, or touched at the end of the reading', () => {
    const leituras = [
      ...times(5, () => ({ ...early, verificacao: true })),
      ...times(5, () => ({ ...early, digitadaMs: null })),
      ...times(5, () => ({ ...early, digitadaMs: 15_000 })),
    ];
    expect(typedBefore({ leituras })).toMatchObject({ antes: [], perguntadas: 5, dispara: false });
    expect(typedBefore({ leituras: leituras.slice(0, 10) })).toBeNull();
  });
});

describe('faster than the reading', () => {
  it('measures the time of whole readings against 3.3 words a second', () => {
    // At 3.3 words per second, 20 words take 6.06 s.
    expect(readingPace({ leituras: times(5, () => reading()) }).ritmo).toBeCloseTo(0.99, 2);
    const fast = reading({ fimMs: 13_600 });
    expect(fasterThanReading([interview({ leituras: times(5, () => fast) })]).get('e1')).toMatchObject({
      dispara: true,
    });
    const partly = [...times(4, () => fast), reading({ inteira: false }), reading({ inicioMs: null })];
    expect(readingPace({ leituras: partly })).toEqual({ ritmo: null, leituras: 4 });
  });
  it('compares the duration only with interviews of the same version, and not with those that filters shortened', () => {
    const usual = times(20, (n) => interview({ id: `u${n}`, duracaoMs: 600_000 + n * 5000 }));
    const short = interview({ id: 'curta', duracaoMs: 200_000 });
    const of = (one: EntrevistaDoSinal) => fasterThanReading([...usual, one]).get(one.id)?.dispara ?? null;
    expect(of(short)).toBe(true);
    expect(of({ ...short, respondidas: 7 })).toBeNull();
    expect(of({ ...short, versaoId: 'outra' })).toBeNull();
    // Among equal lengths, an interview that is 40 s shorter is no outlier.
    const same = times(20, (n) => interview({ id: `u${n}`, duracaoMs: 600_000 }));
    expect(fasterThanReading([...same, interview({ id: 'x', duracaoMs: 560_000 })]).get('x')?.dispara).toBe(
      false,
    );
  });
});

describe('overlapping interviews', () => {
  const MIN = 60_000;
  const answered = (de: number, ate: number) => times((ate - de) * 2, (n) => (de + n / 2) * MIN);
  const from = (id: string, de: number, ate: number, agenteId = 'a') =>
    interview({
      id,
      agenteId,
      ativa: [{ de: de * MIN, ate: ate * MIN }],
      respostasEm: answered(de, ate),
    });
  it('of which only one receives answers are an observation: the other was left open', () => {
    const open = { ...from('aberta', 0, 60), respostasEm: answered(0, 10) };
    const during = from('y', 20, 35);
    expect(overlaps([open, during])).toMatchObject([{ a: 'aberta', b: 'y', nota: true }]);
    expect(overlaps([{ ...open, respostasEm: answered(0, 25) }, during])).toMatchObject([{ nota: false }]);
    expect(overlaps([from('x', 0, 60), { ...during, respostasEm: [] }])).toMatchObject([{ nota: true }]);
  });
  it('fire above two minutes, for the same person', () => {
    expect(overlaps([from('x', 0, 10), from('y', 8, 20)])).toEqual([]);
    expect(overlaps([from('x', 0, 10), from('y', 7, 20)])).toMatchObject([{ a: 'x', b: 'y', ms: 3 * MIN }]);
    expect(overlaps([from('x', 0, 10), from('y', 7, 20, 'b')])).toEqual([]);
  });
  it('find also the long one that encloses several, and take off the pause', () => {
    const long = from('longa', 0, 60);
    expect(overlaps([from('x', 5, 10), long, from('y', 50, 55)]).map(({ b }) => b)).toEqual(['x', 'y']);
    const paused = interview({
      id: 'longa',
      ativa: [
        { de: 0, ate: 5 * MIN },
        { de: 55 * MIN, ate: 60 * MIN },
      ],
    });
    expect(overlaps([paused, from('x', 5, 10), from('y', 50, 55)])).toEqual([]);
  });
});

describe('repeated phone number', () => {
  it.each([
    ['(11) 98765-4321', '+5511987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['55 11 98765 4321', '+5511987654321'],
    ['011 3456-7890', '+551134567890'],
    ['+1 202 555 0100', '+12025550100'],
    ['98765-4321', null],
    ['não tem', null],
    [null, null],
  ])('%s is %s', (typed, expected) => {
    expect(e164(typed)).toBe(expected);
  });
  const phone = (numero: string, ...agentes: (string | null)[]) =>
    repeatedPhones(
      agentes.map((agenteId, n) => interview({ id: `e${n}`, agenteId, telefone: { numero, nome: `n${n}` } })),
    );
  it('with two names is an observation, with three a signal, and with one name nothing', () => {
    const of = (...nomes: string[]) =>
      repeatedPhones(nomes.map((nome, n) => interview({ id: `e${n}`, telefone: { numero: '+551', nome } })));
    expect(of('ana', 'ana')).toEqual([]);
    expect(of('ana', 'bia', 'ana')).toMatchObject([{ motivo: 'casa', nomes: 2 }]);
    expect(of('ana', 'bia', 'caio')).toMatchObject([{ motivo: null, nomes: 3 }]);
  });
  it('with more than three names is a signal where one interviewer alone typed it', () => {
    expect(phone('+5511987651234', 'a', 'a', 'a', 'a', 'a')).toMatchObject([{ motivo: null, nomes: 5 }]);
  });
  it.each([
    ['+5511987651234', ['a', 'b', 'a', 'b'], 'varios'],
    ['+5511987651234', ['a', null, 'a', 'a'], 'varios'],
    ['+5511987651234', [null, null, null, null], 'varios'],
    ['+5511999999999', ['a', 'a', 'a', 'a'], 'inventado'],
    ['+5511912345678', ['a', 'a', 'a', 'a'], 'inventado'],
    ['+551198765432', ['a', 'a', 'a', 'a'], 'inventado'],
  ] as const)('%s of %j is observed with its reason', (numero, agentes, motivo) => {
    expect(phone(numero, ...agentes)).toMatchObject([{ motivo, nomes: 4 }]);
  });
});

describe('nearly equal answers', () => {
  const run = (interviews: EntrevistaDoSinal[]): QuaseIguais => {
    const work = nearEqualAnswers('v', interviews, 'semente');
    for (;;) {
      const { value, done } = work.next();
      if (done) return value;
    }
  };
  it('are not computed with few interviews, nor where filters separate the respondents', () => {
    const random = seededRandom('x');
    const of = (n: number, answer: (q: number, i: number) => number) =>
      run(
        times(n, (i) =>
          interview({ id: `e${i}`, fechadas: Uint16Array.from({ length: 24 }, (_, q) => answer(q, i)) }),
        ),
      );
    const any = () => 1 + Math.floor(random() * 4);
    expect(of(29, any).naoCalculado).toContain('29 entrevistas');
    expect(of(40, any).naoCalculado).toBeNull();
    expect(of(40, (q, i) => (q % 2 === i % 2 ? any() : 0)).naoCalculado).toContain('filtros');
  });
});

describe('the calculations', () => {
  it('are those of their authors', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(
      quantile(
        times(1000, (n) => n + 1),
        0.999,
      ),
    ).toBe(999);
    expect(robustScale([1, 2, 3, 4, 100])).toEqual({ middle: 3, spread: 1.4826 });
    // 3 or more heads in 5 throws have probability one half.
    expect(binomialTail(3, 5, 0.5)).toBeCloseTo(0.5, 12);
    expect(binomialTail(4, 15, 0.02)).toBeCloseTo(0.000_18, 5);
    expect([binomialTail(0, 5, 0.1), binomialTail(6, 5, 0.1), binomialTail(2, 5, 0)]).toEqual([1, 0, 0]);
    // Example of Benjamini & Hochberg 1995, section 3.1: four of fifteen hypotheses are rejected.
    const published = [
      ...[0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344],
      ...[0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1],
    ];
    expect(discoveries(published, 0.05).filter(Boolean)).toHaveLength(4);
    expect(discoveries([], 0.05)).toEqual([]);
  });
});

describe('the state of a signal', () => {
  const by = (
    usuarioId: string,
    parecer: ParecerDado['parecer'],
    papel: ParecerDado['papel'] = 'gerente',
  ) => ({
    usuarioId,
    parecer,
    papel,
  });
  it.each([
    ['aberto', []],
    ['em_verificacao', [by('a', 'procede')]],
    ['confirmado', [by('a', 'procede'), by('b', 'procede', 'usuario')]],
    ['em_verificacao', [by('a', 'procede', 'usuario'), by('b', 'procede', 'usuario')]],
    ['em_verificacao', [by('a', 'procede'), by('a', 'procede')]],
    ['descartado', [by('a', 'explica')]],
    ['em_verificacao', [by('a', 'explica', 'usuario')]],
    ['em_verificacao', [by('a', 'procede'), by('b', 'procede'), by('c', 'explica')]],
  ] as const)('is %s with %j', (estado, pareceres) => {
    expect(stateOf(pareceres)).toBe(estado);
  });
});

describe('interviewers listed', () => {
  it('leave out those with only notes, single alarms or what is already explained', () => {
    const sinal = (agenteId: string | null, lista: boolean, estado = 'aberto') =>
      ({ agenteId, lista, estado, tipo: 'mesma_gravacao' }) as const;
    const listed = listedInterviewers([
      sinal('a', true),
      sinal('b', false),
      sinal('c', true, 'descartado'),
      sinal('d', true, 'confirmado'),
      sinal(null, true),
    ]);
    expect([...listed.keys()]).toEqual(['a', 'd']);
  });
});
