-- fase: expandir
-- Answers that one statement inserts are counted with one row an option (before: one row an answer). A survey of 100,000 interviews that came in
-- at once was read from 200,000 rows until the sweeper had added them up (worker/src/sweep.ts). Changed and deleted answers are counted as before.
SET lock_timeout = '3s';

-- The interviews are read under a lock: a session that concludes one of them meanwhile is waited for, or sees its answers. In the order of their
-- ids, so that two statements never wait for each other.
CREATE FUNCTION escuta_respostas_novas_na_cota() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM novas WHERE cardinality(novas."opcoes") > 0) THEN RETURN NULL; END IF;
  WITH e AS MATERIALIZED (
    SELECT * FROM "entrevistas" WHERE "id" IN (SELECT n."entrevista_id" FROM novas n WHERE cardinality(n."opcoes") > 0)
    ORDER BY "id" FOR SHARE
  )
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT e."empresa_id", n."pergunta_id", o.id, count(*), count(*) FILTER (WHERE e."revisao" = 'aprovada')
  FROM novas n JOIN e ON e."id" = n."entrevista_id" CROSS JOIN LATERAL unnest(n."opcoes") AS o (id)
  WHERE e."situacao" = 'concluida' AND e."quarentena" IS NULL
  GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

DROP TRIGGER "respostas_cota_nova" ON "respostas";
CREATE TRIGGER "respostas_cota_nova" AFTER INSERT ON "respostas" REFERENCING NEW TABLE AS novas FOR EACH STATEMENT
  EXECUTE FUNCTION escuta_respostas_novas_na_cota();
