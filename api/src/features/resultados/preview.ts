import type { Db } from '@escuta/prisma/db';
import { FLUXOS } from '@escuta/shared/domain/profiles/flows';
import type { Etapa } from '@escuta/shared/domain/runs/status';
import type { Scope } from '@escuta/shared/domain/scope';
import { priceOf, readItem, situationOf } from '@escuta/shared/services/runs/item';
import { planReuse } from '@escuta/shared/services/runs/reuse';

export type Previsao = { creditos: number; reaproveita: Etapa[]; refaz: Etapa[]; temTranscricao: boolean };

/**
 * Previews a run: cost, reused and repeated stages.
 * @throws AppError nao_encontrado, sem_arquivo, gravacao_em_medicao
 */
export async function previewRun(
  db: Db,
  request: { scope: Scope; itemId: string; modo: 'processar' | 'regenerar'; entrevistaMinutos: number },
): Promise<Previsao> {
  const item = await readItem(db, request.scope, request.itemId, '');
  const situacao = situationOf(item);
  const creditos = priceOf(item, request.entrevistaMinutos);
  const plano = await planReuse(db, situacao, { modo: 'transcricao' });
  const kept = request.modo === 'regenerar' ? [...(plano.base?.etapas ?? [])] : [];
  return {
    creditos,
    reaproveita: kept,
    refaz: FLUXOS[situacao.perfil].filter((etapa) => !kept.includes(etapa)),
    temTranscricao: plano.temTranscricao,
  };
}
