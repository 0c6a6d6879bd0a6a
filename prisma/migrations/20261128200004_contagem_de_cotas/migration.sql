-- How many interviews that count chose each option, and how many of them are approved: the sum of rows that are only added, so that
-- interviews which end at once wait for nobody. A worker adds them up now and then (worker/src/sweep.ts). docs/decisions/0016.
CREATE TABLE "cota_contagens" (
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pergunta_id" UUID NOT NULL,
    "opcao_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "aprovadas" INTEGER NOT NULL,

    CONSTRAINT "cota_contagens_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "cota_contagens_idx" ON "cota_contagens" ("pergunta_id", "opcao_id", "n", "aprovadas");
ALTER TABLE "cota_contagens" ADD CONSTRAINT "cota_contagens_pergunta_id_fkey" FOREIGN KEY ("pergunta_id") REFERENCES "perguntas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An interview counts once it is concluded, unless it is held for a manager.
CREATE FUNCTION escuta_conta_na_cota(e "entrevistas") RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT e."situacao" = 'concluida' AND e."quarentena" IS NULL
$$;

-- An answer that comes, changes or goes. The interview is read under a lock: whoever concludes it meanwhile is waited for, or sees the answer.
CREATE FUNCTION escuta_resposta_na_cota() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE e "entrevistas";
BEGIN
  SELECT * INTO e FROM "entrevistas" WHERE "id" = coalesce(NEW."entrevista_id", OLD."entrevista_id") FOR SHARE;
  IF NOT FOUND OR NOT escuta_conta_na_cota(e) THEN RETURN NULL; END IF;
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT e."empresa_id", d.p, d.o, sum(d.n), CASE WHEN e."revisao" = 'aprovada' THEN sum(d.n) ELSE 0 END
  FROM (
    SELECT NEW."pergunta_id" AS p, unnest(NEW."opcoes") AS o, 1 AS n WHERE TG_OP <> 'DELETE'
    UNION ALL SELECT OLD."pergunta_id", unnest(OLD."opcoes"), -1 WHERE TG_OP <> 'INSERT'
  ) d GROUP BY d.p, d.o HAVING sum(d.n) <> 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "respostas_cota_nova" AFTER INSERT ON "respostas" FOR EACH ROW
  WHEN (cardinality(NEW."opcoes") > 0) EXECUTE FUNCTION escuta_resposta_na_cota();
CREATE TRIGGER "respostas_cota_mudada" AFTER UPDATE OF "opcoes" ON "respostas" FOR EACH ROW
  WHEN (OLD."opcoes" IS DISTINCT FROM NEW."opcoes") EXECUTE FUNCTION escuta_resposta_na_cota();
CREATE TRIGGER "respostas_cota_excluida" AFTER DELETE ON "respostas" FOR EACH ROW
  WHEN (cardinality(OLD."opcoes") > 0) EXECUTE FUNCTION escuta_resposta_na_cota();

-- An interview that begins or ceases to count, or to be approved, with all its answers. One that goes, goes before its answers.
CREATE FUNCTION escuta_entrevista_na_cota() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
  antes INTEGER := escuta_conta_na_cota(OLD)::int;
  antes_aprovada INTEGER := antes * (OLD."revisao" = 'aprovada')::int;
  depois INTEGER := CASE WHEN TG_OP = 'UPDATE' THEN escuta_conta_na_cota(NEW)::int ELSE 0 END;
  depois_aprovada INTEGER := CASE WHEN TG_OP = 'UPDATE' THEN depois * (NEW."revisao" = 'aprovada')::int ELSE 0 END;
BEGIN
  IF (depois, depois_aprovada) <> (antes, antes_aprovada) THEN
    INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
    SELECT OLD."empresa_id", r."pergunta_id", o.id, depois - antes, depois_aprovada - antes_aprovada
    FROM "respostas" r CROSS JOIN LATERAL unnest(r."opcoes") AS o (id) WHERE r."entrevista_id" = OLD."id";
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER "entrevistas_cota_mudada" AFTER UPDATE OF "situacao", "quarentena", "revisao" ON "entrevistas" FOR EACH ROW
  WHEN (OLD."situacao" <> NEW."situacao" OR OLD."quarentena" IS DISTINCT FROM NEW."quarentena" OR OLD."revisao" <> NEW."revisao")
  EXECUTE FUNCTION escuta_entrevista_na_cota();
CREATE TRIGGER "entrevistas_cota_excluida" BEFORE DELETE ON "entrevistas" FOR EACH ROW
  EXECUTE FUNCTION escuta_entrevista_na_cota();

-- Counts a survey's answers anew, or all surveys'.
CREATE FUNCTION escuta_recontar_cotas(pesquisa UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE "cota_contagens" IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM "cota_contagens" WHERE pesquisa IS NULL OR "pergunta_id" IN (
    SELECT p."id" FROM "perguntas" p JOIN "questionarios" q ON q."id" = p."questionario_id" WHERE q."pesquisa_id" = pesquisa);
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT g.empresa_id, g.pergunta_id, o.id, sum(g.n), sum(g.aprovadas) FROM (
    SELECT e."empresa_id" AS empresa_id, r."pergunta_id" AS pergunta_id, r."opcoes" AS opcoes, count(*) AS n,
      count(*) FILTER (WHERE e."revisao" = 'aprovada') AS aprovadas
    FROM "entrevistas" e JOIN "respostas" r ON r."entrevista_id" = e."id"
    WHERE e."situacao" = 'concluida' AND e."quarentena" IS NULL AND cardinality(r."opcoes") > 0 AND (pesquisa IS NULL OR e."pesquisa_id" = pesquisa)
    GROUP BY 1, 2, 3) g CROSS JOIN LATERAL unnest(g.opcoes) AS o (id) GROUP BY 1, 2, 3;
END $$;
SELECT escuta_recontar_cotas();
