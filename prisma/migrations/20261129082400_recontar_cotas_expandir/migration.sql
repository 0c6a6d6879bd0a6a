-- fase: expandir
-- A recount adds what a survey's counts lack, and locks nobody out: in one statement's view a transaction has both its interviews and its
-- counts, or neither.
SET lock_timeout = '3s';
CREATE OR REPLACE FUNCTION escuta_recontar_cotas(pesquisa UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  -- Two recounts at once would add the same difference twice.
  PERFORM pg_advisory_xact_lock(hashtextextended('cotas|recontar', 0));
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT d.empresa_id, d.pergunta_id, d.opcao_id, sum(d.n), sum(d.aprovadas) FROM (
    SELECT g.empresa_id, g.pergunta_id, o.id AS opcao_id, g.n, g.aprovadas FROM (
      SELECT e."empresa_id" AS empresa_id, r."pergunta_id" AS pergunta_id, r."opcoes" AS opcoes, count(*) AS n,
        count(*) FILTER (WHERE e."revisao" = 'aprovada') AS aprovadas
      FROM "entrevistas" e JOIN "respostas" r ON r."entrevista_id" = e."id"
      WHERE escuta_conta_na_cota(e) AND cardinality(r."opcoes") > 0 AND (pesquisa IS NULL OR e."pesquisa_id" = pesquisa)
      GROUP BY 1, 2, 3) g CROSS JOIN LATERAL unnest(g.opcoes) AS o (id)
    UNION ALL SELECT c."empresa_id", c."pergunta_id", c."opcao_id", -c."n", -c."aprovadas" FROM "cota_contagens" c
      WHERE pesquisa IS NULL OR c."pergunta_id" IN (SELECT p."id" FROM "perguntas" p JOIN "questionarios" q ON q."id" = p."questionario_id"
        WHERE q."pesquisa_id" = pesquisa)
  ) d GROUP BY 1, 2, 3 HAVING sum(d.n) <> 0 OR sum(d.aprovadas) <> 0;
END $$;
