-- fase: expandir
-- Packages that a company asked for beyond its limit of a month: an administrator grants or refuses each.
SET lock_timeout = '3s';
CREATE TYPE "status_pedido_credito" AS ENUM ('pendente', 'concedido', 'recusado');
CREATE TABLE "credito_pedidos" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "pacote_id" UUID NOT NULL,
  "pacote" TEXT NOT NULL,
  "quantidade" INTEGER NOT NULL,
  "valor_centavos" INTEGER,
  "usuario_id" UUID,
  "chave_idempotente" TEXT NOT NULL,
  "status" "status_pedido_credito" NOT NULL DEFAULT 'pendente',
  "decidido_por" UUID,
  "decidido_em" TIMESTAMPTZ(3),
  "motivo" TEXT,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "credito_pedidos_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "credito_pedidos_quantidade_check" CHECK ("quantidade" > 0),
  CONSTRAINT "credito_pedidos_decisao_check" CHECK (("status" = 'pendente') = ("decidido_em" IS NULL)),
  CONSTRAINT "credito_pedidos_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "credito_pedidos_empresa_id_chave_idempotente_key" ON "credito_pedidos" ("empresa_id", "chave_idempotente");
CREATE INDEX "credito_pedidos_empresa_id_created_at_idx" ON "credito_pedidos" ("empresa_id", "created_at" DESC);
CREATE INDEX "credito_pedidos_created_at_idx" ON "credito_pedidos" ("created_at" DESC);
CREATE INDEX "credito_pedidos_pendentes_idx" ON "credito_pedidos" ("created_at") WHERE "status" = 'pendente';
