-- What reports count from few rows among many: calls in which nothing could be heard, and calls that a person reviewed.
CREATE INDEX execucoes_inaudivel_idx ON execucoes (empresa_id, item_id) WHERE codigo_motivo = 'audio_inaudivel';
CREATE INDEX item_qualidade_revisada_idx ON item_qualidade (empresa_id, dia_chamada) WHERE revisado_por IS NOT NULL;
-- The lines behind a cost, newest first.
CREATE INDEX "linhas_custo_empresa_id_created_at_id_idx" ON "linhas_custo"("empresa_id", "created_at" DESC, "id" DESC);
DROP INDEX "linhas_custo_empresa_id_created_at_idx";
