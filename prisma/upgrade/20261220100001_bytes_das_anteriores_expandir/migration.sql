-- fase: expandir
SET lock_timeout = '3s';

-- Recordings that left their item, and second ones of an interview, count for their company as long as they are kept.
CREATE TRIGGER "gravacoes_anteriores_bytes" AFTER INSERT OR UPDATE OR DELETE ON "gravacoes_anteriores" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('anterior', 'chave_objeto', 'tamanho');
CREATE TRIGGER "entrevista_segundas_bytes" AFTER INSERT OR UPDATE OR DELETE ON "entrevista_segundas" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('anterior', 'chave_objeto', 'tamanho');

-- What the rows that name objects count for, of one company or all.
CREATE OR REPLACE FUNCTION escuta_bytes_contados(empresa UUID DEFAULT NULL)
RETURNS TABLE ("empresa_id" UUID, "tipo" TEXT, "n" BIGINT, "bytes" BIGINT) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT o.empresa_id, o.tipo, count(*), sum(o.tamanho)::bigint FROM (
    SELECT i.empresa_id, 'gravacao' AS tipo, i.arquivo_tamanho AS tamanho FROM "auditoria_itens" i WHERE i.arquivo_path IS NOT NULL
    UNION ALL SELECT p.empresa_id, 'envio', p.tamanho FROM "envio_partes" p
    UNION ALL SELECT g.empresa_id, 'preparo', g.tamanho FROM "preparo_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'lote', g.tamanho FROM "lote_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT a.empresa_id, 'documento', a.tamanho FROM "auditoria_arquivos" a
    UNION ALL SELECT m.empresa_id, 'importacao', m.tamanho FROM "importacoes" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'anterior', g.tamanho FROM "gravacoes_anteriores" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT s.empresa_id, 'anterior', s.tamanho FROM "entrevista_segundas" s WHERE s.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;
