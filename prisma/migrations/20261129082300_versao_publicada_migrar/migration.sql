-- fase: migrar
-- Versions that a server of the version before made after 20261129051000_publicar_expandir and before its trigger.
UPDATE "questionario_versoes" SET "publicada_em" = "created_at", "publicada_por" = "criada_por" WHERE "publicada_em" IS NULL;
