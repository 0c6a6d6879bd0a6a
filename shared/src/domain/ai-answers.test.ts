import { describe, expect, it } from 'vitest';
import { analiseTextoSchema, insightSchema, RESPOSTAS_IA } from './ai-answers.ts';

/** What strict structured output takes, in the subset that all providers share. */
const PERMITIDOS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'description',
]);

function checkStrict(schema: unknown, path: string): void {
  expect(schema, path).toBeTypeOf('object');
  const node = schema as Record<string, unknown>;
  for (const key of Object.keys(node)) expect(PERMITIDOS.has(key), `${path}.${key}`).toBe(true);
  if (node.type === 'object') {
    const properties = node.properties as Record<string, unknown>;
    expect(node.additionalProperties, path).toBe(false);
    expect(node.required, path).toEqual(Object.keys(properties));
    for (const [name, child] of Object.entries(properties)) checkStrict(child, `${path}.${name}`);
  }
  if (node.type === 'array') checkStrict(node.items, `${path}[]`);
}

describe('ai-answers', () => {
  it.each(Object.entries(RESPOSTAS_IA))(
    '%s: the JSON schema is accepted by strict structured output',
    (nome, r) => {
      expect(Object.keys(r.jsonSchema)).toContain('properties');
      checkStrict(r.jsonSchema, nome);
    },
  );

  it('refuses scores out of range, evidence without sentences and unknown fields', () => {
    const insight = { resumo: 'ok', pontuacao: 0.5, confianca: 1, criterios: [], alertas: [] };
    expect(insightSchema.safeParse(insight).success).toBe(true);
    expect(insightSchema.safeParse({ ...insight, pontuacao: 1.2 }).success).toBe(false);
    expect(insightSchema.safeParse({ ...insight, extra: 1 }).success).toBe(false);
    const criterio = {
      id: 'a',
      atendido: 'sim',
      justificativa: 'x',
      evidencias: [{ sentencas: [], citacao: 'x' }],
    };
    expect(insightSchema.safeParse({ ...insight, criterios: [criterio] }).success).toBe(false);
  });

  it('refuses a sentiment outside -1..1', () => {
    const analise = {
      resumo: 'ok',
      sentimento_geral: 'neutro',
      sentencas: [{ ordem: 1, sentimento: -1 }],
      ofensas: [],
      respostas: [],
    };
    expect(analiseTextoSchema.safeParse(analise).success).toBe(true);
    expect(
      analiseTextoSchema.safeParse({ ...analise, sentencas: [{ ordem: 1, sentimento: -1.1 }] }).success,
    ).toBe(false);
  });
});
