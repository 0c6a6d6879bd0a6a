import { z } from 'zod';
import { dataDe } from '../domain/filtro.ts';
import { dateTime, ok } from './common.ts';
import { defineContract } from './contract.ts';
import { volumeDoMes } from './dashboard.ts';

const contagem = z.number().int();

/** The administrator's panel (specification 1, §2.10), over every company that is not archived unless said. */
export const getAdminStats = defineContract({
  id: 'getAdminStats',
  method: 'GET',
  path: '/admin/stats',
  access: { who: 'admin' },
  summary: 'Números da instalação: totais, meses, maiores empresas, atividade recente e novos cadastros',
  tag: 'Administração',
  topic: 'resumos',
  /** By which day items are counted. */
  query: z.object({ data: dataDe('entrada') }),
  response: ok(
    z.object({
      totalEmpresas: contagem,
      totalProjetos: contagem,
      /** Audits (batches) of all projects: as many as 'Todas as Auditorias' lists. */
      totalAuditorias: contagem,
      /** Items of these audits. */
      totalItens: contagem,
      /** People with at least one account in use. */
      totalUsuarios: contagem,
      /** Items of the last 6 months by the day that was asked for, archived companies included, oldest first. */
      volumeMensal: z.array(volumeDoMes),
      /** The 5 companies with most items. */
      maioresEmpresas: z.array(
        z.object({
          id: z.uuid(),
          nome: z.string(),
          itens: contagem,
          /** Credits used so far, those reserved for running calls included. */
          creditosUsados: contagem,
          saldo: contagem,
        }),
      ),
      /** The 10 latest entries of the audit log without sign-ins. */
      atividadeRecente: z.array(
        z.object({
          id: z.uuid(),
          acao: z.string(),
          empresa: z.string().nullable(),
          usuario: z.string().nullable(),
          quando: dateTime,
        }),
      ),
      /** People and companies that came in each of the last 6 months, oldest first. */
      novosPorMes: z.array(z.object({ mes: z.string(), usuarios: contagem, empresas: contagem })),
    }),
  ),
});
