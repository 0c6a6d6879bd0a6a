-- fase: expandir
-- Interviews that ended politely or were refused are counted apart: a few of a survey's (NO_INTERVIEW).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "entrevistas_dispensadas_idx" ON "entrevistas" ("pesquisa_id", "agente_id", "desfecho")
  WHERE ("desfecho" IS NOT NULL OR "consentimento" IS NOT DISTINCT FROM 'recusou');
