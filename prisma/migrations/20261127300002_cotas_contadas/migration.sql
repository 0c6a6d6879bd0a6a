-- Quotas count the answers to one question from this index alone.
CREATE INDEX "respostas_cotas_idx" ON "respostas" ("pergunta_id", "entrevista_id", "opcoes");
