import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_REGISTRO } from '../../domain/filters/lists/log.ts';
import { dateTime, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';

export const registro = z.object({
  id: z.uuid(),
  acao: z.string(),
  recurso: z.string(),
  recurso_id: z.string().nullable(),
  detalhes: z.record(z.string(), z.json()),
  /** Null for an entry about the whole installation. `nome`: null if the company was deleted. */
  empresa: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  /** Null for the system or an unidentified caller. `email`: null if the person was deleted. */
  usuario: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
  quem: z.string(),
  endereco_ip: z.string().nullable(),
  request_id: z.string().nullable(),
  created_at: dateTime,
});

const { empresaId, ...ofCompany } = filterFields(FILTROS_REGISTRO);
const query = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  ...ofCompany,
});

export const listRegistros = defineContract({
  id: 'listRegistros',
  method: 'GET',
  path: '/admin/registros',
  access: { who: 'admin' },
  summary: 'Registro das ações sensíveis, da mais nova à mais antiga',
  tag: 'Administração',
  topic: 'registros',
  query: query.extend({ empresaId }),
  response: okPage(registro),
});

export const listRegistrosDaEmpresa = defineContract({
  id: 'listRegistrosDaEmpresa',
  method: 'GET',
  path: '/registros',
  access: {
    who: 'user',
    can: ['user', 'read'],
    denied: 'Só gerentes e administradores podem ver o registro de ações.',
  },
  summary: 'Registro das ações sensíveis da própria empresa, da mais nova à mais antiga',
  tag: 'Registros',
  topic: 'registros',
  query,
  response: okPage(registro),
});
