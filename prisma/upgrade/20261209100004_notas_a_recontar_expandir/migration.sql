-- fase: expandir
-- Insights whose verdict gives them no score yet; empty once they were counted
-- (worker/src/tasks/kinds/recontar-notas.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_a_recontar_idx" ON "insights" ("empresa_id", "id")
  WHERE "veredito" IS NOT NULL AND "validado_em" IS DISTINCT FROM "pontuacao_revisada_em";
