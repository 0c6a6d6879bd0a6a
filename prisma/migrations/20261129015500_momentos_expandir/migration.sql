-- fase: expandir
-- Links to one moment of a call, which anybody who has one may hear: a sound of its own is cut, so that nothing else of the recording can be
-- asked for.
SET lock_timeout = '3s';

CREATE TABLE "momentos" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "item_id" UUID NOT NULL,
  "inicio_ms" INTEGER NOT NULL,
  "fim_ms" INTEGER NOT NULL,
  "com_frase" BOOLEAN NOT NULL,
  "token_hash" TEXT NOT NULL,
  "usuario_id" UUID NOT NULL,
  "expira_em" TIMESTAMPTZ(3) NOT NULL,
  "revogado_em" TIMESTAMPTZ(3),
  "revogado_por" UUID,
  "chave_original" TEXT NOT NULL,
  "tipo" TEXT,
  "situacao" TEXT NOT NULL DEFAULT 'pendente',
  "tentativas" INTEGER NOT NULL DEFAULT 0,
  "proxima_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "chave_objeto" TEXT,
  "tamanho" BIGINT,
  "sha256" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "momentos_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "momentos_situacao_check" CHECK ("situacao" IN ('pendente', 'pronto', 'falhou', 'encerrado')),
  CONSTRAINT "momentos_objeto_check" CHECK (("situacao" = 'pronto') = ("chave_objeto" IS NOT NULL)),
  CONSTRAINT "momentos_revogado_check" CHECK ("revogado_em" IS NULL OR "situacao" = 'encerrado'),
  -- As shared/src/domain/recordings/moment.ts.
  CONSTRAINT "momentos_trecho_check" CHECK ("inicio_ms" >= 0 AND "fim_ms" > "inicio_ms" AND "fim_ms" - "inicio_ms" <= 60000),
  CONSTRAINT "momentos_prazo_check" CHECK ("expira_em" <= "created_at" + interval '90 days 1 minute')
);
CREATE UNIQUE INDEX "momentos_token_hash_key" ON "momentos"("token_hash");
CREATE UNIQUE INDEX "momentos_chave_objeto_key" ON "momentos"("chave_objeto");
CREATE INDEX "momentos_item_id_created_at_idx" ON "momentos"("item_id", "created_at" DESC);
CREATE INDEX "momentos_empresa_id_idx" ON "momentos"("empresa_id");
CREATE INDEX "momentos_chave_original_idx" ON "momentos"("chave_original");
CREATE INDEX "momentos_pendentes_idx" ON "momentos"("proxima_em") WHERE "situacao" = 'pendente';
CREATE INDEX "momentos_em_vigor_idx" ON "momentos"("expira_em") WHERE "situacao" <> 'encerrado';
ALTER TABLE "momentos" ADD CONSTRAINT "momentos_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id")
  ON UPDATE CASCADE ON DELETE CASCADE;
CREATE TRIGGER momentos_bytes AFTER INSERT OR UPDATE OR DELETE ON "momentos" FOR EACH ROW
  EXECUTE FUNCTION escuta_conta_bytes('escuta', 'chave_objeto', 'tamanho');

-- As before, and what was cut from the recording: links and their sounds go with it, whoever hands it to deletion.
CREATE OR REPLACE FUNCTION escuta_copia_vai() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH copias AS (DELETE FROM "copias_escuta" WHERE "chave_original" = NEW."chave" RETURNING "empresa_id", "chave_objeto"),
    cortados AS (DELETE FROM "momentos" WHERE "chave_original" = NEW."chave" RETURNING "empresa_id", "chave_objeto")
  INSERT INTO "objetos_pendentes" ("id", "empresa_id", "chave", "apagar_em")
  SELECT gen_random_uuid(), "empresa_id", "chave_objeto", least(NEW."apagar_em", now())
  FROM (SELECT * FROM copias UNION ALL SELECT * FROM cortados) foram WHERE "chave_objeto" IS NOT NULL
  ON CONFLICT ("chave") DO UPDATE SET "apagar_em" = excluded."apagar_em";
  RETURN NULL;
END $$;

-- As before, and the cut sounds.
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
    UNION ALL SELECT m.empresa_id, 'escuta', m.tamanho FROM "momentos" m WHERE m.chave_objeto IS NOT NULL
    UNION ALL SELECT o.empresa_id, 'guardado', o.tamanho FROM "objetos_pendentes" o
  ) o WHERE o.tamanho IS NOT NULL AND (empresa IS NULL OR o.empresa_id = empresa) GROUP BY 1, 2
$$;

-- As before, but who hears by a link is known by the address alone: two of them are two accesses.
CREATE OR REPLACE FUNCTION escuta_acesso(novo uuid, empresa uuid, quem_via text, quem_via_id uuid, quem uuid, como_administrador boolean, que text,
    de_tipo text, de_id uuid, de_onde text, bytes bigint, mandou int8multirange, ouviu int4multirange, continua uuid)
  RETURNS uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  agora timestamptz;
  hoje timestamptz;
  achado record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'acesso', quem_via, quem_via_id, quem, que, de_tipo, de_id), 0));
  agora := clock_timestamp();
  hoje := date_trunc('day', agora AT TIME ZONE 'America/Sao_Paulo') AT TIME ZONE 'America/Sao_Paulo';
  SELECT a.id, a.primeiro_em, a.enviado, a.ouvido INTO achado FROM acessos a
  WHERE a.alvo_id = de_id AND a.alvo_tipo = de_tipo AND a.primeiro_em >= hoje AND a.tipo = que AND a.via = quem_via
    AND a.via_id IS NOT DISTINCT FROM quem_via_id AND a.usuario_id IS NOT DISTINCT FROM quem
    AND (quem_via <> 'link' OR a.endereco_ip IS NOT DISTINCT FROM de_onde) AND (a.ultimo_em > agora - interval '10 minutes' OR a.id = continua)
  ORDER BY a.id = continua DESC NULLS LAST, a.primeiro_em DESC LIMIT 1;
  IF FOUND AND (ouviu <@ achado.ouvido OR (SELECT count(*) FROM unnest(achado.ouvido + ouviu)) <= 500) IS NOT FALSE THEN
    UPDATE acessos a SET ultimo_em = greatest(a.ultimo_em, agora), tamanho = coalesce(bytes, a.tamanho),
      -- So many pieces that nobody asked for them by hand: of what was sent the whole stretch.
      enviado = CASE WHEN (SELECT count(*) FROM unnest(achado.enviado)) < 500 THEN achado.enviado + coalesce(mandou, '{}')
        ELSE range_merge(achado.enviado + coalesce(mandou, '{}'))::int8multirange END,
      ouvido = achado.ouvido + coalesce(ouviu, '{}')
    WHERE a.id = achado.id AND a.primeiro_em = achado.primeiro_em;
    RETURN achado.id;
  END IF;
  INSERT INTO acessos (id, empresa_id, via, via_id, usuario_id, administrador, tipo, alvo_tipo, alvo_id, primeiro_em, ultimo_em, endereco_ip,
    tamanho, enviado, ouvido)
  VALUES (novo, coalesce(empresa, CASE de_tipo WHEN 'item' THEN (SELECT i.empresa_id FROM auditoria_itens i WHERE i.id = de_id)
      WHEN 'entrevista' THEN (SELECT e.empresa_id FROM entrevistas e WHERE e.id = de_id) END),
    quem_via, quem_via_id, quem, como_administrador, que, de_tipo, de_id, agora, agora, de_onde, bytes, coalesce(mandou, '{}'),
    coalesce(ouviu, '{}'));
  RETURN novo;
END $$;
