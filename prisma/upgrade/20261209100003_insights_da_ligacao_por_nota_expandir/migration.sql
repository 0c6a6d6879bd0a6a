-- fase: expandir
-- Insights in force of the calls of a cut day, with all that is counted of them
-- (api/src/features/insights/analytics-repo.ts: partsOf), in place of insights_ligacao_vigentes_idx.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_ligacao_notas_idx" ON "insights" ("item_id")
  INCLUDE ("empresa_id", "projeto_id", "auditoria_id", "status_processamento", "categoria", "score_confianca", "pontuacao",
    "pontuacao_revisada", "pontuacao_revisada_em", "n_alertas", "sem_evidencia", "validado_humano", "veredito",
    "validado_em", "revisao_ms") WHERE "vigente";
