// @vitest-environment node
import { describe, expect, it } from 'vitest';
import {
  type Criterio,
  categoriaLabel,
  countCriterios,
  type Evidencia,
  isAlertaUnproven,
  isCriterioUnproven,
  sortAlertas,
  sortCriterios,
} from './insights.ts';

const quote = (verificada: boolean): Evidencia => ({
  citacao: 'bom dia',
  verificada,
  sentencaOrdem: 0,
  canal: 'left',
  startMs: 0,
  endMs: 1,
});
const criterio = (atendido: Criterio['atendido'], evidencias: Evidencia[], critico = false): Criterio => ({
  id: 'x',
  descricao: 'x',
  peso: 1,
  critico,
  atendido,
  justificativa: '',
  evidencias,
});

describe('evidence or nothing', () => {
  it.each([
    ['sim', [], true],
    ['sim', [quote(false)], true],
    ['sim', [quote(false), quote(true)], false],
    ['nao', [], false],
    ['nao', [quote(false)], true],
    ['nao', [quote(true)], false],
    ['nao_se_aplica', [], false],
  ] as const)('%s with %j', (atendido, evidencias, unproven) => {
    expect(isCriterioUnproven(criterio(atendido, [...evidencias]))).toBe(unproven);
  });

  it('never takes an alert for proven without a true quote', () => {
    const alerta = { titulo: '', descricao: '', gravidade: 'alta' as const };
    expect(isAlertaUnproven({ ...alerta, evidencias: [] })).toBe(true);
    expect(isAlertaUnproven({ ...alerta, evidencias: [quote(false)] })).toBe(true);
    expect(isAlertaUnproven({ ...alerta, evidencias: [quote(true)] })).toBe(false);
  });
});

it('puts failed critical criteria and grave alerts first', () => {
  const sorted = sortCriterios([
    criterio('nao_se_aplica', []),
    criterio('sim', []),
    criterio('nao', []),
    criterio('nao', [], true),
  ]);
  expect(sorted.map((c) => [c.atendido, c.critico])).toEqual([
    ['nao', true],
    ['nao', false],
    ['sim', false],
    ['nao_se_aplica', false],
  ]);
  const alerta = (gravidade: 'alta' | 'media' | 'baixa') => ({
    titulo: gravidade,
    descricao: '',
    gravidade,
    evidencias: [],
  });
  expect(sortAlertas([alerta('baixa'), alerta('alta'), alerta('media')]).map((a) => a.gravidade)).toEqual([
    'alta',
    'media',
    'baixa',
  ]);
});

it('counts only criteria that apply', () => {
  expect(countCriterios([criterio('sim', []), criterio('nao', []), criterio('nao_se_aplica', [])])).toEqual({
    atendidos: 1,
    aplicaveis: 2,
  });
});

it('names categories and keeps unknown ones', () => {
  expect(categoriaLabel('behavioral')).toBe('Comportamental');
  expect(categoriaLabel('vendas')).toBe('vendas');
});
