import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_LEAD } from '../../domain/filters/lists/accounts.ts';
import { storableText } from '../../domain/text/storable-text.ts';
import { dateTime, idParams, ok, okMessage, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';
import { email } from './auth.ts';

const FALTA = 'Por favor, preencha todos os campos.';
const campo = (max: number) =>
  storableText({ error: FALTA })
    .trim()
    .min(1, { error: FALTA })
    .max(max, { error: `Use no máximo ${max} caracteres.` });

export const createLead = defineContract({
  id: 'createLead',
  method: 'POST',
  path: '/leads/demo',
  access: { who: 'public' },
  summary: 'Pedir uma demonstração',
  tag: 'Contatos',
  touches: ['leads'],
  rateLimit: 10,
  body: z.object({
    nome: campo(200),
    email: campo(254).pipe(email),
    telefone: campo(40),
    /** Absent from older clients. */
    plano: campo(60).optional(),
  }),
  response: okMessage,
});

export const lead = z.object({
  id: z.uuid(),
  nome: z.string(),
  email: z.string(),
  telefone: z.string(),
  plano: z.string().nullable(),
  atendido_em: dateTime.nullable(),
  atendido_por: z.string().nullable(),
  created_at: dateTime,
});

export const listLeads = defineContract({
  id: 'listLeads',
  method: 'GET',
  path: '/admin/leads',
  access: { who: 'admin' },
  summary: 'Pedidos de demonstração, do mais novo ao mais antigo',
  tag: 'Administração',
  topic: 'leads',
  query: pageQuery.extend({
    ...filterFields(FILTROS_LEAD),
  }),
  response: okPage(lead),
});

export const updateLead = defineContract({
  id: 'updateLead',
  method: 'PATCH',
  path: '/admin/leads/{id}',
  access: { who: 'admin' },
  summary: 'Marcar um pedido de demonstração como atendido, ou de novo como novo',
  tag: 'Administração',
  touches: ['leads'],
  params: idParams,
  body: z.object({ atendido: z.boolean().optional() }),
  response: ok(lead),
});

export const deleteLead = defineContract({
  id: 'deleteLead',
  method: 'DELETE',
  path: '/admin/leads/{id}',
  access: { who: 'admin' },
  summary: 'Excluir, sem volta, um pedido de demonstração com os dados de quem pediu',
  tag: 'Administração',
  touches: ['leads'],
  params: idParams,
  response: okMessage,
});
