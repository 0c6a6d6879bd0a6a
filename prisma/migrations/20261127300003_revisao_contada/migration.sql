-- Which interviews were approved, without a look at their rows.
CREATE INDEX "entrevistas_revisao_idx" ON "entrevistas" ("pesquisa_id", "revisao", "situacao", "id");
