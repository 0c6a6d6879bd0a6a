-- fase: expandir
SET lock_timeout = '3s';

-- How many items a project has in each state by the month of their entry: what a page in the middle of a list skips, month by month instead of day by
-- day (docs/decisions/0004-rollups.md). Kept from the days' sums with projeto_totais and by the same function: whoever waits for a month's row has
-- waited for the row of the same project and state there.
CREATE TABLE "projeto_rollup_mes" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    -- Its first day.
    "mes" DATE NOT NULL,
    "status" status_processamento NOT NULL,
    "n" BIGINT NOT NULL,

    CONSTRAINT "projeto_rollup_mes_pkey" PRIMARY KEY ("projeto_id", "mes", "status"),
    CONSTRAINT "projeto_rollup_mes_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX "projeto_rollup_mes_empresa_id_mes_idx" ON "projeto_rollup_mes"("empresa_id", "mes");

-- The month of a day.
CREATE FUNCTION escuta_mes(dia DATE) RETURNS DATE LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_trunc('month', dia::timestamp)::date
$$;

CREATE OR REPLACE FUNCTION escuta_soma_totais() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "projeto_totais" AS t (empresa_id, projeto_id, status, n)
      SELECT empresa_id, projeto_id, status, sum(n) FROM novos GROUP BY 1, 2, 3 ORDER BY 2, 3
    ON CONFLICT (projeto_id, status) DO UPDATE SET n = t.n + excluded.n;
    INSERT INTO "projeto_rollup_mes" AS t (empresa_id, projeto_id, mes, status, n)
      SELECT empresa_id, projeto_id, escuta_mes(dia), status, sum(n) FROM novos GROUP BY 1, 2, 3, 4 ORDER BY 2, 3, 4
    ON CONFLICT (projeto_id, mes, status) DO UPDATE SET n = t.n + excluded.n;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO "projeto_totais" AS t (empresa_id, projeto_id, status, n)
      SELECT empresa_id, projeto_id, status, sum(n) FROM (
        SELECT empresa_id, projeto_id, status, n FROM novos
        UNION ALL SELECT empresa_id, projeto_id, status, -n FROM antigos
      ) AS mudancas
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 2, 3
    ON CONFLICT (projeto_id, status) DO UPDATE SET n = t.n + excluded.n;
    INSERT INTO "projeto_rollup_mes" AS t (empresa_id, projeto_id, mes, status, n)
      SELECT empresa_id, projeto_id, escuta_mes(dia), status, sum(n) FROM (
        SELECT empresa_id, projeto_id, dia, status, n FROM novos
        UNION ALL SELECT empresa_id, projeto_id, dia, status, -n FROM antigos
      ) AS mudancas
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 2, 3, 4
    ON CONFLICT (projeto_id, mes, status) DO UPDATE SET n = t.n + excluded.n;
  ELSE
    -- Rows that reached 0, and those that go with their project: nothing is left to insert for either.
    UPDATE "projeto_totais" t SET n = t.n - d.n
      FROM (SELECT projeto_id, status, sum(n) AS n FROM antigos GROUP BY 1, 2 HAVING sum(n) <> 0) AS d
      WHERE t.projeto_id = d.projeto_id AND t.status = d.status;
    UPDATE "projeto_rollup_mes" t SET n = t.n - d.n
      FROM (SELECT projeto_id, escuta_mes(dia) AS mes, status, sum(n) AS n FROM antigos GROUP BY 1, 2, 3 HAVING sum(n) <> 0) AS d
      WHERE t.projeto_id = d.projeto_id AND t.mes = d.mes AND t.status = d.status;
  END IF;
  RETURN NULL;
END $$;

-- Makes a project's months, or all projects', the sums of their days: nobody writes these meanwhile.
CREATE FUNCTION escuta_recontar_meses(projeto UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE "projeto_rollup_dia" IN SHARE ROW EXCLUSIVE MODE;
  UPDATE "projeto_rollup_mes" m SET n = c.n FROM (
      SELECT k.projeto_id, k.mes, k.status, coalesce(sum(r.n), 0) AS n FROM "projeto_rollup_mes" k
      LEFT JOIN "projeto_rollup_dia" r ON r.projeto_id = k.projeto_id AND escuta_mes(r.dia) = k.mes AND r.status = k.status
      WHERE projeto IS NULL OR k.projeto_id = projeto GROUP BY 1, 2, 3
    ) c WHERE m.projeto_id = c.projeto_id AND m.mes = c.mes AND m.status = c.status AND m.n <> c.n;
  INSERT INTO "projeto_rollup_mes" (empresa_id, projeto_id, mes, status, n)
    SELECT empresa_id, projeto_id, escuta_mes(dia), status, sum(n) FROM "projeto_rollup_dia"
    WHERE projeto IS NULL OR projeto_id = projeto GROUP BY 1, 2, 3, 4
  ON CONFLICT (projeto_id, mes, status) DO NOTHING;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar(projeto UUID) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE "insights", "insight_revisoes" IN SHARE ROW EXCLUSIVE MODE;
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_insights(projeto);
  PERFORM escuta_recontar_insights_por_ligacao(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_meses(projeto);
  PERFORM escuta_recontar_lotes(projeto);
  PERFORM escuta_recontar_chamadas(projeto);
  PERFORM escuta_recontar_dias_da_ligacao(projeto);
  PERFORM escuta_recontar_consumo(projeto);
END $$;
