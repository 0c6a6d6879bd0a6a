-- fase: expandir
-- Calls to which verdicts give another score (api/src/features/relatorios/repo.ts: readCorrigidas): a few among many.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "item_qualidade_corrigida_idx" ON "item_qualidade" ("empresa_id", "dia_chamada")
  INCLUDE ("projeto_id", "agente_id", "pontuacao", "pontuacao_ia") WHERE "nota_corrigida";
