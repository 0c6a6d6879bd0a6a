-- Search over everything that was said (docs/decisions/0024-search.md): an index of PostgreSQL's own, one row a side of a call and
-- block of 6,000 words, of the latest concluded run only, kept in the transaction that ends a run, corrects a sentence or erases a call.

-- ───────────────────────────── words ─────────────────────────────

-- No stop words: 'não' decides what a sentence says.
CREATE TEXT SEARCH DICTIONARY escuta_radical (TEMPLATE = pg_catalog.snowball, LANGUAGE = portuguese);
CREATE TEXT SEARCH CONFIGURATION escuta (COPY = pg_catalog.portuguese);
ALTER TEXT SEARCH CONFIGURATION escuta
  ALTER MAPPING FOR asciiword, word, asciihword, hword, hword_asciipart, hword_part WITH escuta_radical;

-- A text as words of lower-case letters or digits alone, each between two spaces, so that every parser counts the same ones
-- (shared/src/domain/search-words.ts counts them in a sentence): '1.500' is 1500, 'e-mail' email, 'guarda-chuva' two words.
CREATE FUNCTION escuta_palavras(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN '  ' || btrim(
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      translate(lower(normalize(left(texto, 100000), NFKC)), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝ', 'áàâãäåéèêëíìîïóòôõöúùûüçñý'),
      '([0-9])[.](?=[0-9]{3}(?![0-9]))', '\1', 'g'),
      '(^|[^a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ0-9])([a-z])-(?=[a-z])', '\1\2', 'g'),
      '[^a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ0-9]+|(?<=[0-9])(?=[a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ])|(?<=[a-záàâãäåéèêëíìîïóòôõöúùûüçñýÿ])(?=[0-9])', '  ', 'g'),
      '([^ ]{30})(?=[^ ])', '\1  ', 'g'),
      ' {3,}', '  ', 'g')) || '  ';

