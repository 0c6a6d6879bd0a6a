-- fase: expandir
-- Who heard, read or took what, written before the first byte; by months as the other leaves (decision 28), sealed by the day (decision 31).
SET lock_timeout = '3s';

CREATE TABLE "acessos" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  -- Who: a person, a company's key or a device, as in registros_acesso.
  "via" TEXT NOT NULL,
  "via_id" UUID,
  "usuario_id" UUID,
  -- The person acts as an administrator of the installation.
  "administrador" BOOLEAN NOT NULL DEFAULT false,
  "tipo" TEXT NOT NULL,
  "alvo_tipo" TEXT NOT NULL,
  "alvo_id" UUID NOT NULL,
  "primeiro_em" TIMESTAMPTZ(3) NOT NULL,
  "ultimo_em" TIMESTAMPTZ(3) NOT NULL,
  "endereco_ip" TEXT,
  -- Bytes of the whole, and which of them were sent.
  "tamanho" BIGINT,
  "enviado" INT8MULTIRANGE NOT NULL DEFAULT '{}',
  -- What the player says that it played, ms of the recording.
  "ouvido" INT4MULTIRANGE NOT NULL DEFAULT '{}',
  CONSTRAINT "acessos_pkey" PRIMARY KEY ("id", "primeiro_em")
) PARTITION BY RANGE ("primeiro_em");
CREATE TABLE "acessos_resto" PARTITION OF "acessos" DEFAULT;
CREATE INDEX "acessos_alvo_id_primeiro_em_idx" ON "acessos"("alvo_id", "primeiro_em" DESC);
CREATE INDEX "acessos_empresa_id_primeiro_em_idx" ON "acessos"("empresa_id", "primeiro_em" DESC);
CREATE INDEX "acessos_empresa_id_tipo_primeiro_em_idx" ON "acessos"("empresa_id", "tipo", "primeiro_em" DESC);
CREATE INDEX "acessos_usuario_id_primeiro_em_idx" ON "acessos"("usuario_id", "primeiro_em" DESC);
CREATE INDEX "acessos_primeiro_em_idx" ON "acessos"("primeiro_em" DESC);

-- The day of a company, closed: `selo` holds `anterior`, the seal of the day before that had accesses.
CREATE TABLE "acessos_selos" (
  "empresa_id" UUID NOT NULL,
  "dia" DATE NOT NULL,
  "linhas" INTEGER NOT NULL,
  "resumo" BYTEA NOT NULL,
  "anterior" BYTEA,
  "selo" BYTEA NOT NULL,
  "selado_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "acessos_selos_pkey" PRIMARY KEY ("empresa_id", "dia")
);
CREATE INDEX "acessos_selos_dia_idx" ON "acessos_selos"("dia");

-- As before, and the accesses.
CREATE OR REPLACE FUNCTION escuta_meses(de date, ate date) RETURNS integer
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
      ('registros_acesso', 'created_at', 'timestamptz', 'registros_acesso_antigos'),
      ('acessos', 'primeiro_em', 'timestamptz', '')) AS f (tabela, coluna, tipo, antigos)
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

SELECT escuta_meses(now()::date, (now() + interval '3 months')::date);

-- Drops the months of accesses that are over by `antes_de`, and their seals. @returns how many
CREATE FUNCTION escuta_acessos_vencidos(antes_de date) RETURNS integer
  LANGUAGE plpgsql SET search_path FROM CURRENT SET lock_timeout TO '3s' AS $$
DECLARE
  limite date := date_trunc('month', antes_de);
  folha record;
  tiradas integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('escuta-meses'));
  FOR folha IN
    SELECT c.relname AS nome FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'acessos'::regclass AND c.relname ~ '^acessos_\d{6}$' AND right(c.relname, 6) < to_char(limite, 'YYYYMM')
  LOOP
    EXECUTE format('ALTER TABLE acessos DETACH PARTITION %I', folha.nome);
    EXECUTE format('DROP TABLE %I', folha.nome);
    tiradas := tiradas + 1;
  END LOOP;
  DELETE FROM acessos_resto WHERE primeiro_em < limite::timestamp AT TIME ZONE 'America/Sao_Paulo';
  -- The last one stays, of which the next seal speaks.
  DELETE FROM acessos_selos s WHERE s.dia < limite
    AND EXISTS (SELECT FROM acessos_selos d WHERE d.empresa_id = s.empresa_id AND d.dia > s.dia AND d.dia < limite);
  RETURN tiradas;
END $$;

