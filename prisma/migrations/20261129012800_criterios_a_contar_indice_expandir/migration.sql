-- fase: expandir
-- Rows that wait for the task `recontar_criterios` (worker/src/tasks/kinds/recontar-criterios.ts); empty once it has run.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "item_qualidade_a_contar_idx" ON "item_qualidade" ("empresa_id", "item_id")
  WHERE "criterios_a_contar";
