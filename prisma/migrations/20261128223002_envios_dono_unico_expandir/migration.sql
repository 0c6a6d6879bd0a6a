-- fase: expandir
-- One upload for each file of an owner.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "envios_dono_id_papel_numero_key" ON "envios" ("dono_id", "papel", "numero");
