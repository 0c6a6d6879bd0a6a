-- fase: expandir
-- Insights in force on which somebody decided though they came to nothing: few, and taken away from what is summed up of those that came to something
-- (api/src/features/dashboard/repo.ts). Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "insights_decididos_sem_conclusao_idx" ON "insights" ("empresa_id", "created_at") WHERE "vigente" AND "validado_humano" AND "status_processamento" <> 'concluido';
