-- fase: expandir
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "chamadas_provedor_antigas_pkey" ON "chamadas_provedor"("execucao_id", "id");
