-- fase: expandir
-- The criteria that a call met and failed stand beside its score: reports count them and rules read them without the insights.
SET lock_timeout = '3s';

ALTER TABLE item_qualidade ADD COLUMN criterios text[] NOT NULL DEFAULT '{}', ADD COLUMN falhas_criticas integer NOT NULL DEFAULT 0;

CREATE TABLE criterio_dia (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE,
  dia date NOT NULL,
  agente_id uuid NOT NULL,
  template_id uuid NOT NULL,
  criterio text NOT NULL,
  serie text NOT NULL,
  n bigint NOT NULL,
  falhas bigint NOT NULL,
  CONSTRAINT criterio_dia_pkey PRIMARY KEY (projeto_id, dia, agente_id, template_id, criterio, serie)
);
CREATE INDEX criterio_dia_empresa_id_agente_id_dia_idx ON criterio_dia (empresa_id, agente_id, dia);

CREATE TABLE criterio_soma (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE,
  dia date NOT NULL,
  template_id uuid NOT NULL,
  criterio text NOT NULL,
  serie text NOT NULL,
  n bigint NOT NULL,
  falhas bigint NOT NULL,
  CONSTRAINT criterio_soma_pkey PRIMARY KEY (projeto_id, dia, template_id, criterio, serie)
);
CREATE INDEX criterio_soma_empresa_id_dia_idx ON criterio_soma (empresa_id, dia);

CREATE TABLE criterio_mes (
  empresa_id uuid NOT NULL,
  projeto_id uuid NOT NULL REFERENCES projetos(id) ON UPDATE CASCADE ON DELETE CASCADE,
  mes date NOT NULL,
  agente_id uuid NOT NULL,
  template_id uuid NOT NULL,
  criterio text NOT NULL,
  serie text NOT NULL,
  n bigint NOT NULL,
  falhas bigint NOT NULL,
  CONSTRAINT criterio_mes_pkey PRIMARY KEY (projeto_id, mes, agente_id, template_id, criterio, serie)
);
CREATE INDEX criterio_mes_empresa_id_mes_idx ON criterio_mes (empresa_id, mes);

-- The answers of a run that count, as shared/src/domain/insights/scores.ts counts them: a person's before the AI's, proven or corrected, none of
-- a rejected insight. An entry is '<template> <series> <s|n> <criterion>'; another wording begins another series.
CREATE FUNCTION escuta_criterios_da_execucao(execucao uuid, OUT criterios text[], OUT falhas_criticas integer)
  LANGUAGE sql STABLE SET search_path FROM CURRENT
BEGIN ATOMIC
  SELECT coalesce(array_agg(DISTINCT a.template_id || ' ' || a.serie || CASE a.atendido WHEN 'sim' THEN ' s ' ELSE ' n ' END || a.criterio), '{}'),
    (count(*) FILTER (WHERE a.critico AND a.atendido = 'nao'))::int
  FROM (
    SELECT v.template_id, o.c ->> 'id' AS criterio, left(md5(o.c ->> 'descricao'), 8) AS serie,
      coalesce((o.c ->> 'critico')::boolean, false) AS critico,
      coalesce(p.atendido_pessoa, o.c ->> 'atendido') AS atendido,
      coalesce((o.c ->> 'comprovado')::boolean, false) OR coalesce(p.atendido_pessoa <> o.c ->> 'atendido', false) AS conta
    FROM insights s
      JOIN insight_template_versoes v ON v.id = s.template_versao_id
      LEFT JOIN insight_revisoes r ON r.insight_id = s.id AND r.em_vigor AND s.veredito IS NOT NULL
      CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN jsonb_typeof(s.resultado -> 'criterios') = 'array'
        THEN s.resultado -> 'criterios' ELSE '[]' END) AS o (c)
      LEFT JOIN insight_revisao_criterios p ON p.revisao_id = r.id AND p.criterio = o.c ->> 'id'
    WHERE s.execucao_id = execucao AND s.status_processamento = 'concluido'
      AND NOT (coalesce(s.veredito, '') = 'rejeitado' AND coalesce(r.inteiro, false))
  ) AS a
  WHERE a.conta AND a.atendido IN ('sim', 'nao') AND a.criterio IS NOT NULL AND a.serie IS NOT NULL;
