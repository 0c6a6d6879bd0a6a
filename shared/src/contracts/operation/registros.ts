import { z } from 'zod';
import { ACOES_REGISTRADAS } from '../../domain/log/audit-actions.ts';
import { dateTime, givenDay, okPage, pageQuery, searchText } from '../common.ts';
import { defineContract } from '../contract.ts';

export const registro = z.object({
  id: z.uuid(),
  acao: z.string(),
  recurso: z.string(),
  recurso_id: z.string().nullable(),
  detalhes: z.record(z.string(), z.json()),
  /** The company that it concerns; null for the installation. `nome`: null once the company is deleted. */
  empresa: z.object({ id: z.uuid(), nome: z.string().nullable() }).nullable(),
  /** Who did it; null for the system, and for somebody who could not be identified. `email`: null once the person is deleted. */
  usuario: z.object({ id: z.uuid(), email: z.string().nullable() }).nullable(),
  /** The same in words, also of a key, a device and the product. */
  quem: z.string(),
  endereco_ip: z.string().nullable(),
  request_id: z.string().nullable(),
  created_at: dateTime,
});

const query = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  acao: z.enum(ACOES_REGISTRADAS).optional(),
  /** Part of the e-mail of who did it. */
  q: searchText.optional(),
  de: givenDay.optional(),
  ate: givenDay.optional(),
});

export const listRegistros = defineContract({
  id: 'listRegistros',
  method: 'GET',
  path: '/admin/registros',
  access: { who: 'admin' },
  summary: 'Registro das ações sensíveis, da mais nova à mais antiga',
  tag: 'Administração',
  topic: 'registros',
  query: query.extend({ empresaId: z.uuid({ error: 'Identificador inválido.' }).optional() }),
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
