import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import { requestRun } from '@escuta/shared/services/runs/request';
import type { AppDeps } from '../../deps.ts';
import { presentPage } from '../../http/answers.ts';
import type { Signer } from '../../http/signed-url.ts';
import type { Session } from '../../sign-in/session.ts';
import { signedItemUrl } from '../../sound/signed-urls.ts';
import { presentHistorico, presentResultadoCompleto } from './present.ts';
import { findItemWithResult, listHistorico } from './repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Item de auditoria não encontrado.');

/**
 * The analysis page.
 * @throws AppError nao_encontrado
 */
export async function resultadoCompletoOf(deps: AppDeps, scope: Scope, signer: Signer, itemId: string) {
  const item = await findItemWithResult(deps.db, scope, itemId);
  if (!item) throw notFound();
  const sign = (what: 'download' | 'picos') =>
    signedItemUrl(deps, { id: item.id, empresaId: item.empresa_id }, what, signer).url;
  return presentResultadoCompleto(item, {
    audio: item.arquivo_path ? sign('download') : null,
    picos: item.picos_path ? sign('picos') : null,
  });
}

/**
 * A page of the results of an item's runs, newest first.
 * @throws AppError nao_encontrado
 */
export async function pageOfHistorico(
  deps: AppDeps,
  scope: Scope,
  itemId: string,
  page: { page: number; limit: number },
) {
  const found = await listHistorico(deps.db, scope, itemId, page);
  if (!found) throw notFound();
  return presentPage(page, found, (row) => presentHistorico(row, found.item));
}

/**
 * Requests a run of an item for a person or an API key.
 * @throws AppError nao_encontrado, sem_arquivo, execucao_em_andamento, creditos_insuficientes, confirmacao_necessaria,
 * regra_violada
 */
export function startRun(
  deps: AppDeps,
  { session, actor }: { session: Session; actor: Actor },
  itemId: string,
  origem: 'manual' | 'regenerar',
  creditosConfirmados: number | undefined,
) {
  return requestRun(
    deps.db,
    {
      scope: session.scope,
      itemId,
      origem,
      solicitadoPor: session.usuarioId,
      actor,
      entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
      creditosConfirmados,
    },
    deps.publish,
    deps,
  );
}
