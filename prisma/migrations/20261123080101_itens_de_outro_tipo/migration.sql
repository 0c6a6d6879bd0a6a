-- The call report merges ligacao, arquivo and call_data: since its rule stands at the door (assertKind), a call center's
-- project takes nothing else. What came in before goes where the refusal sends it, to a survey project of the same
-- company, with its audit, its runs and what people said; nothing is deleted. The totals follow by their triggers.
DO $$
DECLARE
  origem record;
  lote record;
  destino uuid;
  nova uuid;
  movidos uuid[];
BEGIN
  FOR origem IN
    SELECT p.* FROM projetos p
    WHERE p.tipo_projeto = 'call_center' AND EXISTS (
      SELECT 1 FROM auditoria_itens i
      WHERE i.projeto_id = p.id AND i.tipo_item <> 'ligacao' AND i.tipo_item IN ('pesquisa', 'entrevista'))
  LOOP
    destino := gen_random_uuid();
    INSERT INTO projetos (id, empresa_id, nome, descricao, tipo_projeto, is_active, canal_agente, created_at, updated_at)
    VALUES (destino, origem.empresa_id, left(origem.nome, 180) || ' (pesquisas)',
      'Itens de pesquisa e entrevista que estavam no projeto de call center "' || origem.nome || '".',
      'pesquisa', origem.is_active, origem.canal_agente, now(), now());

    FOR lote IN
      SELECT a.*, bool_and(i.tipo_item IN ('pesquisa', 'entrevista')) AS inteiro
      FROM auditorias a JOIN auditoria_itens i ON i.auditoria_id = a.id
      WHERE a.projeto_id = origem.id
      GROUP BY a.id HAVING bool_or(i.tipo_item IN ('pesquisa', 'entrevista'))
    LOOP
      IF lote.inteiro THEN
        nova := lote.id;
        UPDATE auditorias SET projeto_id = destino WHERE id = nova;
      ELSE
        nova := gen_random_uuid();
        INSERT INTO auditorias (id, empresa_id, projeto_id, nome, padrao, observacoes, criado_por, created_at, updated_at)
        VALUES (nova, lote.empresa_id, destino, lote.nome, lote.padrao, lote.observacoes, lote.criado_por,
          lote.created_at, lote.updated_at);
      END IF;
      WITH mudados AS (
        UPDATE auditoria_itens SET projeto_id = destino, auditoria_id = nova
        WHERE auditoria_id = lote.id AND tipo_item IN ('pesquisa', 'entrevista') RETURNING id
      ) SELECT array_agg(id) INTO movidos FROM mudados;
      UPDATE execucoes SET projeto_id = destino WHERE item_id = ANY (movidos);
      UPDATE linhas_custo SET projeto_id = destino WHERE item_id = ANY (movidos);
      UPDATE letras_mortas SET projeto_id = destino WHERE item_id = ANY (movidos);
      UPDATE transcricoes SET projeto_id = destino WHERE item_id = ANY (movidos);
      UPDATE auditoria_resultados SET projeto_id = destino, auditoria_id = nova WHERE item_id = ANY (movidos);
      UPDATE insights SET projeto_id = destino, auditoria_id = nova WHERE item_id = ANY (movidos);
      UPDATE tickets SET projeto_id = CASE WHEN projeto_id IS NULL THEN NULL ELSE destino END,
          auditoria_id = CASE WHEN auditoria_id IS NULL THEN NULL ELSE nova END
        WHERE auditoria_item_id = ANY (movidos);
    END LOOP;
  END LOOP;
END $$;
