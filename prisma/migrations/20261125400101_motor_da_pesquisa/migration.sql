-- An interview whose verdicts have to be derived anew (a person corrected a sentence): since when. One row a wish, however many came.
ALTER TABLE "entrevistas" ADD COLUMN "rejulgar_em" TIMESTAMPTZ(3);
CREATE INDEX "entrevistas_rejulgar_idx" ON "entrevistas"("rejulgar_em") WHERE "rejulgar_em" IS NOT NULL;

-- How long an interview's recording is, decoded: its price. Null while nobody has measured it.
ALTER TABLE "auditoria_itens" ADD COLUMN "gravacao_ms" INTEGER CHECK ("gravacao_ms" >= 0);
CREATE INDEX "auditoria_itens_medir_idx" ON "auditoria_itens"("updated_at")
  WHERE "gravacao_ms" IS NULL AND "arquivo_path" IS NOT NULL AND "tipo_item" IN ('entrevista', 'pesquisa');
-- What is measured already was decoded by an earlier run.
UPDATE "auditoria_itens" i SET "gravacao_ms" = i.call_duration * 1000
WHERE i.tipo_item IN ('entrevista', 'pesquisa') AND i.call_duration IS NOT NULL AND i.arquivo_path IS NOT NULL AND EXISTS (
  SELECT FROM execucoes x JOIN execucao_etapas a ON a.execucao_id = x.id AND a.etapa = 'audio'
  WHERE x.item_id = i.id AND a.saida ->> 'arquivoPath' = i.arquivo_path);

-- Another recording is another length, whoever attaches it.
CREATE FUNCTION escuta_gravacao_a_medir() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.arquivo_path IS DISTINCT FROM OLD.arquivo_path
      AND NEW.gravacao_ms IS NOT DISTINCT FROM OLD.gravacao_ms THEN
    NEW.gravacao_ms := NULL;
  END IF;
  IF NEW.gravacao_ms IS NULL AND NEW.arquivo_path IS NOT NULL AND NEW.tipo_item IN ('entrevista', 'pesquisa') THEN
    PERFORM pg_notify('escuta_medicao', '');
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER auditoria_itens_a_medir BEFORE INSERT OR UPDATE OF arquivo_path, tipo_item, gravacao_ms ON auditoria_itens
  FOR EACH ROW EXECUTE FUNCTION escuta_gravacao_a_medir();

-- A role may follow from the order alone (what follows a reading): it accuses nobody.
ALTER TABLE "sentenca_papeis" DROP CONSTRAINT "sentenca_papeis_origem_check",
  ADD CONSTRAINT "sentenca_papeis_origem_check" CHECK ("origem" IN ('texto', 'voz', 'provedor', 'ordem'));
