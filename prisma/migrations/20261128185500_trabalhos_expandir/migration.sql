-- fase: expandir
-- Leases of background work that is wished for without one (docs/decisions/0032). A version before this knows no row of it and loses nothing.
SET lock_timeout = '3s';

CREATE TABLE "trabalhos" (
  "tipo" TEXT NOT NULL,
  "alvo_id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "ate" TIMESTAMPTZ(3) NOT NULL,
  "tentativas" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "trabalhos_pkey" PRIMARY KEY ("tipo", "alvo_id")
);
CREATE INDEX "trabalhos_ate_idx" ON "trabalhos" ("ate");
