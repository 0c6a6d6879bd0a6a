import { z } from 'zod';
import { dateTime, idParams, ok, okPage, pageQuery } from './common.ts';
import { defineContract } from './contract.ts';

export const empresa = z.object({
  id: z.uuid(),
  nome: z.string(),
  cnpj: z.string(),
  rua: z.string().nullable(),
  numero: z.string().nullable(),
  bairro: z.string().nullable(),
  cep: z.string().nullable(),
  cidade: z.string().nullable(),
  estado: z.string().nullable(),
  segmento: z.string().nullable(),
  volume_auditorias_mensal: z.number().int().nullable(),
  saldo_creditos: z.number().int(),
  created_at: dateTime,
});
export type EmpresaWire = z.infer<typeof empresa>;

export const listEmpresas = defineContract({
  id: 'listEmpresas',
  method: 'GET',
  path: '/empresas',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'Empresas: o administrador vê todas, os outros a sua (o primeiro item é a empresa do usuário)',
  tag: 'Empresas',
  query: pageQuery.extend({ q: z.string().trim().max(100).optional() }),
  response: okPage(empresa),
});

export const getEmpresa = defineContract({
  id: 'getEmpresa',
  method: 'GET',
  path: '/empresas/{id}',
  access: { who: 'user', can: ['company', 'read'] },
  summary: 'Uma empresa',
  tag: 'Empresas',
  params: idParams,
  response: ok(empresa),
});
