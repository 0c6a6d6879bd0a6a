-- fase: expandir
-- A server of the version before publishes nothing: it makes the version with which it begins interviews. Such a version
-- is published as it is made, like those from before the update.
SET lock_timeout = '3s';
CREATE FUNCTION escuta_versao_publicada() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW."publicada_em" := greatest(clock_timestamp(), (SELECT max(v."publicada_em") + interval '1 ms'
    FROM "questionario_versoes" v WHERE v."questionario_id" = NEW."questionario_id"));
  NEW."publicada_por" := coalesce(NEW."publicada_por", NEW."criada_por");
  RETURN NEW;
END $$;
CREATE TRIGGER questionario_versoes_publicada BEFORE INSERT ON "questionario_versoes" FOR EACH ROW
  WHEN (NEW."publicada_em" IS NULL) EXECUTE FUNCTION escuta_versao_publicada();
