-- Interviews are looked for by a part of the name or of the phone, however it is punctuated.
ALTER TABLE "entrevistas" ADD COLUMN "busca" TEXT GENERATED ALWAYS AS (
  escuta_normaliza("nome_entrevistado" || ' ' || coalesce("telefone_entrevistado", '') || ' '
    || coalesce(escuta_digitos("telefone_entrevistado"), ''))
) STORED;

-- From 3 characters on: busca LIKE '%…%'. 1 or 2 characters: left(busca, 16) LIKE 'ma%'.
CREATE INDEX "entrevistas_projeto_id_busca_idx" ON "entrevistas"
  USING gin ("projeto_id" public.uuid_ops, "busca" public.gin_trgm_ops) WITH (fastupdate = on);
CREATE INDEX "entrevistas_busca_prefixo_idx" ON "entrevistas" ("projeto_id", left("busca", 16) text_pattern_ops);
