/**
 * SQL twin of shared/src/domain/insights/insight-attention.ts, on insight `g`, with the predicates of the queue's
 * indices (migration revisao_de_insights).
 */
import { CONFIANCA_MEDIA, CONFIANCA_VALIDACAO } from '../../../domain/insights/insight-attention.ts';

export const NA_FILA = `g.vigente and not g.validado_humano and (g.status_processamento = 'erro'
  or g.score_confianca < ${CONFIANCA_MEDIA} or g.n_alertas > 0 or g.sem_evidencia
  or (g.status_processamento = 'concluido' and g.score_confianca < ${CONFIANCA_VALIDACAO}))` as const;

/** Queue order: 0 for priority alta, 1 for media. */
export const ORDEM_NA_FILA = `(case when g.status_processamento = 'erro' then 0 else 1 end)` as const;

/** True if insight `g` needs attention, even if validated. */
export const PRECISA_ATENCAO =
  `(g.status_processamento = 'erro' OR coalesce(g.score_confianca < ${CONFIANCA_MEDIA}, false)
  OR g.n_alertas > 0 OR (NOT g.validado_humano AND (g.sem_evidencia
    OR (g.status_processamento = 'concluido'
      AND coalesce(g.score_confianca < ${CONFIANCA_VALIDACAO}, false)))))` as const;
