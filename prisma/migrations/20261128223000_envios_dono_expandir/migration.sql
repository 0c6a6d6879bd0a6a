-- fase: expandir
-- An upload names its owner by a kind and an id, in place of a column for each kind. A version before this writes the old columns, this one
-- the new ones: whichever an insert brings gives the others.
SET lock_timeout = '3s';

ALTER TABLE "envios" ADD COLUMN "dono" TEXT, ADD COLUMN "dono_id" UUID, ADD COLUMN "numero" INTEGER NOT NULL DEFAULT 1;

CREATE FUNCTION escuta_envio_dono() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.dono_id IS NULL THEN
    NEW.dono := CASE WHEN NEW.entrevista_id IS NOT NULL THEN 'entrevista' WHEN NEW.preparo_id IS NOT NULL THEN 'preparo'
      WHEN NEW.lote_id IS NOT NULL THEN 'lote' ELSE 'importacao' END;
    NEW.dono_id := coalesce(NEW.entrevista_id, NEW.preparo_id, NEW.lote_id, NEW.importacao_id);
    NEW.numero := coalesce(NEW.gravacao, 1);
  ELSE
    NEW.entrevista_id := CASE NEW.dono WHEN 'entrevista' THEN NEW.dono_id END;
    NEW.gravacao := CASE NEW.dono WHEN 'entrevista' THEN NEW.numero END;
    NEW.preparo_id := CASE NEW.dono WHEN 'preparo' THEN NEW.dono_id END;
    NEW.lote_id := CASE NEW.dono WHEN 'lote' THEN NEW.dono_id END;
    NEW.importacao_id := CASE NEW.dono WHEN 'importacao' THEN NEW.dono_id END;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envios_dono BEFORE INSERT ON "envios" FOR EACH ROW EXECUTE FUNCTION escuta_envio_dono();
