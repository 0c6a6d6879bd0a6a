-- fase: expandir
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "registros_acesso_antigos_pkey" ON "registros_acesso"("id", "created_at");
