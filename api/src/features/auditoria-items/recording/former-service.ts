import { createHash } from 'node:crypto';
import type { GravacaoAnteriorWire } from '@escuta/shared/contracts/calls/gravacoes-anteriores';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import type { Actor } from '@escuta/shared/services/log/audit-log';
import type { AppDeps } from '../../../deps.ts';
import {
  answerObject,
  type BytesAnswer,
  type Conditions,
  type Content,
  contentDisposition,
} from '../../../http/object-bytes.ts';
import type { Signer } from '../../../http/signed-url.ts';
import { toPlay } from '../../../sound/listening-copies.ts';
import { signedSound } from '../../../sound/signed-sounds.ts';
import { presentItem } from '../present.ts';
import { findItem } from '../repo.ts';
import { announceItem } from '../service.ts';
import { type AnteriorRow, findFormer, listFormer, putBack } from './former-repo.ts';

const present = (row: AnteriorRow): GravacaoAnteriorWire => ({
  id: row.id,
  nome: row.nome,
  tamanho: row.tamanho,
  sha256: row.sha256,
  recebida_em: row.recebida_em?.toISOString() ?? null,
  saiu_em: row.saiu_em.toISOString(),
  saida: row.saida,
  por: row.por,
  motivo: row.motivo,
  resultados: row.resultados,
  ate: row.chave_objeto === null ? null : row.ate.toISOString(),
});

/**
 * Former recordings of an item, last replaced first.
 * @throws AppError nao_encontrado
 */
export async function formerOf(deps: AppDeps, scope: Scope, itemId: string): Promise<GravacaoAnteriorWire[]> {
  if (!(await findItem(deps.db, scope, itemId))) {
    throw new AppError('nao_encontrado', 'Item de auditoria não encontrado.');
  }
  return (await listFormer(deps.db, scope, itemId)).map(present);
}

type Which = { itemId: string; id: string };

/**
 * A former recording whose object still exists.
 * @throws AppError nao_encontrado
 */
async function requireFormer(
  deps: AppDeps,
  scope: Scope,
  { itemId, id }: Which,
): Promise<AnteriorRow & { chave_objeto: string }> {
  const row = await findFormer(deps.db, scope, itemId, id);
  if (!row || row.chave_objeto === null) {
    throw new AppError(
      'nao_encontrado',
      'Gravação anterior não encontrada. O prazo para recuperá-la pode ter terminado.',
    );
  }
  return { ...row, chave_objeto: row.chave_objeto };
}

/**
 * Restores a former recording with its analysis.
 * @throws AppError nao_encontrado, execucao_em_andamento, sem_permissao
 */
export async function recover(
  deps: AppDeps,
  scope: Scope,
  actor: Actor,
  which: Which & { motivo: string | null },
) {
  const item = await putBack(deps.db, scope, actor, which);
  announceItem(deps, item);
  return presentItem(item);
}

/**
 * A signed URL of a former recording, valid for 15 minutes.
 * @throws AppError nao_encontrado
 */
export async function signFormer(deps: AppDeps, scope: Scope, signer: Signer, which: Which) {
  const { empresa_id: empresaId, chave_objeto: key } = await requireFormer(deps, scope, which);
  const path = `/auditoria-item/${which.itemId}/gravacoes-anteriores/${which.id}/download`;
  return signedSound(deps, { path, empresaId, key }, signer);
}

/**
 * The bytes of a former recording.
 * @throws AppError nao_encontrado
 */
export async function readFormer(
  deps: AppDeps,
  scope: Scope,
  which: Which,
  { baixar }: { baixar: boolean },
  asked: Conditions,
): Promise<BytesAnswer> {
  const row = await requireFormer(deps, scope, which);
  if (row.tamanho === null)
    throw new AppError(
      'nao_encontrado',
      'O tamanho desta gravação é desconhecido: ela não pode ser ouvida nem baixada.',
    );
  const recording: Content = {
    key: row.chave_objeto,
    size: row.tamanho,
    contentType: row.tipo ?? 'application/octet-stream',
    etag: `"${row.sha256 ?? createHash('sha256').update(row.chave_objeto).digest('hex')}"`,
    disposition: contentDisposition(baixar ? 'attachment' : 'inline', row.nome ?? 'gravacao'),
    direct: true,
    acesso: { tipo: baixar ? 'download' : 'som', alvo: 'item', id: which.itemId, empresaId: row.empresa_id },
  };
  return answerObject(deps, asked, baixar ? recording : await toPlay(deps, recording));
}
