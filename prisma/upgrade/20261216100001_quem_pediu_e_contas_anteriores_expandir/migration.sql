-- fase: expandir
-- A task says by what it was asked for; an agent's former accounts stay known, since portal interviews name the agent alone.
SET lock_timeout = '3s';
ALTER TABLE "tarefas" ADD COLUMN "via" TEXT, ADD COLUMN "via_id" UUID;
CREATE TABLE "agente_contas_anteriores" (
  "empresa_id" UUID NOT NULL,
  "agente_id" UUID NOT NULL,
  "usuario_id" UUID NOT NULL,
  "ate" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "agente_contas_anteriores_pkey" PRIMARY KEY ("usuario_id", "agente_id"),
  CONSTRAINT "agente_contas_anteriores_agente_id_fkey" FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "agente_contas_anteriores_agente_id_idx" ON "agente_contas_anteriores"("agente_id");
