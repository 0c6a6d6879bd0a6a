-- fase: expandir
SET lock_timeout = '3s';

-- Which way a call went: shared/src/domain/calls/call-direction.ts DIRECOES. Null: nobody said.
ALTER TABLE "auditoria_itens" ADD COLUMN "direcao" TEXT;
ALTER TABLE "auditoria_itens" ADD CONSTRAINT "auditoria_itens_direcao_check"
  CHECK (direcao IN ('recebida', 'efetuada', 'interna')) NOT VALID;

-- What the reading found beside the columns (sheets of the workbook, directions), and the sheet that a person chose.
ALTER TABLE "importacoes" ADD COLUMN "leitura" JSONB, ADD COLUMN "aba_pedida" TEXT;

-- A row that is a further leg of a call, and no duplicate.
ALTER TABLE "importacao_linhas" ADD COLUMN "perna" BOOLEAN NOT NULL DEFAULT false;
