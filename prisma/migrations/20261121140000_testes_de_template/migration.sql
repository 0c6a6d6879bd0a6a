-- Tries of template drafts on processed calls.

-- CreateTable
CREATE TABLE "testes_template" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "resultado_id" UUID NOT NULL,
    "template_id" UUID,
    "versao_salva" INTEGER,
    "rascunho" JSONB NOT NULL,
    "parametros" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'pendente',
    "motivo" TEXT,
    "resultado" JSONB,
    "uso" JSONB NOT NULL DEFAULT '{"chamadas": 0, "tokensEntrada": 0, "tokensSaida": 0}',
    "custo_usd" DECIMAL(18,8) NOT NULL DEFAULT 0,
    "lease_ate" TIMESTAMPTZ(3),
    "criado_por" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "terminado_em" TIMESTAMPTZ(3),

    CONSTRAINT "testes_template_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "testes_template_status" CHECK ("status" IN ('pendente', 'executando', 'concluido', 'erro')),
    CONSTRAINT "testes_template_custo" CHECK ("custo_usd" >= 0)
);

-- CreateIndex
CREATE INDEX "testes_template_empresa_id_created_at_idx" ON "testes_template"("empresa_id", "created_at");
CREATE INDEX "testes_template_created_at_idx" ON "testes_template"("created_at");
CREATE INDEX "testes_template_item_id_idx" ON "testes_template"("item_id");
-- What the workers look for: few rows, however many tests there were.
CREATE INDEX testes_template_abertos_idx ON testes_template (created_at, id) WHERE status IN ('pendente', 'executando');

-- AddForeignKey
ALTER TABLE "testes_template" ADD CONSTRAINT "testes_template_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
