-- fase: expandir
SET lock_timeout = '3s';

-- The score of an insight under a person's verdict, beside the AI's (insights.pontuacao), which stays. Written by
-- shared/src/services/insights/insight-scores.ts. It counts while "pontuacao_revisada_em" is the moment of the verdict in force: a
-- verdict that the version before gives, replaces or undoes leaves the AI's score until a task counts it.
ALTER TABLE "insights" ADD COLUMN "pontuacao_revisada" DOUBLE PRECISION,
  ADD COLUMN "pontuacao_revisada_em" TIMESTAMPTZ(3);
-- Whether a rejection rejects the whole insight; null: given by the version before.
ALTER TABLE "insight_revisoes" ADD COLUMN "inteiro" BOOLEAN;
-- The AI's mean of a call where verdicts give the call another score, and whether they do.
ALTER TABLE "item_qualidade" ADD COLUMN "pontuacao_ia" DECIMAL(5,4),
  ADD COLUMN "nota_corrigida" BOOLEAN NOT NULL DEFAULT false;

-- ───────────────────────────── sums of insights ─────────────────────────────

-- Counts the score in force in place of the AI's. No sum changes here: without a counted verdict both are the same.
CREATE OR REPLACE FUNCTION escuta_insight_conta(g "insights", sinal INTEGER) RETURNS TABLE (
  "n" BIGINT,
  "pendente" BIGINT,
  "processando" BIGINT,
  "concluido" BIGINT,
  "erro" BIGINT,
  "alta" BIGINT,
  "media" BIGINT,
  "baixa" BIGINT,
  "atencao" BIGINT,
  "na_fila" BIGINT,
  "validados" BIGINT,
  "aprovados" BIGINT,
  "rejeitados" BIGINT,
  "n_pontuacao" BIGINT,
  "n_confianca" BIGINT,
  "soma_revisao" BIGINT,
  "n_revisao" BIGINT,
  "alertas" BIGINT,
  "com_alertas" BIGINT,
  "soma_pontuacao" DECIMAL,
  "soma_confianca" DECIMAL
) LANGUAGE sql IMMUTABLE AS $$
  SELECT sinal * 1::bigint,
    sinal * (g.status_processamento = 'pendente')::int::bigint,
    sinal * (g.status_processamento = 'processando')::int::bigint,
    sinal * (g.status_processamento = 'concluido')::int::bigint,
    sinal * (g.status_processamento = 'erro')::int::bigint,
    sinal * coalesce(g.score_confianca >= 0.8, false)::int::bigint,
    sinal * coalesce(g.score_confianca >= 0.5 AND g.score_confianca < 0.8, false)::int::bigint,
    sinal * coalesce(g.score_confianca < 0.5, false)::int::bigint,
    sinal * (g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false)
      OR coalesce(g.n_alertas > 0, false) OR (NOT g.validado_humano AND (g.sem_evidencia
        OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false)))))::int::bigint,
    sinal * (NOT g.validado_humano AND (g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false)
      OR coalesce(g.n_alertas > 0, false) OR g.sem_evidencia
      OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false))))::int::bigint,
    sinal * g.validado_humano::int::bigint,
    sinal * coalesce(g.veredito = 'aprovado', false)::int::bigint,
    sinal * coalesce(g.veredito = 'rejeitado', false)::int::bigint,
    sinal * (s.nota IS NOT NULL)::int::bigint,
    sinal * (g.score_confianca IS NOT NULL)::int::bigint,
    sinal * coalesce(g.revisao_ms, 0)::bigint,
    sinal * (g.revisao_ms IS NOT NULL)::int::bigint,
    sinal * coalesce(g.n_alertas, 0)::bigint,
    sinal * (coalesce(g.n_alertas > 0, false))::int::bigint,
    sinal * coalesce(s.nota, 0)::numeric(20,10),
    sinal * coalesce(g.score_confianca, 0)::numeric(20,10)
  FROM (SELECT CASE WHEN g.veredito IS NOT NULL AND g.validado_em = g.pontuacao_revisada_em THEN g.pontuacao_revisada
    ELSE g.pontuacao END AS nota) AS s
$$;

-- ───────────────────────────── the score of a call ─────────────────────────────

