-- fase: expandir
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "eventos_timeline_antigos_pkey" ON "eventos_timeline"("execucao_id", "id");
