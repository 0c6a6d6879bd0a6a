-- Signals of fabrication (docs/decisions/0018-signals.md): what each survey's interviews show, people's opinions of it, the recordings'
-- fingerprints, and the wishes to compute a survey anew.

CREATE TABLE "sinais" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "chave" TEXT NOT NULL,
    "tipo" TEXT NOT NULL,
    "alvo" TEXT NOT NULL,
    "agente_id" UUID,
    "entrevista_id" UUID,
    "versao_regra" INTEGER NOT NULL,
    "medida" DOUBLE PRECISION NOT NULL,
    "limite" DOUBLE PRECISION NOT NULL,
    "base_n" INTEGER NOT NULL,
    "base_d" INTEGER NOT NULL,
    "nota" BOOLEAN NOT NULL DEFAULT false,
    "lista" BOOLEAN NOT NULL DEFAULT false,
    "prova" JSONB NOT NULL,
    "evidencia" TEXT NOT NULL,
    "vigente" BOOLEAN NOT NULL DEFAULT true,
    "estado" TEXT NOT NULL DEFAULT 'aberto',
    "versao" INTEGER NOT NULL DEFAULT 1,
    "indicado_id" UUID,
    "indicado_por" UUID,
    "indicado_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sinais_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sinais_tipo_check" CHECK ("tipo" IN ('digitada_antes', 'mais_rapida', 'mesma_gravacao', 'respostas_quase_iguais', 'sobreposta_ou_telefone')),
    CONSTRAINT "sinais_alvo_check" CHECK ("alvo" IN ('entrevista', 'entrevistador', 'par')),
    CONSTRAINT "sinais_estado_check" CHECK ("estado" IN ('aberto', 'em_verificacao', 'confirmado', 'descartado'))
);
CREATE UNIQUE INDEX "sinais_pesquisa_id_chave_key" ON "sinais"("pesquisa_id", "chave");
CREATE INDEX "sinais_entrevista_id_idx" ON "sinais"("entrevista_id");
CREATE INDEX "sinais_agente_id_idx" ON "sinais"("agente_id");
CREATE INDEX "sinais_indicado_id_idx" ON "sinais"("indicado_id");
ALTER TABLE "sinais" ADD CONSTRAINT "sinais_empresa_id_fkey" FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "sinais" ADD CONSTRAINT "sinais_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sinais" ADD CONSTRAINT "sinais_agente_id_fkey" FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sinais" ADD CONSTRAINT "sinais_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "sinal_entrevistas" (
    "sinal_id" UUID NOT NULL,
    "entrevista_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,

    CONSTRAINT "sinal_entrevistas_pkey" PRIMARY KEY ("sinal_id", "entrevista_id")
);
CREATE INDEX "sinal_entrevistas_entrevista_id_idx" ON "sinal_entrevistas"("entrevista_id");
ALTER TABLE "sinal_entrevistas" ADD CONSTRAINT "sinal_entrevistas_sinal_id_fkey" FOREIGN KEY ("sinal_id") REFERENCES "sinais"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "sinal_entrevistas" ADD CONSTRAINT "sinal_entrevistas_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "sinal_pareceres" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "sinal_id" UUID NOT NULL,
    "usuario_id" UUID NOT NULL,
    "papel" TEXT NOT NULL,
    "parecer" TEXT NOT NULL,
    "observacao" TEXT,
    "evidencia" TEXT NOT NULL,
    "em_vigor" BOOLEAN NOT NULL DEFAULT true,
    "desfeito_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sinal_pareceres_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sinal_pareceres_parecer_check" CHECK ("parecer" IN ('procede', 'explica')),
    CONSTRAINT "sinal_pareceres_papel_check" CHECK ("papel" IN ('admin', 'gerente', 'usuario'))
);
CREATE INDEX "sinal_pareceres_sinal_id_created_at_idx" ON "sinal_pareceres"("sinal_id", "created_at");
-- One opinion a person and evidence holds at a time.
CREATE UNIQUE INDEX "sinal_pareceres_em_vigor_key" ON "sinal_pareceres"("sinal_id", "usuario_id", "evidencia") WHERE "em_vigor";
ALTER TABLE "sinal_pareceres" ADD CONSTRAINT "sinal_pareceres_sinal_id_fkey" FOREIGN KEY ("sinal_id") REFERENCES "sinais"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "sinal_calculos" (
    "pesquisa_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "calculos" JSONB NOT NULL DEFAULT '[]',
    "entrevistas" INTEGER NOT NULL DEFAULT 0,
    "calculado_em" TIMESTAMPTZ(3),
    "dono" UUID,
    "ate" TIMESTAMPTZ(3),

    CONSTRAINT "sinal_calculos_pkey" PRIMARY KEY ("pesquisa_id")
);
ALTER TABLE "sinal_calculos" ADD CONSTRAINT "sinal_calculos_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Insert-only, so that interviews of one survey that end at once wait for nobody; the worker takes away what it has computed.
CREATE TABLE "sinal_pedidos" (
    "id" BIGSERIAL NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "sinal_pedidos_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "sinal_pedidos_pesquisa_id_id_idx" ON "sinal_pedidos"("pesquisa_id", "id");
ALTER TABLE "sinal_pedidos" ADD CONSTRAINT "sinal_pedidos_pesquisa_id_fkey" FOREIGN KEY ("pesquisa_id") REFERENCES "pesquisas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A recording's acoustic fingerprint (shared/src/domain/interview/signals/sound-print.ts).
CREATE TABLE "entrevista_sons" (
    "item_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "entrevista_id" UUID NOT NULL,
    "arquivo_path" TEXT NOT NULL,
    "palavras" BYTEA NOT NULL,
    "amostra" BYTEA NOT NULL,
    "comparada" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "entrevista_sons_pkey" PRIMARY KEY ("item_id")
);
CREATE INDEX "entrevista_sons_pesquisa_id_item_id_idx" ON "entrevista_sons"("pesquisa_id", "item_id");
CREATE INDEX "entrevista_sons_entrevista_id_idx" ON "entrevista_sons"("entrevista_id");
ALTER TABLE "entrevista_sons" ADD CONSTRAINT "entrevista_sons_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "auditoria_itens"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "entrevista_sons" ADD CONSTRAINT "entrevista_sons_entrevista_id_fkey" FOREIGN KEY ("entrevista_id") REFERENCES "entrevistas"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "entrevista_sons_iguais" (
    "item_a" UUID NOT NULL,
    "item_b" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pesquisa_id" UUID NOT NULL,
    "nota" DOUBLE PRECISION NOT NULL,
    "ms" INTEGER NOT NULL,
    "inicio_a" INTEGER NOT NULL,
    "inicio_b" INTEGER NOT NULL,

    CONSTRAINT "entrevista_sons_iguais_pkey" PRIMARY KEY ("item_a", "item_b")
);
CREATE INDEX "entrevista_sons_iguais_pesquisa_id_idx" ON "entrevista_sons_iguais"("pesquisa_id");
CREATE INDEX "entrevista_sons_iguais_item_b_idx" ON "entrevista_sons_iguais"("item_b");
ALTER TABLE "entrevista_sons_iguais" ADD CONSTRAINT "entrevista_sons_iguais_item_a_fkey" FOREIGN KEY ("item_a") REFERENCES "entrevista_sons"("item_id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "entrevista_sons_iguais" ADD CONSTRAINT "entrevista_sons_iguais_item_b_fkey" FOREIGN KEY ("item_b") REFERENCES "entrevista_sons"("item_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The same part of a recording in two interviews.
CREATE INDEX "envio_partes_empresa_id_sha256_idx" ON "envio_partes"("empresa_id", "sha256");

CREATE FUNCTION escuta_pede_sinais() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Not while the survey itself goes.
    INSERT INTO sinal_pedidos (pesquisa_id) SELECT id FROM pesquisas WHERE id = OLD.pesquisa_id;
    RETURN OLD;
  END IF;
  IF NEW.pesquisa_id IS NOT NULL THEN
    INSERT INTO sinal_pedidos (pesquisa_id) VALUES (NEW.pesquisa_id);
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER entrevistas_pede_sinais AFTER UPDATE OF situacao, agente_id, nome_entrevistado, telefone_entrevistado, quarentena,
    concluida_em, relogio_desvio_ms ON entrevistas FOR EACH ROW
  WHEN ((NEW.situacao = 'concluida' OR OLD.situacao = 'concluida') AND
    (OLD.situacao, OLD.agente_id, OLD.nome_entrevistado, OLD.telefone_entrevistado, OLD.quarentena, OLD.concluida_em, OLD.relogio_desvio_ms)
    IS DISTINCT FROM
    (NEW.situacao, NEW.agente_id, NEW.nome_entrevistado, NEW.telefone_entrevistado, NEW.quarentena, NEW.concluida_em, NEW.relogio_desvio_ms))
  EXECUTE FUNCTION escuta_pede_sinais();
CREATE TRIGGER entrevista_matriz_pede_sinais AFTER INSERT OR UPDATE OR DELETE ON entrevista_matriz FOR EACH ROW
  EXECUTE FUNCTION escuta_pede_sinais();
CREATE TRIGGER entrevista_sons_pede_sinais AFTER INSERT OR UPDATE OF arquivo_path OR DELETE ON entrevista_sons FOR EACH ROW
  EXECUTE FUNCTION escuta_pede_sinais();
CREATE TRIGGER auditoria_itens_pede_sinais AFTER UPDATE OF arquivo_sha256, dados_apagados_em ON auditoria_itens FOR EACH ROW
  WHEN (NEW.entrevista_id IS NOT NULL AND
    (OLD.arquivo_sha256, OLD.dados_apagados_em) IS DISTINCT FROM (NEW.arquivo_sha256, NEW.dados_apagados_em))
  EXECUTE FUNCTION escuta_pede_sinais();

CREATE FUNCTION escuta_pede_sinais_do_agente() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sinal_pedidos (pesquisa_id)
    SELECT DISTINCT pesquisa_id FROM entrevistas WHERE agente_id = NEW.id;
  RETURN NEW;
END $$;
CREATE TRIGGER agentes_pede_sinais AFTER UPDATE OF fundido_em_id ON agentes FOR EACH ROW
  WHEN (OLD.fundido_em_id IS DISTINCT FROM NEW.fundido_em_id)
  EXECUTE FUNCTION escuta_pede_sinais_do_agente();

-- What is there already is computed once.
INSERT INTO sinal_pedidos (pesquisa_id) SELECT DISTINCT pesquisa_id FROM entrevistas WHERE situacao = 'concluida';
