-- fase: expandir
-- Calls by direction and day, as the volume report counts them (api/src/features/relatorios/repo.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auditoria_itens_direcao_idx" ON "auditoria_itens" ("projeto_id", "dia_chamada", "direcao")
  WHERE "direcao" IS NOT NULL;
