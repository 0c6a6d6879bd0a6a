-- fase: expandir
-- Goals of crossed cells: a questionnaire's plan, its tables, the cell of each interview that counts, and sums of added rows.
SET lock_timeout = '3s';

CREATE TABLE meta_planos (
  questionario_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  total integer,
  passar boolean NOT NULL DEFAULT false,
  versao integer NOT NULL DEFAULT 1,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT meta_planos_pkey PRIMARY KEY (questionario_id),
  CONSTRAINT meta_planos_total_check CHECK (total BETWEEN 1 AND 1000000)
);
ALTER TABLE meta_planos ADD CONSTRAINT meta_planos_questionario_id_fkey FOREIGN KEY (questionario_id)
  REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE TABLE meta_tabelas (
  id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  questionario_id uuid NOT NULL,
  ordem integer NOT NULL,
  dimensoes jsonb NOT NULL,
  celulas jsonb NOT NULL,
  perguntas uuid[] NOT NULL DEFAULT '{}',
  CONSTRAINT meta_tabelas_pkey PRIMARY KEY (id)
);
CREATE INDEX meta_tabelas_questionario_id_idx ON meta_tabelas(questionario_id);
ALTER TABLE meta_tabelas ADD CONSTRAINT meta_tabelas_questionario_id_fkey FOREIGN KEY (questionario_id)
  REFERENCES questionarios(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- No foreign key to the interview: a recount waits for no interview that is being deleted; a trigger deletes with it.
CREATE TABLE meta_entrevistas (
  tabela_id uuid NOT NULL,
  entrevista_id uuid NOT NULL,
  empresa_id uuid NOT NULL,
  chave text NOT NULL,
  agente_id uuid,
  aprovada boolean NOT NULL,
  CONSTRAINT meta_entrevistas_pkey PRIMARY KEY (tabela_id, entrevista_id)
);
CREATE INDEX meta_entrevistas_entrevista_id_idx ON meta_entrevistas(entrevista_id);
ALTER TABLE meta_entrevistas ADD CONSTRAINT meta_entrevistas_tabela_id_fkey FOREIGN KEY (tabela_id)
  REFERENCES meta_tabelas(id) ON UPDATE CASCADE ON DELETE CASCADE;

CREATE TABLE meta_contagens (
  id bigserial NOT NULL,
  empresa_id uuid NOT NULL,
  tabela_id uuid NOT NULL,
  chave text NOT NULL,
  agente_id uuid,
  n integer NOT NULL,
  aprovadas integer NOT NULL,
  CONSTRAINT meta_contagens_pkey PRIMARY KEY (id)
);
CREATE INDEX meta_contagens_idx ON meta_contagens (tabela_id, chave, agente_id, n, aprovadas);
ALTER TABLE meta_contagens ADD CONSTRAINT meta_contagens_tabela_id_fkey FOREIGN KEY (tabela_id)
  REFERENCES meta_tabelas(id) ON UPDATE CASCADE ON DELETE CASCADE;

-- A number as people type it here: '1.200', '3,5', '3.5' (shared/src/domain/interview/questionnaire/typed-number.ts).
CREATE FUNCTION escuta_numero_digitado(texto text) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN t ~ '^-?(0\.\d{1,6}|\d{1,13}\.\d{1,2})$' THEN t::numeric
    WHEN t ~ '^-?([1-9]\d{0,2}(\.\d{3}){1,4}|\d{1,13})(,\d{1,6})?$' THEN replace(replace(t, '.', ''), ',', '.')::numeric END
  FROM (SELECT btrim(texto, E' \t\r\n') AS t) x
$$;

-- Each change of an interview's cell adds rows, so that two devices that finish at once wait for nothing.
CREATE FUNCTION escuta_celula_contada() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO meta_contagens (empresa_id, tabela_id, chave, agente_id, n, aprovadas)
    SELECT empresa_id, tabela_id, chave, agente_id, count(*), count(*) FILTER (WHERE aprovada) FROM depois GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO meta_contagens (empresa_id, tabela_id, chave, agente_id, n, aprovadas)
    SELECT a.empresa_id, a.tabela_id, a.chave, a.agente_id, -count(*), -count(*) FILTER (WHERE a.aprovada)
    FROM antes a JOIN meta_tabelas t ON t.id = a.tabela_id GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO meta_contagens (empresa_id, tabela_id, chave, agente_id, n, aprovadas)
    SELECT empresa_id, tabela_id, chave, agente_id, sum(n), sum(n * aprovada::int) FROM (
      SELECT empresa_id, tabela_id, chave, agente_id, aprovada, 1 AS n FROM depois
      UNION ALL SELECT empresa_id, tabela_id, chave, agente_id, aprovada, -1 FROM antes
    ) d GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 OR sum(n * aprovada::int) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER meta_entrevistas_nova AFTER INSERT ON meta_entrevistas REFERENCING NEW TABLE AS depois
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_celula_contada();
CREATE TRIGGER meta_entrevistas_mudada AFTER UPDATE ON meta_entrevistas REFERENCING OLD TABLE AS antes NEW TABLE AS depois
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_celula_contada();
CREATE TRIGGER meta_entrevistas_excluida AFTER DELETE ON meta_entrevistas REFERENCING OLD TABLE AS antes
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_celula_contada();

-- Sets the cells of some interviews of one questionnaire, in all its tables or one. Callers hold the interviews or the plan.
-- A key has a number a dimension of a question, from 0, and '-' for an answer that is in no group. Erased interviews have
-- no answers and count nowhere.
CREATE FUNCTION escuta_por_na_celula(questionario uuid, entrevistas uuid[], tabela uuid DEFAULT NULL) RETURNS void LANGUAGE sql AS $$
  WITH t AS MATERIALIZED (
    SELECT id, dimensoes FROM meta_tabelas WHERE questionario_id = questionario AND (tabela IS NULL OR id = tabela)
  ), e AS MATERIALIZED (
    SELECT e.id, e.empresa_id, e.agente_id, e.revisao = 'aprovada' AS aprovada FROM "entrevistas" e
    WHERE e.id = ANY (entrevistas) AND e.questionario_id = questionario AND escuta_conta_na_cota(e)
      AND EXISTS (SELECT FROM respostas r WHERE r.entrevista_id = e.id)
  ), d AS MATERIALIZED (
    SELECT t.id AS tabela_id, d.n, (d.v ->> 'pergunta_id')::uuid AS pergunta_id, d.v ->> 'tipo' AS tipo, d.v -> 'grupos' AS grupos
    FROM t CROSS JOIN LATERAL jsonb_array_elements(t.dimensoes) WITH ORDINALITY AS d (v, n) WHERE d.v ->> 'tipo' IN ('opcoes', 'faixas')
  ), g AS MATERIALIZED (
    SELECT d.tabela_id, d.n, d.pergunta_id, d.tipo, g.i - 1 AS i, (g.v ->> 'de')::numeric AS de, (g.v ->> 'ate')::numeric AS ate,
      ARRAY(SELECT jsonb_array_elements_text(g.v -> 'opcoes'))::uuid[] AS opcoes
    FROM d CROSS JOIN LATERAL jsonb_array_elements(d.grupos) WITH ORDINALITY AS g (v, i)
  ), r AS MATERIALIZED (
    SELECT r.entrevista_id, r.pergunta_id, r.opcoes,
      CASE WHEN cardinality(r.opcoes) = 0 THEN escuta_numero_digitado(r.texto_resposta) END AS numero
    FROM respostas r WHERE r.entrevista_id = ANY (entrevistas) AND r.pergunta_id IN (SELECT d.pergunta_id FROM d)
  ), c AS MATERIALIZED (
    SELECT r.entrevista_id, g.tabela_id, g.n, min(g.i) AS i FROM r JOIN g ON g.pergunta_id = r.pergunta_id
    WHERE CASE WHEN g.tipo = 'opcoes' THEN r.opcoes && g.opcoes
      ELSE r.numero >= coalesce(g.de, r.numero) AND r.numero <= coalesce(g.ate, r.numero) END
    GROUP BY 1, 2, 3
  ), agora AS MATERIALIZED (
    SELECT t.id AS tabela_id, e.id AS entrevista_id, e.empresa_id, e.agente_id, e.aprovada, coalesce(string_agg(
      CASE WHEN d.n IS NOT NULL THEN coalesce(c.i::text, '-') END, '.' ORDER BY d.n), '') AS chave
    FROM e CROSS JOIN t LEFT JOIN d ON d.tabela_id = t.id
      LEFT JOIN c ON c.entrevista_id = e.id AND c.tabela_id = t.id AND c.n = d.n
    GROUP BY 1, 2, 3, 4, 5
  ), idas AS (
    DELETE FROM meta_entrevistas m WHERE m.entrevista_id = ANY (entrevistas) AND (tabela IS NULL OR m.tabela_id = tabela)
      AND NOT EXISTS (SELECT FROM agora a WHERE a.tabela_id = m.tabela_id AND a.entrevista_id = m.entrevista_id)
  )
  INSERT INTO meta_entrevistas AS m (tabela_id, entrevista_id, empresa_id, chave, agente_id, aprovada)
  SELECT tabela_id, entrevista_id, empresa_id, chave, agente_id, aprovada FROM agora
  ON CONFLICT (tabela_id, entrevista_id) DO UPDATE SET chave = excluded.chave, agente_id = excluded.agente_id, aprovada = excluded.aprovada
  WHERE (m.chave, m.agente_id, m.aprovada) IS DISTINCT FROM (excluded.chave, excluded.agente_id, excluded.aprovada)
$$;

-- Whoever changes tables holds this alone; whoever changes an interview shares it, so that none is missed.
CREATE FUNCTION escuta_trava_metas(questionario uuid, sozinho boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF sozinho THEN PERFORM pg_advisory_xact_lock(hashtextextended('metas|' || questionario::text, 0));
  ELSE PERFORM pg_advisory_xact_lock_shared(hashtextextended('metas|' || questionario::text, 0));
  END IF;
END $$;

CREATE FUNCTION escuta_entrevista_na_celula() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM escuta_trava_metas(OLD.questionario_id);
  IF TG_OP = 'DELETE' THEN
    DELETE FROM meta_entrevistas WHERE entrevista_id = OLD.id;
  ELSIF EXISTS (SELECT FROM meta_tabelas WHERE questionario_id = NEW.questionario_id) THEN
    PERFORM escuta_por_na_celula(NEW.questionario_id, ARRAY[NEW.id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entrevistas_celula_excluida AFTER DELETE ON entrevistas FOR EACH ROW
  EXECUTE FUNCTION escuta_entrevista_na_celula();
CREATE TRIGGER entrevistas_celula_mudada AFTER UPDATE OF situacao, quarentena, revisao, agente_id, desfecho ON entrevistas FOR EACH ROW
  WHEN ((OLD.situacao, OLD.quarentena, OLD.revisao, OLD.agente_id, OLD.desfecho)
    IS DISTINCT FROM (NEW.situacao, NEW.quarentena, NEW.revisao, NEW.agente_id, NEW.desfecho))
  EXECUTE FUNCTION escuta_entrevista_na_celula();

-- An answer that changes or goes. Named before the trigger that reads the interview under a weaker lock.
CREATE FUNCTION escuta_resposta_na_celula() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  questionario uuid;
BEGIN
  SELECT e.questionario_id INTO questionario FROM entrevistas e WHERE e.id = OLD.entrevista_id;
  IF questionario IS NULL THEN RETURN NULL; END IF;
  PERFORM escuta_trava_metas(questionario);
  IF EXISTS (SELECT FROM meta_tabelas t WHERE t.questionario_id = questionario AND (TG_OP = 'DELETE' OR OLD.pergunta_id = ANY (t.perguntas))) THEN
    PERFORM FROM entrevistas WHERE id = OLD.entrevista_id FOR NO KEY UPDATE;
    PERFORM escuta_por_na_celula(questionario, ARRAY[OLD.entrevista_id]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER respostas_celula_excluida AFTER DELETE ON respostas FOR EACH ROW EXECUTE FUNCTION escuta_resposta_na_celula();
CREATE TRIGGER respostas_celula_mudada AFTER UPDATE OF opcoes, texto_resposta ON respostas FOR EACH ROW
  WHEN (OLD.opcoes IS DISTINCT FROM NEW.opcoes OR OLD.texto_resposta IS DISTINCT FROM NEW.texto_resposta)
  EXECUTE FUNCTION escuta_resposta_na_celula();

-- In the order of ids, so that two statements never wait for each other.
CREATE FUNCTION escuta_respostas_novas_na_celula() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  questionario uuid;
  ids uuid[];
BEGIN
  FOR questionario, ids IN
    SELECT e.questionario_id, array_agg(e.id) FROM entrevistas e WHERE e.id IN (SELECT n.entrevista_id FROM novas n) GROUP BY 1 ORDER BY 1
  LOOP
    PERFORM escuta_trava_metas(questionario);
    IF EXISTS (SELECT FROM meta_tabelas WHERE questionario_id = questionario) THEN
      PERFORM FROM entrevistas WHERE id = ANY (ids) ORDER BY id FOR NO KEY UPDATE;
      PERFORM escuta_por_na_celula(questionario, ids);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER respostas_celula_nova AFTER INSERT ON respostas REFERENCING NEW TABLE AS novas FOR EACH STATEMENT
  EXECUTE FUNCTION escuta_respostas_novas_na_celula();

-- Counts a table anew, in pieces; its caller holds the plan alone.
CREATE FUNCTION escuta_recontar_metas(tabela uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  questionario uuid;
  ids uuid[];
BEGIN
  SELECT questionario_id INTO questionario FROM meta_tabelas WHERE id = tabela;
  PERFORM escuta_trava_metas(questionario, true);
  DELETE FROM meta_entrevistas WHERE tabela_id = tabela;
  DELETE FROM meta_contagens WHERE tabela_id = tabela;
  FOR ids IN
    SELECT array_agg(x.id) FROM (
      SELECT e.id, (row_number() OVER (ORDER BY e.id) - 1) / 10000 AS parte FROM entrevistas e
      WHERE e.questionario_id = questionario AND e.situacao = 'concluida') x GROUP BY x.parte
  LOOP
    PERFORM escuta_por_na_celula(questionario, ids, tabela);
  END LOOP;
END $$;
