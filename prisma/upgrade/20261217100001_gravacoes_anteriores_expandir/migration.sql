-- fase: expandir
SET lock_timeout = '3s';

-- Recordings that an analysed item had before. Each is kept for a term, in which it can be put back (shared/src/services/items/former.ts);
-- its row stays after that, without the object and the file's name: it says by which recording a result was found.
CREATE TABLE "gravacoes_anteriores" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "chave_objeto" TEXT,
    "nome" TEXT,
    "tipo" TEXT,
    "tamanho" BIGINT,
    "sha256" TEXT,
    "gravacao_ms" INTEGER,
    "duracao_s" INTEGER,
    "recebida_em" TIMESTAMPTZ(3),
    "saiu_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "saida" TEXT NOT NULL,
    "usuario_id" UUID,
    "via" TEXT NOT NULL,
    "via_id" UUID,
    "motivo" TEXT,
    "resultados" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "mapa" JSONB,
    "ate" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "gravacoes_anteriores_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "gravacoes_anteriores_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "gravacoes_anteriores_chave_objeto_key" ON "gravacoes_anteriores"("chave_objeto");
CREATE INDEX "gravacoes_anteriores_item_id_saiu_em_idx" ON "gravacoes_anteriores"("item_id", "saiu_em" DESC);
CREATE INDEX "gravacoes_anteriores_empresa_id_idx" ON "gravacoes_anteriores"("empresa_id");
-- Those whose term ends next: what the sweeper asks for.
CREATE INDEX "gravacoes_anteriores_ate_idx" ON "gravacoes_anteriores"("ate") WHERE "chave_objeto" IS NOT NULL;
