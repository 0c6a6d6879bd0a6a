-- fase: expandir
-- squawk-ignore-file renaming-table, adding-serial-primary-key-field, require-concurrent-index-deletion
-- Timeline, answers of providers and access log by months. What was there becomes the first range as it lies: no row is copied or read.
-- Under the same names, so that the version before goes on reading and writing them.
SET lock_timeout = '3s';
LOCK TABLE execucoes, eventos_timeline, chamadas_provedor, registros_acesso IN ACCESS EXCLUSIVE MODE;

-- A key whose making was broken off stands there, and holds nothing.
DO $$
DECLARE
  chave record;
BEGIN
  FOR chave IN
    SELECT f.* FROM (VALUES ('eventos_timeline_antigos_pkey', 'eventos_timeline', 'execucao_id, id'),
      ('chamadas_provedor_antigas_pkey', 'chamadas_provedor', 'execucao_id, id'),
      ('registros_acesso_antigos_pkey', 'registros_acesso', 'id, created_at')) AS f (nome, tabela, colunas)
    JOIN pg_index i ON i.indexrelid = f.nome::regclass AND NOT i.indisvalid
  LOOP
    EXECUTE format('DROP INDEX %I', chave.nome);
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (%s)', chave.nome, chave.tabela, chave.colunas);
  END LOOP;
END $$;

ALTER TABLE "eventos_timeline" RENAME TO "eventos_timeline_antigos";
ALTER TABLE "eventos_timeline_antigos" DROP CONSTRAINT "eventos_timeline_pkey";
ALTER TABLE "eventos_timeline_antigos" ADD CONSTRAINT "eventos_timeline_antigos_pkey" PRIMARY KEY USING INDEX "eventos_timeline_antigos_pkey";
ALTER INDEX "eventos_timeline_item_id_id_idx" RENAME TO "eventos_timeline_antigos_item_id_id_idx";
-- The same columns as its key has now.
DROP INDEX "eventos_timeline_execucao_id_id_idx";
CREATE TABLE "eventos_timeline" (LIKE "eventos_timeline_antigos" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)
  PARTITION BY RANGE ("execucao_id");
ALTER TABLE "eventos_timeline" ADD CONSTRAINT "eventos_timeline_pkey" PRIMARY KEY ("execucao_id", "id");
CREATE INDEX "eventos_timeline_item_id_id_idx" ON "eventos_timeline"("item_id", "id");
ALTER SEQUENCE "eventos_timeline_id_seq" OWNED BY "eventos_timeline"."id";
ALTER TABLE "eventos_timeline" ADD CONSTRAINT "eventos_timeline_execucao_id_fkey"
  FOREIGN KEY ("execucao_id") REFERENCES "execucoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "chamadas_provedor" RENAME TO "chamadas_provedor_antigas";
ALTER TABLE "chamadas_provedor_antigas" DROP CONSTRAINT "chamadas_provedor_pkey";
ALTER TABLE "chamadas_provedor_antigas" ADD CONSTRAINT "chamadas_provedor_antigas_pkey" PRIMARY KEY USING INDEX "chamadas_provedor_antigas_pkey";
ALTER INDEX "chamadas_provedor_pedido_key" RENAME TO "chamadas_provedor_antigas_pedido_key";
CREATE TABLE "chamadas_provedor" (LIKE "chamadas_provedor_antigas" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)
  PARTITION BY RANGE ("execucao_id");
ALTER TABLE "chamadas_provedor" ADD CONSTRAINT "chamadas_provedor_pkey" PRIMARY KEY ("execucao_id", "id");
CREATE UNIQUE INDEX "chamadas_provedor_pedido_key"
  ON "chamadas_provedor"("execucao_id", "etapa", "chave", "pedido_hash", "provedor", "modelo");
ALTER TABLE "chamadas_provedor" ADD CONSTRAINT "chamadas_provedor_execucao_id_fkey"
  FOREIGN KEY ("execucao_id") REFERENCES "execucoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By the moment at which it was written, by which it is read; its id begins with the same moment.
ALTER TABLE "registros_acesso" RENAME TO "registros_acesso_antigos";
ALTER TABLE "registros_acesso_antigos" DROP CONSTRAINT "registros_acesso_pkey";
ALTER TABLE "registros_acesso_antigos" ADD CONSTRAINT "registros_acesso_antigos_pkey" PRIMARY KEY USING INDEX "registros_acesso_antigos_pkey";
ALTER INDEX "registros_acesso_empresa_id_created_at_idx" RENAME TO "registros_acesso_antigos_empresa_id_created_at_idx";
ALTER INDEX "registros_acesso_acao_created_at_idx" RENAME TO "registros_acesso_antigos_acao_created_at_idx";
ALTER INDEX "registros_acesso_usuario_id_created_at_idx" RENAME TO "registros_acesso_antigos_usuario_id_created_at_idx";
ALTER INDEX "registros_acesso_created_at_idx" RENAME TO "registros_acesso_antigos_created_at_idx";
ALTER INDEX "registros_acesso_acoes_idx" RENAME TO "registros_acesso_antigos_acoes_idx";
ALTER INDEX "registros_acesso_recurso_id_idx" RENAME TO "registros_acesso_antigos_recurso_id_idx";
CREATE TABLE "registros_acesso" (LIKE "registros_acesso_antigos" INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)
  PARTITION BY RANGE ("created_at");
