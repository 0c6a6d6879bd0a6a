-- fase: expandir
-- No upload outlives its owner, to which no foreign key can lead. Ids come from whoever sends: two kinds may have the same one.
SET lock_timeout = '3s';

CREATE FUNCTION escuta_envios_sem_dono() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "envios" v USING foram f WHERE v.dono = TG_ARGV[0] AND v.dono_id = f.id;
  RETURN NULL;
END $$;
CREATE TRIGGER entrevistas_envios AFTER DELETE ON "entrevistas" REFERENCING OLD TABLE AS foram FOR EACH STATEMENT
  EXECUTE FUNCTION escuta_envios_sem_dono('entrevista');
CREATE TRIGGER auditoria_preparos_envios AFTER DELETE ON "auditoria_preparos" REFERENCING OLD TABLE AS foram FOR EACH STATEMENT
  EXECUTE FUNCTION escuta_envios_sem_dono('preparo');
CREATE TRIGGER lotes_gravacao_envios AFTER DELETE ON "lotes_gravacao" REFERENCING OLD TABLE AS foram FOR EACH STATEMENT
  EXECUTE FUNCTION escuta_envios_sem_dono('lote');
CREATE TRIGGER importacoes_envios AFTER DELETE ON "importacoes" REFERENCING OLD TABLE AS foram FOR EACH STATEMENT
  EXECUTE FUNCTION escuta_envios_sem_dono('importacao');
