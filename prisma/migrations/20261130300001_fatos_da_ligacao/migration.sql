-- What is known of a call, in its row of item_qualidade and kept there whoever writes: the agent and the times of the item,
-- the alerts of the run's insights, who reviewed one of them last. Rules: docs/decisions/0004-rollups.md.

-- The item's two times, so that lists by what was found need no join to be in order.
ALTER TABLE item_qualidade ADD COLUMN entrada TIMESTAMPTZ(3), ADD COLUMN momento TIMESTAMPTZ(3);

-- ───────────────────────────── at the end of a run ─────────────────────────────

-- What runs found, put down without a lock: for a recount, which holds the table.
CREATE FUNCTION escuta_escreve_qualidade(lista uuid[]) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, entrada, momento, dia_chamada, agente_id,
      pontuacao, sentimento, palavras, alertas, revisado_por, revisado_em)
    SELECT i.id, i.empresa_id, i.projeto_id, x.id, escuta_dia(i.created_at), i.created_at, i.momento_chamada, i.dia_chamada,
      i.agente_id,
      (SELECT round(avg(s.pontuacao)::numeric, 4) FROM insights s
        WHERE s.execucao_id = x.id AND s.status_processamento = 'concluido'),
      r.analise_texto ->> 'sentimentoGeral',
      coalesce((SELECT array_agg(t.termo ORDER BY t.termo)
        FROM (SELECT escuta_termo(o.ofensa ->> 'termo') AS termo
          FROM jsonb_array_elements(CASE WHEN jsonb_typeof(r.analise_texto -> 'ofensas') = 'array'
            THEN r.analise_texto -> 'ofensas' ELSE '[]' END) AS o (ofensa)) AS t
        WHERE t.termo <> ''), '{}'),
      coalesce((SELECT sum(s.n_alertas) FROM insights s WHERE s.execucao_id = x.id), 0),
      v.validado_por, v.validado_em
    FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
      LEFT JOIN auditoria_resultados r ON r.execucao_id = x.id
      LEFT JOIN LATERAL (SELECT s.validado_por, s.validado_em FROM insights s
        WHERE s.execucao_id = x.id AND s.validado_humano AND s.validado_por IS NOT NULL
        ORDER BY s.validado_em DESC, s.id DESC LIMIT 1) AS v ON true
    WHERE x.id = ANY (lista)
    ORDER BY i.id
  ON CONFLICT (item_id) DO UPDATE SET
    empresa_id = excluded.empresa_id, projeto_id = excluded.projeto_id, execucao_id = excluded.execucao_id,
    dia = excluded.dia, entrada = excluded.entrada, momento = excluded.momento, dia_chamada = excluded.dia_chamada,
    agente_id = excluded.agente_id, pontuacao = excluded.pontuacao, sentimento = excluded.sentimento,
    palavras = excluded.palavras, alertas = excluded.alertas, revisado_por = excluded.revisado_por,
    revisado_em = excluded.revisado_em;
END;

