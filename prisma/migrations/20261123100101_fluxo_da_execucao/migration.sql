-- A run's own rows are its flow: each stage says which place it has in it, and the next stage is the next open row. Every run
-- until now, the open ones too, went the one way there was. One rewrite of the table instead of an update of each row.
-- No statement uses the index over status and lease: it only made every renewal of a lease write an index.
DROP INDEX "execucao_etapas_status_lease_ate_idx";

ALTER TABLE "execucao_etapas" ADD COLUMN "ordem" SMALLINT NOT NULL DEFAULT 0;
ALTER TABLE "execucao_etapas"
  ALTER COLUMN "ordem" DROP DEFAULT,
  ALTER COLUMN "ordem" TYPE SMALLINT USING CASE "etapa"
    WHEN 'audio' THEN 1
    WHEN 'transcricao' THEN 2
    WHEN 'analise_texto' THEN 3
    WHEN 'negocio' THEN 4
    WHEN 'contabilizacao' THEN 5
  END;

CREATE UNIQUE INDEX "execucao_etapas_execucao_id_ordem_key" ON "execucao_etapas"("execucao_id", "ordem");
