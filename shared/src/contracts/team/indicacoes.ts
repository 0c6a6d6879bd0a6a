import { z } from 'zod';
import { ok } from '../common.ts';
import { defineContract } from '../contract.ts';

export const INDICACOES_MAX = 20;

export const getIndicacoes = defineContract({
  id: 'getIndicacoes',
  method: 'GET',
  path: '/indicacoes',
  access: { who: 'user', can: ['result', 'update'] },
  summary: `O que um gerente deu a quem chama: sinais à espera do seu parecer, e verificações a fazer por pesquisa (até ${INDICACOES_MAX})`,
  tag: 'Campo',
  topic: 'indicacoes',
  response: ok(
    z.object({
      /** `sinais`: signals that await the caller's opinion; `indicado`: all signals for which the caller was named. */
      sinais: z.number().int(),
      indicado: z.number().int(),
      verificacoes: z.array(
        z.object({ pesquisa: z.object({ id: z.uuid(), titulo: z.string() }), n: z.number().int() }),
      ),
    }),
  ),
});
