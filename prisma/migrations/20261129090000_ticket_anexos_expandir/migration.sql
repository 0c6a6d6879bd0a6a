-- fase: expandir
-- Pictures and PDFs of a ticket and of its answers.
SET lock_timeout = '3s';
CREATE TABLE "ticket_anexos" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "ticket_id" UUID NOT NULL,
  "mensagem_id" UUID,
  "usuario_id" UUID,
  "nome" TEXT NOT NULL,
  "tipo" TEXT NOT NULL,
  "tamanho" INTEGER NOT NULL,
  "chave_objeto" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "ticket_anexos_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "ticket_anexos_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "tickets"("id") ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT "ticket_anexos_mensagem_id_fkey" FOREIGN KEY ("mensagem_id") REFERENCES "ticket_mensagens"("id") ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX "ticket_anexos_ticket_id_created_at_id_idx" ON "ticket_anexos" ("ticket_id", "created_at", "id");
CREATE INDEX "ticket_anexos_mensagem_id_idx" ON "ticket_anexos" ("mensagem_id");
CREATE TRIGGER ticket_anexos_apagados AFTER DELETE ON "ticket_anexos" FOR EACH ROW
  EXECUTE FUNCTION escuta_documento_apagado();
CREATE TRIGGER ticket_anexos_bytes AFTER INSERT OR UPDATE OR DELETE ON "ticket_anexos" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('documento', 'chave_objeto', 'tamanho');

-- As before, with the cut sounds again, which the questionnaires' images left out.
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
    UNION ALL SELECT t.empresa_id, 'documento', t.tamanho FROM "ticket_anexos" t
    UNION ALL SELECT m.empresa_id, 'importacao', m.tamanho FROM "importacoes" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'anterior', g.tamanho FROM "gravacoes_anteriores" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT s.empresa_id, 'anterior', s.tamanho FROM "entrevista_segundas" s WHERE s.chave_objeto IS NOT NULL
    UNION ALL SELECT c.empresa_id, 'escuta', c.tamanho FROM "copias_escuta" c WHERE c.chave_objeto IS NOT NULL
    UNION ALL SELECT m.empresa_id, 'escuta', m.tamanho FROM "momentos" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;
