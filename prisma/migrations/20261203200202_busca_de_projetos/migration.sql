-- fase: expandir
-- A part of a project's name.
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "projetos_nome_busca" ON "projetos" USING GIN (escuta_normaliza("nome") public.gin_trgm_ops);
