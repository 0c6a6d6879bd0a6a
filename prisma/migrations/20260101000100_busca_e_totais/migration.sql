-- What Prisma's language cannot say: extensions, search columns, partial and expression indices, checks, the
-- append-only ledger and the roll-up triggers. Decisions and rules: docs/decisions/0004-rollups.md.
--
-- Everything of ours lands in the schema that the connection names (?schema=), whatever it is called; functions
-- keep that search_path (SET search_path FROM CURRENT). The extensions belong to the database and stand in public.

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

-- ───────────────────────────── search ─────────────────────────────

-- unaccent() is only STABLE because its dictionary could be edited. Ours never is, and naming it makes the result fixed.
CREATE FUNCTION escuta_normaliza(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, texto));

CREATE FUNCTION escuta_digitos(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(regexp_replace(texto, '[^0-9]', '', 'g'), '');

-- Words as written and without accents, both stemmed: the stemmer knows "ligações" only with its accents, people
-- search without them. A tsvector holds at most 1 MB: 250,000 characters are more than four hours of one speaker.
CREATE FUNCTION escuta_vetor(texto text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN to_tsvector('pg_catalog.portuguese'::regconfig, left(texto, 250000))
    || to_tsvector('pg_catalog.portuguese'::regconfig, escuta_normaliza(left(texto, 250000)));

-- The query that matches escuta_vetor: words, "phrases", OR and -word.
CREATE FUNCTION escuta_consulta(termo text) RETURNS tsquery
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN websearch_to_tsquery('pg_catalog.portuguese'::regconfig, termo)
    || websearch_to_tsquery('pg_catalog.portuguese'::regconfig, escuta_normaliza(termo));

ALTER TABLE auditoria_itens
  ADD COLUMN busca text GENERATED ALWAYS AS (
    escuta_normaliza(
      coalesce(nome_entrevistado, '') || ' ' || coalesce(numero_destino, '') || ' '
      || coalesce(metadata ->> 'telefone_entrevistado', '') || ' ' || coalesce(ramal, '')
    )
  ) STORED,
  ADD COLUMN numero_digitos text GENERATED ALWAYS AS (
    escuta_digitos(coalesce(numero_destino, metadata ->> 'telefone_entrevistado', ''))
  ) STORED;

-- Part of a name, number or extension, from 3 characters on: busca LIKE '%…%'.
CREATE INDEX auditoria_itens_projeto_id_busca_idx ON auditoria_itens
  USING gin (projeto_id public.uuid_ops, busca public.gin_trgm_ops) WITH (fastupdate = on);
-- 1 or 2 characters: left(busca, 16) LIKE 'ma%'.
CREATE INDEX auditoria_itens_busca_prefixo_idx ON auditoria_itens
  (projeto_id, left(busca, 16) text_pattern_ops);
-- Digits: the beginning of a number, and its end as the beginning of its reverse.
CREATE INDEX auditoria_itens_numero_digitos_idx ON auditoria_itens
  (projeto_id, left(numero_digitos, 32) text_pattern_ops) WHERE numero_digitos IS NOT NULL;
CREATE INDEX auditoria_itens_numero_reverso_idx ON auditoria_itens
  (projeto_id, left(reverse(numero_digitos), 32) text_pattern_ops) WHERE numero_digitos IS NOT NULL;

ALTER TABLE transcricoes
  ADD COLUMN busca_texto tsvector GENERATED ALWAYS AS (escuta_vetor(full_text)) STORED;
CREATE INDEX transcricoes_projeto_id_busca_texto_idx ON transcricoes
  USING gin (projeto_id public.uuid_ops, busca_texto) WITH (fastupdate = on);

-- ───────────────────────────── rules ─────────────────────────────

CREATE UNIQUE INDEX auditorias_padrao_key ON auditorias (projeto_id) WHERE padrao;
CREATE UNIQUE INDEX execucoes_aberta_key ON execucoes (item_id) WHERE status IN ('na_fila', 'executando');
CREATE UNIQUE INDEX chaves_api_vigente_key ON chaves_api (empresa_id) WHERE revogada_em IS NULL;
CREATE UNIQUE INDEX asterisk_configs_ativa_key ON asterisk_configs (empresa_id) WHERE is_active;
CREATE UNIQUE INDEX configuracoes_processamento_escopo_key
  ON configuracoes_processamento (empresa_id, projeto_id) NULLS NOT DISTINCT;

CREATE INDEX outbox_mensagens_pendente_idx ON outbox_mensagens (disponivel_em, id) WHERE enviada_em IS NULL;
CREATE INDEX outbox_mensagens_ordem_idx ON outbox_mensagens (id) WHERE enviada_em IS NULL;

ALTER TABLE empresas ADD CONSTRAINT empresas_saldo_creditos_check CHECK (saldo_creditos >= 0);
ALTER TABLE credito_lancamentos ADD CONSTRAINT credito_lancamentos_saldo_apos_check CHECK (saldo_apos >= 0);

CREATE FUNCTION escuta_recusa_alteracao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION 'A tabela % aceita apenas inclusões', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER credito_lancamentos_apenas_inclusao BEFORE UPDATE OR DELETE ON credito_lancamentos
  FOR EACH ROW EXECUTE FUNCTION escuta_recusa_alteracao();

-- ───────────────────────────── roll-ups ─────────────────────────────
--
-- One call a statement, over its transition tables: an import of 1,000 rows writes a handful of roll-up rows.
-- Every new row counts +1 and every old one -1, so that an UPDATE which changes nothing that is counted sums to
-- nothing and writes nothing. Rows are always written in the order of their keys, and the tables in the order
-- rollup, numeros, contadores: concurrent statements then wait for each other, but never in a circle.

-- Updated all the time and never in an indexed column: room for the new version on the same page.
ALTER TABLE projeto_rollup_dia SET (fillfactor = 50);
ALTER TABLE projeto_contadores SET (fillfactor = 50);
ALTER TABLE projeto_numeros SET (fillfactor = 90);

CREATE FUNCTION escuta_dia(instante timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (instante AT TIME ZONE 'America/Sao_Paulo')::date;

-- Adds to the daily roll-up. The arrays run side by side, ordered by (project, day, status).
CREATE FUNCTION escuta_soma_dias(
  empresas uuid[], projetos uuid[], dias date[], situacoes status_processamento[],
  quantidades bigint[], duracoes bigint[], com_duracoes bigint[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO projeto_rollup_dia AS r (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao)
    SELECT * FROM unnest(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes)
  ON CONFLICT (projeto_id, dia, status) DO UPDATE SET
    n = r.n + excluded.n,
    duracao_s = r.duracao_s + excluded.duracao_s,
    com_duracao = r.com_duracao + excluded.com_duracao;
  IF 0 > ANY (quantidades) THEN
    DELETE FROM projeto_rollup_dia r
      USING unnest(projetos, dias, situacoes) AS d (projeto_id, dia, status)
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.status = d.status AND r.n = 0;
  END IF;
END $$;

-- Adds to the numbers of the projects and to how many distinct ones they have. Ordered by (project, number).
CREATE FUNCTION escuta_soma_numeros(projetos uuid[], lista text[], quantidades bigint[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  WITH delta AS MATERIALIZED (
    SELECT * FROM unnest(projetos, lista, quantidades) AS d (projeto_id, numero, n)
  ), gravados AS (
    INSERT INTO projeto_numeros AS p (projeto_id, numero, n)
      SELECT projeto_id, numero, n FROM delta
    ON CONFLICT (projeto_id, numero) DO UPDATE SET n = p.n + excluded.n
    RETURNING p.projeto_id, p.numero, p.n
  ), mudancas AS (
    -- A number that was not there has exactly the n that was added; one at 0 is about to go.
    SELECT d.projeto_id, count(*) FILTER (WHERE g.n = d.n) - count(*) FILTER (WHERE g.n = 0) AS n
    FROM delta d JOIN gravados g USING (projeto_id, numero)
    GROUP BY d.projeto_id
  )
  INSERT INTO projeto_contadores AS c (projeto_id, numeros_distintos)
    SELECT projeto_id, n FROM mudancas WHERE n <> 0 ORDER BY projeto_id
  ON CONFLICT (projeto_id) DO UPDATE SET numeros_distintos = c.numeros_distintos + excluded.numeros_distintos;
  IF 0 > ANY (quantidades) THEN
    DELETE FROM projeto_numeros p
      USING unnest(projetos, lista) AS d (projeto_id, numero)
      WHERE p.projeto_id = d.projeto_id AND p.numero = d.numero AND p.n = 0;
  END IF;
END $$;

CREATE FUNCTION escuta_itens_incluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; lista text[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
    INTO empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes
    FROM (
      SELECT empresa_id, projeto_id, escuta_dia(created_at) AS dia, status, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao
      FROM (SELECT 1 AS sinal, n.* FROM novos n) AS linhas
      GROUP BY 1, 2, 3, 4
      HAVING sum(sinal) <> 0 OR sum(sinal * coalesce(call_duration, 0)) <> 0
        OR sum(sinal) FILTER (WHERE call_duration IS NOT NULL) <> 0
      ORDER BY 2, 3, 4
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_dias(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes);
  END IF;

  SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
    INTO projetos, lista, quantidades
    FROM (
      SELECT projeto_id, numero_destino AS numero, sum(sinal) AS n
      FROM (SELECT 1 AS sinal, n.* FROM novos n) AS linhas
      WHERE numero_destino <> ''
      GROUP BY 1, 2 HAVING sum(sinal) <> 0 ORDER BY 1, 2
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_numeros(projetos, lista, quantidades);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION escuta_itens_excluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; lista text[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
    INTO empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes
    FROM (
      SELECT empresa_id, projeto_id, escuta_dia(created_at) AS dia, status, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao
      FROM (SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      GROUP BY 1, 2, 3, 4
      HAVING sum(sinal) <> 0 OR sum(sinal * coalesce(call_duration, 0)) <> 0
        OR sum(sinal) FILTER (WHERE call_duration IS NOT NULL) <> 0
      ORDER BY 2, 3, 4
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_dias(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes);
  END IF;

  SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
    INTO projetos, lista, quantidades
    FROM (
      SELECT projeto_id, numero_destino AS numero, sum(sinal) AS n
      FROM (SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      WHERE numero_destino <> ''
      GROUP BY 1, 2 HAVING sum(sinal) <> 0 ORDER BY 1, 2
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_numeros(projetos, lista, quantidades);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION escuta_itens_alterados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; lista text[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
    INTO empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes
    FROM (
      SELECT empresa_id, projeto_id, escuta_dia(created_at) AS dia, status, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao
      FROM (SELECT 1 AS sinal, n.* FROM novos n UNION ALL SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      GROUP BY 1, 2, 3, 4
      HAVING sum(sinal) <> 0 OR sum(sinal * coalesce(call_duration, 0)) <> 0
        OR sum(sinal) FILTER (WHERE call_duration IS NOT NULL) <> 0
      ORDER BY 2, 3, 4
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_dias(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes);
  END IF;

  SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
    INTO projetos, lista, quantidades
    FROM (
      SELECT projeto_id, numero_destino AS numero, sum(sinal) AS n
      FROM (SELECT 1 AS sinal, n.* FROM novos n UNION ALL SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      WHERE numero_destino <> ''
      GROUP BY 1, 2 HAVING sum(sinal) <> 0 ORDER BY 1, 2
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_numeros(projetos, lista, quantidades);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER auditoria_itens_incluidos AFTER INSERT ON auditoria_itens
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_itens_incluidos();
CREATE TRIGGER auditoria_itens_alterados AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_itens_alterados();
CREATE TRIGGER auditoria_itens_excluidos AFTER DELETE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_itens_excluidos();

CREATE FUNCTION escuta_projetos_incluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO projeto_contadores (projeto_id) SELECT id FROM novos ORDER BY id ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER projetos_incluidos AFTER INSERT ON projetos
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_projetos_incluidos();

-- Audits: few and small, so one function serves the three operations.
CREATE FUNCTION escuta_soma_auditorias(projetos uuid[], quantidades bigint[]) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO projeto_contadores AS c (projeto_id, auditorias)
    SELECT d.projeto_id, sum(d.n) FROM unnest(projetos, quantidades) AS d (projeto_id, n)
    GROUP BY 1 HAVING sum(d.n) <> 0 ORDER BY 1
  ON CONFLICT (projeto_id) DO UPDATE SET auditorias = c.auditorias + excluded.auditorias;
END;

CREATE FUNCTION escuta_auditorias_mudadas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  entram uuid[] := '{}';
  saem uuid[] := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT coalesce(array_agg(projeto_id), '{}') INTO entram FROM novos;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT coalesce(array_agg(projeto_id), '{}') INTO saem FROM antigos;
  END IF;
  PERFORM escuta_soma_auditorias(
    entram || saem,
    array_fill(1::bigint, ARRAY[cardinality(entram)]) || array_fill((-1)::bigint, ARRAY[cardinality(saem)])
  );
  RETURN NULL;
END $$;

CREATE TRIGGER auditorias_incluidas AFTER INSERT ON auditorias
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_auditorias_mudadas();
CREATE TRIGGER auditorias_alteradas AFTER UPDATE ON auditorias
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_auditorias_mudadas();
CREATE TRIGGER auditorias_excluidas AFTER DELETE ON auditorias
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_auditorias_mudadas();

-- TRUNCATE has no transition table: what it empties is counted anew.
CREATE FUNCTION escuta_itens_truncados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM projeto_rollup_dia;
  DELETE FROM projeto_numeros;
  UPDATE projeto_contadores SET numeros_distintos = 0;
  RETURN NULL;
END $$;

CREATE TRIGGER auditoria_itens_truncados AFTER TRUNCATE ON auditoria_itens
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_itens_truncados();

-- Rebuilds what the triggers keep, for one project. Writers of items wait meanwhile. Tests hold the roll-ups
-- against it; an operator may run it after repairing data by hand.
CREATE FUNCTION escuta_recontar(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE auditoria_itens, auditorias IN SHARE MODE;
  DELETE FROM projeto_rollup_dia WHERE projeto_id = projeto;
  INSERT INTO projeto_rollup_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao)
    SELECT empresa_id, projeto_id, escuta_dia(created_at), status, count(*), coalesce(sum(call_duration), 0), count(call_duration)
    FROM auditoria_itens WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4;
  DELETE FROM projeto_numeros WHERE projeto_id = projeto;
  INSERT INTO projeto_numeros (projeto_id, numero, n)
    SELECT projeto_id, numero_destino, count(*) FROM auditoria_itens
    WHERE projeto_id = projeto AND numero_destino <> '' GROUP BY 1, 2;
  INSERT INTO projeto_contadores (projeto_id, numeros_distintos, auditorias)
    SELECT projeto,
      (SELECT count(*) FROM projeto_numeros WHERE projeto_id = projeto),
      (SELECT count(*) FROM auditorias WHERE projeto_id = projeto)
  ON CONFLICT (projeto_id) DO UPDATE SET
    numeros_distintos = excluded.numeros_distintos, auditorias = excluded.auditorias;
END $$;
