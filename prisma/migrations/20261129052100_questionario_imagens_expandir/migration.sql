-- fase: expandir
-- Images that questions show (cards).
SET lock_timeout = '3s';
CREATE TABLE "questionario_imagens" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "questionario_id" UUID NOT NULL,
  "nome" TEXT NOT NULL,
  "tipo" TEXT NOT NULL,
  "tamanho" INTEGER NOT NULL,
  "chave_objeto" TEXT NOT NULL,
  "excluida_em" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "questionario_imagens_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "questionario_imagens_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT "questionario_imagens_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id") ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "questionario_imagens_questionario_id_idx" ON "questionario_imagens" ("questionario_id");
CREATE INDEX "questionario_imagens_chave_objeto_idx" ON "questionario_imagens" ("chave_objeto");

-- Copies of a questionnaire share an object: the last row deletes it, whoever else deletes another at the same time.
CREATE FUNCTION escuta_imagem_apagada() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(OLD."chave_objeto", 0));
  INSERT INTO "objetos_pendentes" ("id", "empresa_id", "chave", "apagar_em")
  SELECT gen_random_uuid(), OLD."empresa_id", OLD."chave_objeto", now()
  WHERE NOT EXISTS (SELECT FROM "questionario_imagens" i WHERE i."chave_objeto" = OLD."chave_objeto")
  ON CONFLICT ("chave") DO UPDATE SET "apagar_em" = now();
  RETURN NULL;
END $$;
CREATE TRIGGER questionario_imagens_apagadas AFTER DELETE ON "questionario_imagens" FOR EACH ROW
  EXECUTE FUNCTION escuta_imagem_apagada();
CREATE TRIGGER questionario_imagens_bytes AFTER INSERT OR UPDATE OR DELETE ON "questionario_imagens" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('documento', 'chave_objeto', 'tamanho');

-- Bytes counted anew from the rows that name objects, of one company or all.
CREATE OR REPLACE FUNCTION escuta_bytes_contados(empresa UUID DEFAULT NULL)
RETURNS TABLE ("empresa_id" UUID, "tipo" TEXT, "n" BIGINT, "bytes" BIGINT) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT o.empresa_id, o.tipo, count(*), sum(o.tamanho)::bigint FROM (
    SELECT i.empresa_id, 'gravacao' AS tipo, i.arquivo_tamanho AS tamanho FROM "auditoria_itens" i WHERE i.arquivo_path IS NOT NULL
    UNION ALL SELECT p.empresa_id, 'envio', p.tamanho FROM "envio_partes" p
    UNION ALL SELECT g.empresa_id, 'preparo', g.tamanho FROM "preparo_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'lote', g.tamanho FROM "lote_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT a.empresa_id, 'documento', a.tamanho FROM "auditoria_arquivos" a
    UNION ALL SELECT d.empresa_id, 'documento', d.tamanho FROM "questionario_documentos" d WHERE d.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'documento', g.tamanho FROM "questionario_imagens" g
    UNION ALL SELECT m.empresa_id, 'importacao', m.tamanho FROM "importacoes" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'anterior', g.tamanho FROM "gravacoes_anteriores" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT s.empresa_id, 'anterior', s.tamanho FROM "entrevista_segundas" s WHERE s.chave_objeto IS NOT NULL
    UNION ALL SELECT c.empresa_id, 'escuta', c.tamanho FROM "copias_escuta" c WHERE c.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;
