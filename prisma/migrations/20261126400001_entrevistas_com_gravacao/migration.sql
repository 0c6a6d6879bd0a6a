-- Which interviews have a recording: asked by the filter of their lists.
CREATE INDEX "auditoria_itens_com_gravacao_idx" ON "auditoria_itens" ("entrevista_id")
  WHERE "entrevista_id" IS NOT NULL AND "arquivo_nome" IS NOT NULL;
