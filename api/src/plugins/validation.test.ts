import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { excessOf, registerValidation } from './validation.ts';

describe('excessOf', () => {
  it('refuses a body of more levels or values than any form has, before it is parsed', () => {
    expect(excessOf(`${'['.repeat(33)}${']'.repeat(33)}`)).toBe('O JSON enviado tem mais de 32 níveis.');
    expect(excessOf(JSON.stringify({ a: Array.from({ length: 10_001 }, () => 1) }))).toBe(
      'O JSON enviado tem mais de 10.000 valores.',
    );
    // This text is invalid JSON, but the check runs before the parser.
    expect(excessOf(','.repeat(20_000))).toBe('O JSON enviado tem mais de 10.000 valores.');
  });

  it('does not count what stands inside a text', () => {
    expect(excessOf(JSON.stringify({ a: ',{["\\'.repeat(5000) }))).toBeNull();
    expect(excessOf(JSON.stringify({ a: Array.from({ length: 10_000 }, () => 1) }))).toBeNull();
  });
});

describe('messages', () => {
  const app = Fastify().withTypeProvider<ZodTypeProvider>();
  registerValidation(app);
  const body = z.object({
    nomes: z.array(z.string()).min(1).max(2).optional(),
    pagina: z.coerce.number().optional(),
    filtros: z.object({ nota: z.number().int().optional(), ativo: z.boolean().optional() }).optional(),
    pares: z.array(z.string()).length(4).optional(),
    coisa: z
      .discriminatedUnion('papel', [
        z.object({ papel: z.literal('a') }),
        z.object({ papel: z.enum(['b', 'c']) }),
      ])
      .optional(),
  });
  app.post('/', { schema: { body } }, () => 'ok');
  const said = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/', payload })).json<{ message: string }>().message;

  it('speak of lists and of kinds in words that whoever calls understands', async () => {
    expect(await said({ nomes: [] })).toBe('body/nomes Envie no mínimo 1 item.');
    expect(await said({ nomes: ['a', 'b', 'c'] })).toBe('body/nomes Envie no máximo 2 itens.');
    expect(await said({ pares: ['a'] })).toBe('body/pares Envie no mínimo 4 itens.');
    expect(await said({ coisa: { papel: 'x' } })).toBe('body/coisa/papel Valor inválido. Use: a, b, c.');
    // The message names the value as sent, not as 'NaN'.
    expect(await said({ pagina: 'x' })).toBe('body/pagina “pagina” não é um número.');
    expect(await said({ filtros: { nota: 1.5 } })).toBe(
      'body/filtros/nota “filtros.nota” não é um número inteiro.',
    );
    expect(await said({ filtros: { ativo: 1 } })).toContain('“filtros.ativo” não é verdadeiro ou falso');
    expect(await said({ nomes: 'a' })).toBe('body/nomes “nomes” não é uma lista.');
    expect(await said({ coisa: {} })).toBe('body/coisa/papel Valor inválido. Use: a, b, c.');
  });
});
