import type { InsightTemplateWire } from '@escuta/shared/contracts/insights/insight-templates';
import { createInsightTemplate } from '@escuta/shared/contracts/insights/insight-templates';
import { READY_TEMPLATES } from '@escuta/shared/domain/insights/ready-templates';
import { describe, expect, it } from 'vitest';
import {
  addParameter,
  copyOf,
  criterionId,
  formValues,
  placeholdersOf,
  type TemplateFormValues,
  templateSchema,
  toContent,
  toCriteria,
} from './form-rules.ts';

const values = (fields: Partial<TemplateFormValues> = {}): TemplateFormValues => ({
  ...formValues(null),
  nome: 'Aderência',
  promptTemplate: 'Avalie a empresa {empresa}.',
  obrigatorios: ' empresa , ,',
  ...fields,
});
const errorsOf = (fields: Partial<TemplateFormValues>) =>
  templateSchema
    .safeParse(values(fields))
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

const SAVED: InsightTemplateWire = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  empresaId: '0190a0a0-0000-7000-8000-000000000002',
  nome: 'Cortesia',
  descricao: null,
  categoria: 'behavioral',
  promptTemplate: 'Avalie a {empresa}.',
  parametrosObrigatorios: ['empresa'],
  parametrosOpcionais: [],
  modeloLlm: 'claude-3-haiku',
  maxTokens: 2000,
  temperature: 0.2,
  thresholdConfianca: 0.9,
  formatoSaida: 'markdown',
  criterios: [{ id: 'sem_ofensa', descricao: 'Não ofende.', peso: 2.5, critico: true, ausencia: true }],
  metadata: { modeloPronto: 'x' },
  ativo: false,
  versao: 3,
  projetosAtivos: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('the form', () => {
  it('begins with the defaults of the specification and sends what the API takes', () => {
    const content = toContent(templateSchema.parse(values()), {});
    expect(content).toEqual({
      nome: 'Aderência',
      categoria: 'performance',
      descricao: '',
      promptTemplate: 'Avalie a empresa {empresa}.',
      parametrosObrigatorios: ['empresa'],
      parametrosOpcionais: [],
      modeloLlm: 'gpt-3.5-turbo',
      maxTokens: 1000,
      temperature: 0.7,
      thresholdConfianca: 0.7,
      formatoSaida: 'estruturado',
      ativo: true,
      criterios: [],
      metadata: {},
    });
    expect(createInsightTemplate.body.safeParse(content).success).toBe(true);
  });

  it('falls back where a number is none, and refuses one out of bounds', () => {
    const { maxTokens, temperature, thresholdConfianca } = templateSchema.parse(
      values({ maxTokens: 'muitos', temperature: '', thresholdConfianca: 'x' }),
    );
    expect([maxTokens, temperature, thresholdConfianca]).toEqual([1000, 0.7, 0.7]);
    expect(templateSchema.parse(values({ temperature: '1,3' })).temperature).toBe(1.3);
    expect(errorsOf({ maxTokens: '99' })).toEqual([
      ['maxTokens', 'O valor de Max Tokens vai de 100 a 4.000.'],
    ]);
    expect(errorsOf({ maxTokens: '4001' })).toHaveLength(1);
    expect(errorsOf({ temperature: '2,1' })).toEqual([['temperature', 'A temperatura vai de 0 a 2.']]);
    expect(errorsOf({ thresholdConfianca: '-0,1' })).toHaveLength(1);
  });

  it('wants a name, a prompt, and parameters that fit it', () => {
    expect(errorsOf({ nome: ' ', promptTemplate: ' ', obrigatorios: '' })).toEqual([
      ['nome', 'Nome é obrigatório'],
      ['promptTemplate', 'Template de prompt é obrigatório'],
    ]);
    expect(errorsOf({ obrigatorios: '' })).toEqual([
      ['promptTemplate', 'Corrija os erros apontados no texto.'],
    ]);
    expect(errorsOf({ obrigatorios: 'empresa, produto' })).toHaveLength(1);
    const blank = {
      criterioId: '',
      descricao: ' ',
      peso: '101',
      critico: false,
      ausencia: false,
      sujeito: '' as const,
    };
    expect(errorsOf({ criterios: [blank] })).toEqual([
      ['criterios.0.descricao', 'Descreva o critério.'],
      ['criterios.0.peso', 'O peso vai de 0 a 100.'],
    ]);
  });

  it('shows a saved template and a ready-made one, and sends either back unchanged', () => {
    const content = toContent(templateSchema.parse(formValues(SAVED)), SAVED.metadata);
    expect({ ...SAVED, ...content, descricao: null }).toEqual(SAVED);
    for (const ready of READY_TEMPLATES) {
      expect(toContent(templateSchema.parse(formValues(ready)), {})).toMatchObject({
        nome: ready.nome,
        promptTemplate: ready.promptTemplate,
        parametrosObrigatorios: ready.parametrosObrigatorios,
        criterios: ready.criterios,
        temperature: ready.temperature,
      });
    }
  });
});

it('copies everything under a name that says so', () => {
  const copy = copyOf(SAVED);
  expect(copy).toMatchObject({
    nome: 'Cortesia (Cópia)',
    promptTemplate: SAVED.promptTemplate,
    criterios: SAVED.criterios,
    modeloLlm: 'claude-3-haiku',
    ativo: false,
  });
  expect(createInsightTemplate.body.safeParse(copy).success).toBe(true);
  expect(copyOf({ ...SAVED, nome: 'x'.repeat(200) }).nome).toHaveLength(200);
});

it('gives new criteria ids from their descriptions, each its own, and keeps those that were saved', () => {
  expect(criterionId('O agente informa o nº do protocolo?', new Set())).toBe(
    'o_agente_informa_o_n_do_protocolo',
  );
  expect(criterionId('…', new Set())).toBe('criterio');
  const one = {
    criterioId: '',
    descricao: 'Saudação',
    peso: 1,
    critico: false,
    ausencia: false,
    sujeito: '' as const,
  };
  expect(
    toCriteria([
      { ...one, criterioId: 'saudacao', descricao: 'Outra coisa' },
      one,
      { ...one, ausencia: true, sujeito: 'agente' },
    ]),
  ).toEqual([
    { id: 'saudacao', descricao: 'Outra coisa', peso: 1, critico: false },
    { id: 'saudacao_2', descricao: 'Saudação', peso: 1, critico: false },
    { id: 'saudacao_3', descricao: 'Saudação', peso: 1, critico: false, ausencia: true, sujeito: 'agente' },
  ]);
});

it('says how each placeholder is declared, and adds one to a list', () => {
  expect(
    placeholdersOf({
      promptTemplate: 'Leia {transcricao} de {empresa} sobre {tema} e {outro}, {empresa}.',
      parametrosObrigatorios: ['empresa'],
      parametrosOpcionais: ['tema'],
    }),
  ).toEqual([
    { nome: 'transcricao', uso: 'sistema' },
    { nome: 'empresa', uso: 'obrigatorio' },
    { nome: 'tema', uso: 'opcional' },
    { nome: 'outro', uso: 'faltando' },
  ]);
  expect(addParameter('', 'a')).toBe('a');
  expect(addParameter(' a ,, ', 'b')).toBe('a, b');
});
