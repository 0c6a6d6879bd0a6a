-- Repetitions of one wish (a lost answer, another press) are one item. Items of before have no key.
ALTER TABLE "auditoria_itens" ADD COLUMN "chave_idempotente" TEXT;
CREATE UNIQUE INDEX "auditoria_itens_chave_idempotente_key" ON "auditoria_itens" ("empresa_id", "chave_idempotente")
  WHERE "chave_idempotente" IS NOT NULL;
