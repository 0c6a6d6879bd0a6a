-- What an interview's own audit takes, where the balance lacked it: it is taken up again once the company has as much.
ALTER TABLE "entrevistas" ADD COLUMN "auditar_creditos" INTEGER;
CREATE INDEX "entrevistas_sem_creditos_idx" ON "entrevistas"("empresa_id", "recebida_em") WHERE "auditar_creditos" IS NOT NULL;
