-- fase: expandir
-- Interviews that ended politely are counted apart: a few of a survey's.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "entrevistas_desfecho_idx" ON "entrevistas" ("pesquisa_id", "agente_id", "desfecho")
  WHERE "desfecho" IS NOT NULL;