CREATE OR REPLACE FUNCTION escuta_escreve_qualidade(lista uuid[]) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, entrada, momento, dia_chamada,
      agente_id, pontuacao, pontuacao_ia, nota_corrigida, sentimento, palavras, alertas, revisado_por, revisado_em)
    SELECT i.id, i.empresa_id, i.projeto_id, x.id, escuta_dia(i.created_at), i.created_at, i.momento_chamada,
      i.dia_chamada, i.agente_id,
      n.pontuacao, CASE WHEN n.pontuacao IS DISTINCT FROM n.pontuacao_ia THEN n.pontuacao_ia END,
      n.pontuacao IS DISTINCT FROM n.pontuacao_ia,
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
      LEFT JOIN LATERAL (SELECT round(avg(CASE WHEN s.veredito IS NOT NULL AND s.validado_em = s.pontuacao_revisada_em
            THEN s.pontuacao_revisada ELSE s.pontuacao END)::numeric, 4) AS pontuacao,
          round(avg(s.pontuacao)::numeric, 4) AS pontuacao_ia
        FROM insights s WHERE s.execucao_id = x.id AND s.status_processamento = 'concluido') AS n ON true
      LEFT JOIN LATERAL (SELECT s.validado_por, s.validado_em FROM insights s
        WHERE s.execucao_id = x.id AND s.validado_humano AND s.validado_por IS NOT NULL
        ORDER BY s.validado_em DESC, s.id DESC LIMIT 1) AS v ON true
    WHERE x.id = ANY (lista)
    ORDER BY i.id
  ON CONFLICT (item_id) DO UPDATE SET
    empresa_id = excluded.empresa_id, projeto_id = excluded.projeto_id, execucao_id = excluded.execucao_id,
    dia = excluded.dia, entrada = excluded.entrada, momento = excluded.momento, dia_chamada = excluded.dia_chamada,
    agente_id = excluded.agente_id, pontuacao = excluded.pontuacao,
    pontuacao_ia = excluded.pontuacao_ia, nota_corrigida = excluded.nota_corrigida, sentimento = excluded.sentimento,
    palavras = excluded.palavras, alertas = excluded.alertas, revisado_por = excluded.revisado_por,
    revisado_em = excluded.revisado_em;
END;

-- Score, alerts and reviewer of these runs, counted anew. Two statements: a transaction that waited for
-- another verdict's then sees its rows.
CREATE OR REPLACE FUNCTION escuta_revisa_qualidade(execucoes uuid[], itens uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM item_qualidade q WHERE q.item_id = ANY (itens) AND q.execucao_id = ANY (execucoes)
    ORDER BY q.item_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE item_qualidade q SET pontuacao = n.pontuacao,
      pontuacao_ia = CASE WHEN n.pontuacao IS DISTINCT FROM n.pontuacao_ia THEN n.pontuacao_ia END,
      nota_corrigida = n.pontuacao IS DISTINCT FROM n.pontuacao_ia, alertas = n.alertas,
      revisado_por = n.revisado_por, revisado_em = n.revisado_em
    FROM (
      SELECT o.item_id, coalesce(sum(s.n_alertas), 0) AS alertas,
        round((avg(CASE WHEN s.veredito IS NOT NULL AND s.validado_em = s.pontuacao_revisada_em
            THEN s.pontuacao_revisada ELSE s.pontuacao END)
          FILTER (WHERE s.status_processamento = 'concluido'))::numeric, 4) AS pontuacao,
        round((avg(s.pontuacao) FILTER (WHERE s.status_processamento = 'concluido'))::numeric, 4) AS pontuacao_ia,
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
      AND (q.pontuacao, q.nota_corrigida, q.alertas, q.revisado_por, q.revisado_em)
        IS DISTINCT FROM (n.pontuacao, n.pontuacao IS DISTINCT FROM n.pontuacao_ia, n.alertas, n.revisado_por,
          n.revisado_em);
END $$;

CREATE OR REPLACE FUNCTION escuta_insights_revisam() RETURNS trigger
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
      WHERE (n.n_alertas, n.validado_humano, n.validado_por, n.validado_em, n.veredito, n.pontuacao_revisada,
          n.pontuacao_revisada_em, n.execucao_id, n.item_id)
        IS DISTINCT FROM (o.n_alertas, o.validado_humano, o.validado_por, o.validado_em, o.veredito,
          o.pontuacao_revisada, o.pontuacao_revisada_em, o.execucao_id, o.item_id);
  END IF;
  IF itens IS NOT NULL THEN PERFORM escuta_revisa_qualidade(execucoes, itens); END IF;
  RETURN NULL;
END $$;
