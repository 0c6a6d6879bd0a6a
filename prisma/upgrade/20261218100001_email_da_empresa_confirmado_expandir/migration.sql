-- fase: expandir
-- A company's e-mail is confirmed before it invites strangers. Companies that are here count as confirmed: the default
-- is worked out once, for their rows alone, and those to come begin without.
SET lock_timeout = '3s';
ALTER TABLE "empresas" ADD COLUMN "email_confirmado_em" TIMESTAMPTZ(3) DEFAULT now(),
  ADD COLUMN "convites_max" INTEGER, ADD COLUMN "compras_mes_max" INTEGER;
ALTER TABLE "empresas" ALTER COLUMN "email_confirmado_em" DROP DEFAULT;

CREATE TABLE "confirmacoes_email" (
  "id" UUID NOT NULL,
  "empresa_id" UUID NOT NULL,
  "membro_id" UUID NOT NULL,
  "token_hash" TEXT NOT NULL,
  "expira_em" TIMESTAMPTZ(3) NOT NULL,
  "usado_em" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "confirmacoes_email_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "confirmacoes_email_membro_id_fkey" FOREIGN KEY ("membro_id") REFERENCES "membros" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "confirmacoes_email_token_hash_key" ON "confirmacoes_email" ("token_hash");
CREATE INDEX "confirmacoes_email_membro_id_created_at_idx" ON "confirmacoes_email" ("membro_id", "created_at");