CREATE FUNCTION escuta_sem_acentos(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN translate(texto, 'áàâãäåéèêëíìîïóòôõöúùûüçñýÿ', 'aaaaaaeeeeiiiiooooouuuucnyy');

-- Words of escuta_palavras without accents and in the singular, by RSLP's plural step: what the stemmer, which knows 'ligação' from
-- 'ligações', must be told to be the same. Words that only look like a plural stand aside meanwhile (their last space is another sign).
CREATE FUNCTION escuta_plural(palavras text) RETURNS text
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  -- 'país' is no father, 'pais' is two.
  t text := translate(replace(palavras, ' país ', E' país\x01'), 'áàâãäåéèêëíìîïóòôõöúùûüçñýÿ', 'aaaaaaeeeeiiiiooooouuuucnyy');
  palavra text[];
BEGIN
  FOREACH palavra SLICE 1 IN ARRAY ARRAY[
    ['mais', 'mais'], ['demais', 'demais'], ['jamais', 'jamais'], ['pois', 'pois'], ['depois', 'depois'], ['dois', 'dois'],
    ['seis', 'seis'], ['vais', 'vais'], ['cais', 'cais'], ['maes', 'mae'], ['pais', 'pai'], ['leis', 'lei'], ['reis', 'rei'],
    ['herois', 'heroi'], ['faceis', 'facil'], ['dificeis', 'dificil'], ['uteis', 'util'], ['inuteis', 'inutil'], ['frageis', 'fragil'],
    ['ageis', 'agil'], ['ferteis', 'fertil'], ['texteis', 'textil']
  ] LOOP
    t := replace(t, ' ' || palavra[1] || ' ', ' ' || palavra[2] || E'\x01');
  END LOOP;
  t := replace(t, 'oes ', 'ao ');
  t := replace(t, 'aes ', 'ao ');
  t := replace(t, 'ais ', 'al ');
  t := replace(t, 'eis ', 'el ');
  t := replace(t, 'ois ', 'ol ');
  t := replace(t, 'uis ', 'ul ');
  t := replace(t, 'ns ', 'm ');
  RETURN translate(t, E'\x01', ' ');
END $$;

-- The vector of words of escuta_palavras: at each position the stem without accents, and the stem of the singular without accents.
-- The stem of 'não' would be 'na', which is another word: so short ones stay whole.
-- At most 255 places of a word are kept by PostgreSQL: blocks of 6,000 words stay below that for all but 'que' in odd ones.
CREATE FUNCTION escuta_lexemas(palavras text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT
BEGIN ATOMIC
  WITH lugares AS (
    SELECT escuta_sem_acentos(v.lexeme) AS lexema, p.posicao
      FROM unnest(to_tsvector('escuta'::regconfig, regexp_replace(palavras, ' ([^ ])ã(?=[oe]s? )', ' \1a', 'g'))) AS v, unnest(v.positions) AS p (posicao)
    UNION
    SELECT v.lexeme, p.posicao
      FROM unnest(to_tsvector('escuta'::regconfig, escuta_plural(palavras))) AS v, unnest(v.positions) AS p (posicao)
  )
  SELECT coalesce(string_agg(l.lexema || ':' || l.posicoes, ' '), '')::tsvector
  FROM (SELECT lexema, string_agg(posicao::text, ',' ORDER BY posicao) AS posicoes FROM lugares WHERE lexema <> '' GROUP BY lexema) AS l;
END;

-- What one word may be in a vector.
CREATE FUNCTION escuta_radicais(palavra text) RETURNS text[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT SET search_path FROM CURRENT
  RETURN tsvector_to_array(escuta_lexemas(escuta_palavras(palavra)));

-- ───────────────────────────── the index ─────────────────────────────

CREATE TABLE busca_falas (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "agente_id" UUID,
    "papel" TEXT NOT NULL,
    "bloco" SMALLINT NOT NULL,
    "quando" TIMESTAMPTZ(3) NOT NULL,
    "vetor" tsvector NOT NULL,
    -- Of each sentence of the block: at which word it begins, and its number.
    "marcos" INTEGER[] NOT NULL,
    "ordens" INTEGER[] NOT NULL,
    -- Of the whole side, in its block 0: its words as written, and how often: what it is in lexico_mes.
    "formas" TEXT[] NOT NULL,
    "vezes" INTEGER[] NOT NULL,

    -- By id first: by time first, the planner would walk the key of all companies (decision 24).
    CONSTRAINT "busca_falas_pkey" PRIMARY KEY ("id", "quando")
) PARTITION BY RANGE (quando);

CREATE INDEX "busca_falas_projeto_id_vetor_idx" ON "busca_falas"
  USING gin ("projeto_id" public.uuid_ops, "vetor") WITH (fastupdate = off);
CREATE INDEX "busca_falas_projeto_id_quando_item_id_id_idx" ON "busca_falas"("projeto_id", "quando" DESC, "item_id" DESC, "id" DESC);
CREATE INDEX "busca_falas_empresa_id_quando_item_id_id_idx" ON "busca_falas"("empresa_id", "quando" DESC, "item_id" DESC, "id" DESC);
CREATE INDEX "busca_falas_item_id_idx" ON "busca_falas"("item_id");

-- One partition a month of São Paulo; what lies in none goes to the last one, which holds no month that is made ahead.
CREATE TABLE busca_falas_resto PARTITION OF busca_falas DEFAULT;

-- Makes the partitions of the months from one to another, where the rest holds no row of them. Called by the sweeper, for the months to come.
CREATE FUNCTION escuta_busca_meses(de date, ate date) RETURNS integer
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
    CONTINUE WHEN to_regclass(quote_ident(nome)) IS NOT NULL;
    inicio := mes::timestamp AT TIME ZONE 'America/Sao_Paulo';
    fim := (mes + interval '1 month') AT TIME ZONE 'America/Sao_Paulo';
    CONTINUE WHEN EXISTS (SELECT FROM busca_falas_resto WHERE quando >= inicio AND quando < fim);
    EXECUTE format('CREATE TABLE %I PARTITION OF busca_falas FOR VALUES FROM (%L) TO (%L)', nome, inicio, fim);
    feitas := feitas + 1;
  END LOOP;
  RETURN feitas;
END $$;

-- How many sides hold a word as written (`docs`), and how often it was said (`n`), by project and month. The word '' counts the sides.
-- Words with digits are not kept: no number of anybody's stands here.
CREATE TABLE lexico_mes (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "mes" DATE NOT NULL,
    "forma" TEXT NOT NULL,
    -- The stem of its singular without accents, and its stem without accents.
    "lexema" TEXT NOT NULL,
    "raiz" TEXT NOT NULL,
    "docs" INTEGER NOT NULL,
    "n" BIGINT NOT NULL,

    CONSTRAINT "lexico_mes_pkey" PRIMARY KEY ("projeto_id", "mes", "forma")
) WITH (fillfactor = 80);
CREATE INDEX "lexico_mes_projeto_id_lexema_idx" ON "lexico_mes"("projeto_id", "lexema");
CREATE INDEX "lexico_mes_projeto_id_raiz_idx" ON "lexico_mes"("projeto_id", "raiz");
CREATE INDEX "lexico_mes_projeto_id_forma_idx" ON "lexico_mes"
  USING gin ("projeto_id" public.uuid_ops, "forma" public.gin_trgm_ops);

ALTER TABLE "busca_falas" ADD CONSTRAINT "busca_falas_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lexico_mes" ADD CONSTRAINT "lexico_mes_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The month of São Paulo in which a moment lies.
CREATE FUNCTION escuta_mes(momento timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN date_trunc('month', momento AT TIME ZONE 'America/Sao_Paulo')::date;

-- Puts what these items say into the index, in place of what is there of them; what was erased or has no concluded run leaves it.
-- The only writer of both tables. One at a time in a project, so that two who index the same call do not both leave their rows; the
-- lock is the last that its transaction takes (the triggers below are deferred), and the lexicon's rows come in one order.
CREATE FUNCTION escuta_indexa(lista uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  projeto uuid;
BEGIN
  FOR projeto IN
    SELECT projeto_id FROM item_qualidade WHERE item_id = ANY (lista)
    UNION SELECT projeto_id FROM busca_falas WHERE item_id = ANY (lista) ORDER BY 1
  LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('escuta-busca-' || projeto, 0));
  END LOOP;

  WITH saem AS (
    DELETE FROM busca_falas WHERE item_id = ANY (lista)
    RETURNING empresa_id, projeto_id, quando, bloco, formas, vezes
  ), frases AS (
    SELECT i.empresa_id, i.projeto_id, i.id AS item_id, q.execucao_id, i.agente_id, i.momento_chamada AS quando,
      s.falante AS papel, s.ordem, escuta_palavras(s.texto) AS palavras
    FROM item_qualidade q
      JOIN auditoria_itens i ON i.id = q.item_id AND i.dados_apagados_em IS NULL
      JOIN auditoria_resultados r ON r.execucao_id = q.execucao_id AND r.item_id = q.item_id
      JOIN transcricoes t ON t.resultado_id = r.id
      JOIN sentencas_vigentes s ON s.transcricao_id = t.id
    WHERE q.item_id = ANY (lista)
  ), contadas AS (
    SELECT f.*, sum(f.n) OVER (PARTITION BY f.item_id, f.papel ORDER BY f.ordem) - f.n AS antes
    FROM (SELECT f.*, array_length(string_to_array(btrim(f.palavras), '  '), 1) AS n FROM frases f
      WHERE btrim(f.palavras) <> '') AS f
  ), partes AS (
    SELECT c.*, c.antes - min(c.antes) OVER (PARTITION BY c.item_id, c.papel, c.antes / 6000) + 1 AS marco FROM contadas c
  ), blocos AS MATERIALIZED (
    SELECT c.empresa_id, c.projeto_id, c.item_id, c.execucao_id, c.agente_id, c.quando, c.papel, (c.antes / 6000)::smallint AS bloco,
      string_agg(c.palavras, '' ORDER BY c.ordem) AS palavras,
      escuta_lexemas(string_agg(c.palavras, '' ORDER BY c.ordem)) AS vetor,
      array_agg(c.marco::int ORDER BY c.ordem) AS marcos, array_agg(c.ordem ORDER BY c.ordem) AS ordens
    FROM partes c GROUP BY 1, 2, 3, 4, 5, 6, 7, c.antes / 6000
  ), ditas AS MATERIALIZED (
    SELECT b.item_id, b.papel, f.forma, count(*)::int AS n
    FROM blocos b, string_to_table(b.palavras, ' ') AS f (forma) WHERE f.forma ~ '^([^0-9]+|[0-9]{1,3})$' GROUP BY 1, 2, 3
  ), entram AS (
    INSERT INTO busca_falas (id, empresa_id, projeto_id, item_id, execucao_id, agente_id, papel, bloco, quando, vetor, marcos, ordens,
      formas, vezes)
    SELECT gen_random_uuid(), b.empresa_id, b.projeto_id, b.item_id, b.execucao_id, b.agente_id, b.papel, b.bloco, b.quando,
      -- Words of the side's other blocks stand in each of its blocks, without a place: 'all of these' and 'not that' are asked of a side.
      b.vetor || coalesce((SELECT array_to_tsvector(array_agg(o.lexema)) FROM (
          SELECT DISTINCT l.lexema FROM blocos o, unnest(tsvector_to_array(o.vetor)) AS l (lexema)
          WHERE o.item_id = b.item_id AND o.papel = b.papel AND o.bloco <> b.bloco LIMIT 10000) AS o), ''::tsvector),
      b.marcos, b.ordens,
      CASE WHEN b.bloco = 0 THEN coalesce((SELECT array_agg(d.forma ORDER BY d.forma) FROM ditas d
        WHERE d.item_id = b.item_id AND d.papel = b.papel), '{}') ELSE '{}' END,
      CASE WHEN b.bloco = 0 THEN coalesce((SELECT array_agg(d.n ORDER BY d.forma) FROM ditas d
        WHERE d.item_id = b.item_id AND d.papel = b.papel), '{}') ELSE '{}' END
    FROM blocos b
    RETURNING empresa_id, projeto_id, quando, bloco, formas, vezes
  ), lados AS (
    SELECT *, -1 AS sinal FROM saem WHERE bloco = 0 UNION ALL SELECT *, 1 FROM entram WHERE bloco = 0
  ), mudam AS (
    SELECT l.empresa_id, l.projeto_id, escuta_mes(l.quando) AS mes, f.forma, sum(l.sinal)::int AS docs, sum(l.sinal * f.n) AS n
    FROM lados l, LATERAL (SELECT '' AS forma, 0 AS n UNION ALL
        SELECT u.forma, coalesce(u.n, 0) FROM unnest(l.formas, l.vezes) AS u (forma, n) WHERE u.forma IS NOT NULL) AS f
    GROUP BY 1, 2, 3, 4 HAVING sum(l.sinal) <> 0 OR sum(l.sinal * f.n) <> 0
  )
  -- A project that is being deleted takes its words with it.
  INSERT INTO lexico_mes (empresa_id, projeto_id, mes, forma, lexema, raiz, docs, n)
    SELECT m.empresa_id, m.projeto_id, m.mes, m.forma, coalesce((ts_lexize('escuta_radical', btrim(escuta_plural(' ' || m.forma || ' '))))[1], ''),
      coalesce(escuta_sem_acentos((ts_lexize('escuta_radical', regexp_replace(m.forma, '^(.)ã(?=[oe]s?$)', '\1a')))[1]), ''), m.docs, m.n
    FROM mudam m WHERE EXISTS (SELECT FROM projetos p WHERE p.id = m.projeto_id)
    ORDER BY m.projeto_id, m.mes, m.forma
  ON CONFLICT (projeto_id, mes, forma) DO UPDATE SET docs = lexico_mes.docs + excluded.docs, n = lexico_mes.n + excluded.n;
END $$;

-- A word that nobody says any more is gone at once, not merely counted as none.
CREATE FUNCTION escuta_lexico_vazio() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM lexico_mes WHERE projeto_id = NEW.projeto_id AND mes = NEW.mes AND forma = NEW.forma AND docs <= 0;
  RETURN NULL;
END $$;
CREATE TRIGGER lexico_mes_vazio AFTER INSERT OR UPDATE ON lexico_mes FOR EACH ROW
  WHEN (NEW.docs <= 0) EXECUTE FUNCTION escuta_lexico_vazio();

-- ───────────────────────────── whatever changes what an item says ─────────────────────────────

-- Deferred: the index is written once, last, and as the transaction leaves things; whoever waits for its lock waits for a commit alone.

CREATE FUNCTION escuta_indexa_qualidade() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  item uuid := coalesce(NEW.item_id, OLD.item_id);
BEGIN
  -- Written again for the same run (a recount, or the second event of one transaction): what is there holds.
  IF (SELECT execucao_id FROM item_qualidade WHERE item_id = item)
    IS NOT DISTINCT FROM (SELECT execucao_id FROM busca_falas WHERE item_id = item LIMIT 1) THEN
    RETURN NULL;
  END IF;
  PERFORM escuta_indexa(ARRAY[item]);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER item_qualidade_indexa_nova AFTER INSERT OR DELETE ON item_qualidade
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION escuta_indexa_qualidade();
CREATE CONSTRAINT TRIGGER item_qualidade_indexa_outra AFTER UPDATE ON item_qualidade
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.execucao_id IS DISTINCT FROM NEW.execucao_id)
  EXECUTE FUNCTION escuta_indexa_qualidade();

-- A call that moves in time or to another project, and one whose words were erased.
CREATE FUNCTION escuta_indexa_item() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM busca_falas WHERE item_id = NEW.id) THEN PERFORM escuta_indexa(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER auditoria_itens_indexa AFTER UPDATE ON auditoria_itens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.momento_chamada IS DISTINCT FROM NEW.momento_chamada OR OLD.projeto_id IS DISTINCT FROM NEW.projeto_id
    OR OLD.empresa_id IS DISTINCT FROM NEW.empresa_id OR OLD.dados_apagados_em IS DISTINCT FROM NEW.dados_apagados_em)
  EXECUTE FUNCTION escuta_indexa_item();

-- Another agent changes no word.
CREATE FUNCTION escuta_busca_agente() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE busca_falas f SET agente_id = n.agente_id FROM novos n JOIN antigos a ON a.id = n.id
    WHERE a.agente_id IS DISTINCT FROM n.agente_id AND f.item_id = n.id;
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_busca_agente AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_busca_agente();

-- What people say was really said, or who said it.
CREATE FUNCTION escuta_indexa_correcao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_indexa(ARRAY[NEW.item_id]) FROM item_qualidade WHERE item_id = NEW.item_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER sentenca_correcoes_indexa AFTER INSERT OR UPDATE ON sentenca_correcoes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION escuta_indexa_correcao();

-- ───────────────────────────── what was there before ─────────────────────────────

DROP INDEX transcricoes_projeto_id_busca_texto_idx;
ALTER TABLE transcricoes DROP COLUMN busca_texto;
DROP FUNCTION escuta_consulta(text);
DROP FUNCTION escuta_vetor(text);

SELECT escuta_busca_meses((now() - interval '24 months')::date, (now() + interval '3 months')::date);

-- What was analysed before is indexed by a task of each company, while the product is in use.
INSERT INTO tarefas (id, empresa_id, tipo, parametros)
  SELECT gen_random_uuid(), e.id, 'reindexar', '{}' FROM empresas e
  WHERE EXISTS (SELECT FROM item_qualidade q JOIN projetos p ON p.id = q.projeto_id WHERE p.empresa_id = e.id);
