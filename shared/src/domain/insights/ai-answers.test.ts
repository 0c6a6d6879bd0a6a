import { describe, expect, it } from 'vitest';
import { PERFIS } from '../profiles/profile.ts';
import { RESPOSTAS_IA, TAREFAS_IA } from './ai-answers.ts';

const analiseTextoSchema = RESPOSTAS_IA.ligacao.analise_texto.schema;
const insightSchema = RESPOSTAS_IA.ligacao.insight.schema;

/** Keywords of strict structured output that all providers accept. */
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
  it.each(PERFIS.flatMap((perfil) => TAREFAS_IA.map((tarefa) => [perfil, tarefa] as const)))(
    '%s, %s: the JSON schema is accepted by strict structured output',
    (perfil, tarefa) => {
      const { jsonSchema } = RESPOSTAS_IA[perfil][tarefa];
      expect(Object.keys(jsonSchema)).toContain('properties');
      checkStrict(jsonSchema, tarefa);
    },
  );

  it('keeps the bounds that a grammar can count, for servers that declare that they take them', () => {
    const { jsonSchema, comLimites } = RESPOSTAS_IA.ligacao.analise_texto;
    const bounds = JSON.stringify(comLimites).match(/"(?:maxLength|maxItems)":\d+/gu) ?? [];
    expect(bounds.length).toBeGreaterThan(3);
    for (const bound of bounds) expect(Number(bound.split(':')[1])).toBeLessThan(2000);
    const without = JSON.stringify(comLimites, (key, value: unknown) =>
      /^(?:min|max)(?:imum|Length|Items)$/u.test(key) ? undefined : value,
    );
    expect(without).toBe(JSON.stringify(jsonSchema));
  });

  it('asks for the same shapes in every profile, in its own words', () => {
    // The suggestion of criteria exists only for calls.
    const words = (perfil: 'ligacao' | 'entrevista') => {
      const { sugestao_criterios: _, ...asked } = RESPOSTAS_IA[perfil];
      return JSON.stringify(Object.values(asked));
    };
    expect(words('entrevista')).not.toMatch(/liga[cç][aã]o|cliente|agente/iu);
    expect(words('ligacao')).not.toMatch(/entrevist/iu);
    const shape = (perfil: 'ligacao' | 'entrevista') =>
      words(perfil).replaceAll(/"description":"[^"]*"/gu, '');
    expect(shape('entrevista')).toBe(shape('ligacao'));
  });

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