-- The only writer, as before. Item and insights are held first, in the order of everybody (item, insights, quality, sums): what
-- somebody changes of them meanwhile would be read as it was, and the change would find no row of this run to follow.
CREATE OR REPLACE FUNCTION escuta_grava_qualidade(lista uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM auditoria_itens i WHERE i.id IN (SELECT x.item_id FROM execucoes x WHERE x.id = ANY (lista))
    ORDER BY i.id FOR NO KEY UPDATE;
  PERFORM FROM insights s WHERE s.item_id IN (SELECT x.item_id FROM execucoes x WHERE x.id = ANY (lista))
    ORDER BY s.id FOR NO KEY UPDATE;
  PERFORM escuta_escreve_qualidade(lista);
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar_qualidade(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM item_qualidade WHERE projeto_id = projeto;
  DELETE FROM projeto_qualidade_dia WHERE projeto_id = projeto;
  DELETE FROM projeto_palavra_dia WHERE projeto_id = projeto;
  PERFORM escuta_escreve_qualidade(ARRAY(
    SELECT DISTINCT ON (x.item_id) x.id FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
    WHERE i.projeto_id = projeto AND x.status = 'concluida'
    ORDER BY x.item_id, x.terminada_em DESC, x.id DESC));
END $$;

-- ───────────────────────────── when insights change ─────────────────────────────

-- Alerts and reviewer of these runs, counted anew. Two statements: who waited for another verdict's transaction then sees what
-- it wrote.
CREATE FUNCTION escuta_revisa_qualidade(execucoes uuid[], itens uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM item_qualidade q WHERE q.item_id = ANY (itens) AND q.execucao_id = ANY (execucoes)
    ORDER BY q.item_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE item_qualidade q SET alertas = n.alertas, revisado_por = n.revisado_por, revisado_em = n.revisado_em
    FROM (
      SELECT o.item_id, coalesce(sum(s.n_alertas), 0) AS alertas,
        (array_agg(s.validado_por ORDER BY s.validado_em DESC, s.id DESC)
          FILTER (WHERE s.validado_humano AND s.validado_por IS NOT NULL))[1] AS revisado_por,
        (array_agg(s.validado_em ORDER BY s.validado_em DESC, s.id DESC)
          FILTER (WHERE s.validado_humano AND s.validado_por IS NOT NULL))[1] AS revisado_em
      FROM item_qualidade o
        -- A deleted item's insights go before its row here, which goes as a whole.
        JOIN auditoria_itens i ON i.id = o.item_id
        LEFT JOIN insights s ON s.execucao_id = o.execucao_id
      WHERE o.item_id = ANY (itens) AND o.execucao_id = ANY (execucoes)
      GROUP BY o.item_id
    ) AS n
    WHERE q.item_id = n.item_id
      AND (q.alertas, q.revisado_por, q.revisado_em) IS DISTINCT FROM (n.alertas, n.revisado_por, n.revisado_em);
END $$;

CREATE FUNCTION escuta_insights_revisam() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  execucoes uuid[];
  itens uuid[];
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(execucao_id), array_agg(item_id) INTO execucoes, itens FROM novos
      WHERE n_alertas > 0 OR validado_humano;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(execucao_id), array_agg(item_id) INTO execucoes, itens FROM antigos
      WHERE n_alertas > 0 OR validado_humano;
  ELSE
    SELECT array_agg(x.execucao_id), array_agg(x.item_id) INTO execucoes, itens
      FROM novos n JOIN antigos o USING (id),
        LATERAL (VALUES (n.execucao_id, n.item_id), (o.execucao_id, o.item_id)) AS x (execucao_id, item_id)
      WHERE (n.n_alertas, n.validado_humano, n.validado_por, n.validado_em, n.execucao_id, n.item_id)
        IS DISTINCT FROM (o.n_alertas, o.validado_humano, o.validado_por, o.validado_em, o.execucao_id, o.item_id);
  END IF;
  IF itens IS NOT NULL THEN PERFORM escuta_revisa_qualidade(execucoes, itens); END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER insights_incluidos_revisam AFTER INSERT ON insights
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_revisam();
CREATE TRIGGER insights_alterados_revisam AFTER UPDATE ON insights
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_revisam();
CREATE TRIGGER insights_excluidos_revisam AFTER DELETE ON insights
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_revisam();

-- ───────────────────────────── when items change ─────────────────────────────

-- Once a statement, since an extension's edited period moves thousands of calls at once. Its name makes it fire before
-- auditoria_itens_alterados, which sums the items' totals: quality comes before them.
DROP TRIGGER auditoria_itens_movem_qualidade ON auditoria_itens;
DROP FUNCTION escuta_qualidade_acompanha();

CREATE FUNCTION escuta_qualidade_acompanha() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  itens uuid[];
BEGIN
  SELECT array_agg(n.id) INTO itens FROM novos n JOIN antigos o USING (id)
    WHERE (n.empresa_id, n.projeto_id, n.created_at, n.momento_chamada, n.agente_id)
      IS DISTINCT FROM (o.empresa_id, o.projeto_id, o.created_at, o.momento_chamada, o.agente_id);
  IF itens IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM item_qualidade q WHERE q.item_id = ANY (itens) ORDER BY q.item_id FOR NO KEY UPDATE;
  UPDATE item_qualidade q SET empresa_id = i.empresa_id, projeto_id = i.projeto_id, dia = escuta_dia(i.created_at),
      entrada = i.created_at, momento = i.momento_chamada, dia_chamada = i.dia_chamada, agente_id = i.agente_id
    FROM auditoria_itens i WHERE i.id = ANY (itens) AND q.item_id = i.id;
  RETURN NULL;
END $$;

CREATE TRIGGER auditoria_itens_acompanham AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_acompanha();

-- ───────────────────────────── what stands already ─────────────────────────────
-- No sum of today's depends on these columns: their triggers would copy the whole table to find that out.
ALTER TABLE item_qualidade DISABLE TRIGGER USER;
UPDATE item_qualidade q SET entrada = i.created_at, momento = i.momento_chamada, dia_chamada = i.dia_chamada,
    agente_id = i.agente_id
  FROM auditoria_itens i WHERE i.id = q.item_id;
UPDATE item_qualidade q SET alertas = n.alertas, revisado_por = n.revisado_por, revisado_em = n.revisado_em
  FROM (
    SELECT o.item_id, sum(s.n_alertas) AS alertas,
      (array_agg(s.validado_por ORDER BY s.validado_em DESC, s.id DESC)
        FILTER (WHERE s.validado_humano AND s.validado_por IS NOT NULL))[1] AS revisado_por,
      (array_agg(s.validado_em ORDER BY s.validado_em DESC, s.id DESC)
        FILTER (WHERE s.validado_humano AND s.validado_por IS NOT NULL))[1] AS revisado_em
    FROM item_qualidade o JOIN insights s ON s.execucao_id = o.execucao_id
    GROUP BY o.item_id
    HAVING sum(s.n_alertas) > 0 OR bool_or(s.validado_humano)
  ) AS n
  WHERE q.item_id = n.item_id;
ALTER TABLE item_qualidade ENABLE TRIGGER USER;
