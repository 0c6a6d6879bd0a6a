-- fase: expandir
-- A second recording of an interview: what its device sent after a gerente had given up waiting for it.
SET lock_timeout = '3s';
CREATE TABLE "entrevista_segundas" (
    "entrevista_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "recebida_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "montagem" TEXT NOT NULL DEFAULT 'pendente',
    "montagem_motivo" TEXT,
    "montagem_ate" TIMESTAMPTZ(3),
    "montagem_tentativas" INTEGER NOT NULL DEFAULT 0,
    "chave_objeto" TEXT,
    "nome" TEXT,
    "tipo" TEXT,
    "tamanho" BIGINT,
    "sha256" TEXT,
    "mapa" JSONB,
    "decisao" TEXT,
    CONSTRAINT "entrevista_segundas_pkey" PRIMARY KEY ("entrevista_id"),
    CONSTRAINT "entrevista_segundas_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "entrevista_segundas_montagem_check" CHECK ("montagem" IN ('pendente', 'pronta', 'falhou')),
    CONSTRAINT "entrevista_segundas_decisao_check" CHECK ("decisao" IN ('usada', 'descartada'))
);
CREATE INDEX "entrevista_segundas_montagem_idx" ON "entrevista_segundas"("recebida_em") WHERE "montagem" = 'pendente';
CREATE INDEX "entrevista_segundas_chave_objeto_idx" ON "entrevista_segundas"("chave_objeto");
