-- fase: expandir
SET lock_timeout = '3s';

-- What a merge of two agents moved, for as long as it can be undone (api/src/features/agentes/merges-repo.ts).
CREATE TABLE "agente_fusoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "agente_id" UUID NOT NULL,
    "outro_id" UUID NOT NULL,
    "usuario_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ate" TIMESTAMPTZ(3) NOT NULL,
    "conta_antes" UUID,
    "matricula_antes" TEXT,
    "ativo_antes" BOOLEAN NOT NULL,
    "conta_do_outro" UUID,
    "entrevistas" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "ramais" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "fundidos" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "apelidos" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "apelido_novo" TEXT,

    CONSTRAINT "agente_fusoes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "agente_fusoes_agente_id_fkey" FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "agente_fusoes_outro_id_fkey" FOREIGN KEY ("outro_id") REFERENCES "agentes"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "agente_fusoes_outro_id_key" ON "agente_fusoes"("outro_id");
CREATE INDEX "agente_fusoes_agente_id_idx" ON "agente_fusoes"("agente_id");
CREATE INDEX "agente_fusoes_ate_idx" ON "agente_fusoes"("ate");
CREATE INDEX "agente_fusoes_empresa_id_idx" ON "agente_fusoes"("empresa_id");
