-- fase: expandir
-- Critical tickets that are open, as the home counts them: few of many.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "tickets_criticos_idx" ON "tickets" ("empresa_id") WHERE "status" IN ('aberto', 'em_andamento') AND "severidade" = 'critica';
