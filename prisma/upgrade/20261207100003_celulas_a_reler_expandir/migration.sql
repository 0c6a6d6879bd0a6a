-- fase: expandir
-- Interviews of sheets whose cells are still to be read again; empty once they were.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "entrevistas_celulas_idx" ON "entrevistas" ("empresa_id", "pesquisa_id", "id")
  WHERE "origem" = 'planilha' AND "celulas_planilha" IS DISTINCT FROM 'guardadas';
