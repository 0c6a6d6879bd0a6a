-- fase: expandir
-- As insights_projeto_confianca_idx, by score.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_projeto_pontuacao_idx" ON "insights" ("projeto_id", "pontuacao", "id") WHERE "vigente";
