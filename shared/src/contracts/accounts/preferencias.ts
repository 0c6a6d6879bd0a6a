import { z } from 'zod';
import { CHAVES_PREFERENCIA, PREFERENCIAS, valorPreferencia } from '../../domain/accounts/preferences.ts';
import { ok } from '../common.ts';
import { defineContract } from '../contract.ts';

const tag = 'Preferências';
const access = { who: 'user', can: ['company', 'read'], campo: true } as const;

const preferencias = z.object(PREFERENCIAS).partial();

export const listPreferencias = defineContract({
  id: 'listPreferencias',
  method: 'GET',
  path: '/preferencias',
  access,
  summary: 'As próprias escolhas para as telas desta empresa, por chave',
  tag,
  topic: 'preferencias',
  response: ok(preferencias),
});

export const savePreferencia = defineContract({
  id: 'savePreferencia',
  method: 'PUT',
  path: '/preferencias/{chave}',
  access,
  summary: 'Guardar uma escolha própria; null volta ao padrão',
  tag,
  touches: ['preferencias'],
  params: z.object({ chave: z.enum(CHAVES_PREFERENCIA, { error: 'Preferência desconhecida.' }) }),
  /** The service checks `valor` by the schema of its key. */
  body: z.object({ valor: valorPreferencia.nullable() }),
  response: ok(preferencias),
});