-- Writes one access, or adds to the row of the same reader, kind and thing that is less than ten minutes old or is `continua`. A row stays in
-- its day of São Paulo, which is sealed once it is over.
CREATE FUNCTION escuta_acesso(novo uuid, empresa uuid, quem_via text, quem_via_id uuid, quem uuid, como_administrador boolean, que text,
    de_tipo text, de_id uuid, de_onde text, bytes bigint, mandou int8multirange, ouviu int4multirange, continua uuid)
  RETURNS uuid LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  agora timestamptz;
  hoje timestamptz;
  achado record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws('|', 'acesso', quem_via, quem_via_id, quem, que, de_id), 0));
  agora := clock_timestamp();
  hoje := date_trunc('day', agora AT TIME ZONE 'America/Sao_Paulo') AT TIME ZONE 'America/Sao_Paulo';
  SELECT a.id, a.primeiro_em, a.enviado, a.ouvido INTO achado FROM acessos a
  WHERE a.alvo_id = de_id AND a.primeiro_em >= hoje AND a.tipo = que AND a.via = quem_via AND a.via_id IS NOT DISTINCT FROM quem_via_id
    AND a.usuario_id IS NOT DISTINCT FROM quem AND (a.ultimo_em > agora - interval '10 minutes' OR a.id = continua)
  ORDER BY a.id = continua DESC NULLS LAST, a.primeiro_em DESC LIMIT 1;
  IF FOUND THEN
    UPDATE acessos a SET ultimo_em = greatest(a.ultimo_em, agora), tamanho = coalesce(bytes, a.tamanho),
      -- So many pieces that nobody played or asked for them by hand: of what was sent the whole stretch, of what was heard no more.
      enviado = CASE WHEN (SELECT count(*) FROM unnest(achado.enviado)) < 500 THEN achado.enviado + coalesce(mandou, '{}')
        ELSE range_merge(achado.enviado + coalesce(mandou, '{}'))::int8multirange END,
      ouvido = CASE WHEN (SELECT count(*) FROM unnest(achado.ouvido)) < 500 THEN achado.ouvido + coalesce(ouviu, '{}') ELSE achado.ouvido END
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

-- What the rows of each company and day say, as one hash: ids, times and ranges, no name, no address.
CREATE FUNCTION escuta_acessos_resumo(de date, ate date) RETURNS TABLE (empresa_id uuid, dia date, linhas integer, resumo bytea)
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT l.empresa_id, l.dia, count(*)::integer, sha256(string_agg(sha256(convert_to(l.texto, 'UTF8')), ''::bytea ORDER BY l.id))
  FROM (SELECT a.empresa_id, (a.primeiro_em AT TIME ZONE 'America/Sao_Paulo')::date AS dia, a.id,
      format('%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s', a.id, a.empresa_id, a.via, a.via_id, a.usuario_id, a.administrador::int, a.tipo, a.alvo_tipo,
        a.alvo_id, (extract(epoch FROM a.primeiro_em) * 1000)::bigint, (extract(epoch FROM a.ultimo_em) * 1000)::bigint, a.enviado, a.ouvido) AS texto
    FROM acessos a WHERE a.primeiro_em >= de::timestamp AT TIME ZONE 'America/Sao_Paulo'
      AND a.primeiro_em < (ate + 1)::timestamp AT TIME ZONE 'America/Sao_Paulo') l
  GROUP BY l.empresa_id, l.dia
$$;

-- The seal of a day.
CREATE FUNCTION escuta_acessos_selo(anterior bytea, empresa uuid, dia date, linhas integer, resumo bytea) RETURNS bytea
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(coalesce(anterior, ''::bytea) || convert_to(format('|%s|%s|%s|', empresa, dia - date '2000-01-01', linhas), 'UTF8') || resumo)
$$;

-- Seals the days that are over and are not sealed yet, the oldest first. @returns each with one hash over its seals
CREATE FUNCTION escuta_selar_acessos() RETURNS TABLE (dia date, selos integer, resumo text)
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  um date;
  -- An hour for what was under way at midnight.
  ontem date := ((now() - interval '1 hour') AT TIME ZONE 'America/Sao_Paulo')::date - 1;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('selar-acessos', 0));
  um := coalesce((SELECT max(s.dia) + 1 FROM acessos_selos s), date '2000-01-01');
  LOOP
    -- From one day that has accesses to the next: of a quiet year none is looked at.
    um := (SELECT (min(a.primeiro_em) AT TIME ZONE 'America/Sao_Paulo')::date FROM acessos a
      WHERE a.primeiro_em >= um::timestamp AT TIME ZONE 'America/Sao_Paulo');
    EXIT WHEN um IS NULL OR um > ontem;
    INSERT INTO acessos_selos (empresa_id, dia, linhas, resumo, anterior, selo)
    SELECT r.empresa_id, r.dia, r.linhas, r.resumo, u.selo, escuta_acessos_selo(u.selo, r.empresa_id, r.dia, r.linhas, r.resumo)
    FROM escuta_acessos_resumo(um, um) r
    LEFT JOIN LATERAL (SELECT s.selo FROM acessos_selos s WHERE s.empresa_id = r.empresa_id ORDER BY s.dia DESC LIMIT 1) u ON true
    WHERE NOT EXISTS (SELECT FROM acessos_selos s WHERE s.empresa_id = r.empresa_id AND s.dia >= r.dia);
    IF FOUND THEN
      RETURN QUERY SELECT um, count(*)::integer, encode(sha256(string_agg(s.selo, ''::bytea ORDER BY s.empresa_id)), 'hex')
        FROM acessos_selos s WHERE s.dia = um;
    END IF;
    um := um + 1;
  END LOOP;
END $$;
