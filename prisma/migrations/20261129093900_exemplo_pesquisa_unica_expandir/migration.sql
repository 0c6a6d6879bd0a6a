-- fase: expandir
-- One example survey a company, also when two people ask for it at once.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "projetos_exemplo_pesquisa_key" ON "projetos" ("empresa_id")
  WHERE "exemplo_pesquisa_id" IS NOT NULL;
