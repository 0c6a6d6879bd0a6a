-- fase: expandir
-- What a person reviewed lately and how long it took, without its rows (api/src/features/insights/queue-repo.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insight_revisoes_da_pessoa_idx" ON "insight_revisoes" ("usuario_id", "created_at") INCLUDE ("insight_id", "revisao_ms", "empresa_id") WHERE "desfeita_em" IS NULL;
