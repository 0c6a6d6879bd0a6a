-- Accounts registered by a client that said nothing of the terms: the first sign-in asks for the consent.
ALTER TABLE "membros" ADD COLUMN "termos_pendentes" BOOLEAN NOT NULL DEFAULT false;

-- When an item's recording came in: upload_date of its results. Unknown for those that are there already.
ALTER TABLE "auditoria_itens" ADD COLUMN "arquivo_recebido_em" TIMESTAMPTZ(3);
