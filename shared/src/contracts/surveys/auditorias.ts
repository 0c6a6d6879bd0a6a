import { z } from 'zod';
import { filterFields } from '../../domain/filters/filtro-valor-schema.ts';
import { FILTROS_AUDITORIA } from '../../domain/filters/lists/audits.ts';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { dateTime, idParams, ok, okPage, pageQuery, pagination } from '../common.ts';
import { defineContract } from '../contract.ts';

export const auditoria = z.object({
  id: z.uuid(),
  nome: z.string(),
  /** The first state of the list processando, pendente, concluido, erro that at least one item has. */
  status: z.enum(STATUS_PROCESSAMENTO),
  itens: z.object({
    total: z.number().int(),
    pendentes: z.number().int(),
    processando: z.number().int(),
    concluidos: z.number().int(),
    erros: z.number().int(),
  }),
  projeto_id: z.uuid(),
  projeto: z.object({ nome: z.string(), empresa: z.object({ nome: z.string() }) }),
  observacoes: z.string().nullable(),
  created_at: dateTime,
});
export type AuditoriaWire = z.infer<typeof auditoria>;

const { empresaId: _, ...ofCompany } = filterFields(FILTROS_AUDITORIA);

export const listAuditorias = defineContract({
  id: 'listAuditorias',
  method: 'GET',
  path: '/auditorias',
  access: { who: 'user', can: ['audit', 'read'], apiKey: true },
  summary: 'Auditorias da empresa, da mais nova à mais antiga',
  tag: 'Auditorias',
  topic: 'auditorias',
  query: pageQuery.extend(ofCompany),
  response: okPage(auditoria),
});

export const listAuditoriasDoProjeto = defineContract({
  id: 'listAuditoriasDoProjeto',
  method: 'GET',
  path: '/auditorias/projetos/{projectId}',
  access: { who: 'user', can: ['audit', 'read'], apiKey: true },
  summary: 'Auditorias de um projeto, da mais nova à mais antiga',
  tag: 'Auditorias',
  topic: 'auditorias',
  params: z.object({ projectId: z.uuid({ error: 'Identificador inválido.' }) }),
  query: pageQuery.extend({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
  response: z.object({ success: z.literal(true), auditorias: z.array(auditoria), pagination }),
});

export const getAuditoria = defineContract({
  id: 'getAuditoria',
  method: 'GET',
  path: '/auditorias/{id}',
  access: { who: 'user', can: ['audit', 'read'], apiKey: true },
  summary: 'Uma auditoria',
  tag: 'Auditorias',
  topic: 'auditorias',
  params: idParams,
  response: ok(auditoria),
});

export const listTodasAuditorias = defineContract({
  id: 'listTodasAuditorias',
  method: 'GET',
  path: '/admin/auditorias',
  access: { who: 'admin' },
  summary: 'Auditorias de todas as empresas, da mais nova à mais antiga',
  tag: 'Administração',
  topic: 'auditorias',
  query: pageQuery.extend(filterFields(FILTROS_AUDITORIA)),
  response: okPage(auditoria),
});
