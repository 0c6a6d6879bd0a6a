-- fase: expandir
-- What a person reviewed lately (api/src/features/insights/queue-repo.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insight_revisoes_usuario_idx" ON "insight_revisoes" ("usuario_id", "created_at") WHERE "desfeita_em" IS NULL;
