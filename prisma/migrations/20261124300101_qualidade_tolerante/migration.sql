-- An analysis whose offences are no list (another version's row) has none: it no longer fails the rebuilding of its whole
-- project, nor the run that takes it over. The rest is as it was (20261121110000_qualidade).
CREATE OR REPLACE FUNCTION escuta_grava_qualidade(lista uuid[]) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, pontuacao, sentimento, palavras)
    SELECT i.id, i.empresa_id, i.projeto_id, x.id, escuta_dia(i.created_at),
      (SELECT round(avg(s.pontuacao)::numeric, 4) FROM insights s
        WHERE s.execucao_id = x.id AND s.status_processamento = 'concluido'),
      r.analise_texto ->> 'sentimentoGeral',
      coalesce((SELECT array_agg(t.termo ORDER BY t.termo)
        FROM (SELECT escuta_termo(o.ofensa ->> 'termo') AS termo
          FROM jsonb_array_elements(CASE WHEN jsonb_typeof(r.analise_texto -> 'ofensas') = 'array'
            THEN r.analise_texto -> 'ofensas' ELSE '[]' END) AS o (ofensa)) AS t
        WHERE t.termo <> ''), '{}')
    FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
      LEFT JOIN auditoria_resultados r ON r.execucao_id = x.id
    WHERE x.id = ANY (lista)
    ORDER BY i.id
  ON CONFLICT (item_id) DO UPDATE SET
    empresa_id = excluded.empresa_id, projeto_id = excluded.projeto_id, execucao_id = excluded.execucao_id,
    dia = excluded.dia, pontuacao = excluded.pontuacao, sentimento = excluded.sentimento, palavras = excluded.palavras;
END;
