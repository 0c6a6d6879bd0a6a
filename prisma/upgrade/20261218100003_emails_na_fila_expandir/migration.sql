-- fase: expandir
-- The line of each kind of e-mail, in the order in which they are sent.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_na_fila_idx" ON "emails" ("classe", "vez", "id")
  WHERE "status" = 'pendente' AND "vez" IS NOT NULL;
