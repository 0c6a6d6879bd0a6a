-- fase: expandir
-- The search forgets what was said in a recording as soon as the item has another one, and knows it again where that is taken back.
SET lock_timeout = '3s';

-- Puts what these items say into the index, in place of what is there of them; what was erased or has no concluded run leaves it.
-- The only writer of both tables. One at a time in a project, so that two who index the same call do not both leave their rows; the
-- lock is the last that its transaction takes (the triggers below are deferred), and the lexicon's rows come in one order.
CREATE OR REPLACE FUNCTION escuta_indexa(lista uuid[]) RETURNS void
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
        -- Of the recording that the item has: what was said in one that was replaced is nobody's to find under the new one.
        AND NOT EXISTS (SELECT FROM execucao_etapas a WHERE a.execucao_id = q.execucao_id AND a.etapa = 'audio'
          AND a.saida ->> 'arquivoPath' IS DISTINCT FROM i.arquivo_path AND a.saida ->> 'arquivoPath' IS NOT NULL)
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

CREATE FUNCTION escuta_indexa_gravacao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM item_qualidade WHERE item_id = NEW.id) THEN PERFORM escuta_indexa(ARRAY[NEW.id]); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER auditoria_itens_indexa_gravacao AFTER UPDATE ON auditoria_itens
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.arquivo_path IS DISTINCT FROM NEW.arquivo_path)
  EXECUTE FUNCTION escuta_indexa_gravacao();
