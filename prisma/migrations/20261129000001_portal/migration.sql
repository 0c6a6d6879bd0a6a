-- The audit portal: a questionnaire, a sheet of answers and recordings that others collected, as they are prepared for an audit.
-- Nothing of it is charged, or is part of a survey, before a person confirms it (docs/decisions/0021-portal.md).

CREATE TABLE "auditoria_preparos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "autor_id" UUID,
    "observacoes" TEXT,
    "enviado_em" TIMESTAMPTZ(3),
    "automatico" BOOLEAN NOT NULL DEFAULT false,
    "estado" TEXT NOT NULL DEFAULT 'enviando',
    "motivo" TEXT,
    "motivo_papel" TEXT,
    "versao" INTEGER NOT NULL DEFAULT 0,
    "questionario" JSONB,
    "aba" TEXT,
    "avisos" JSONB,
    "colunas" JSONB,
    "linhas_sem_gravacao" BOOLEAN NOT NULL DEFAULT true,
    "creditos_confirmados" INTEGER,
    "confirmado_por" UUID,
    "confirmado_em" TIMESTAMPTZ(3),
    "tarefa_id" UUID,
    "auditoria_id" UUID,
    "pesquisa_id" UUID,
    "expira_em" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "auditoria_preparos_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "auditoria_preparos_estado_check" CHECK ("estado" IN
      ('enviando', 'analisando', 'pronto', 'criando', 'auditando', 'concluido', 'falhou', 'cancelado')),
    CONSTRAINT "auditoria_preparos_confirmado_check" CHECK ("estado" NOT IN ('criando', 'auditando', 'concluido')
      OR ("confirmado_em" IS NOT NULL AND "creditos_confirmados" IS NOT NULL))
);
CREATE INDEX "auditoria_preparos_empresa_id_created_at_id_idx" ON "auditoria_preparos"("empresa_id", "created_at" DESC, "id" DESC);
CREATE INDEX "auditoria_preparos_projeto_id_created_at_id_idx" ON "auditoria_preparos"("projeto_id", "created_at" DESC, "id" DESC);
CREATE INDEX "auditoria_preparos_expira_em_idx" ON "auditoria_preparos"("expira_em");
-- Whose end is waited for: few at any time.
CREATE INDEX "auditoria_preparos_auditando_idx" ON "auditoria_preparos"("confirmado_em") WHERE "estado" = 'auditando';
ALTER TABLE "auditoria_preparos" ADD CONSTRAINT "auditoria_preparos_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "auditoria_preparos" ADD CONSTRAINT "auditoria_preparos_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "auditoria_preparos" ADD CONSTRAINT "auditoria_preparos_auditoria_id_fkey" FOREIGN KEY ("auditoria_id") REFERENCES "auditorias"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "auditoria_preparos" ADD CONSTRAINT "auditoria_preparos_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Parts of a file of the portal belong to it as those of a recording do to their interview.
ALTER TABLE "envios" ADD COLUMN "preparo_id" UUID;
ALTER TABLE "envios" DROP CONSTRAINT "envios_papel_check";
ALTER TABLE "envios" ADD CONSTRAINT "envios_papel_check" CHECK (CASE "papel"
  WHEN 'gravacao' THEN "entrevista_id" IS NOT NULL AND "gravacao" IS NOT NULL AND "preparo_id" IS NULL
  ELSE "preparo_id" IS NOT NULL AND "entrevista_id" IS NULL AND "gravacao" IS NULL END);
CREATE UNIQUE INDEX "envios_preparo_id_papel_key" ON "envios"("preparo_id", "papel");
ALTER TABLE "envios" ADD CONSTRAINT "envios_preparo_id_fkey" FOREIGN KEY ("preparo_id") REFERENCES "auditoria_preparos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "preparo_arquivos" (
    "preparo_id" UUID NOT NULL,
    "papel" TEXT NOT NULL,
    "empresa_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "tamanho" BIGINT NOT NULL,
    "envio_id" UUID,
    "chave_objeto" TEXT,
    "sha256" TEXT,
    "lido_em" TIMESTAMPTZ(3),
    CONSTRAINT "preparo_arquivos_pkey" PRIMARY KEY ("preparo_id", "papel"),
    CONSTRAINT "preparo_arquivos_papel_check" CHECK ("papel" IN ('audio', 'perguntas', 'planilha_respostas', 'zip_audios'))
);
CREATE INDEX "preparo_arquivos_envio_id_idx" ON "preparo_arquivos"("envio_id");
ALTER TABLE "preparo_arquivos" ADD CONSTRAINT "preparo_arquivos_preparo_id_fkey" FOREIGN KEY ("preparo_id") REFERENCES "auditoria_preparos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "preparo_arquivos" ADD CONSTRAINT "preparo_arquivos_envio_id_fkey" FOREIGN KEY ("envio_id") REFERENCES "envios"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "preparo_linhas" (
    "preparo_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "empresa_id" UUID NOT NULL,
    "celulas" TEXT[],
    "nao_auditar" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "preparo_linhas_pkey" PRIMARY KEY ("preparo_id", "n")
);
ALTER TABLE "preparo_linhas" ADD CONSTRAINT "preparo_linhas_preparo_id_fkey" FOREIGN KEY ("preparo_id") REFERENCES "auditoria_preparos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "preparo_gravacoes" (
    "id" UUID NOT NULL,
    "preparo_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "origem" TEXT NOT NULL,
    "indice" INTEGER NOT NULL,
    "nome" TEXT NOT NULL,
    "tipo" TEXT,
    "tamanho" BIGINT,
    "sha256" TEXT,
    "chave_objeto" TEXT,
    "duracao_ms" INTEGER,
    "som" BYTEA,
    "motivo" TEXT,
    "linha_n" INTEGER,
    "regra" TEXT,
    "candidatas" INTEGER[] NOT NULL DEFAULT ARRAY[]::INTEGER[],
    "nao_auditar" BOOLEAN NOT NULL DEFAULT false,
    "item_id" UUID,
    CONSTRAINT "preparo_gravacoes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "preparo_gravacoes_par_check" CHECK (("linha_n" IS NULL) = ("regra" IS NULL)),
    CONSTRAINT "preparo_gravacoes_origem_check" CHECK ("origem" IN ('audio', 'zip_audios'))
);
CREATE UNIQUE INDEX "preparo_gravacoes_preparo_id_origem_indice_key" ON "preparo_gravacoes"("preparo_id", "origem", "indice");
-- A row has one recording at most.
CREATE UNIQUE INDEX "preparo_gravacoes_preparo_id_linha_n_key" ON "preparo_gravacoes"("preparo_id", "linha_n");
CREATE INDEX "preparo_gravacoes_item_id_idx" ON "preparo_gravacoes"("item_id");
ALTER TABLE "preparo_gravacoes" ADD CONSTRAINT "preparo_gravacoes_preparo_id_fkey" FOREIGN KEY ("preparo_id") REFERENCES "auditoria_preparos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "preparo_gravacoes" ADD CONSTRAINT "preparo_gravacoes_preparo_id_linha_n_fkey" FOREIGN KEY ("preparo_id", "linha_n") REFERENCES "preparo_linhas"("preparo_id", "n") ON DELETE NO ACTION ON UPDATE CASCADE;
ALTER TABLE "preparo_gravacoes" ADD CONSTRAINT "preparo_gravacoes_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE SET NULL ON UPDATE CASCADE;
