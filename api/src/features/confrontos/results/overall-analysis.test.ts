import type { Proporcao } from '@escuta/shared/domain/intervals/proportion';
import { type Contagens, figuresOf, noVerdicts } from '@escuta/shared/domain/interview/verdicts/figures';
import { VEREDITOS } from '@escuta/shared/domain/interview/verdicts/verdict';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byInterview } from '../../../../../tests/support/survey-counts.ts';
import { verdictSummary } from '../../../item-result/verdict-summary.ts';
import { type BaseDaAnalise, overallAnalysis } from './overall-analysis.ts';

/** `interviews`: number of interviews with these cells; ten are enough for an interval. */
const baseOf = (
  { porVeredito = noVerdicts(), ...contagens }: Partial<Contagens>,
  rest: Partial<BaseDaAnalise> = {},
  interviews = 1,
): BaseDaAnalise => ({
  figuras: figuresOf({
    processadas: 10,
    audiveis: 9,
    semGravacao: 0,
    gravacaoRecusada: 0,
    porVeredito,
    porEntrevista: byInterview(Array(interviews).fill(porVeredito)),
    ...contagens,
  }),
  auditadas: 10,
  inaudiveis: 0,
  revisadas: 0,
  corrigidas: 0,
  semGravacao: 0,
  gravacaoRecusada: 0,
  ofensas: 0,
  perguntasComProblema: [],
  ...rest,
});

const whole = new Intl.NumberFormat('pt-BR');
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });
const wordsOf = (share: Proporcao | null): string[] =>
  share
    ? [
        whole.format(share.n),
        whole.format(share.d),
        ...[share.valor, share.de, share.ate].flatMap((one) => (one === null ? [] : percent.format(one))),
      ]
    : [];

describe('overallAnalysis', () => {
  it('says nothing before the first audited interview', () => {
    expect(overallAnalysis(baseOf({}, { auditadas: 0 }))).toBeNull();
  });

  it('says how many recordings cannot be heard, also where nothing else was audited', () => {
    const heard = overallAnalysis(baseOf({ processadas: 12 }, { inaudiveis: 2 }));
    expect(heard).toContain('Conversas audíveis: 75% (9 de 12;');
    expect(heard).toContain('Sem fala compreensível na gravação: 2 entrevistas.');
    const none = overallAnalysis(baseOf({ processadas: 1, audiveis: 0 }, { auditadas: 0, inaudiveis: 1 }));
    expect(none).toMatch(/^Nenhuma entrevista foi auditada\. Conversas audíveis: 0%/);
  });

  it('says that there is no interval where too few interviews were audited', () => {
    const porVeredito = { ...noVerdicts(), confere: 30, diverge: 10 };
    expect(overallAnalysis(baseOf({ porVeredito }))).toContain('gravação: 75% (30 de 40; intervalo: -).');
    expect(overallAnalysis(baseOf({ porVeredito }, {}, 10))).toMatch(
      /300 de 400; intervalo de 52,1% a 86,\d%/,
    );
  });

  it('says what was found, singular and plural', () => {
    const porVeredito = { ...noVerdicts(), confere: 7, diverge: 1, nao_perguntada: 2 };
    expect(
      overallAnalysis(
        baseOf({ porVeredito }, { perguntasComProblema: ['P1', 'P3'], revisadas: 1, corrigidas: 2 }),
      ),
    ).toMatch(
      /1 resposta diverge e 2 perguntas não foram feitas\. 2 perguntas são lidas .*: P1 e P3: .* 1 veredito é de uma pessoa; .* 2 vereditos mudaram depois que uma pessoa corrigiu a transcrição/,
    );
  });

  it('holds no number that the table does not hold', () => {
    const counts = fc.record(
      Object.fromEntries(VEREDITOS.map((one) => [one, fc.nat(3000)])) as Record<
        (typeof VEREDITOS)[number],
        fc.Arbitrary<number>
      >,
    );
    fc.assert(
      fc.property(
        counts,
        fc.nat(2000),
        fc.nat(9),
        fc.nat(9),
        fc.nat(5000),
        (porVeredito, audiveis, semGravacao, ofensas, revisadas) => {
          const base = baseOf(
            { porVeredito, audiveis, processadas: 2000 },
            { auditadas: 2000, semGravacao, ofensas, revisadas, perguntasComProblema: [] },
            semGravacao + 5,
          );
          const { figuras } = base;
          const allowed = new Set([
            ...[
              2000,
              semGravacao,
              ofensas,
              revisadas,
              figuras.naoInterpretadas,
              ...Object.values(porVeredito),
            ].map((n) => whole.format(n)),
            ...wordsOf(figuras.audiveis),
            ...wordsOf(figuras.validadas),
            ...wordsOf(figuras.corretas),
          ]);
          const said = overallAnalysis(base)?.match(/\d[\d.,]*\d%?|\d%?/g) ?? [];
          expect(said.filter((one) => !allowed.has(one))).toEqual([]);
        },
      ),
    );
  });
});

describe('verdictSummary', () => {
  it('counts what applies and names the rest', () => {
    expect(verdictSummary(['confere', 'diverge', 'a_revisar', 'diverge', 'nao_se_aplica'])).toBe(
      '1 de 4 respostas confere; Diverge: 2; A revisar: 1.',
    );
    expect(verdictSummary(['nao_se_aplica'])).toBeNull();
  });
});
