-- Who takes more than one row of custo_dia has his company's turn first: deleted calls take their lines run by run (a cascade is one
-- statement a parent), in no order of days and models, and two of them would wait for each other. What a provider is paid for is one
-- row in a transaction of its own and waits for nobody's turn.
CREATE OR REPLACE FUNCTION escuta_custos_mudados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[] := '{}'; projetos uuid[] := '{}'; dias date[] := '{}'; etapas etapa[] := '{}'; modelos text[] := '{}';
  unidades unidade_preco[] := '{}'; quantidades numeric[] := '{}'; totais numeric[] := '{}'; sinais int[] := '{}';
  empresa uuid;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(escuta_dia(created_at)),
        etapas || array_agg(etapa), modelos || array_agg(modelo), unidades || array_agg(unidade),
        quantidades || array_agg(quantidade), totais || array_agg(total_usd), sinais || array_agg(1)
      INTO empresas, projetos, dias, etapas, modelos, unidades, quantidades, totais, sinais FROM novos;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(escuta_dia(created_at)),
        etapas || array_agg(etapa), modelos || array_agg(modelo), unidades || array_agg(unidade),
        quantidades || array_agg(quantidade), totais || array_agg(total_usd), sinais || array_agg(-1)
      INTO empresas, projetos, dias, etapas, modelos, unidades, quantidades, totais, sinais FROM antigos;
  END IF;
  IF cardinality(projetos) > 0 THEN
    IF TG_OP <> 'INSERT' OR (SELECT count(DISTINCT (p, d, e, m)) > 1 FROM unnest(projetos, dias, etapas, modelos) AS k (p, d, e, m)) THEN
      FOR empresa IN SELECT DISTINCT e FROM unnest(empresas) AS e ORDER BY 1 LOOP
        PERFORM pg_advisory_xact_lock(hashtextextended('custo_dia ' || empresa, 0));
      END LOOP;
    END IF;
    PERFORM escuta_soma_custos(empresas, projetos, dias, etapas, modelos, unidades, quantidades, totais, sinais);
  END IF;
  RETURN NULL;
END $$;

-- What a project's runs took, counted from the ledger. What deleted calls took is in no run any more: only the kept sum knows it.
CREATE FUNCTION escuta_consumo_contado(projeto uuid) RETURNS TABLE (mes date, creditos bigint, itens bigint)
  LANGUAGE sql STABLE SET search_path FROM CURRENT
BEGIN ATOMIC
  SELECT date_trunc('month', escuta_dia(x.created_at)::timestamp)::date, -sum(l.quantidade),
    sum(CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
  FROM execucoes x JOIN credito_lancamentos l ON l.execucao_id = x.id
  WHERE x.projeto_id = projeto AND l.tipo IN ('reserva', 'estorno')
  GROUP BY 1;
END;

-- Puts back what is missing of the months that a limit can ask about, and takes nothing away.
CREATE FUNCTION escuta_recontar_consumo(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE credito_lancamentos IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO projeto_consumo_mes AS c (projeto_id, empresa_id, mes, creditos, itens)
    SELECT p.id, p.empresa_id, n.mes, n.creditos, n.itens FROM projetos p, escuta_consumo_contado(p.id) n WHERE p.id = projeto ORDER BY n.mes
  ON CONFLICT (projeto_id, mes) DO UPDATE SET
    creditos = greatest(c.creditos, excluded.creditos), itens = greatest(c.itens, excluded.itens)
    WHERE c.creditos < excluded.creditos OR c.itens < excluded.itens;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_lotes(projeto);
  PERFORM escuta_recontar_chamadas(projeto);
  PERFORM escuta_recontar_dias_da_ligacao(projeto);
  PERFORM escuta_recontar_consumo(projeto);
END $$;
