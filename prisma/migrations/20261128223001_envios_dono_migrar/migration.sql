-- fase: migrar
-- Uploads of before get their owner; there are few, since those that are over are deleted. From here on every row has one, and both ways
-- of naming it say the same.
SET lock_timeout = '3s';

UPDATE "envios" SET
  "dono" = CASE WHEN entrevista_id IS NOT NULL THEN 'entrevista' WHEN preparo_id IS NOT NULL THEN 'preparo'
    WHEN lote_id IS NOT NULL THEN 'lote' ELSE 'importacao' END,
  "dono_id" = coalesce(entrevista_id, preparo_id, lote_id, importacao_id),
  "numero" = coalesce(gravacao, 1)
WHERE "dono_id" IS NULL;

ALTER TABLE "envios" ADD CONSTRAINT "envios_dono_check" CHECK ("dono" IS NOT NULL AND "dono_id" IS NOT NULL
  AND "dono" = CASE "papel" WHEN 'gravacao' THEN 'entrevista' WHEN 'gravacoes' THEN 'lote' WHEN 'importacao' THEN 'importacao' ELSE 'preparo' END
  AND ("numero" = 1 OR "dono" = 'entrevista' AND "numero" > 0)) NOT VALID;
ALTER TABLE "envios" ADD CONSTRAINT "envios_dono_igual" CHECK ("dono_id" = coalesce(entrevista_id, preparo_id, lote_id, importacao_id)
  AND "numero" = coalesce(gravacao, 1)) NOT VALID;
