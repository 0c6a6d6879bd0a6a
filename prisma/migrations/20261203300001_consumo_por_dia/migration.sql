-- fase: expandir
-- What a project's runs took, by the day (São Paulo) on which they were asked for: what reports divide costs by. As projeto_consumo_mes:
-- what was given back is not counted, and what deleted calls took stays.
SET lock_timeout = '3s';

CREATE TABLE "projeto_consumo_dia" (
    "projeto_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "creditos" INTEGER NOT NULL,
    "itens" INTEGER NOT NULL,

    CONSTRAINT "projeto_consumo_dia_pkey" PRIMARY KEY ("projeto_id", "dia"),
    CONSTRAINT "projeto_consumo_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "projeto_consumo_dia_empresa_id_dia_idx" ON "projeto_consumo_dia"("empresa_id", "dia");
ALTER TABLE projeto_consumo_dia SET (fillfactor = 50);

CREATE OR REPLACE FUNCTION escuta_consumo_do_projeto() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO projeto_consumo_mes AS c (projeto_id, empresa_id, mes, creditos, itens)
    SELECT x.projeto_id, x.empresa_id, date_trunc('month', escuta_dia(x.created_at))::date, -sum(n.quantidade),
      sum(CASE n.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
    FROM novos n JOIN execucoes x ON x.id = n.execucao_id
    WHERE n.tipo IN ('reserva', 'estorno')
    GROUP BY 1, 2, 3 ORDER BY 1, 3
  ON CONFLICT (projeto_id, mes) DO UPDATE SET
    creditos = c.creditos + excluded.creditos, itens = c.itens + excluded.itens;
  INSERT INTO projeto_consumo_dia AS c (projeto_id, empresa_id, dia, creditos, itens)
    SELECT x.projeto_id, x.empresa_id, escuta_dia(x.created_at), -sum(n.quantidade),
      sum(CASE n.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
    FROM novos n JOIN execucoes x ON x.id = n.execucao_id
    WHERE n.tipo IN ('reserva', 'estorno')
    GROUP BY 1, 2, 3 ORDER BY 1, 3
  ON CONFLICT (projeto_id, dia) DO UPDATE SET
    creditos = c.creditos + excluded.creditos, itens = c.itens + excluded.itens;
  RETURN NULL;
END $$;

CREATE FUNCTION escuta_consumo_contado_por_dia(projeto uuid) RETURNS TABLE (dia date, creditos bigint, itens bigint)
  LANGUAGE sql STABLE SET search_path FROM CURRENT
BEGIN ATOMIC
  SELECT escuta_dia(x.created_at), -sum(l.quantidade), sum(CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END)
  FROM execucoes x JOIN credito_lancamentos l ON l.execucao_id = x.id
  WHERE x.projeto_id = projeto AND l.tipo IN ('reserva', 'estorno')
  GROUP BY 1;
END;

CREATE OR REPLACE FUNCTION escuta_recontar_consumo(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE credito_lancamentos IN SHARE ROW EXCLUSIVE MODE;
  INSERT INTO projeto_consumo_mes AS c (projeto_id, empresa_id, mes, creditos, itens)
    SELECT p.id, p.empresa_id, n.mes, n.creditos, n.itens FROM projetos p, escuta_consumo_contado(p.id) n WHERE p.id = projeto ORDER BY n.mes
  ON CONFLICT (projeto_id, mes) DO UPDATE SET
    creditos = greatest(c.creditos, excluded.creditos), itens = greatest(c.itens, excluded.itens)
    WHERE c.creditos < excluded.creditos OR c.itens < excluded.itens;
  INSERT INTO projeto_consumo_dia AS c (projeto_id, empresa_id, dia, creditos, itens)
    SELECT p.id, p.empresa_id, n.dia, n.creditos, n.itens FROM projetos p, escuta_consumo_contado_por_dia(p.id) n
    WHERE p.id = projeto ORDER BY n.dia
  ON CONFLICT (projeto_id, dia) DO UPDATE SET
    creditos = greatest(c.creditos, excluded.creditos), itens = greatest(c.itens, excluded.itens)
    WHERE c.creditos < excluded.creditos OR c.itens < excluded.itens;
END $$;
