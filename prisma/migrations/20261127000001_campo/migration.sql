-- Interviews in the field: devices, uploads in parts, the device's own log beside the server's.

CREATE TABLE "aparelhos" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "membro_id" UUID NOT NULL,
    "usuario_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "hmac" TEXT NOT NULL,
    "autorizado_ate" TIMESTAMPTZ(3) NOT NULL,
    "revogado_em" TIMESTAMPTZ(3),
    "apagar_em" TIMESTAMPTZ(3),
    "apagado_em" TIMESTAMPTZ(3),
    "ultimo_contato_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "pendentes" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "aparelhos_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "aparelhos_hmac_key" ON "aparelhos"("hmac");
CREATE INDEX "aparelhos_empresa_id_ultimo_contato_em_idx" ON "aparelhos"("empresa_id", "ultimo_contato_em" DESC);
CREATE INDEX "aparelhos_membro_id_idx" ON "aparelhos"("membro_id");
ALTER TABLE "aparelhos" ADD CONSTRAINT "aparelhos_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "aparelhos" ADD CONSTRAINT "aparelhos_membro_id_fkey" FOREIGN KEY ("membro_id") REFERENCES "membros"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "projetos" ADD COLUMN "auditoria_automatica" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "questionarios" ADD COLUMN "consentimento" TEXT, ADD COLUMN "sem_gravacao" BOOLEAN NOT NULL DEFAULT true;

ALTER TABLE "entrevistas"
    ADD COLUMN "aparelho_id" UUID,
    ADD COLUMN "consentimento" TEXT,
    ADD COLUMN "iniciada_em" TIMESTAMPTZ(3),
    ADD COLUMN "relogio_desvio_ms" BIGINT,
    ADD COLUMN "sincronia" TEXT,
    ADD COLUMN "recebida_em" TIMESTAMPTZ(3),
    ADD COLUMN "registro_sha256" TEXT,
    ADD COLUMN "quarentena" TEXT,
    ADD COLUMN "montagem" TEXT,
    ADD COLUMN "montagem_motivo" TEXT,
    ADD COLUMN "montagem_ate" TIMESTAMPTZ(3),
    ADD COLUMN "montagem_tentativas" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_aparelho_id_fkey" FOREIGN KEY ("aparelho_id") REFERENCES "aparelhos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE INDEX "entrevistas_aparelho_id_idx" ON "entrevistas"("aparelho_id");
-- Recordings that wait to be joined: a handful of all interviews.
CREATE INDEX "entrevistas_montagem_idx" ON "entrevistas"("recebida_em") WHERE "montagem" = 'pendente';

-- New columns are null: no row can offend, and each new one is held.
ALTER TABLE "entrevistas"
    ADD CONSTRAINT "entrevistas_consentimento_check" CHECK ("consentimento" IN ('aceito', 'recusou_gravacao', 'recusou')) NOT VALID,
    ADD CONSTRAINT "entrevistas_sincronia_check" CHECK ("sincronia" IN ('parcial', 'completa')) NOT VALID,
    ADD CONSTRAINT "entrevistas_montagem_check" CHECK ("montagem" IN ('pendente', 'pronta', 'falhou')) NOT VALID;
ALTER TABLE "entrevistas" VALIDATE CONSTRAINT "entrevistas_consentimento_check";
ALTER TABLE "entrevistas" VALIDATE CONSTRAINT "entrevistas_sincronia_check";
ALTER TABLE "entrevistas" VALIDATE CONSTRAINT "entrevistas_montagem_check";

ALTER TABLE "entrevista_eventos"
    ADD COLUMN "fonte" TEXT NOT NULL DEFAULT 'servidor',
    ADD COLUMN "relogio" BIGINT,
    ADD COLUMN "gravacao" INTEGER,
    ADD COLUMN "motivo" TEXT,
    ALTER COLUMN "audio_ms" TYPE BIGINT;
ALTER TABLE "entrevista_eventos" DROP CONSTRAINT "entrevista_eventos_pkey";
ALTER TABLE "entrevista_eventos" ADD CONSTRAINT "entrevista_eventos_pkey" PRIMARY KEY ("entrevista_id", "fonte", "seq");
ALTER TABLE "entrevista_eventos" ADD CONSTRAINT "entrevista_eventos_fonte_check" CHECK ("fonte" IN ('servidor', 'aparelho'));

CREATE TABLE "envios" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "papel" TEXT NOT NULL,
    "entrevista_id" UUID,
    "gravacao" INTEGER,
    "tipo" TEXT NOT NULL,
    "estado" TEXT NOT NULL DEFAULT 'aberto',
    "partes" INTEGER,
    "criado_por" UUID,
    "expira_em" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "envios_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "envios_estado_check" CHECK ("estado" IN ('aberto', 'concluido')),
    CONSTRAINT "envios_papel_check" CHECK ("papel" <> 'gravacao' OR ("entrevista_id" IS NOT NULL AND "gravacao" IS NOT NULL))
);
CREATE UNIQUE INDEX "envios_entrevista_id_gravacao_key" ON "envios"("entrevista_id", "gravacao");
CREATE INDEX "envios_expira_em_idx" ON "envios"("expira_em");
ALTER TABLE "envios" ADD CONSTRAINT "envios_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "envios" ADD CONSTRAINT "envios_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "envio_partes" (
    "envio_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "empresa_id" UUID NOT NULL,
    "tamanho" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "chave_objeto" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "envio_partes_pkey" PRIMARY KEY ("envio_id", "n")
);
ALTER TABLE "envio_partes" ADD CONSTRAINT "envio_partes_envio_id_fkey" FOREIGN KEY ("envio_id") REFERENCES "envios"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "entrevista_gravacoes" (
    "entrevista_id" UUID NOT NULL,
    "n" INTEGER NOT NULL,
    "empresa_id" UUID NOT NULL,
    "inicio_ms" INTEGER NOT NULL,
    "duracao_ms" INTEGER NOT NULL,
    "mono_ms" BIGINT NOT NULL,
    "lacuna_ms" BIGINT NOT NULL,

    CONSTRAINT "entrevista_gravacoes_pkey" PRIMARY KEY ("entrevista_id", "n")
);
ALTER TABLE "entrevista_gravacoes" ADD CONSTRAINT "entrevista_gravacoes_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
