-- fase: expandir
SET lock_timeout = '3s';

-- What a company's objects take up (docs/decisions/0004-rollups.md), by kind. Triggers only add rows, so that nobody waits for anybody's row; a
-- worker adds them up (worker/src/sums.ts): "somada" says which are.
CREATE TABLE "empresa_bytes" (
    -- squawk-ignore prefer-identity
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "tipo" TEXT NOT NULL,
    "somada" BOOLEAN NOT NULL DEFAULT false,
    "n" BIGINT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "empresa_bytes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "empresa_bytes_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "empresa_bytes_empresa_id_idx" ON "empresa_bytes"("empresa_id");
CREATE INDEX "empresa_bytes_a_somar_idx" ON "empresa_bytes"("empresa_id") WHERE NOT "somada";

-- Null: the installation's (COMPANY_MAX_GB); 0: none.
ALTER TABLE "empresas" ADD COLUMN "cota_bytes" BIGINT;
-- Of what is kept until then and counts for its company (an export); null of what another row counts, or nothing does.
ALTER TABLE "objetos_pendentes" ADD COLUMN "tamanho" BIGINT;

-- Adds what a row counts for now, less what it counted for before. Arguments: the kind, the columns of key and size ('' = every row has an object).
CREATE FUNCTION escuta_conta_bytes() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  antes JSONB := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  agora JSONB := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  saiu BIGINT := CASE WHEN antes ->> TG_ARGV[1] IS NOT NULL THEN (antes ->> TG_ARGV[2])::bigint END;
  veio BIGINT := CASE WHEN agora ->> TG_ARGV[1] IS NOT NULL THEN (agora ->> TG_ARGV[2])::bigint END;
BEGIN
  IF saiu IS DISTINCT FROM veio THEN
    INSERT INTO "empresa_bytes" ("empresa_id", "tipo", "n", "bytes")
    VALUES (coalesce(agora ->> 'empresa_id', antes ->> 'empresa_id')::uuid, TG_ARGV[0],
      (veio IS NOT NULL)::int - (saiu IS NOT NULL)::int, coalesce(veio, 0) - coalesce(saiu, 0));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER "auditoria_itens_bytes_novos" AFTER INSERT ON "auditoria_itens" FOR EACH ROW WHEN (NEW."arquivo_path" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('gravacao', 'arquivo_path', 'arquivo_tamanho');
CREATE TRIGGER "auditoria_itens_bytes_mudados" AFTER UPDATE OF "arquivo_path", "arquivo_tamanho" ON "auditoria_itens" FOR EACH ROW
  WHEN (OLD."arquivo_path" IS DISTINCT FROM NEW."arquivo_path" OR OLD."arquivo_tamanho" IS DISTINCT FROM NEW."arquivo_tamanho")
  EXECUTE FUNCTION escuta_conta_bytes('gravacao', 'arquivo_path', 'arquivo_tamanho');
CREATE TRIGGER "auditoria_itens_bytes_excluidos" AFTER DELETE ON "auditoria_itens" FOR EACH ROW WHEN (OLD."arquivo_path" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('gravacao', 'arquivo_path', 'arquivo_tamanho');

CREATE TRIGGER "envio_partes_bytes" AFTER INSERT OR UPDATE OR DELETE ON "envio_partes" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('envio', 'chave_objeto', 'tamanho');

CREATE TRIGGER "preparo_gravacoes_bytes_novos" AFTER INSERT ON "preparo_gravacoes" FOR EACH ROW WHEN (NEW."chave_objeto" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('preparo', 'chave_objeto', 'tamanho');
CREATE TRIGGER "preparo_gravacoes_bytes_mudados" AFTER UPDATE OF "chave_objeto", "tamanho" ON "preparo_gravacoes" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('preparo', 'chave_objeto', 'tamanho');
CREATE TRIGGER "preparo_gravacoes_bytes_excluidos" AFTER DELETE ON "preparo_gravacoes" FOR EACH ROW WHEN (OLD."chave_objeto" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('preparo', 'chave_objeto', 'tamanho');

CREATE TRIGGER "lote_gravacoes_bytes_novos" AFTER INSERT ON "lote_gravacoes" FOR EACH ROW WHEN (NEW."chave_objeto" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('lote', 'chave_objeto', 'tamanho');
CREATE TRIGGER "lote_gravacoes_bytes_mudados" AFTER UPDATE OF "chave_objeto", "tamanho" ON "lote_gravacoes" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('lote', 'chave_objeto', 'tamanho');
CREATE TRIGGER "lote_gravacoes_bytes_excluidos" AFTER DELETE ON "lote_gravacoes" FOR EACH ROW WHEN (OLD."chave_objeto" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('lote', 'chave_objeto', 'tamanho');

CREATE TRIGGER "auditoria_arquivos_bytes" AFTER INSERT OR UPDATE OR DELETE ON "auditoria_arquivos" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('documento', 'chave_objeto', 'tamanho');

CREATE TRIGGER "importacoes_bytes_novos" AFTER INSERT ON "importacoes" FOR EACH ROW WHEN (NEW."chave_objeto" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('importacao', 'chave_objeto', 'tamanho');
CREATE TRIGGER "importacoes_bytes_mudados" AFTER UPDATE OF "chave_objeto", "tamanho" ON "importacoes" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('importacao', 'chave_objeto', 'tamanho');
CREATE TRIGGER "importacoes_bytes_excluidos" AFTER DELETE ON "importacoes" FOR EACH ROW WHEN (OLD."chave_objeto" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('importacao', 'chave_objeto', 'tamanho');

CREATE TRIGGER "objetos_pendentes_bytes_novos" AFTER INSERT ON "objetos_pendentes" FOR EACH ROW WHEN (NEW."tamanho" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('guardado', 'chave', 'tamanho');
CREATE TRIGGER "objetos_pendentes_bytes_mudados" AFTER UPDATE OF "tamanho" ON "objetos_pendentes" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('guardado', 'chave', 'tamanho');
CREATE TRIGGER "objetos_pendentes_bytes_excluidos" AFTER DELETE ON "objetos_pendentes" FOR EACH ROW WHEN (OLD."tamanho" IS NOT NULL)
  EXECUTE FUNCTION escuta_conta_bytes('guardado', 'chave', 'tamanho');

-- What the rows that name objects count for, of one company or all.
CREATE FUNCTION escuta_bytes_contados(empresa UUID DEFAULT NULL)
RETURNS TABLE ("empresa_id" UUID, "tipo" TEXT, "n" BIGINT, "bytes" BIGINT) LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT o.empresa_id, o.tipo, count(*), sum(o.tamanho)::bigint FROM (
    SELECT i.empresa_id, 'gravacao' AS tipo, i.arquivo_tamanho AS tamanho FROM "auditoria_itens" i WHERE i.arquivo_path IS NOT NULL
    UNION ALL SELECT p.empresa_id, 'envio', p.tamanho FROM "envio_partes" p
    UNION ALL SELECT g.empresa_id, 'preparo', g.tamanho FROM "preparo_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT g.empresa_id, 'lote', g.tamanho FROM "lote_gravacoes" g WHERE g.chave_objeto IS NOT NULL
    UNION ALL SELECT a.empresa_id, 'documento', a.tamanho FROM "auditoria_arquivos" a
    UNION ALL SELECT m.empresa_id, 'importacao', m.tamanho FROM "importacoes" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;

-- Adds what the kept rows lack to be what a count of the same moment gives, of one company or all. Only another recount waits.
CREATE FUNCTION escuta_recontar_bytes(empresa UUID DEFAULT NULL) RETURNS VOID LANGUAGE sql SET search_path FROM CURRENT AS $$
  LOCK TABLE "empresa_bytes" IN SHARE UPDATE EXCLUSIVE MODE;
  INSERT INTO "empresa_bytes" ("empresa_id", "tipo", "n", "bytes")
  SELECT d.empresa_id, d.tipo, sum(d.n), sum(d.bytes) FROM (
    SELECT c.empresa_id, c.tipo, c.n, c.bytes FROM escuta_bytes_contados(empresa) c
    UNION ALL SELECT b.empresa_id, b.tipo, -b.n, -b.bytes FROM "empresa_bytes" b WHERE empresa IS NULL OR b.empresa_id = empresa
  ) d GROUP BY 1, 2 HAVING sum(d.n) <> 0 OR sum(d.bytes) <> 0
$$;
