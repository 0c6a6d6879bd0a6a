-- Which recording a fingerprint is of. It names the object and does not own it: a backup asks for it by its item alone.
ALTER TABLE "entrevista_sons" RENAME COLUMN "arquivo_path" TO "gravacao";

-- A fingerprint goes with its recording.
CREATE FUNCTION escuta_som_sem_gravacao() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM entrevista_sons WHERE item_id = NEW.id AND gravacao IS DISTINCT FROM NEW.arquivo_path;
  RETURN NEW;
END $$;
CREATE TRIGGER auditoria_itens_som_sem_gravacao AFTER UPDATE OF arquivo_path ON auditoria_itens FOR EACH ROW
  WHEN (OLD.arquivo_path IS NOT NULL AND OLD.arquivo_path IS DISTINCT FROM NEW.arquivo_path)
  EXECUTE FUNCTION escuta_som_sem_gravacao();
