import { describe, expect, it } from 'vitest';
import { cases, LONGO } from '../../../../../tests/support/longo.ts';
import { FABRICATORS, honestSurvey, withHabits } from '../../../../../tests/support/synthetic-survey.ts';
import { TIPOS_SINAL } from './kinds.ts';
import { listedInterviewers, runSignals } from './survey-signals.ts';

/** `npm run test:longo -- sinais` computes more surveys. */
const SEEDS = LONGO ? 40 : 2;
const SEEDED = Array.from({ length: SEEDS }, (_, n) => `pesquisa-${n}`);

describe.each(SEEDED)('300 honest interviews of 20 interviewers (%s)', (seed) => {
  it.each([36, 8])('with %i questions, list at most one interviewer', (perguntas) => {
    const { sinais } = runSignals(honestSurvey(seed, { perguntas }));
    expect([...listedInterviewers(sinais)].length).toBeLessThanOrEqual(1);
  });

  it('with five who invent, each in a way of his own, list all five, each by the right signal', () => {
    const survey = honestSurvey(seed, { perguntas: 36 });
    for (const [n, tipo] of TIPOS_SINAL.entries()) FABRICATORS[tipo](survey, `a${n * 3}`);
    const listed = listedInterviewers(runSignals(survey).sinais);
    for (const [n, tipo] of TIPOS_SINAL.entries())
      expect([...(listed.get(`a${n * 3}`) ?? [])]).toContain(tipo);
    // At most one honest interviewer is listed.
    expect(listed.size).toBeLessThanOrEqual(6);
  });
});

describe.each(cases(SEEDED))('honest interviews of people with habits (%s)', (seed) => {
  const HABITOS = { telefoneFicticio: 0.04, deixadaAberta: 0.02, peloQueVe: 0.64 };
  const TAMANHO = { entrevistas: LONGO ? 9000 : 3000, entrevistadores: LONGO ? 300 : 100 };
  const survey = honestSurvey(seed, { perguntas: 8, ...TAMANHO });

  it.each([
    ['marked as observed', true],
    ['without a mark', false],
  ] as const)(
    'list at most one interviewer in a hundred, with the questions filled in as seen %s',
    (_, marcadas) => {
      const { sinais } = runSignals(withHabits(survey, HABITOS, marcadas));
      const listed = listedInterviewers(sinais);
      expect(listed.size).toBeLessThanOrEqual(0.01 * TAMANHO.entrevistadores);
      expect(sinais.some(({ nota, prova }) => nota && prova.fatos.por === 'sobreposta')).toBe(true);
    },
  );
});

describe('one phone of many names', () => {
  const SETE = 7;
  const signalsOf = (entrevistadores: number) => {
    const survey = honestSurvey('telefone', { perguntas: 8, entrevistas: 40, entrevistadores });
    const interviews = survey.interviews.map((one, n) => ({
      ...one,
      telefone: n < SETE ? { numero: '+5511987651234', nome: `n-${one.id}` } : null,
    }));
    const { sinais } = runSignals({ ...survey, interviews });
    return sinais.filter(({ prova }) => prova.fatos.por === 'telefone');
  };

  it('lists the interviewer who alone typed it', () => {
    const found = signalsOf(1);
    expect(found).toMatchObject([
      { nota: false, lista: true, medida: SETE, prova: { fatos: { motivo: null } } },
    ]);
    expect([...listedInterviewers(found).keys()]).toEqual([found[0]?.agenteId]);
  });

  it('typed by several interviewers is one observation that names nobody', () => {
    expect(signalsOf(4)).toMatchObject([
      {
        nota: true,
        lista: false,
        agenteId: null,
        prova: { fatos: { motivo: 'varios', entrevistadores: 4 } },
      },
    ]);
  });
});

describe('the same recording in interviews of two people', () => {
  /** The person listed for a recording in two people's interviews; `em`, `gravacaoEm`: minutes by server clock. */
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

  it('lists the maker of the one that the server met when it had the other, whatever the device says', () => {
    // By `ativa`, which devices report, a0's interview began earlier in both cases.
    expect(listed([60, 70], [80, 90])).toBe('a1');
    expect(listed([80, 90], [60, 70])).toBe('a0');
  });

  it('lists nobody where this is not known', () => {
    expect(listed([60, 75], [70, 90])).toBeNull();
    expect(listed([60, null], [80, 90])).toBeNull();
  });
});

describe('a questionnaire of eight questions', () => {
  it('has no nearly equal answers computed, and says why', () => {
    const { sinais, calculos } = runSignals(honestSurvey('oito', { perguntas: 8 }));
    expect(sinais.filter(({ tipo }) => tipo === 'respostas_quase_iguais')).toEqual([]);
    expect(calculos.find(({ tipo }) => tipo === 'respostas_quase_iguais')?.naoCalculado).toContain(
      '8 perguntas fechadas',
    );
  });
});

describe('the same survey twice', () => {
  it('gives the same signals, also in another order', () => {
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
