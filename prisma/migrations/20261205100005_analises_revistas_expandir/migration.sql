-- fase: expandir
-- Reviewed analyses of a period, with what the report of reviews asks of them (api/src/features/relatorios/repo.ts: readVereditos).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "item_qualidade_revisada_execucao_idx" ON "item_qualidade" ("empresa_id", "dia_chamada") INCLUDE ("execucao_id", "projeto_id", "agente_id") WHERE "revisado_por" IS NOT NULL;
