-- fase: expandir
-- Texts of options that were said and not typed, and typed and not said: what a cell with several options diverges by.
SET lock_timeout = '3s';
ALTER TABLE "confrontos"
  ADD COLUMN "opcoes_nao_marcadas" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "opcoes_nao_ditas" TEXT[] NOT NULL DEFAULT '{}';
