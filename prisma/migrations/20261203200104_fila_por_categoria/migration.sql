-- fase: expandir
-- The review queue of a category, in the queue's order (insights_revisao_idx): a category of which nothing waits is known at once.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_revisao_categoria_idx" ON "insights" ("empresa_id", "categoria", (CASE WHEN "status_processamento" = 'erro' THEN 0 ELSE 1 END), "created_at", "id")
  WHERE "vigente" AND NOT "validado_humano" AND ("status_processamento" = 'erro' OR "score_confianca" < 0.5 OR "n_alertas" > 0 OR "sem_evidencia"
    OR ("status_processamento" = 'concluido' AND "score_confianca" < 0.7));
