-- What the parts were of which an item's recording was joined: the parts themselves go as soon as it is (worker/src/field/assembly-repo.ts).
CREATE TABLE "entrevista_partes" (
    "item_id" UUID NOT NULL,
    "gravacao" INTEGER NOT NULL,
    "n" INTEGER NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "entrevista_id" UUID NOT NULL,
    "sha256" TEXT NOT NULL,
    "tamanho" INTEGER NOT NULL,

    CONSTRAINT "entrevista_partes_pkey" PRIMARY KEY ("item_id", "gravacao", "n")
);
CREATE INDEX "entrevista_partes_pesquisa_id_sha256_idx" ON "entrevista_partes"("pesquisa_id", "sha256");
CREATE INDEX "entrevista_partes_entrevista_id_idx" ON "entrevista_partes"("entrevista_id");
ALTER TABLE "entrevista_partes" ADD CONSTRAINT "entrevista_partes_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "entrevista_partes" ADD CONSTRAINT "entrevista_partes_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DROP INDEX "envio_partes_empresa_id_sha256_idx";

-- They go with their recording, as its fingerprint does: erased, detached or in favour of another.
CREATE OR REPLACE FUNCTION escuta_som_sem_gravacao() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM entrevista_sons WHERE item_id = NEW.id AND gravacao IS DISTINCT FROM NEW.arquivo_path;
  DELETE FROM entrevista_partes WHERE item_id = NEW.id;
  RETURN NEW;
END $$;

-- How long the rules took the last time: the next comes no sooner than ten times as long after.
ALTER TABLE "sinal_calculos" ADD COLUMN "duracao_ms" INTEGER NOT NULL DEFAULT 0;
