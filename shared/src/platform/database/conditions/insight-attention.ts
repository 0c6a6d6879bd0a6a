/**
 * shared/src/domain/insights/insight-attention.ts in SQL, over insight `g`; tests hold the two together. What the queue's indices
 * say (migration revisao_de_insights), literally: an index is used only where its own words stand in the statement. The
 * review queue and the home's alerts are the same rows by it.
 */
import { CONFIANCA_MEDIA, CONFIANCA_VALIDACAO } from '../../../domain/insights/insight-attention.ts';

/** Vigente, not validated, and somebody should look at it. */
export const NA_FILA = `g.vigente AND NOT g.validado_humano AND (g.status_processamento = 'erro'
  OR g.score_confianca < ${CONFIANCA_MEDIA} OR g.n_alertas > 0 OR g.sem_evidencia
  OR (g.status_processamento = 'concluido' AND g.score_confianca < ${CONFIANCA_VALIDACAO}))` as const;

/** Its place in the queue: 0 for priority alta, 1 for media. */
export const ORDEM_NA_FILA = `(CASE WHEN g.status_processamento = 'erro' THEN 0 ELSE 1 END)` as const;

/** Whether the attention rule applies, whoever has validated it. */
export const PRECISA_ATENCAO =
  `(g.status_processamento = 'erro' OR coalesce(g.score_confianca < ${CONFIANCA_MEDIA}, false)
  OR g.n_alertas > 0 OR (NOT g.validado_humano AND (g.sem_evidencia
    OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < ${CONFIANCA_VALIDACAO}, false)))))` as const;
