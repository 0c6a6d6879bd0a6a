-- fase: expandir
-- E-mails that wait for a place in the line, by when they are due.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_sem_vez_idx" ON "emails" ("classe", "proxima_em", "id")
  WHERE "status" = 'pendente' AND "vez" IS NULL;
