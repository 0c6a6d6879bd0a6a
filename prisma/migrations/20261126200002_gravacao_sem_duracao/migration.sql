-- Recordings that nobody could measure (lost, or no sound): looked at again from time to time, by a worker that finds them at once.
CREATE INDEX "auditoria_itens_sem_duracao_idx" ON "auditoria_itens"("updated_at")
  WHERE "gravacao_ms" = 0 AND "arquivo_path" IS NOT NULL AND "tipo_item" IN ('entrevista', 'pesquisa');
