-- The dead-letter screen: why a letter was discarded; a letter goes with its item, which nobody could run again.
ALTER TABLE "letras_mortas" ADD COLUMN "motivo_descarte" TEXT;
DELETE FROM "letras_mortas" l WHERE NOT EXISTS (SELECT 1 FROM "auditoria_itens" i WHERE i.id = l.item_id);
CREATE INDEX "letras_mortas_item_id_idx" ON "letras_mortas"("item_id");
ALTER TABLE "letras_mortas" ADD CONSTRAINT "letras_mortas_item_id_fkey"
  FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- All letters of a company, or of the installation, whatever became of them.
CREATE INDEX "letras_mortas_empresa_id_created_at_idx" ON "letras_mortas"("empresa_id", "created_at" DESC);
CREATE INDEX "letras_mortas_created_at_idx" ON "letras_mortas"("created_at" DESC);
-- The day's ledger of every company, for the metrics.
CREATE INDEX "credito_rollup_dia_dia_idx" ON "credito_rollup_dia"("dia");
