-- fase: expandir
-- A project's insights in force by confidence, in either direction; those without one stand together at its end.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_projeto_confianca_idx" ON "insights" ("projeto_id", "score_confianca", "id") WHERE "vigente";
