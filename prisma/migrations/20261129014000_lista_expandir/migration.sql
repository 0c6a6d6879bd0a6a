-- fase: expandir
-- The list of calls by their time, of one state: the order that it opens with (api/src/features/auditoria-items/list).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auditoria_itens_projeto_id_status_momento_chamada_id_idx" ON "auditoria_itens"
  ("projeto_id", "status", "momento_chamada" DESC, "id" DESC);
