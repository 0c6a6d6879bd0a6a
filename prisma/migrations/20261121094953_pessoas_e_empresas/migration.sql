-- CreateEnum
CREATE TYPE "finalidade_token" AS ENUM ('redefinicao', 'convite');

-- CreateEnum
CREATE TYPE "status_email" AS ENUM ('pendente', 'enviado', 'falhou');

-- DropIndex
DROP INDEX "tickets_empresa_id_status_idx";

-- AlterTable
ALTER TABLE "credito_lancamentos" ADD COLUMN     "valor_centavos" INTEGER;

-- AlterTable
ALTER TABLE "credito_pacotes" ADD COLUMN     "preco_centavos" INTEGER;

-- AlterTable
ALTER TABLE "leads" ADD COLUMN     "atendido_em" TIMESTAMPTZ(3),
ADD COLUMN     "atendido_por" UUID;

-- AlterTable
ALTER TABLE "membros" ADD COLUMN     "termos_aceitos_em" TIMESTAMPTZ(3),
ADD COLUMN     "termos_versao" TEXT;

-- AlterTable
ALTER TABLE "tokens_redefinicao_senha" ADD COLUMN     "finalidade" "finalidade_token" NOT NULL DEFAULT 'redefinicao';

-- CreateTable
CREATE TABLE "emails" (
    "id" UUID NOT NULL,
    "empresa_id" UUID,
    "para" TEXT NOT NULL,
    "assunto" TEXT NOT NULL,
    "cifra" TEXT,
    "status" "status_email" NOT NULL DEFAULT 'pendente',
    "tentativas" INTEGER NOT NULL DEFAULT 0,
    "proxima_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erro" TEXT,
    "enviado_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "emails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "emails_status_proxima_em_idx" ON "emails"("status", "proxima_em");

-- CreateIndex
CREATE INDEX "emails_created_at_idx" ON "emails"("created_at" DESC);

-- CreateIndex
CREATE INDEX "tickets_empresa_id_status_created_at_id_idx" ON "tickets"("empresa_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tickets_created_at_id_idx" ON "tickets"("created_at" DESC, "id" DESC);

-- Search of tickets by title, as people type it.
CREATE INDEX "tickets_titulo_busca" ON "tickets" USING GIN ("empresa_id", escuta_normaliza("titulo") public.gin_trgm_ops);

-- Leads by when they came, those not yet attended first on their own.
CREATE INDEX "leads_novos" ON "leads"("created_at" DESC) WHERE "atendido_em" IS NULL;
