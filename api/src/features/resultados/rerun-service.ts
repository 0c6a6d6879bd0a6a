import type { listVereditosAnteriores, previewExecucao } from '@escuta/shared/contracts/calls/resultados';
import type { ResponseOf } from '@escuta/shared/contracts/contract';
import { AppError } from '@escuta/shared/domain/errors';
import type { Scope } from '@escuta/shared/domain/scope';
import { readInsightResult } from '@escuta/shared/domain/text/stored';
import { readReplaced, replacedOf } from '@escuta/shared/services/recordings/replaced-analysis';
import type { AppDeps } from '../../deps.ts';
import { previewRun } from './preview.ts';
import { listEarlierVerdicts } from './rerun-repo.ts';

const notFound = () => new AppError('nao_encontrado', 'Item de auditoria não encontrado.');

/**
 * Previews another run of an item: cost, reused stages, replaced results.
 * @throws AppError nao_encontrado, sem_arquivo, gravacao_em_medicao
 */
export async function previewRerun(
  deps: AppDeps,
  scope: Scope,
  itemId: string,
  modo: 'processar' | 'regenerar',
): Promise<ResponseOf<typeof previewExecucao>['data']> {
  const { creditos, reaproveita, refaz } = await previewRun(deps.db, {
    scope,
    itemId,
    modo,
    entrevistaMinutos: deps.env.CREDITO_ENTREVISTA_MINUTOS,
  });
  const replaced = await readReplaced(deps.db, scope, itemId);
  if (!replaced) throw notFound();
  return {
    creditos,
    saldo: replaced.saldo,
    reaproveita,
    refaz,
    substitui: replacedOf(replaced),
  };
}

/**
 * Verdicts and comments that stayed with earlier analyses, newest first.
 * @throws AppError nao_encontrado
 */
export async function readEarlierVerdicts(
  deps: AppDeps,
  scope: Scope,
  itemId: string,
): Promise<ResponseOf<typeof listVereditosAnteriores>['data']> {
  const rows = await listEarlierVerdicts(deps.db, scope, itemId);
  if (!rows) throw notFound();
  return rows.map((row) => ({
    id: row.id,
    template: row.template,
    resumo: row.resumo,
    pontuacao: row.pontuacao,
    validacao: row.validacao && { ...row.validacao, em: new Date(row.validacao.em).toISOString() },
    comentarios: row.comentarios.map((comment) => ({ ...comment, em: new Date(comment.em).toISOString() })),
    criterios: (readInsightResult(row.resultado)?.criterios ?? []).map(({ id, descricao, atendido }) => ({
      id,
      descricao,
      atendido,
    })),
    analisadoEm: row.created_at.toISOString(),
    destaGravacao: row.desta_gravacao,
  }));
}
