-- fase: expandir
-- Hold time by day, as the volume report adds it up (api/src/features/relatorios/repo.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auditoria_itens_espera_idx" ON "auditoria_itens" ("projeto_id", "dia_chamada")
  INCLUDE ("espera_ms", "agente_id", "empresa_id") WHERE "espera_ms" > 0;
