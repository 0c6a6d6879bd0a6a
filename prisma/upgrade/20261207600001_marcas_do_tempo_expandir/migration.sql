-- fase: expandir
-- The pauses of an interview are read without the rest of its log (shared/src/platform/database/conditions/active-time.ts):
-- for the duration in the microdata, and for the signals.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "entrevista_eventos_marcas_idx"
  ON "entrevista_eventos" ("entrevista_id", "fonte", "seq")
  WHERE "tipo" IN ('pausa', 'retomada', 'interrompida');
