-- fase: expandir
-- A project's insights in force of a category, also of a rare one, newest first.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_projeto_categoria_idx" ON "insights" ("projeto_id", "categoria", "created_at" DESC, "id" DESC) WHERE "vigente";
