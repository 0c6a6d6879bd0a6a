-- fase: expandir
-- Refusals to take part are counted apart: they are no interviews.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "entrevistas_recusas_idx" ON "entrevistas" ("pesquisa_id", "agente_id")
  WHERE "consentimento" = 'recusou';
