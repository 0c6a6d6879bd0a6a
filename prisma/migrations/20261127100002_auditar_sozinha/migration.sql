-- When an interview that came in from a device is to be audited by itself; null: it is not, or was.
ALTER TABLE "entrevistas" ADD COLUMN "auditar_em" TIMESTAMPTZ(3);
CREATE INDEX "entrevistas_auditar_em_idx" ON "entrevistas"("auditar_em") WHERE "auditar_em" IS NOT NULL;
