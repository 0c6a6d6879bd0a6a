-- fase: expandir
-- Recordings of an audit, the newest first: few of a million calls may have one.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auditoria_itens_gravacoes_idx" ON "auditoria_itens" ("auditoria_id", "created_at" DESC, "id" DESC) WHERE "arquivo_path" IS NOT NULL;
