-- 20261122150101 first indexed protocols whole: a call with a long one was refused, and a database that had one could not be
-- migrated, which is why that migration itself was changed. Where it was applied before, its indices are made anew.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_indexes WHERE schemaname = current_schema()
    AND indexname = 'auditoria_itens_protocolo_idx' AND indexdef NOT LIKE '%left%') THEN
    DROP INDEX auditoria_itens_protocolo_idx, auditoria_itens_unique_id_idx;
    CREATE INDEX auditoria_itens_protocolo_idx ON auditoria_itens
      (left(upper(metadata ->> 'codigo_chamada'), 64) text_pattern_ops, empresa_id)
      WHERE metadata ->> 'codigo_chamada' IS NOT NULL;
    CREATE INDEX auditoria_itens_unique_id_idx ON auditoria_itens
      (left(upper(metadata ->> 'unique_id'), 64) text_pattern_ops, empresa_id)
      WHERE metadata ->> 'unique_id' IS NOT NULL;
  END IF;
END $$;
