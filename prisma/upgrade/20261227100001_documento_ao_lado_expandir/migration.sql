-- fase: expandir
SET lock_timeout = '3s';

-- The document that a questionnaire was read from, as it was sent: its own object, or a file of the audit that the portal made. What nobody
-- included goes when it expires.
CREATE TABLE "questionario_documentos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "questionario_id" UUID NOT NULL,
    "tarefa_id" UUID,
    "arquivo_id" UUID,
    "nome" TEXT NOT NULL,
    "tamanho" BIGINT NOT NULL,
    "chave_objeto" TEXT,
    "linhas" JSONB,
    "perguntas" JSONB NOT NULL DEFAULT '[]',
    "incluido_em" TIMESTAMPTZ(3),
    "expira_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "questionario_documentos_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "questionario_documentos_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "questionario_documentos_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "questionario_documentos_arquivo_id_fkey" FOREIGN KEY ("arquivo_id") REFERENCES "auditoria_arquivos"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "questionario_documentos_questionario_id_idx" ON "questionario_documentos"("questionario_id");
CREATE INDEX "questionario_documentos_arquivo_id_idx" ON "questionario_documentos"("arquivo_id");
CREATE INDEX "questionario_documentos_tarefa_id_idx" ON "questionario_documentos"("tarefa_id");
CREATE INDEX "questionario_documentos_expira_em_idx" ON "questionario_documentos"("expira_em");

-- However its row goes (with its questionnaire, its survey, by its date), its object is deleted.
CREATE FUNCTION escuta_documento_apagado() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "objetos_pendentes" ("id", "empresa_id", "chave", "apagar_em")
  VALUES (gen_random_uuid(), OLD."empresa_id", OLD."chave_objeto", now())
  ON CONFLICT ("chave") DO UPDATE SET "apagar_em" = now();
  RETURN NULL;
END $$;
CREATE TRIGGER "questionario_documentos_apagados" AFTER DELETE ON "questionario_documentos" FOR EACH ROW WHEN (OLD."chave_objeto" IS NOT NULL)
  EXECUTE FUNCTION escuta_documento_apagado();
CREATE TRIGGER "questionario_documentos_bytes" AFTER INSERT OR UPDATE OR DELETE ON "questionario_documentos" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('documento', 'chave_objeto', 'tamanho');

-- What the rows that name objects count for, of one company or all.
CREATE OR REPLACE FUNCTION escuta_bytes_contados(empresa UUID DEFAULT NULL)
RETURNS TABLE ("empresa_id" UUID, "tipo" TEXT, "n" BIGINT, "bytes" BIGINT) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT o.empresa_id, o.tipo, count(*), sum(o.tamanho)::bigint FROM (
    SELECT i.empresa_id, 'gravacao' AS tipo, i.arquivo_tamanho AS tamanho FROM "auditoria_itens" i WHERE i.arquivo_path IS NOT NULL
    UNION ALL SELECT p.empresa_id, 'envio', p.tamanho FROM "envio_partes" p
    UNION ALL SELECT g.empresa_id, 'preparo', g.tamanho FROM "preparo_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'lote', g.tamanho FROM "lote_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT a.empresa_id, 'documento', a.tamanho FROM "auditoria_arquivos" a
    UNION ALL SELECT d.empresa_id, 'documento', d.tamanho FROM "questionario_documentos" d WHERE d.chave_objeto IS NOT NULL
    UNION ALL SELECT m.empresa_id, 'importacao', m.tamanho FROM "importacoes" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'anterior', g.tamanho FROM "gravacoes_anteriores" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT s.empresa_id, 'anterior', s.tamanho FROM "entrevista_segundas" s WHERE s.chave_objeto IS NOT NULL
    UNION ALL SELECT c.empresa_id, 'escuta', c.tamanho FROM "copias_escuta" c WHERE c.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;

-- A page of a document that a model was asked about: paid for once. What it was asked for may go (its preparation, its questionnaire); what it
-- cost stays.
CREATE TABLE "leituras_ia" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "preparo_id" UUID,
    "documento_id" UUID,
    "documento_hash" TEXT NOT NULL,
    "pagina" INTEGER NOT NULL,
    "provedor" TEXT NOT NULL,
    "modelo" TEXT NOT NULL,
    "resposta" JSONB,
    "custos" JSONB NOT NULL,
    "latencia_ms" INTEGER NOT NULL,
    "recusadas" INTEGER NOT NULL DEFAULT 0,
    "descartadas" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "leituras_ia_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "leituras_ia_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "leituras_ia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "leituras_ia_preparo_id_fkey" FOREIGN KEY ("preparo_id") REFERENCES "auditoria_preparos"("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "leituras_ia_documento_id_fkey" FOREIGN KEY ("documento_id") REFERENCES "questionario_documentos"("id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "leituras_ia_preparo_pagina_key" ON "leituras_ia"("preparo_id", "documento_hash", "pagina");
CREATE UNIQUE INDEX "leituras_ia_documento_pagina_key" ON "leituras_ia"("documento_id", "documento_hash", "pagina");
CREATE INDEX "leituras_ia_empresa_id_created_at_idx" ON "leituras_ia"("empresa_id", "created_at" DESC);
CREATE INDEX "leituras_ia_projeto_id_idx" ON "leituras_ia"("projeto_id");
