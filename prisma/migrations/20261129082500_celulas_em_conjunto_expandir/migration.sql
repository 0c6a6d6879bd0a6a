-- fase: expandir
-- Cells of goals follow a statement as a whole: a merge of agents changes all their interviews in one.
SET lock_timeout = '3s';

-- As before, for 10,000 interviews too: their number is unknown when it is planned, and nested loops would compare each with all others.
CREATE OR REPLACE FUNCTION escuta_por_na_celula(questionario uuid, entrevistas uuid[], tabela uuid DEFAULT NULL) RETURNS void LANGUAGE sql
  SET enable_nestloop = off SET jit = off AS $$
  WITH t AS MATERIALIZED (
    SELECT id, dimensoes FROM meta_tabelas WHERE questionario_id = questionario AND (tabela IS NULL OR id = tabela)
  ), e AS MATERIALIZED (
    SELECT e.id, e.empresa_id, e.agente_id, e.revisao = 'aprovada' AS aprovada FROM "entrevistas" e
    WHERE e.id = ANY (entrevistas) AND e.questionario_id = questionario AND escuta_conta_na_cota(e)
      AND e.id IN (SELECT r.entrevista_id FROM respostas r WHERE r.entrevista_id = ANY (entrevistas))
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

-- EXCEPT, not a join: a kept plan for one row would compare each of 10,000 rows with every other.
CREATE FUNCTION escuta_entrevistas_na_celula() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  questionario uuid;
  ids uuid[];
BEGIN
  FOR questionario, ids IN
    SELECT x.questionario_id, array_agg(x.id) FROM (
      SELECT m.questionario_id, m.id, (row_number() OVER (PARTITION BY m.questionario_id ORDER BY m.id) - 1) / 10000 AS parte FROM (
        SELECT id, questionario_id, situacao, quarentena, revisao, agente_id, desfecho FROM depois
        EXCEPT SELECT id, questionario_id, situacao, quarentena, revisao, agente_id, desfecho FROM antes) m) x
    GROUP BY x.questionario_id, x.parte ORDER BY x.questionario_id, x.parte
  LOOP
    PERFORM escuta_trava_metas(questionario);
    IF EXISTS (SELECT FROM meta_tabelas WHERE questionario_id = questionario) THEN
      PERFORM escuta_por_na_celula(questionario, ids);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE FUNCTION escuta_entrevistas_fora_da_celula() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  questionario uuid;
BEGIN
  FOR questionario IN SELECT DISTINCT questionario_id FROM antes ORDER BY 1 LOOP
    PERFORM escuta_trava_metas(questionario);
  END LOOP;
  DELETE FROM meta_entrevistas WHERE entrevista_id IN (SELECT id FROM antes);
  RETURN NULL;
END $$;

DROP TRIGGER entrevistas_celula_mudada ON entrevistas;
DROP TRIGGER entrevistas_celula_excluida ON entrevistas;
DROP FUNCTION escuta_entrevista_na_celula();
CREATE TRIGGER entrevistas_celula_mudada AFTER UPDATE ON entrevistas REFERENCING OLD TABLE AS antes NEW TABLE AS depois
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_entrevistas_na_celula();
CREATE TRIGGER entrevistas_celula_excluida AFTER DELETE ON entrevistas REFERENCING OLD TABLE AS antes
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_entrevistas_fora_da_celula();
