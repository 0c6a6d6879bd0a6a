-- fase: expandir
-- What people decided of a run's insights, without their rows, which are wide (api/src/features/relatorios/repo.ts: readVereditos).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_decididos_idx" ON "insights" ("execucao_id") INCLUDE ("template_versao_id", "veredito") WHERE "validado_humano";
