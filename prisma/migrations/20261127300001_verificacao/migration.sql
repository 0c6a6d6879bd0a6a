-- The coordinator's view of the field: states of review with history, the verification sample, quotas, who may collect.

ALTER TABLE "pesquisas"
    ADD COLUMN "verificacao_percentual" INTEGER NOT NULL DEFAULT 10,
    ADD COLUMN "verificacao_minimo" INTEGER NOT NULL DEFAULT 3,
    ADD COLUMN "verificacao_semente" INTEGER;
ALTER TABLE "pesquisas"
    ADD CONSTRAINT "pesquisas_verificacao_check" CHECK ("verificacao_percentual" BETWEEN 0 AND 100 AND "verificacao_minimo" BETWEEN 0 AND 100) NOT VALID;
ALTER TABLE "pesquisas" VALIDATE CONSTRAINT "pesquisas_verificacao_check";

-- The day on which it was done, in São Paulo: by the device's clock where there is one, as far as that is off.
ALTER TABLE "entrevistas"
    ADD COLUMN "revisao" TEXT NOT NULL DEFAULT 'pendente',
    ADD COLUMN "revisoes" INTEGER NOT NULL DEFAULT 0,
    ADD COLUMN "dia" DATE GENERATED ALWAYS AS (coalesce(
      ("iniciada_em" AT TIME ZONE 'America/Sao_Paulo') - coalesce("relogio_desvio_ms", 0) * interval '1 millisecond',
      "created_at" AT TIME ZONE 'America/Sao_Paulo')::date) STORED;
ALTER TABLE "entrevistas"
    ADD CONSTRAINT "entrevistas_revisao_check" CHECK ("revisao" IN ('pendente', 'aprovada', 'em_espera', 'rejeitada')) NOT VALID;
ALTER TABLE "entrevistas" VALIDATE CONSTRAINT "entrevistas_revisao_check";

-- The field board counts from these alone.
CREATE INDEX "entrevistas_quadro_idx" ON "entrevistas" ("pesquisa_id", "dia", "agente_id", "situacao", "revisao");
-- Those that wait for somebody: few of all.
CREATE INDEX "entrevistas_quarentena_idx" ON "entrevistas" ("pesquisa_id") WHERE "quarentena" IS NOT NULL;

CREATE TABLE "entrevista_revisoes" (
    "entrevista_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "empresa_id" UUID NOT NULL,
    "de" TEXT NOT NULL,
    "para" TEXT NOT NULL,
    "usuario_id" UUID NOT NULL,
    "motivo" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entrevista_revisoes_pkey" PRIMARY KEY ("entrevista_id", "n")
);
ALTER TABLE "entrevista_revisoes" ADD CONSTRAINT "entrevista_revisoes_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "verificacoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "entrevista_id" UUID NOT NULL,
    "semente" INTEGER NOT NULL,
    "responsavel_id" UUID,
    "modo" TEXT,
    "resultado" TEXT,
    "nota" TEXT,
    "codigos_ia" TEXT,
    "feita_por" UUID,
    "feita_em" TIMESTAMPTZ(3),
    "versao" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verificacoes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "verificacoes_modo_check" CHECK ("modo" IN ('ouvida', 'recontato')),
    CONSTRAINT "verificacoes_resultado_check" CHECK ("resultado" IN ('ouvida', 'confirmada', 'nao_entrevistado', 'dados_divergentes', 'sem_contato')),
    CONSTRAINT "verificacoes_feita_check" CHECK (("feita_em" IS NULL) = ("resultado" IS NULL) AND ("modo" IS NULL) = ("resultado" IS NULL))
);
CREATE UNIQUE INDEX "verificacoes_entrevista_id_key" ON "verificacoes"("entrevista_id");
CREATE INDEX "verificacoes_pesquisa_id_created_at_id_idx" ON "verificacoes"("pesquisa_id", "created_at" DESC, "id" DESC);
CREATE INDEX "verificacoes_responsavel_id_idx" ON "verificacoes"("responsavel_id");
ALTER TABLE "verificacoes" ADD CONSTRAINT "verificacoes_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "verificacoes" ADD CONSTRAINT "verificacoes_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "cotas" (
    "opcao_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "questionario_id" UUID NOT NULL,
    "pergunta_id" UUID NOT NULL,
    "texto" TEXT NOT NULL,
    "meta" INTEGER NOT NULL,
    "ordem" INTEGER NOT NULL,

    CONSTRAINT "cotas_pkey" PRIMARY KEY ("opcao_id"),
    CONSTRAINT "cotas_meta_check" CHECK ("meta" BETWEEN 1 AND 1000000)
);
CREATE INDEX "cotas_questionario_id_idx" ON "cotas"("questionario_id");
ALTER TABLE "cotas" ADD CONSTRAINT "cotas_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "cotas" ADD CONSTRAINT "cotas_pergunta_id_fkey" FOREIGN KEY ("pergunta_id") REFERENCES "perguntas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "questionario_coletores" (
    "questionario_id" UUID NOT NULL,
    "usuario_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "questionario_coletores_pkey" PRIMARY KEY ("questionario_id", "usuario_id")
);
CREATE INDEX "questionario_coletores_usuario_id_idx" ON "questionario_coletores"("usuario_id");
ALTER TABLE "questionario_coletores" ADD CONSTRAINT "questionario_coletores_questionario_id_fkey" FOREIGN KEY ("questionario_id") REFERENCES "questionarios"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the AI had found before a person's correction of the transcript had it derived anew: its error rate counts that.
ALTER TABLE "confrontos" ADD COLUMN "veredito_inicial" TEXT;
