import type * as contracts from '@escuta/shared/contracts/calls/auditoria-items';
import type { BodyOf } from '@escuta/shared/contracts/contract';
import type { Scope } from '@escuta/shared/domain/scope';
import { withdrawObject } from '@escuta/shared/platform/storage/pending-objects';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import type { Background } from '../../../http/background.ts';
import { presentItem } from '../present.ts';
import { announceItem } from '../service.ts';
import { eraseItem } from './erasure-repo.ts';

/**
 * Erases a call's data. Its storage objects are deleted after the transaction, or later by the worker's sweeper.
 * @throws AppError nao_encontrado, execucao_em_andamento, dados_apagados
 */
export async function eraseData(
  deps: AppDeps,
  background: Background,
  scope: Scope,
  actor: Actor,
  id: string,
  body: BodyOf<typeof contracts.eraseDados>,
) {
  const { item, objetos } = await eraseItem(deps.db, scope, actor, id, {
    motivo: body.motivo,
    protocolo: body.protocolo || null,
  });
  announceItem(deps, item);
  await background.run('Objetos de uma ligação apagada ficam para a varredura', async () => {
    for (const chave of objetos) {
      await deps.store.delete(chave);
      await withdrawObject(deps.db, chave);
    }
  });
  return presentItem(item);
}
