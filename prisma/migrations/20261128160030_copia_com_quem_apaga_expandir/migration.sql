-- fase: expandir
SET lock_timeout = '3s';

-- A recording that was handed to deletion for later becomes due without a word: its listening copy goes when a sweeper takes the row, whichever
-- version that worker is of. An older one, beside a newer during an update, knows of no copies.
CREATE OR REPLACE FUNCTION escuta_copia_vai() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH foram AS (DELETE FROM "copias_escuta" WHERE "chave_original" = NEW."chave" RETURNING "empresa_id", "chave_objeto")
  INSERT INTO "objetos_pendentes" ("id", "empresa_id", "chave", "apagar_em")
  SELECT gen_random_uuid(), "empresa_id", "chave_objeto", least(NEW."apagar_em", now()) FROM foram WHERE "chave_objeto" IS NOT NULL
  ON CONFLICT ("chave") DO UPDATE SET "apagar_em" = excluded."apagar_em";
  RETURN NULL;
END $$;
CREATE TRIGGER "objetos_pendentes_copia_tomado" AFTER UPDATE OF "apagar_em" ON "objetos_pendentes" FOR EACH ROW
  WHEN (OLD."apagar_em" <= now() AND NEW."apagar_em" > now() + interval '1 second') EXECUTE FUNCTION escuta_copia_vai();
