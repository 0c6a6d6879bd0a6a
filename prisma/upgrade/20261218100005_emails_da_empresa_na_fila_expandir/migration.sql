-- fase: expandir
-- Where a company's last e-mail of a kind stands in the line; those of the installation count as one company's.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_empresa_na_fila_idx" ON "emails"
  ("classe", (coalesce("empresa_id", '00000000-0000-0000-0000-000000000000'::uuid)), "vez")
  WHERE "status" = 'pendente' AND "vez" IS NOT NULL;
