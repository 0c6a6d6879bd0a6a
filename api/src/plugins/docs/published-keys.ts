import { ALGORITMO, CAMINHO_CHAVES } from '@escuta/shared/domain/exports/dossier';
import { publicKeys } from '@escuta/shared/services/dossiers/signing-keys';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../deps.ts';

/** Serves the public keys that verify dossiers, without login, to pages of any origin. */
export function registerPublishedKeys(app: FastifyInstance, { db }: Pick<AppDeps, 'db'>): void {
  app.get(CAMINHO_CHAVES, async (_request, reply) => {
    const keys = await publicKeys(db);
    reply.header('cache-control', 'no-cache');
    reply.header('access-control-allow-origin', '*');
    return {
      chaves: keys.map(({ id, publica, criadaEm }) => ({
        id,
        algoritmo: ALGORITMO,
        publica,
        criada_em: criadaEm.toISOString(),
      })),
    };
  });
}
