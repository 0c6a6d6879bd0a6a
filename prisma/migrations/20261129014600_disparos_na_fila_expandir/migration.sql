-- fase: expandir
-- The review queue's stream of unresolved firings, in its order (shared/src/services/insights/waiting.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "regra_disparos_fila_idx"
  ON "regra_disparos" ("empresa_id", (CASE WHEN "gravidade" = 'alta' THEN 0 ELSE 1 END), "momento", "id")
  WHERE "ordem" < 20 AND "item_id" IS NOT NULL;
