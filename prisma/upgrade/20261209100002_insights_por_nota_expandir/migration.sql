-- fase: expandir
-- Insights of a project by the score in force (api/src/features/insights/repo.ts),
-- in place of insights_projeto_pontuacao_idx.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_projeto_nota_idx" ON "insights" ("projeto_id",
  (CASE WHEN "veredito" IS NOT NULL AND "validado_em" = "pontuacao_revisada_em"
    THEN "pontuacao_revisada" ELSE "pontuacao" END), "id") WHERE "vigente";
