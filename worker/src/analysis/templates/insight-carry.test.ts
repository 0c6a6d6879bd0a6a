import { expect, it } from 'vitest';
import { type InsightJulgado, judgedText } from './insight-carry.ts';

const criterio = (id: string, fields: object = {}) => ({
  id,
  descricao: `Critério ${id}`,
  peso: 1,
  critico: false,
  atendido: 'sim' as const,
  justificativa: 'Foi dito.',
  comprovado: true,
  ...fields,
});
const insight = (fields: Partial<InsightJulgado> = {}): InsightJulgado => ({
  templateId: 't',
  status: 'concluido',
  motivo: null,
  resultado: { pontuacaoIa: 0.8, criterios: [criterio('a'), criterio('b')] },
  alertas: [{ titulo: 'Ofensa', descricao: 'x', gravidade: 'alta', comprovado: true }],
  evidencias: [
    { criterio: 'a', citacao: 'Bom dia, senhor.', verificada: true },
    { criterio: 'b', citacao: 'Seu protocolo é 12.', verificada: true },
    { criterio: 'alerta:0', citacao: 'Droga!', verificada: true },
  ],
  ...fields,
});
const same = (a: InsightJulgado, b: InsightJulgado) => judgedText(a) === judgedText(b);

it('is the same whatever the order, the reasons, the score given and how a quote is spelt', () => {
  const before = insight();
  const after = insight({
    resultado: {
      pontuacaoIa: 0.1,
      criterios: [criterio('b', { justificativa: 'Outra.' }), criterio('a', { peso: 3 })],
    },
    alertas: [{ titulo: 'Palavrão', descricao: 'y', gravidade: 'alta', comprovado: true }],
    evidencias: [...before.evidencias]
      .reverse()
      .map((e) => ({ ...e, citacao: e.citacao.toUpperCase().replace('.', '…') })),
  });
  expect(same(before, after)).toBe(true);
});

it.each<[string, Partial<InsightJulgado>]>([
  ['another template', { templateId: 'u' }],
  [
    'another answer',
    { resultado: { pontuacaoIa: 0.8, criterios: [criterio('a', { atendido: 'nao' }), criterio('b')] } },
  ],
  [
    'another criterion text',
    { resultado: { pontuacaoIa: 0.8, criterios: [criterio('a', { descricao: 'Outro' }), criterio('b')] } },
  ],
  [
    'an answer no more proven',
    { resultado: { pontuacaoIa: 0.8, criterios: [criterio('a', { comprovado: false }), criterio('b')] } },
  ],
  [
    'a criterion more',
    { resultado: { pontuacaoIa: 0.8, criterios: [criterio('a'), criterio('b'), criterio('c')] } },
  ],
  ['an alert more', { alertas: [...insight().alertas, ...insight().alertas] }],
  [
    'another quote',
    {
      evidencias: [
        { criterio: 'a', citacao: 'Boa tarde.', verificada: true },
        ...insight().evidencias.slice(1),
      ],
    },
  ],
  ['no result any more', { status: 'erro', motivo: 'A IA não respondeu.', resultado: null }],
])('is not the same with %s', (_, fields) => {
  expect(same(insight(), insight(fields))).toBe(false);
});
