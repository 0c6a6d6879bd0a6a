import { describe, expect, it } from 'vitest';
import { cases, LONGO } from '../../../../../tests/support/longo.ts';
import { FABRICATORS, honestSurvey, withHabits } from '../../../../../tests/support/synthetic-survey.ts';
import { TIPOS_SINAL } from './kinds.ts';
import { listedInterviewers, runSignals } from './survey-signals.ts';

/** npm run test:longo -- sinais: more surveys. */
const SEEDS = LONGO ? 40 : 2;
const SEEDED = Array.from({ length: SEEDS }, (_, n) => `pesquisa-${n}`);

describe.each(SEEDED)('300 entrevistas honestas de 20 entrevistadores (%s)', (seed) => {
  it.each([36, 8])('com %i perguntas, listam no máximo um entrevistador', (perguntas) => {
    const { sinais } = runSignals(honestSurvey(seed, { perguntas }));
    expect([...listedInterviewers(sinais)].length).toBeLessThanOrEqual(1);
  });

  it('com cinco que inventam, um de cada jeito, listam os cinco, cada um pelo seu sinal', () => {
    const survey = honestSurvey(seed, { perguntas: 36 });
    for (const [n, tipo] of TIPOS_SINAL.entries()) FABRICATORS[tipo](survey, `a${n * 3}`);
    const listed = listedInterviewers(runSignals(survey).sinais);
    for (const [n, tipo] of TIPOS_SINAL.entries())
      expect([...(listed.get(`a${n * 3}`) ?? [])]).toContain(tipo);
    // Nobody honest beside them, but for one.
    expect(listed.size).toBeLessThanOrEqual(6);
  });
});

describe.each(cases(SEEDED))('entrevistas honestas de quem tem hábitos (%s)', (seed) => {
  const HABITOS = { telefoneFicticio: 0.04, deixadaAberta: 0.02, peloQueVe: 0.64 };
  const TAMANHO = { entrevistas: LONGO ? 9000 : 3000, entrevistadores: LONGO ? 300 : 100 };
  const survey = honestSurvey(seed, { perguntas: 8, ...TAMANHO });

  it.each([
    ['marcadas como observadas', true],
    ['sem marca', false],
  ] as const)(
    'listam no máximo um entrevistador em cem, com as perguntas preenchidas pelo que se vê %s',
    (_, marcadas) => {
      const { sinais } = runSignals(withHabits(survey, HABITOS, marcadas));
      const listed = listedInterviewers(sinais);
      expect(listed.size).toBeLessThanOrEqual(0.01 * TAMANHO.entrevistadores);
      // What they did is noted all the same.
      expect(sinais.some(({ nota, prova }) => nota && prova.fatos.por === 'sobreposta')).toBe(true);
    },
  );
});

describe('a mesma gravação em entrevistas de duas pessoas', () => {
  /** The first two interviews are of two people; `em` and `gravacaoEm` by the server's clock, in minutes. */
  const listed = (a: [em: number, gravacaoEm: number | null], b: typeof a) => {
    const survey = honestSurvey('copiada', { perguntas: 8, entrevistas: 2, entrevistadores: 2 });
    survey.interviews = survey.interviews.map((one, n) => {
      const [em, gravacaoEm] = n === 0 ? a : b;
      return { ...one, em: em * 60_000, gravacaoEm: gravacaoEm === null ? null : gravacaoEm * 60_000 };
    });
    survey.repetidas.push({
      a: 'e0000',
      b: 'e0001',
      como: 'arquivo',
      nota: 1,
      ms: null,
      inicioA: 0,
      inicioB: 0,
    });
    const [signal] = runSignals(survey).sinais.filter(({ tipo }) => tipo === 'mesma_gravacao');
    expect(signal?.prova.entrevistas).toHaveLength(2);
    expect(signal?.lista).toBe(signal?.agenteId !== null);
    return signal?.agenteId;
  };

  it('lista quem fez a que o servidor conheceu quando já tinha a outra, diga o aparelho o que disser', () => {
    // Whatever stands in their `ativa`, which is the devices' word: a0 began earlier in both.
    expect(listed([60, 70], [80, 90])).toBe('a1');
    expect(listed([80, 90], [60, 70])).toBe('a0');
  });

  it('não lista ninguém onde isso não se sabe', () => {
    expect(listed([60, 75], [70, 90])).toBeNull();
    expect(listed([60, null], [80, 90])).toBeNull();
  });
});

describe('um questionário de oito perguntas', () => {
  it('não tem respostas quase iguais calculadas, e diz por quê', () => {
    const { sinais, calculos } = runSignals(honestSurvey('oito', { perguntas: 8 }));
    expect(sinais.filter(({ tipo }) => tipo === 'respostas_quase_iguais')).toEqual([]);
    expect(calculos.find(({ tipo }) => tipo === 'respostas_quase_iguais')?.naoCalculado).toContain(
      '8 perguntas fechadas',
    );
  });
});

describe('o mesmo levantamento duas vezes', () => {
  it('dá os mesmos sinais, também em outra ordem', () => {
    const survey = honestSurvey('duas-vezes', { perguntas: 24, entrevistas: 90, entrevistadores: 6 });
    for (const [n, tipo] of TIPOS_SINAL.entries()) FABRICATORS[tipo](survey, `a${n}`);
    const sorted = (one: typeof survey) =>
      runSignals(one).sinais.toSorted((a, b) => (a.chave < b.chave ? -1 : 1));
    const first = sorted(survey);
    expect(new Set(first.map(({ chave }) => chave)).size).toBe(first.length);
    expect(sorted(survey)).toEqual(first);
    const other = sorted({ ...survey, interviews: survey.interviews.toReversed() });
    expect(other.map(({ chave }) => chave)).toEqual(first.map(({ chave }) => chave));
  });
});
