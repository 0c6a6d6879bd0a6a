-- fase: expandir
-- Every upload has an owner, of the kind that its file says, and both ways of naming it say the same. Alone in its file: whoever sends
-- waits for this lock, and for nothing that is held with it.
SET lock_timeout = '3s';

ALTER TABLE "envios" ADD CONSTRAINT "envios_dono_check" CHECK ("dono" IS NOT NULL AND "dono_id" IS NOT NULL
  AND "dono" = CASE "papel" WHEN 'gravacao' THEN 'entrevista' WHEN 'gravacoes' THEN 'lote' WHEN 'importacao' THEN 'importacao' ELSE 'preparo' END
  AND ("numero" = 1 OR "dono" = 'entrevista' AND "numero" > 0)) NOT VALID;
ALTER TABLE "envios" ADD CONSTRAINT "envios_dono_igual" CHECK ("dono_id" = coalesce(entrevista_id, preparo_id, lote_id, importacao_id)
  AND "numero" = coalesce(gravacao, 1)) NOT VALID;
