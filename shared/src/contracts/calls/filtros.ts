import { z } from 'zod';
import { filtroSchema } from '../../domain/filters/filtro.ts';
import { BUSCA_CARACTERES_MAX } from '../../domain/filters/search-query.ts';
import { dateTime, idParams, ok, okMessage, text } from '../common.ts';
import { defineContract } from '../contract.ts';
import { BUSCA_PAPEIS } from './busca.ts';

const tag = 'Filtros salvos';
const access = { who: 'user', can: ['audit_item', 'read'] } as const;

export const FILTROS_MAX = { empresa: 100, pessoa: 50 } as const;

const nome = text(80).min(1, { error: 'Dê um nome ao filtro.' });

const dito = z.object({
  q: text(BUSCA_CARACTERES_MAX).min(1, { error: 'Digite ao menos uma palavra.' }),
  /** Null for all speakers. */
  papel: z.enum(BUSCA_PAPEIS).nullable(),
});
export type DitoSalvo = z.infer<typeof dito>;

export const filtroSalvo = z.object({
  id: z.uuid(),
  nome: z.string(),
  filtro: filtroSchema,
  /** The search in speech; null for a filter of calls. */
  dito: dito.nullable(),
  da_empresa: z.boolean(),
  /** Null if the author's account was erased; the company then owns the filter. */
  autor: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  pode_mudar: z.boolean(),
  updated_at: dateTime,
});
export type FiltroSalvoWire = z.infer<typeof filtroSalvo>;

export const listFiltros = defineContract({
  id: 'listFiltros',
  method: 'GET',
  path: '/filtros',
  access,
  summary: 'Filtros de ligações e buscas salvos: os próprios e os da empresa, por nome',
  tag,
  topic: 'filtros',
  response: ok(z.array(filtroSalvo)),
});

export const createFiltro = defineContract({
  id: 'createFiltro',
  method: 'POST',
  path: '/filtros',
  access,
  summary: 'Salvar um filtro de ligações ou uma busca',
  tag,
  touches: ['filtros'],
  status: 201,
  body: z.object({
    nome,
    filtro: filtroSchema,
    dito: dito.nullable().default(null),
    da_empresa: z.boolean().default(false),
  }),
  response: ok(filtroSalvo),
});

export const updateFiltro = defineContract({
  id: 'updateFiltro',
  method: 'PATCH',
  path: '/filtros/{id}',
  access,
  summary: 'Mudar um filtro salvo: o seu autor, e um da empresa também um gerente',
  tag,
  touches: ['filtros'],
  params: idParams,
  body: z
    .object({
      nome: nome.optional(),
      filtro: filtroSchema.optional(),
      dito: dito.optional(),
      da_empresa: z.boolean().optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      error: 'Informe as mudanças.',
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
  touches: ['filtros'],
  params: idParams,
  response: okMessage,
});