END;

-- As before, with the criteria.
CREATE OR REPLACE FUNCTION escuta_escreve_qualidade(lista uuid[]) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, entrada, momento, dia_chamada,
      agente_id, pontuacao, pontuacao_ia, nota_corrigida, sentimento, palavras, alertas, revisado_por, revisado_em,
      criterios, falhas_criticas)
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
      v.validado_por, v.validado_em, c.criterios, c.falhas_criticas
    FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
      LEFT JOIN auditoria_resultados r ON r.execucao_id = x.id
      LEFT JOIN LATERAL (SELECT round(avg(CASE WHEN s.veredito IS NOT NULL AND s.validado_em = s.pontuacao_revisada_em
            THEN s.pontuacao_revisada ELSE s.pontuacao END)::numeric, 4) AS pontuacao,
          round(avg(s.pontuacao)::numeric, 4) AS pontuacao_ia
        FROM insights s WHERE s.execucao_id = x.id AND s.status_processamento = 'concluido') AS n ON true
      LEFT JOIN LATERAL (SELECT s.validado_por, s.validado_em FROM insights s
        WHERE s.execucao_id = x.id AND s.validado_humano AND s.validado_por IS NOT NULL
        ORDER BY s.validado_em DESC, s.id DESC LIMIT 1) AS v ON true
      LEFT JOIN LATERAL escuta_criterios_da_execucao(x.id) AS c ON true
    WHERE x.id = ANY (lista)
    ORDER BY i.id
  ON CONFLICT (item_id) DO UPDATE SET
    empresa_id = excluded.empresa_id, projeto_id = excluded.projeto_id, execucao_id = excluded.execucao_id,
    dia = excluded.dia, entrada = excluded.entrada, momento = excluded.momento, dia_chamada = excluded.dia_chamada,
    agente_id = excluded.agente_id, pontuacao = excluded.pontuacao,
    pontuacao_ia = excluded.pontuacao_ia, nota_corrigida = excluded.nota_corrigida, sentimento = excluded.sentimento,
    palavras = excluded.palavras, alertas = excluded.alertas, revisado_por = excluded.revisado_por,
    revisado_em = excluded.revisado_em, criterios = excluded.criterios, falhas_criticas = excluded.falhas_criticas;
END;

CREATE OR REPLACE FUNCTION escuta_revisa_qualidade(execucoes uuid[], itens uuid[]) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM item_qualidade q WHERE q.item_id = ANY (itens) AND q.execucao_id = ANY (execucoes)
    ORDER BY q.item_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE item_qualidade q SET pontuacao = n.pontuacao,
      pontuacao_ia = CASE WHEN n.pontuacao IS DISTINCT FROM n.pontuacao_ia THEN n.pontuacao_ia END,
      nota_corrigida = n.pontuacao IS DISTINCT FROM n.pontuacao_ia, alertas = n.alertas,
      revisado_por = n.revisado_por, revisado_em = n.revisado_em, criterios = c.criterios,
      falhas_criticas = c.falhas_criticas
    FROM (
      SELECT o.item_id, o.execucao_id, coalesce(sum(s.n_alertas), 0) AS alertas,
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
      GROUP BY o.item_id, o.execucao_id
    ) AS n, LATERAL escuta_criterios_da_execucao(n.execucao_id) AS c
    WHERE q.item_id = n.item_id
      AND (q.pontuacao, q.nota_corrigida, q.alertas, q.revisado_por, q.revisado_em, q.criterios, q.falhas_criticas)
        IS DISTINCT FROM (n.pontuacao, n.pontuacao IS DISTINCT FROM n.pontuacao_ia, n.alertas, n.revisado_por,
          n.revisado_em, c.criterios, c.falhas_criticas);
END $$;
