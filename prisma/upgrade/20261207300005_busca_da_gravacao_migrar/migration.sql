-- fase: migrar
-- Items whose recording was replaced since they were analysed, and not analysed again: few of all. One project after the other, as the
-- index's only writer locks it.
DO $$
DECLARE
  lista uuid[];
BEGIN
  FOR lista IN
    SELECT array_agg(i.id) FROM auditoria_itens i
      JOIN item_qualidade q ON q.item_id = i.id
      JOIN execucao_etapas a ON a.execucao_id = q.execucao_id AND a.etapa = 'audio'
    WHERE a.saida ->> 'arquivoPath' IS NOT NULL AND a.saida ->> 'arquivoPath' IS DISTINCT FROM i.arquivo_path
    GROUP BY i.projeto_id ORDER BY i.projeto_id
  LOOP
    PERFORM escuta_indexa(lista);
  END LOOP;
END $$;
