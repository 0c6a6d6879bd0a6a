-- fase: expandir
SET lock_timeout = '3s';

-- Copies of recordings that browsers do not play, made by the worker (worker/src/recordings/listening-copies.ts). A copy belongs to the object of its
-- recording, whichever row names that one, and goes with it.
CREATE TABLE "copias_escuta" (
    "chave_original" TEXT NOT NULL,
    "empresa_id" UUID NOT NULL,
    "tipo" TEXT,
    "situacao" TEXT NOT NULL DEFAULT 'pendente',
    "tentativas" INTEGER NOT NULL DEFAULT 0,
    "proxima_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "chave_objeto" TEXT,
    "tamanho" BIGINT,
    "sha256" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "copias_escuta_pkey" PRIMARY KEY ("chave_original"),
    CONSTRAINT "copias_escuta_situacao_check" CHECK ("situacao" IN ('pendente', 'pronta', 'dispensada', 'falhou')),
    CONSTRAINT "copias_escuta_objeto_check" CHECK (("situacao" = 'pronta') = ("chave_objeto" IS NOT NULL))
);
CREATE UNIQUE INDEX "copias_escuta_chave_objeto_key" ON "copias_escuta"("chave_objeto");
CREATE INDEX "copias_escuta_pendentes_idx" ON "copias_escuta"("proxima_em") WHERE "situacao" = 'pendente';

-- Media types that every browser plays for certain, as they are recognised when a recording comes in (recognise-recording.ts). Of the others a
-- worker looks at what they hold.
CREATE FUNCTION escuta_toca(tipo TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(tipo IN ('audio/wav', 'audio/mpeg', 'audio/aac', 'audio/ogg', 'audio/flac', 'audio/webm'), false)
$$;

-- Asks for the copy of a recording that a row names, whoever wrote it. Arguments: the columns of key and media type.
CREATE FUNCTION escuta_pede_copia() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  linha JSONB := to_jsonb(NEW);
BEGIN
  IF escuta_toca(linha ->> TG_ARGV[1]) THEN RETURN NULL; END IF;
  INSERT INTO "copias_escuta" ("chave_original", "empresa_id", "tipo")
  VALUES (linha ->> TG_ARGV[0], NEW."empresa_id", linha ->> TG_ARGV[1]) ON CONFLICT ("chave_original") DO NOTHING;
  IF FOUND THEN PERFORM pg_notify('escuta_copia', ''); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "auditoria_itens_copia_nova" AFTER INSERT ON "auditoria_itens" FOR EACH ROW WHEN (NEW."arquivo_path" IS NOT NULL)
  EXECUTE FUNCTION escuta_pede_copia('arquivo_path', 'arquivo_tipo');
CREATE TRIGGER "auditoria_itens_copia_mudada" AFTER UPDATE OF "arquivo_path" ON "auditoria_itens" FOR EACH ROW
  WHEN (NEW."arquivo_path" IS NOT NULL AND NEW."arquivo_path" IS DISTINCT FROM OLD."arquivo_path")
  EXECUTE FUNCTION escuta_pede_copia('arquivo_path', 'arquivo_tipo');
CREATE TRIGGER "entrevista_segundas_copia" AFTER INSERT OR UPDATE OF "chave_objeto" ON "entrevista_segundas" FOR EACH ROW
  WHEN (NEW."chave_objeto" IS NOT NULL) EXECUTE FUNCTION escuta_pede_copia('chave_objeto', 'tipo');
CREATE TRIGGER "lote_gravacoes_copia" AFTER INSERT OR UPDATE OF "chave_objeto" ON "lote_gravacoes" FOR EACH ROW
  WHEN (NEW."chave_objeto" IS NOT NULL) EXECUTE FUNCTION escuta_pede_copia('chave_objeto', 'tipo');
CREATE TRIGGER "preparo_gravacoes_copia" AFTER INSERT OR UPDATE OF "chave_objeto" ON "preparo_gravacoes" FOR EACH ROW
  WHEN (NEW."chave_objeto" IS NOT NULL) EXECUTE FUNCTION escuta_pede_copia('chave_objeto', 'tipo');

-- A copy goes at the moment at which its recording's object is handed to deletion, whoever does that. The second is for times kept to the millisecond.
CREATE FUNCTION escuta_copia_vai() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH foram AS (DELETE FROM "copias_escuta" WHERE "chave_original" = NEW."chave" RETURNING "empresa_id", "chave_objeto")
  INSERT INTO "objetos_pendentes" ("id", "empresa_id", "chave", "apagar_em")
  SELECT gen_random_uuid(), "empresa_id", "chave_objeto", NEW."apagar_em" FROM foram WHERE "chave_objeto" IS NOT NULL
  ON CONFLICT ("chave") DO UPDATE SET "apagar_em" = excluded."apagar_em";
  RETURN NULL;
END $$;
CREATE TRIGGER "objetos_pendentes_copia" AFTER INSERT OR UPDATE OF "apagar_em" ON "objetos_pendentes" FOR EACH ROW
  WHEN (NEW."apagar_em" <= now() + interval '1 second') EXECUTE FUNCTION escuta_copia_vai();

-- They count for their company like what they are copies of.
CREATE TRIGGER "copias_escuta_bytes" AFTER INSERT OR UPDATE OR DELETE ON "copias_escuta" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('escuta', 'chave_objeto', 'tamanho');

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
    UNION ALL SELECT c.empresa_id, 'escuta', c.tamanho FROM "copias_escuta" c WHERE c.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;
