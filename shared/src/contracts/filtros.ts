import { z } from 'zod';
import { filtroSchema } from '../domain/filtro.ts';
import { dateTime, idParams, ok, okMessage, text } from './common.ts';
import { defineContract } from './contract.ts';

const tag = 'Filtros salvos';
const access = { who: 'user', can: ['audit_item', 'read'] } as const;

/** Most filters that a company shares, and most that one person keeps for themselves. */
export const FILTROS_MAX = { empresa: 100, pessoa: 50 } as const;

const nome = text(80).min(1, { error: 'Dê um nome ao filtro.' });

/** A filter of calls that somebody keeps. */
export const filtroSalvo = z.object({
  id: z.uuid(),
  nome: z.string(),
  filtro: filtroSchema,
  /** Everybody of the company sees it; else its author alone. */
  da_empresa: z.boolean(),
  /** Null: their account is erased, and the filter is the company's. */
  autor: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  /** Whether whoever asks may change or delete it. */
  pode_mudar: z.boolean(),
  updated_at: dateTime,
});
export type FiltroSalvoWire = z.infer<typeof filtroSalvo>;

export const listFiltros = defineContract({
  id: 'listFiltros',
  method: 'GET',
  path: '/filtros',
  access,
  summary: 'Filtros de ligações salvos: os próprios e os da empresa, por nome',
  tag,
  response: ok(z.array(filtroSalvo)),
});

export const createFiltro = defineContract({
  id: 'createFiltro',
  method: 'POST',
  path: '/filtros',
  access,
  summary: 'Salvar um filtro de ligações',
  tag,
  status: 201,
  body: z.object({ nome, filtro: filtroSchema, da_empresa: z.boolean().default(false) }),
  response: ok(filtroSalvo),
});

export const updateFiltro = defineContract({
  id: 'updateFiltro',
  method: 'PATCH',
  path: '/filtros/{id}',
  access,
  summary: 'Mudar um filtro salvo: o seu autor, e um da empresa também um gerente',
  tag,
  params: idParams,
  body: z
    .object({
      nome: nome.optional(),
      filtro: filtroSchema.optional(),
      da_empresa: z.boolean().optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      error: 'Informe o que mudar.',
    }),
  response: ok(filtroSalvo),
});

export const deleteFiltro = defineContract({
  id: 'deleteFiltro',
  method: 'DELETE',
  path: '/filtros/{id}',
  access,
  summary: 'Excluir um filtro salvo',
  tag,
  params: idParams,
  response: okMessage,
});
