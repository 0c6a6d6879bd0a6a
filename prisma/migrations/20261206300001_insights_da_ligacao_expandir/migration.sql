-- fase: expandir
-- What a cut day's calls have of insights in force, without their rows, which are wide (api/src/features/insights/analytics-repo.ts: partsOf).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_ligacao_vigentes_idx" ON "insights" ("item_id") INCLUDE ("empresa_id", "projeto_id", "auditoria_id", "status_processamento", "categoria", "score_confianca", "pontuacao", "n_alertas", "sem_evidencia", "validado_humano", "veredito", "revisao_ms") WHERE "vigente";
