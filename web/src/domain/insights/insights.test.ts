// @vitest-environment node
import { expect, it } from 'vitest';
import { categoryOf } from './categoria.tsx';
import { type Criterio, countCriterios, sortAlertas, sortCriterios, underVerdict } from './insights.ts';

const criterio = (atendido: Criterio['atendido'], critico = false): Criterio => ({
  id: 'x',
  descricao: 'x',
  peso: 1,
  critico,
  atendido,
  justificativa: '',
  comprovado: true,
  evidencias: [],
});

it('puts failed critical criteria and grave alerts first', () => {
  const sorted = sortCriterios([
    criterio('nao_se_aplica'),
    criterio('sim'),
    criterio('nao'),
    criterio('nao', true),
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
    comprovado: true,
    evidencias: [],
  });
  expect(sortAlertas([alerta('baixa'), alerta('alta'), alerta('media')]).map((a) => a.gravidade)).toEqual([
    'alta',
    'media',
    'baixa',
  ]);
});

it('counts only criteria that apply', () => {
  expect(countCriterios([criterio('sim'), criterio('nao'), criterio('nao_se_aplica')])).toEqual({
    atendidos: 1,
    aplicaveis: 2,
  });
});

it('names categories and keeps unknown ones', () => {
  expect(categoryOf('behavioral').label).toBe('Comportamental');
  expect(categoryOf('vendas').label).toBe('vendas');
});

it('goes by the person’s answers, and by none where the whole insight is rejected', () => {
  const validacao = {
    id: 'v',
    veredito: 'rejeitado' as const,
    motivo: null,
    observacoes: null,
    por: { id: 'u', nome: null },
    em: '2026-11-02T12:00:00.000Z',
    revisaoMs: null,
    inteiro: false,
    discordancias: [{ id: 'x', atendido: 'sim' as const }],
  };
  const corrected = underVerdict([criterio('nao', true), { ...criterio('nao'), id: 'y' }], validacao);
  expect(countCriterios(corrected)).toEqual({ atendidos: 1, aplicaveis: 2 });
  expect(sortCriterios(corrected).map(({ id }) => id)).toEqual(['y', 'x']);
  const rejected = underVerdict([criterio('nao')], { ...validacao, inteiro: true });
  expect(rejected).toMatchObject([{ rejeitado: true, atendido: 'nao' }]);
});
