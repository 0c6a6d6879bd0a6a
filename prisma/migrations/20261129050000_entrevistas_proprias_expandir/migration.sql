-- fase: expandir
-- A person's own interviews, newest first (api/src/features/entrevistas/list/own-repo.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "entrevistas_usuario_id_created_at_id_idx" ON "entrevistas"
  ("usuario_id", "created_at" DESC, "id" DESC);
