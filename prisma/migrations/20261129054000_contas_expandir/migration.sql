-- fase: expandir
-- Held and rejected interviews leave the goals' counts; a decision names its cause; each call of a verification is kept.
SET lock_timeout = '3s';

ALTER TABLE "entrevista_revisoes" ADD COLUMN "origem" TEXT;
ALTER TABLE "entrevista_revisoes" ADD COLUMN "origem_id" UUID;
ALTER TABLE "entrevista_revisoes" ADD CONSTRAINT "entrevista_revisoes_origem_check"
  CHECK ("origem" IN ('verificacao', 'sinal') AND ("origem" IS NULL) = ("origem_id" IS NULL)) NOT VALID;

CREATE TABLE "verificacao_tentativas" (
  "verificacao_id" UUID NOT NULL,
  "n" INTEGER NOT NULL,
  "empresa_id" UUID NOT NULL,
  "usuario_id" UUID NOT NULL,
  "resultado" TEXT NOT NULL,
  "nota" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  CONSTRAINT "verificacao_tentativas_pkey" PRIMARY KEY ("verificacao_id", "n"),
  CONSTRAINT "verificacao_tentativas_resultado_check" CHECK ("resultado" IN ('nao_atendeu', 'ocupado', 'caixa_postal',
    'pediu_retorno', 'numero_errado', 'sem_contato', 'confirmada', 'nao_entrevistado', 'dados_divergentes'))
);
ALTER TABLE "verificacao_tentativas" ADD CONSTRAINT "verificacao_tentativas_verificacao_id_fkey"
  FOREIGN KEY ("verificacao_id") REFERENCES "verificacoes" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- As shared/src/platform/database/conditions/counted.ts: concluded, not in quarantine, neither held nor rejected.
CREATE OR REPLACE FUNCTION escuta_conta_na_cota(e "entrevistas") RETURNS BOOLEAN LANGUAGE sql IMMUTABLE AS $$
  SELECT e."situacao" = 'concluida' AND e."quarentena" IS NULL AND e."revisao" NOT IN ('em_espera', 'rejeitada')
$$;

CREATE OR REPLACE FUNCTION escuta_respostas_novas_na_cota() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM novas WHERE cardinality(novas."opcoes") > 0) THEN RETURN NULL; END IF;
  WITH e AS MATERIALIZED (
    SELECT x.*, escuta_conta_na_cota(x) AS conta FROM "entrevistas" x
    WHERE x."id" IN (SELECT n."entrevista_id" FROM novas n WHERE cardinality(n."opcoes") > 0)
    ORDER BY x."id" FOR SHARE
  )
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT e."empresa_id", n."pergunta_id", o.id, count(*), count(*) FILTER (WHERE e."revisao" = 'aprovada')
  FROM novas n JOIN e ON e."id" = n."entrevista_id" CROSS JOIN LATERAL unnest(n."opcoes") AS o (id)
  WHERE e.conta GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar_cotas(pesquisa UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE "cota_contagens" IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM "cota_contagens" WHERE pesquisa IS NULL OR "pergunta_id" IN (
    SELECT p."id" FROM "perguntas" p JOIN "questionarios" q ON q."id" = p."questionario_id" WHERE q."pesquisa_id" = pesquisa);
  INSERT INTO "cota_contagens" ("empresa_id", "pergunta_id", "opcao_id", "n", "aprovadas")
  SELECT g.empresa_id, g.pergunta_id, o.id, sum(g.n), sum(g.aprovadas) FROM (
    SELECT e."empresa_id" AS empresa_id, r."pergunta_id" AS pergunta_id, r."opcoes" AS opcoes, count(*) AS n,
      count(*) FILTER (WHERE e."revisao" = 'aprovada') AS aprovadas
    FROM "entrevistas" e JOIN "respostas" r ON r."entrevista_id" = e."id"
    WHERE escuta_conta_na_cota(e) AND cardinality(r."opcoes") > 0 AND (pesquisa IS NULL OR e."pesquisa_id" = pesquisa)
    GROUP BY 1, 2, 3) g CROSS JOIN LATERAL unnest(g.opcoes) AS o (id) GROUP BY 1, 2, 3;
END $$;
