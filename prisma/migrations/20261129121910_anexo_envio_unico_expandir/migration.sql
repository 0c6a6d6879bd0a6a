-- fase: expandir
-- One attachment of a ticket for each upload.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "ticket_anexos_ticket_id_envio_id_key" ON "ticket_anexos" ("ticket_id", "envio_id");
