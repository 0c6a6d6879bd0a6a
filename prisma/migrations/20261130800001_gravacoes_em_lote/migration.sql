-- Recordings that come in many at once for calls that stand already (docs/decisions/0024-recordings-in-bulk.md).

CREATE TABLE "lotes_gravacao" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "autor_id" UUID,
    "origem" TEXT NOT NULL,
    "nome" TEXT NOT NULL,
    "tamanho" BIGINT NOT NULL,
    "arquivos" INTEGER NOT NULL,
    "estado" TEXT NOT NULL DEFAULT 'enviando',
    "motivo" TEXT,
    "versao" INTEGER NOT NULL DEFAULT 0,
    "tarefa_id" UUID,
    "confirmado_por" UUID,
    "confirmado_em" TIMESTAMPTZ(3),
    "expira_em" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "lotes_gravacao_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "lotes_gravacao_origem_check" CHECK ("origem" IN ('pasta', 'arquivo')),
    CONSTRAINT "lotes_gravacao_estado_check" CHECK ("estado" IN
      ('enviando', 'lendo', 'pronto', 'anexando', 'concluido', 'desfazendo', 'desfeito', 'falhou', 'cancelado')),
    CONSTRAINT "lotes_gravacao_confirmado_check" CHECK ("estado" NOT IN ('anexando', 'concluido', 'desfazendo', 'desfeito')
      OR "confirmado_em" IS NOT NULL)
);
CREATE INDEX "lotes_gravacao_empresa_id_created_at_id_idx" ON "lotes_gravacao"("empresa_id", "created_at" DESC, "id" DESC);
CREATE INDEX "lotes_gravacao_projeto_id_created_at_id_idx" ON "lotes_gravacao"("projeto_id", "created_at" DESC, "id" DESC);
CREATE INDEX "lotes_gravacao_expira_em_idx" ON "lotes_gravacao"("expira_em");
ALTER TABLE "lotes_gravacao" ADD CONSTRAINT "lotes_gravacao_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "lotes_gravacao" ADD CONSTRAINT "lotes_gravacao_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "lote_gravacoes" (
    "id" UUID NOT NULL,
    "lote_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "indice" INTEGER NOT NULL,
    "nome" TEXT NOT NULL,
    "tamanho" BIGINT,
    "inicio" BIGINT,
    "situacao" TEXT NOT NULL DEFAULT 'a_ler',
    "motivo" TEXT,
    "tipo" TEXT,
    "sha256" TEXT,
    "chave_objeto" TEXT,
    "duracao_ms" INTEGER,
    "lido" JSONB,
    "item_id" UUID,
    "regra" TEXT,
    "candidatas" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "repetida_de" UUID,
    "repetida_item" UUID,
    "substitui" TEXT,
    "por_pessoa" BOOLEAN NOT NULL DEFAULT false,
    "criou" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "lote_gravacoes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "lote_gravacoes_situacao_check" CHECK ("situacao" IN ('a_ler', 'recusada', 'pareada', 'ja_tem', 'substituir', 'ambigua',
      'orfa', 'repetida', 'criar', 'descartada', 'anexada', 'falhou', 'desfeita')),
    CONSTRAINT "lote_gravacoes_substitui_check" CHECK ("situacao" <> 'substituir' OR "substitui" IS NOT NULL)
);
CREATE UNIQUE INDEX "lote_gravacoes_lote_id_indice_key" ON "lote_gravacoes"("lote_id", "indice");
CREATE INDEX "lote_gravacoes_lote_id_situacao_indice_idx" ON "lote_gravacoes"("lote_id", "situacao", "indice");
CREATE INDEX "lote_gravacoes_lote_id_sha256_idx" ON "lote_gravacoes"("lote_id", "sha256");
CREATE INDEX "lote_gravacoes_item_id_idx" ON "lote_gravacoes"("item_id");
-- A call gets one recording of a batch.
CREATE UNIQUE INDEX lote_gravacoes_uma_por_ligacao ON lote_gravacoes (lote_id, item_id)
  WHERE situacao IN ('pareada', 'ja_tem', 'substituir', 'anexada');
ALTER TABLE "lote_gravacoes" ADD CONSTRAINT "lote_gravacoes_lote_id_fkey" FOREIGN KEY ("lote_id") REFERENCES "lotes_gravacao"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "lote_gravacoes" ADD CONSTRAINT "lote_gravacoes_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- How a company names its recordings.
CREATE TABLE "padroes_gravacao" (
    "empresa_id" UUID NOT NULL,
    "padrao" TEXT NOT NULL,
    "autor_id" UUID,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "padroes_gravacao_pkey" PRIMARY KEY ("empresa_id"),
    CONSTRAINT "padroes_gravacao_padrao_check" CHECK (char_length("padrao") <= 200)
);
ALTER TABLE "padroes_gravacao" ADD CONSTRAINT "padroes_gravacao_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Its bytes come in as those of a recording of the field and of a file of the portal do.
ALTER TABLE "envios" ADD COLUMN "lote_id" UUID;
CREATE UNIQUE INDEX "envios_lote_id_key" ON "envios"("lote_id");
ALTER TABLE "envios" ADD CONSTRAINT "envios_lote_id_fkey" FOREIGN KEY ("lote_id") REFERENCES "lotes_gravacao"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "envios" DROP CONSTRAINT "envios_papel_check";
ALTER TABLE "envios" ADD CONSTRAINT "envios_papel_check" CHECK (CASE "papel"
  WHEN 'gravacao' THEN "entrevista_id" IS NOT NULL AND "gravacao" IS NOT NULL AND "preparo_id" IS NULL AND "lote_id" IS NULL
  WHEN 'gravacoes' THEN "lote_id" IS NOT NULL AND "preparo_id" IS NULL AND "entrevista_id" IS NULL AND "gravacao" IS NULL
  ELSE "preparo_id" IS NOT NULL AND "entrevista_id" IS NULL AND "gravacao" IS NULL AND "lote_id" IS NULL END) NOT VALID;
ALTER TABLE "envios" VALIDATE CONSTRAINT "envios_papel_check";

-- What the telephony calls a recording, as names of files are compared (recording-match.ts fileKey): without folders, extension and case.
CREATE FUNCTION escuta_nome_gravacao(nome text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(lower(regexp_replace(regexp_replace(btrim(nome), '^.*[/\\]', ''),
    '(\.(mp3|wav|wave|ogg|oga|opus|m4a|m4b|aac|webm|flac|wma|amr|3gp|3gpp|aif|aiff|caf|mp4|mov|gsm|ulaw|alaw|dss|ds2|weba))+$', '', 'i')), '');
CREATE INDEX auditoria_itens_nome_gravacao_idx ON auditoria_itens (projeto_id, escuta_nome_gravacao(asterisk_filename))
  WHERE asterisk_filename IS NOT NULL;
-- The same sound twice.
CREATE INDEX auditoria_itens_sha_idx ON auditoria_itens (projeto_id, arquivo_sha256) WHERE arquivo_sha256 IS NOT NULL;
