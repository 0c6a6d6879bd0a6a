import { z } from 'zod';
import { dataDe } from '../../domain/filters/filtro.ts';
import { ESTADOS_DE_SALA, SALAS_DE_ESPERA, type SalaDeEspera } from '../../domain/interview/waiting-rooms.ts';
import { dateTime, idParams, ok } from '../common.ts';
import { defineContract } from '../contract.ts';
import { volumeDoMes } from '../insights/dashboard.ts';

const contagem = z.number().int();

/** The administrator's panel (specification 1, §2.10), without archived companies unless stated. */
export const getAdminStats = defineContract({
  id: 'getAdminStats',
  method: 'GET',
  path: '/admin/stats',
  access: { who: 'admin' },
  summary: 'Números da instalação: totais, meses, maiores empresas, atividade recente e novos cadastros',
  tag: 'Administração',
  topic: 'resumos',
  query: z.object({ data: dataDe('entrada') }),
  response: ok(
    z.object({
      totalEmpresas: contagem,
      totalProjetos: contagem,
      totalAuditorias: contagem,
      totalItens: contagem,
      totalUsuarios: contagem,
      /** The last 6 months' items, oldest first, archived companies included. */
      volumeMensal: z.array(volumeDoMes),
      maioresEmpresas: z.array(
        z.object({
          id: z.uuid(),
          nome: z.string(),
          itens: contagem,
          creditosUsados: contagem,
          saldo: contagem,
        }),
      ),
      /** The audit log's 10 latest entries without sign-ins. */
      atividadeRecente: z.array(
        z.object({
          id: z.uuid(),
          acao: z.string(),
          empresa: z.string().nullable(),
          usuario: z.string().nullable(),
          quando: dateTime,
        }),
      ),
      /** The last 6 months, oldest first. */
      novosPorMes: z.array(z.object({ mes: z.string(), usuarios: contagem, empresas: contagem })),
    }),
  ),
});

export const locateInterview = defineContract({
  id: 'locateInterview',
  topic: 'entrevistas',
  method: 'GET',
  path: '/entrevistas/{id}/onde',
  access: { who: 'admin' },
  summary:
    'Onde está uma entrevista: as salas em que espera, desde quando e por quê (aceita também o id do item)',
  tag: 'Administração',
  params: idParams,
  response: ok(
    z.object({
      entrevistaId: z.uuid().nullable(),
      itemId: z.uuid().nullable(),
      empresa: z.object({ id: z.uuid(), nome: z.string() }),
      salas: z.array(
        z.object({
          sala: z.enum(Object.keys(SALAS_DE_ESPERA) as [SalaDeEspera, ...SalaDeEspera[]]),
          estado: z.enum(ESTADOS_DE_SALA),
          desde: dateTime.nullable(),
          /** End of the wait: the end of a worker's lease, or the next attempt; null if there is neither. */
          ate: dateTime.nullable(),
          tentativas: contagem.nullable(),
          motivo: z.string().nullable(),
        }),
      ),
    }),
  ),
});
