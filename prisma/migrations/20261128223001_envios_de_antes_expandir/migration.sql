-- fase: expandir
-- Uploads of before get their owner, in columns that the version before does not know. There are few: those that are over are deleted.
SET lock_timeout = '3s';

UPDATE "envios" SET
  "dono" = CASE WHEN entrevista_id IS NOT NULL THEN 'entrevista' WHEN preparo_id IS NOT NULL THEN 'preparo'
    WHEN lote_id IS NOT NULL THEN 'lote' ELSE 'importacao' END,
  "dono_id" = coalesce(entrevista_id, preparo_id, lote_id, importacao_id),
  "numero" = coalesce(gravacao, 1)
WHERE "dono_id" IS NULL;
