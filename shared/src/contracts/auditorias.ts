import { z } from 'zod';
import { STATUS_PROCESSAMENTO } from '../domain/status.ts';
import { dateTime, listQuery, okPage } from './common.ts';
import { defineContract } from './contract.ts';

export const auditoria = z.object({
  id: z.uuid(),
  nome: z.string(),
  status: z.enum(STATUS_PROCESSAMENTO),
  projeto_id: z.uuid(),
  projeto: z.object({ nome: z.string(), empresa: z.object({ nome: z.string() }) }),
  observacoes: z.string().nullable(),
  created_at: dateTime,
});

export const listAuditorias = defineContract({
  id: 'listAuditorias',
  method: 'GET',
  path: '/auditorias',
  access: { who: 'user', can: ['audit', 'read'], apiKey: true },
  summary: 'Auditorias da empresa, da mais nova à mais antiga',
  tag: 'Auditorias',
  query: listQuery,
  response: okPage(auditoria),
});
