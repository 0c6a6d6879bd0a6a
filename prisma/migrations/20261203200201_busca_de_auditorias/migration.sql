-- fase: expandir
-- A part of an audit's name, as lists look for it (api/src/features/auditorias/repo.ts).
-- Alone in its file, it can set no lock_timeout; it holds nobody up while it waits.
-- squawk-ignore require-lock-timeout
CREATE INDEX CONCURRENTLY IF NOT EXISTS "auditorias_nome_busca" ON "auditorias" USING GIN (escuta_normaliza("nome") public.gin_trgm_ops);
