import { z } from 'zod';
import { ok } from './common.ts';
import { defineContract } from './contract.ts';

export const getSaldo = defineContract({
  id: 'getSaldo',
  method: 'GET',
  path: '/creditos/saldo/{empresaId}',
  access: { who: 'user', can: ['credit', 'read'], apiKey: true },
  summary: 'Saldo de créditos da empresa',
  tag: 'Créditos',
  params: z.object({ empresaId: z.uuid({ error: 'Identificador inválido.' }) }),
  response: ok(z.object({ saldo: z.number().int() })),
});
