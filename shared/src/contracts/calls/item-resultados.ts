import { z } from 'zod';
import { STATUS_PROCESSAMENTO } from '../../domain/runs/status.ts';
import { creditosConfirmados, dateTime, idParams, ok, okPage, pageQuery } from '../common.ts';
import { defineContract } from '../contract.ts';
import { RUN } from '../topics.ts';
import { analiseIndividual, partesDoResultado } from './item-result.ts';

export const listResultadosDoItem = defineContract({
  id: 'listResultadosDoItem',
  method: 'GET',
  path: '/auditoria-item/{id}/resultados',
  access: { who: 'user', can: ['result', 'read'], apiKey: true },
  summary: 'Os resultados de cada processamento de um item, do mais novo ao mais antigo',
  tag: 'Resultados',
  topic: 'itens',
  params: idParams,
  query: pageQuery,
  response: okPage(
    z.object({
      id: z.uuid(),
      execucao_id: z.uuid(),
      status_processamento: z.enum(STATUS_PROCESSAMENTO),
      ...partesDoResultado,
      analise_individual: analiseIndividual,
      created_at: dateTime,
    }),
  ),
});

export const regenerateAnalise = defineContract({
  id: 'regenerateAnalise',
  method: 'POST',
  path: '/auditoria-item/{id}/regenerar-analise',
  access: { who: 'user', can: ['result', 'process'], apiKey: true },
  summary: 'Refazer análise de texto e insights sobre a transcrição que já existe',
  tag: 'Resultados',
  touches: RUN,
  status: 202,
  params: idParams,
  body: z.object({ creditos_confirmados: creditosConfirmados }).nullish(),
  response: ok(z.object({ execucaoId: z.uuid(), status: z.string() })),
});
