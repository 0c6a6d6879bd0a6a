-- Calls out of sheets (docs/decisions/0026-import.md): an import from its file to its end, what became of its rows, and what people
-- said of sheets with a heading.

CREATE TABLE "importacoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "auditoria_id" UUID,
    "autor_id" UUID,
    "estado" TEXT NOT NULL DEFAULT 'enviando',
    "motivo" TEXT,
    "automatica" BOOLEAN NOT NULL DEFAULT false,
    "versao" INTEGER NOT NULL DEFAULT 0,
    "nome" TEXT NOT NULL,
    "tamanho" BIGINT NOT NULL,
    "envio_id" UUID,
    "chave_objeto" TEXT,
    "sha256" TEXT,
    "formato" TEXT,
    "origem" TEXT,
    "aba" TEXT,
    "de_1904" BOOLEAN NOT NULL DEFAULT false,
    "cabecalho_n" INTEGER,
    "cabecalho_sha256" TEXT,
    "linhas" INTEGER,
    "linha" INTEGER NOT NULL DEFAULT 0,
    "colunas" JSONB,
    "mapeamento" JSONB,
    "avisos" JSONB,
    "simulacao" JSONB,
    "resultado" JSONB,
    "desfeita" JSONB,
    "tarefa_id" UUID,
    "concluida_em" TIMESTAMPTZ(3),
    "desfeita_em" TIMESTAMPTZ(3),
    "desfeita_por" UUID,
    "expira_em" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "importacoes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "importacoes_estado_check" CHECK ("estado" IN ('enviando', 'lendo', 'mapear', 'simulando', 'simulada', 'importando',
      'interrompida', 'concluida', 'desfazendo', 'desfeita', 'falhou', 'cancelada'))
);
CREATE INDEX "importacoes_projeto_id_created_at_id_idx" ON "importacoes"("projeto_id", "created_at" DESC, "id" DESC);
CREATE INDEX "importacoes_expira_em_idx" ON "importacoes"("expira_em");
-- One at a time writes into a project, or takes back what it wrote.
CREATE UNIQUE INDEX importacoes_uma_por_projeto ON importacoes (projeto_id) WHERE estado IN ('importando', 'desfazendo');
ALTER TABLE "importacoes" ADD CONSTRAINT "importacoes_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "importacoes" ADD CONSTRAINT "importacoes_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "importacoes" ADD CONSTRAINT "importacoes_auditoria_id_fkey" FOREIGN KEY ("auditoria_id") REFERENCES "auditorias"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Rows that did not become a call, of the dry run and of the import: refused ones with their cells, duplicates with the call that is
-- there already.
CREATE TABLE "importacao_linhas" (
    "importacao_id" UUID NOT NULL,
    "simulada" BOOLEAN NOT NULL,
    "n" INTEGER NOT NULL,
    "empresa_id" UUID NOT NULL,
    "recusada" BOOLEAN NOT NULL,
    "motivo" TEXT,
    "celulas" TEXT[],
    "item_id" UUID,
    "linha_igual" INTEGER,
    CONSTRAINT "importacao_linhas_pkey" PRIMARY KEY ("importacao_id", "simulada", "n")
);
CREATE INDEX "importacao_linhas_recusada_idx" ON "importacao_linhas"("importacao_id", "simulada", "recusada", "n");
ALTER TABLE "importacao_linhas" ADD CONSTRAINT "importacao_linhas_importacao_id_fkey" FOREIGN KEY ("importacao_id") REFERENCES "importacoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a dry run would have written, by which later rows of the same file are known: gone when it ends.
CREATE TABLE "importacao_chaves" (
    "importacao_id" UUID NOT NULL,
    "chave" BYTEA NOT NULL,
    "n" INTEGER NOT NULL,
    CONSTRAINT "importacao_chaves_pkey" PRIMARY KEY ("importacao_id", "chave")
);
ALTER TABLE "importacao_chaves" ADD CONSTRAINT "importacao_chaves_importacao_id_fkey" FOREIGN KEY ("importacao_id") REFERENCES "importacoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What somebody said of a sheet with this heading.
CREATE TABLE "importacao_mapeamentos" (
    "empresa_id" UUID NOT NULL,
    "cabecalho_sha256" TEXT NOT NULL,
    "mapeamento" JSONB NOT NULL,
    "autor_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "importacao_mapeamentos_pkey" PRIMARY KEY ("empresa_id", "cabecalho_sha256")
);
ALTER TABLE "importacao_mapeamentos" ADD CONSTRAINT "importacao_mapeamentos_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The file of an import comes in parts as those of the portal do.
ALTER TABLE "envios" ADD COLUMN "importacao_id" UUID;
ALTER TABLE "envios" DROP CONSTRAINT "envios_papel_check";
ALTER TABLE "envios" ADD CONSTRAINT "envios_papel_check" CHECK (CASE "papel"
  WHEN 'gravacao' THEN "entrevista_id" IS NOT NULL AND "gravacao" IS NOT NULL AND "preparo_id" IS NULL AND "lote_id" IS NULL
    AND "importacao_id" IS NULL
  WHEN 'gravacoes' THEN "lote_id" IS NOT NULL AND "preparo_id" IS NULL AND "entrevista_id" IS NULL AND "gravacao" IS NULL
    AND "importacao_id" IS NULL
  WHEN 'importacao' THEN "importacao_id" IS NOT NULL AND "entrevista_id" IS NULL AND "gravacao" IS NULL AND "preparo_id" IS NULL
    AND "lote_id" IS NULL
  ELSE "preparo_id" IS NOT NULL AND "entrevista_id" IS NULL AND "gravacao" IS NULL AND "lote_id" IS NULL
    AND "importacao_id" IS NULL END) NOT VALID;
ALTER TABLE "envios" VALIDATE CONSTRAINT "envios_papel_check";
CREATE UNIQUE INDEX "envios_importacao_id_key" ON "envios"("importacao_id");
ALTER TABLE "envios" ADD CONSTRAINT "envios_importacao_id_fkey" FOREIGN KEY ("importacao_id") REFERENCES "importacoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