ALTER TABLE "registros_acesso" ADD CONSTRAINT "registros_acesso_pkey" PRIMARY KEY ("id", "created_at");
CREATE INDEX "registros_acesso_empresa_id_created_at_idx" ON "registros_acesso"("empresa_id", "created_at" DESC);
CREATE INDEX "registros_acesso_acao_created_at_idx" ON "registros_acesso"("acao", "created_at" DESC);
CREATE INDEX "registros_acesso_usuario_id_created_at_idx" ON "registros_acesso"("usuario_id", "created_at" DESC);
CREATE INDEX "registros_acesso_created_at_idx" ON "registros_acesso"("created_at" DESC);
CREATE INDEX "registros_acesso_acoes_idx" ON "registros_acesso"("created_at" DESC) WHERE acao <> 'login';
CREATE INDEX "registros_acesso_recurso_id_idx" ON "registros_acesso"("recurso_id");

DO $$
DECLARE
  folha record;
BEGIN
  FOR folha IN
    SELECT f.*, (SELECT substring(pg_get_constraintdef(c.oid) FROM '''([^'']+)''') FROM pg_constraint c
        WHERE c.conrelid = f.antigos::regclass AND c.conname = f.tabela || '_antes_check') AS limite
    FROM (VALUES ('eventos_timeline', 'eventos_timeline_antigos'), ('chamadas_provedor', 'chamadas_provedor_antigas'),
      ('registros_acesso', 'registros_acesso_antigos')) AS f (tabela, antigos)
  LOOP
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', folha.tabela, folha.antigos, folha.limite);
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', folha.antigos, folha.tabela || '_antes_check');
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', folha.tabela, folha.tabela || '_resto');
  END LOOP;
END $$;

-- Makes the months of these tables, from one to another, where they lie behind the first range and the rest holds no row of them. Called by
-- the sweeper for the months to come. Made apart and attached: nobody who writes waits for it.
CREATE FUNCTION escuta_meses(de date, ate date) RETURNS integer
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout TO '3s' AS $$
DECLARE
  folha record;
  mes date;
  nome text;
  inicio text;
  fim text;
  depois boolean;
  no_resto boolean;
  feitas integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta-meses'));
  FOR folha IN
    SELECT f.*, substring(pg_get_expr(c.relpartbound, c.oid) FROM 'TO \(''([^'']+)''') AS desde
    FROM (VALUES ('eventos_timeline', 'execucao_id', 'uuid', 'eventos_timeline_antigos'),
      ('chamadas_provedor', 'execucao_id', 'uuid', 'chamadas_provedor_antigas'),
      ('registros_acesso', 'created_at', 'timestamptz', 'registros_acesso_antigos')) AS f (tabela, coluna, tipo, antigos)
    -- Taken away once nobody asks for it any more: then every month is made.
    LEFT JOIN (pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid) ON i.inhparent = f.tabela::regclass AND c.relname = f.antigos
  LOOP
    FOR mes IN SELECT generate_series(date_trunc('month', de), date_trunc('month', ate), interval '1 month')::date LOOP
      nome := folha.tabela || '_' || to_char(mes, 'YYYYMM');
      -- Of this table: another schema of the path may hold one of the name.
      CONTINUE WHEN EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = folha.tabela::regclass AND c.relname = nome);
      inicio := mes::timestamp AT TIME ZONE 'America/Sao_Paulo';
      fim := (mes + interval '1 month') AT TIME ZONE 'America/Sao_Paulo';
      IF folha.tipo = 'uuid' THEN
        inicio := escuta_uuid_de(inicio::timestamptz);
        fim := escuta_uuid_de(fim::timestamptz);
      END IF;
      EXECUTE format('SELECT coalesce(%1$L::%3$s >= %2$L::%3$s, true)', inicio, folha.desde, folha.tipo) INTO depois;
      CONTINUE WHEN NOT depois;
      EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %2$I < %4$L)', folha.tabela || '_resto', folha.coluna, inicio, fim)
        INTO no_resto;
      CONTINUE WHEN no_resto;
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING STORAGE INCLUDING COMPRESSION)', nome, folha.tabela);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', folha.tabela, nome, inicio, fim);
      feitas := feitas + 1;
    END LOOP;
  END LOOP;
  RETURN feitas;
END $$;

-- As before, but of this schema's own table.
CREATE OR REPLACE FUNCTION escuta_busca_meses(de date, ate date) RETURNS integer
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout TO '3s' AS $$
DECLARE
  mes date;
  inicio timestamptz;
  fim timestamptz;
  nome text;
  feitas integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta-busca-meses'));
  FOR mes IN SELECT generate_series(date_trunc('month', de), date_trunc('month', ate), interval '1 month')::date LOOP
    nome := 'busca_falas_' || to_char(mes, 'YYYYMM');
    CONTINUE WHEN EXISTS (SELECT FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'busca_falas'::regclass AND c.relname = nome);
    inicio := mes::timestamp AT TIME ZONE 'America/Sao_Paulo';
    fim := (mes + interval '1 month') AT TIME ZONE 'America/Sao_Paulo';
    CONTINUE WHEN EXISTS (SELECT FROM busca_falas_resto WHERE quando >= inicio AND quando < fim);
    EXECUTE format('CREATE TABLE %I PARTITION OF busca_falas FOR VALUES FROM (%L) TO (%L)', nome, inicio, fim);
    feitas := feitas + 1;
  END LOOP;
  RETURN feitas;
END $$;

SELECT escuta_meses(now()::date, (now() + interval '3 months')::date);
