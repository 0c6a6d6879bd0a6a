-- AlterTable
ALTER TABLE "empresas" ADD COLUMN     "saldo_baixo_avisado_em" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "credito_rollup_dia" (
    "empresa_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "tipo" "tipo_lancamento" NOT NULL,
    "n" BIGINT NOT NULL,
    "entrada" BIGINT NOT NULL,
    "saida" BIGINT NOT NULL,
    "valor_centavos" BIGINT NOT NULL,

    CONSTRAINT "credito_rollup_dia_pkey" PRIMARY KEY ("empresa_id","dia","tipo")
);

-- CreateIndex
CREATE INDEX "credito_lancamentos_empresa_id_tipo_created_at_id_idx" ON "credito_lancamentos"("empresa_id", "tipo", "created_at" DESC, "id" DESC);

-- Updated with every entry and never in an indexed column: room for the new version on the same page.
ALTER TABLE credito_rollup_dia SET (fillfactor = 50);

-- The ledger only grows, so that its totals by day only ever add. Whoever adds an entry that changes a balance holds
-- the company's row, and with it the turn to write these rows. Confirmations (captura) change no balance and are not
-- counted: finished runs of a company would otherwise wait for each other.
CREATE FUNCTION escuta_lancamentos_incluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO credito_rollup_dia AS r (empresa_id, dia, tipo, n, entrada, saida, valor_centavos)
    SELECT empresa_id, escuta_dia(created_at), tipo, count(*), sum(greatest(quantidade, 0)),
      sum(greatest(-quantidade, 0)), sum(coalesce(valor_centavos, 0))
    FROM novos WHERE tipo <> 'captura'
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (empresa_id, dia, tipo) DO UPDATE SET
    n = r.n + excluded.n,
    entrada = r.entrada + excluded.entrada,
    saida = r.saida + excluded.saida,
    valor_centavos = r.valor_centavos + excluded.valor_centavos;
  RETURN NULL;
END $$;

CREATE TRIGGER credito_lancamentos_incluidos AFTER INSERT ON credito_lancamentos
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_lancamentos_incluidos();

-- Installations that already have entries.
INSERT INTO credito_rollup_dia (empresa_id, dia, tipo, n, entrada, saida, valor_centavos)
  SELECT empresa_id, escuta_dia(created_at), tipo, count(*), sum(greatest(quantidade, 0)),
    sum(greatest(-quantidade, 0)), sum(coalesce(valor_centavos, 0))
  FROM credito_lancamentos WHERE tipo <> 'captura'
  GROUP BY 1, 2, 3;

-- The packages that earlier versions installed had no prices yet.
UPDATE credito_pacotes SET preco_centavos = 120000
  WHERE nome = 'Essencial' AND quantidade_creditos = 800 AND preco_centavos IS NULL;
UPDATE credito_pacotes SET preco_centavos = 396000
  WHERE nome = 'Profissional' AND quantidade_creditos = 4000 AND preco_centavos IS NULL;
