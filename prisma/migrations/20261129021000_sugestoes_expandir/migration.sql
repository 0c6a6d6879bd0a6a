-- fase: expandir
-- A test can also ask for criteria from up to three calls: the first is its item, the others stand beside it.
SET lock_timeout = '3s';
ALTER TABLE "testes_template" ADD COLUMN "tipo" TEXT NOT NULL DEFAULT 'rascunho';
ALTER TABLE "testes_template" ADD COLUMN "outros_itens" UUID[] NOT NULL DEFAULT '{}';
