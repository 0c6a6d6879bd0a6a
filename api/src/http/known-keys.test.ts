import { defineContract } from '@escuta/shared/contracts/contract';
import type { FieldError } from '@escuta/shared/domain/errors';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bodyReader, keyReader, queryReader } from './known-keys.ts';

const access = { who: 'user', can: ['project', 'update'] } as const;
const registro = z.object({
  id: z.uuid(),
  nome: z.string(),
  descricao: z.string().nullable(),
  isActive: z.boolean(),
  opcoes: z.array(z.object({ id: z.uuid(), texto_resposta: z.string(), usos: z.number() })),
  created_at: z.string(),
});
const response = z.object({ success: z.literal(true), data: registro });
const change = defineContract({
  ...{ id: 'x', method: 'PATCH', path: '/x/{id}', access, summary: 'x', tag: 'x', touches: [], response },
  body: z
    .object({
      nome: z.string().optional(),
      descricao: z.string().optional(),
      is_active: z.boolean().optional(),
      opcoes: z.array(z.object({ texto_resposta: z.string() })).optional(),
      livre: z.record(z.string(), z.unknown()).optional(),
      tipo_projeto: z.string().optional(),
    })
    .refine(() => true),
});

function read(reader: ReturnType<typeof keyReader>, value: unknown) {
  const problems: FieldError[] = [];
  return { value: reader?.(value, '', problems), problems: problems.map(({ mensagem }) => mensagem) };
}
const body = (value: unknown) => read(bodyReader(change, [change]), value);

describe('bodyReader', () => {
  it('takes a known name in either spelling, inside lists too', () => {
    expect(body({ tipoProjeto: 'a', isActive: true, opcoes: [{ textoResposta: 'Sim' }] })).toEqual({
      value: { tipo_projeto: 'a', is_active: true, opcoes: [{ texto_resposta: 'Sim' }] },
      problems: [],
    });
  });

  it('leaves out what the record has and a request cannot write, inside lists too', () => {
    const record = {
      ...{ id: '1', nome: 'a', descricao: null, isActive: true, created_at: 'x', createdAt: 'x' },
      opcoes: [{ id: '1', texto_resposta: 'Sim', usos: 2 }],
      ...{ api_key: 'x', saldo: 3, empresaId: 'x' },
    };
    expect(body(record)).toEqual({
      value: { nome: 'a', is_active: true, opcoes: [{ texto_resposta: 'Sim' }] },
      problems: [],
    });
  });

  it('refuses any other name, and two spellings that say different things', () => {
    expect(body({ nomee: 'a', opcoes: [{ texto_resposta: 'a', x: 1 }] }).problems).toEqual([
      'Campo desconhecido: nomee.',
      'Campo desconhecido: opcoes.0.x.',
    ]);
    expect(body({ tipo_projeto: 'a', tipoProjeto: 'a' }).problems).toEqual([]);
    expect(body({ tipo_projeto: 'a', tipoProjeto: 'b' }).problems).toEqual([
      'tipoProjeto e tipo_projeto são o mesmo campo: envie só um deles.',
    ]);
    const many = body(Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x${n}`, 1])));
    expect(many.problems).toHaveLength(20);
  });

  it('leaves free fields and what is no object as they are', () => {
    expect(body({ livre: { minhaChave: 1, outra_chave: 2 } })).toEqual({
      value: { livre: { minhaChave: 1, outra_chave: 2 } },
      problems: [],
    });
    for (const value of [undefined, null, 'x', [1]]) expect(body(value)).toEqual({ value, problems: [] });
  });

  it('reads a union by the way that its discriminator names', () => {
    const union = z.discriminatedUnion('acao', [
      z.object({ acao: z.literal('a'), ligacao_id: z.string() }),
      z.object({ acao: z.literal('b') }),
    ]);
    expect(read(keyReader(union), { acao: 'a', ligacaoId: 'x' })).toEqual({
      value: { acao: 'a', ligacao_id: 'x' },
      problems: [],
    });
    expect(read(keyReader(union), { acao: 'b', ligacaoId: 'x' }).problems).toEqual([
      'Campo desconhecido: ligacaoId.',
    ]);
    // The schema, not the reader, reports the valid values.
    expect(read(keyReader(union), { acao: 'c', x: 1 }).problems).toEqual([]);
  });
});

describe('queryReader', () => {
  const list = (who: typeof access | { who: 'public' }) =>
    defineContract({
      ...{ id: 'y', method: 'GET', path: '/y', access: who, summary: 'y', tag: 'y', topic: null, response },
      query: z.object({ empresaId: z.string().optional() }),
    });

  it('refuses an unknown name, but not what only keeps answers from being stored', () => {
    expect(read(queryReader(list(access)), { empresa_id: 'x', _: '1' })).toEqual({
      value: { empresaId: 'x' },
      problems: [],
    });
    expect(read(queryReader(list(access)), { search: 'x' }).problems).toEqual([
      'Campo desconhecido: search.',
    ]);
  });

  it('leaves out an unknown name of what is public: probes add their own', () => {
    expect(read(queryReader(list({ who: 'public' })), { sonda: '1' })).toEqual({ value: {}, problems: [] });
  });
});
