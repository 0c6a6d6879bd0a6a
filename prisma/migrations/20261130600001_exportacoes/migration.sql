-- Choices of columns that people keep for their exports.
CREATE TABLE "exportacao_modelos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "autor_id" UUID NOT NULL,
    "tipo" TEXT NOT NULL,
    "nome" TEXT NOT NULL,
    "formato" TEXT NOT NULL,
    "colunas" TEXT[] NOT NULL,
    "planilhas" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "da_empresa" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "exportacao_modelos_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "exportacao_modelos_empresa_id_autor_id_tipo_nome_key"
  ON "exportacao_modelos"("empresa_id", "autor_id", "tipo", "nome");
CREATE INDEX "exportacao_modelos_autor_id_idx" ON "exportacao_modelos"("autor_id");
ALTER TABLE "exportacao_modelos" ADD CONSTRAINT "exportacao_modelos_empresa_id_fkey"
  FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "exportacao_modelos" ADD CONSTRAINT "exportacao_modelos_autor_id_fkey"
  FOREIGN KEY ("autor_id") REFERENCES "usuarios"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The installation's keys that sign dossiers: the newest signs, all verify.
CREATE TABLE "chaves_assinatura" (
    "id" UUID NOT NULL,
    "publica" TEXT NOT NULL,
    "cifra" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chaves_assinatura_pkey" PRIMARY KEY ("id")
);
