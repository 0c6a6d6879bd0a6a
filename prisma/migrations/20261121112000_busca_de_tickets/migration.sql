-- The search of tickets also looks into their descriptions.
CREATE INDEX "tickets_descricao_busca" ON "tickets" USING GIN ("empresa_id", escuta_normaliza("descricao") public.gin_trgm_ops);
