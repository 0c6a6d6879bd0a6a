import { expect, it } from 'vitest';
import { criterionEntry, readCriterionEntry } from '../insights/criterion-entry.ts';
import {
  byFailures,
  columnsForWeeks,
  layOutCriteria,
  type Redacao,
  type SomasDeCriterios,
  shareMet,
} from './criteria-table.ts';

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const redacao = (
  templateId: string,
  criterio: string,
  serie: string,
  more: Partial<Redacao> = {},
): Redacao => ({
  ...{ templateId, criterio, serie, template: templateId === A ? 'A' : 'B', descricao: `${serie} dito` },
  ...{ critico: false, desde: new Date('2026-01-01'), ate: null, mudou: false, ...more },
});
const soma = (n: number, falhas: number) => ({ n, falhas });

it('gives a share with its interval from ten answers on', () => {
  expect(shareMet(soma(9, 3))).toEqual({ n: 9, falhas: 3, parte: null, intervalo: null });
  const ten = shareMet(soma(10, 3));
  expect(ten.parte).toBeCloseTo(0.7);
  expect(ten.intervalo?.de).toBeGreaterThan(0.3);
  expect(ten.intervalo?.ate).toBeLessThan(1);
});

it('puts the most failed first, and what few answers say last', () => {
  const sums = [soma(10, 1), soma(4, 4), soma(100, 60), soma(12, 9), soma(9, 9)];
  expect([...sums].sort(byFailures)).toEqual([
    soma(12, 9),
    soma(100, 60),
    soma(10, 1),
    soma(9, 9),
    soma(4, 4),
  ]);
});

it('keeps the wordings of a criterion together, and joins the same words of several templates', () => {
  const sums: SomasDeCriterios = {
    linhas: [
      { templateId: A, criterio: 'c1', serie: 'antes000', agora: soma(20, 19), antes: soma(0, 0) },
      { templateId: A, criterio: 'c2', serie: 'igual000', agora: soma(20, 10), antes: soma(5, 1) },
      { templateId: A, criterio: 'c1', serie: 'agora000', agora: soma(20, 2), antes: soma(0, 0) },
      { templateId: A, criterio: 'c3', serie: 'saiu0000', agora: soma(20, 1), antes: soma(0, 0) },
      { templateId: B, criterio: 'x9', serie: 'igual000', agora: soma(10, 1), antes: soma(0, 0) },
    ],
    celulas: [
      { templateId: A, criterio: 'c2', serie: 'igual000', coluna: 'ana', ...soma(20, 10) },
      { templateId: B, criterio: 'x9', serie: 'igual000', coluna: 'bia', ...soma(10, 1) },
    ],
    colunas: [
      { id: 'bia', nome: 'Bia' },
      { id: 'ana', nome: 'Ana' },
    ],
    redacoes: [
      redacao(A, 'c1', 'antes000', { ate: new Date('2026-03-10') }),
      redacao(A, 'c1', 'agora000', { mudou: true, desde: new Date('2026-03-10') }),
      redacao(A, 'c2', 'igual000'),
      redacao(A, 'c3', 'saiu0000', { ate: new Date('2026-03-10') }),
      redacao(B, 'x9', 'igual000', { critico: true }),
    ],
    fora: { criterios: 0, colunas: 0 },
  };
  const table = layOutCriteria('agentes', sums);
  expect(
    table.linhas.map(({ criterio, serie, redacao: { situacao } }) => [criterio, serie, situacao]),
  ).toEqual([
    ['c2', 'igual000', 'atual'],
    ['c1', 'agora000', 'atual'],
    ['c1', 'antes000', 'anterior'],
    ['x9', 'igual000', 'atual'],
    ['c3', 'saiu0000', 'retirado'],
  ]);
  expect(table.colunas.map(({ nome }) => nome)).toEqual(['Ana', 'Bia']);
  expect(table.linhas[0]?.celulas.map((cell) => cell?.falhas ?? null)).toEqual([10, null]);

  const celulas = sums.celulas.map((cell) => ({ ...cell, coluna: cell.templateId }));
  const colunas = [A, B].map((id) => ({ id, nome: id }));
  const joined = layOutCriteria('templates', { ...sums, celulas, colunas }).linhas.find(
    ({ serie }) => serie === 'igual000',
  );
  expect(joined).toMatchObject({ template: null, criterio: null, critico: true, total: soma(30, 11) });
  expect(joined?.celulas.map((cell) => cell?.criterio)).toEqual(['c2', 'x9']);
});

it('reads back the entry that it writes', () => {
  const answer = {
    templateId: A,
    serie: '0a1b2c3d',
    atendido: 'nao' as const,
    criterio: 'fala do agente\n2',
  };
  expect(criterionEntry(answer)).toBe(`${A} 0a1b2c3d n fala do agente\n2`);
  expect(readCriterionEntry(criterionEntry(answer))).toEqual(answer);
  expect(readCriterionEntry('qualquer texto')).toBeNull();
});

it('sums by months where most weeks have too few calls for a share', () => {
  expect(columnsForWeeks([1, 4, 2, 12, 3])).toBe('meses');
  expect(columnsForWeeks([12, 9, 10])).toBe('semanas');
  expect(columnsForWeeks([])).toBe('semanas');
});
