-- The rows from before the constraints are held to them too. Nobody has to wait: since the migration before, nothing that breaks
-- them can be written, and validation stands beside readers and writers.
ALTER TABLE "auditoria_itens" VALIDATE CONSTRAINT "auditoria_itens_pesquisa_id_fkey";
ALTER TABLE "auditoria_itens" VALIDATE CONSTRAINT "auditoria_itens_questionario_id_fkey";
ALTER TABLE "auditoria_itens" VALIDATE CONSTRAINT "auditoria_itens_entrevista_id_fkey";
ALTER TABLE "auditoria_itens" VALIDATE CONSTRAINT "auditoria_itens_vinculo_check";
