-- Which recordings of a preparation have the same bytes.
CREATE INDEX "preparo_gravacoes_preparo_id_sha256_idx" ON "preparo_gravacoes"("preparo_id", "sha256");
