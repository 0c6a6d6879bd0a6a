-- fase: expandir
-- Which interviews an audit has: of one of calls there is none to walk.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auditoria_itens_entrevistas_idx" ON "auditoria_itens" ("auditoria_id", "entrevista_id") WHERE "entrevista_id" IS NOT NULL;
