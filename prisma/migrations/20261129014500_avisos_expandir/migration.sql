-- fase: expandir
-- Mails to people of what happens in their company: now, gathered by subject, and on Mondays. A version before this sends none.
SET lock_timeout = '3s';

CREATE TABLE "avisos_email" (
  "empresa_id" UUID NOT NULL,
  "usuario_id" UUID NOT NULL,
  "chave" TEXT NOT NULL,
  "aviso" TEXT NOT NULL,
  "alvo_id" UUID NOT NULL,
  "dados" JSONB NOT NULL,
  "n" INTEGER NOT NULL,
  "desde" TIMESTAMPTZ(3) NOT NULL,
  "enviar_em" TIMESTAMPTZ(3),
  "enviado_em" TIMESTAMPTZ(3),
  CONSTRAINT "avisos_email_pkey" PRIMARY KEY ("empresa_id", "usuario_id", "chave")
);
CREATE INDEX "avisos_email_usuario_id_idx" ON "avisos_email" ("usuario_id");
CREATE INDEX "avisos_email_enviar_idx" ON "avisos_email" ("enviar_em") WHERE "enviar_em" IS NOT NULL;
CREATE INDEX "avisos_email_enviado_idx" ON "avisos_email" ("enviado_em") WHERE "enviar_em" IS NULL;
ALTER TABLE "avisos_email" ADD CONSTRAINT "avisos_email_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "avisos_email" ADD CONSTRAINT "avisos_email_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuarios" ("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "resumos_semana" (
  "semana" DATE NOT NULL,
  "empresa_id" UUID NOT NULL,
  "usuario_id" UUID NOT NULL,
  "enviado" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "resumos_semana_pkey" PRIMARY KEY ("semana", "empresa_id", "usuario_id")
);
CREATE INDEX "resumos_semana_empresa_id_idx" ON "resumos_semana" ("empresa_id");
CREATE INDEX "resumos_semana_usuario_id_idx" ON "resumos_semana" ("usuario_id");
ALTER TABLE "resumos_semana" ADD CONSTRAINT "resumos_semana_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "resumos_semana" ADD CONSTRAINT "resumos_semana_usuario_id_fkey" FOREIGN KEY ("usuario_id") REFERENCES "usuarios" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
