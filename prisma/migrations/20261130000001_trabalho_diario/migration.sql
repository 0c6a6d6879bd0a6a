-- Daily work (docs/decisions/0023-daily-work.md): who speaks on which extension when, the day of a call, what makes two rows the
-- same call, events and what follows from them, filters that are kept, rights beyond roles; and the tables of the roll-ups by day
-- of the call, which the next migrations fill.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- ───────────────────────────── agents ─────────────────────────────

ALTER TABLE agentes ADD COLUMN matricula TEXT, ADD COLUMN ativo BOOLEAN NOT NULL DEFAULT true;

CREATE TABLE agente_ramais (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "agente_id" UUID NOT NULL,
    "ramal" TEXT NOT NULL,
    "de" TIMESTAMPTZ(3),
    "ate" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agente_ramais_pkey" PRIMARY KEY ("id"),
    CONSTRAINT agente_ramais_periodo CHECK (de < ate),
    -- One extension is one person's at a time.
    CONSTRAINT agente_ramais_sem_sobreposicao
      EXCLUDE USING gist (empresa_id WITH =, ramal WITH =, tstzrange(de, ate) WITH &&)
);
CREATE INDEX "agente_ramais_agente_id_idx" ON "agente_ramais"("agente_id");
ALTER TABLE "agente_ramais" ADD CONSTRAINT "agente_ramais_agente_id_fkey"
  FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An extension as it is compared: 'sip/1023 ' is 'SIP/1023'.
CREATE FUNCTION escuta_ramal(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN nullif(upper(btrim(texto)), '');

-- ───────────────────────────── calls ─────────────────────────────

ALTER TABLE auditoria_itens
  ADD COLUMN agente_id UUID,
  -- How the agent is known: 'ramal' follows the extension's periods; 'nome' (a sheet said so) and 'pessoa' stay.
  ADD COLUMN agente_origem TEXT,
  ADD COLUMN unique_id TEXT,
  ADD COLUMN chave_dup BYTEA,
  ADD COLUMN importacao_id UUID,
  -- When the call was: its own time, or that of its entry where none is known; and the day of it in São Paulo.
  ADD COLUMN momento_chamada TIMESTAMPTZ(3) GENERATED ALWAYS AS (coalesce(call_start_time, created_at)) STORED,
  ADD COLUMN dia_chamada DATE GENERATED ALWAYS AS (escuta_dia(coalesce(call_start_time, created_at))) STORED;

ALTER TABLE auditoria_itens ADD CONSTRAINT auditoria_itens_agente CHECK (
  (agente_id IS NULL) = (agente_origem IS NULL) AND coalesce(agente_origem, 'ramal') IN ('ramal', 'nome', 'pessoa')) NOT VALID;
ALTER TABLE auditoria_itens VALIDATE CONSTRAINT auditoria_itens_agente;

ALTER TABLE "auditoria_itens" ADD CONSTRAINT "auditoria_itens_agente_id_fkey"
  FOREIGN KEY ("agente_id") REFERENCES "agentes"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX "auditoria_itens_projeto_id_momento_chamada_id_idx"
  ON "auditoria_itens"("projeto_id", "momento_chamada" DESC, "id" DESC);
CREATE INDEX auditoria_itens_agente_idx ON auditoria_itens (projeto_id, agente_id, momento_chamada DESC, id DESC)
  WHERE agente_id IS NOT NULL;
CREATE INDEX auditoria_itens_importacao_idx ON auditoria_itens (importacao_id, id) WHERE importacao_id IS NOT NULL;
CREATE UNIQUE INDEX auditoria_itens_unique_id_key ON auditoria_itens (projeto_id, unique_id) WHERE unique_id IS NOT NULL;
CREATE UNIQUE INDEX auditoria_itens_chave_dup_key ON auditoria_itens (projeto_id, chave_dup) WHERE chave_dup IS NOT NULL;

-- Whose extension it was at that time. Agents that were merged stay what they are here: who reads follows `fundido_em_id`.
CREATE FUNCTION escuta_item_agente() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF NEW.agente_origem IN ('nome', 'pessoa') THEN RETURN NEW; END IF;
  NEW.agente_id := (SELECT r.agente_id FROM agente_ramais r
    WHERE r.empresa_id = NEW.empresa_id AND r.ramal = escuta_ramal(NEW.ramal)
      AND tstzrange(r.de, r.ate) @> coalesce(NEW.call_start_time, NEW.created_at));
  NEW.agente_origem := CASE WHEN NEW.agente_id IS NOT NULL THEN 'ramal' END;
  RETURN NEW;
END $$;

CREATE TRIGGER auditoria_itens_agente_novo BEFORE INSERT ON auditoria_itens FOR EACH ROW
  WHEN (NEW.tipo_item IN ('ligacao', 'arquivo', 'call_data') AND NEW.ramal IS NOT NULL) EXECUTE FUNCTION escuta_item_agente();
CREATE TRIGGER auditoria_itens_agente_mudado BEFORE UPDATE ON auditoria_itens FOR EACH ROW
  WHEN (NEW.tipo_item IN ('ligacao', 'arquivo', 'call_data') AND (OLD.ramal IS DISTINCT FROM NEW.ramal
    OR OLD.call_start_time IS DISTINCT FROM NEW.call_start_time)) EXECUTE FUNCTION escuta_item_agente();

-- What is known of a call beside its score: alerts of the insights in force, and who reviewed them last.
ALTER TABLE item_qualidade
  ADD COLUMN agente_id UUID,
  ADD COLUMN dia_chamada DATE,
  ADD COLUMN alertas INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN revisado_por UUID,
  ADD COLUMN revisado_em TIMESTAMPTZ(3);

-- ───────────────────────────── roll-ups by day of the call ─────────────────────────────

-- `agente_id` is never null here: 00000000-… is 'nobody known'.
CREATE TABLE chamada_dia (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "agente_id" UUID NOT NULL,
    "status" "status_processamento" NOT NULL,
    "n" BIGINT NOT NULL,
    "duracao_s" BIGINT NOT NULL,
    "com_duracao" BIGINT NOT NULL,

    CONSTRAINT "chamada_dia_pkey" PRIMARY KEY ("projeto_id", "dia", "agente_id", "status")
);
CREATE INDEX "chamada_dia_empresa_id_dia_idx" ON "chamada_dia"("empresa_id", "dia");
ALTER TABLE "chamada_dia" ADD CONSTRAINT "chamada_dia_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE chamada_qualidade_dia (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "agente_id" UUID NOT NULL,
    "n" BIGINT NOT NULL,
    "n_pontuacao" BIGINT NOT NULL,
    "soma_pontuacao" DECIMAL(20,4) NOT NULL,
    "soma_quadrados" DECIMAL(20,8) NOT NULL,
    "positivos" BIGINT NOT NULL,
    "neutros" BIGINT NOT NULL,
    "negativos" BIGINT NOT NULL,
    "alertas" BIGINT NOT NULL,
    "com_alerta" BIGINT NOT NULL,
    "revisadas" BIGINT NOT NULL,

    CONSTRAINT "chamada_qualidade_dia_pkey" PRIMARY KEY ("projeto_id", "dia", "agente_id")
);
CREATE INDEX "chamada_qualidade_dia_empresa_id_dia_idx" ON "chamada_qualidade_dia"("empresa_id", "dia");
ALTER TABLE "chamada_qualidade_dia" ADD CONSTRAINT "chamada_qualidade_dia_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ───────────────────────────── events ─────────────────────────────

CREATE TABLE eventos_dominio (
    "id" UUID NOT NULL,
    "empresa_id" UUID,
    "tipo" TEXT NOT NULL,
    "alvo_id" UUID NOT NULL,
    "dados" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "eventos_dominio_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "eventos_dominio_empresa_id_created_at_idx" ON "eventos_dominio"("empresa_id", "created_at");
ALTER TABLE "eventos_dominio" ADD CONSTRAINT "eventos_dominio_empresa_id_fkey"
  FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One row a consumer, made when the event is: taken with SKIP LOCKED, never by 'the last id seen'.
CREATE TABLE evento_entregas (
    "evento_id" UUID NOT NULL,
    "consumidor" TEXT NOT NULL,
    "tentativas" INTEGER NOT NULL DEFAULT 0,
    "proxima_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erro" TEXT,

    CONSTRAINT "evento_entregas_pkey" PRIMARY KEY ("evento_id", "consumidor")
);
CREATE INDEX "evento_entregas_consumidor_proxima_em_idx" ON "evento_entregas"("consumidor", "proxima_em");
ALTER TABLE "evento_entregas" ADD CONSTRAINT "evento_entregas_evento_id_fkey"
  FOREIGN KEY ("evento_id") REFERENCES "eventos_dominio"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE notificacoes (
    "id" UUID NOT NULL,
    "empresa_id" UUID,
    "usuario_id" UUID NOT NULL,
    "evento_id" UUID,
    "tipo" TEXT NOT NULL,
    "dados" JSONB NOT NULL DEFAULT '{}',
    "lida_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notificacoes_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "notificacoes_usuario_id_created_at_id_idx" ON "notificacoes"("usuario_id", "created_at" DESC, "id" DESC);
CREATE UNIQUE INDEX "notificacoes_evento_id_usuario_id_key" ON "notificacoes"("evento_id", "usuario_id");
ALTER TABLE "notificacoes" ADD CONSTRAINT "notificacoes_empresa_id_fkey"
  FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "notificacoes" ADD CONSTRAINT "notificacoes_usuario_id_fkey"
  FOREIGN KEY ("usuario_id") REFERENCES "usuarios"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ───────────────────────────── filters and rights ─────────────────────────────

CREATE TABLE filtros_salvos (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "autor_id" UUID NOT NULL,
    "nome" TEXT NOT NULL,
    "filtro" JSONB NOT NULL,
    "da_empresa" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "filtros_salvos_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "filtros_salvos_empresa_id_nome_idx" ON "filtros_salvos"("empresa_id", "nome");
ALTER TABLE "filtros_salvos" ADD CONSTRAINT "filtros_salvos_empresa_id_fkey"
  FOREIGN KEY ("empresa_id") REFERENCES "empresas"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "filtros_salvos" ADD CONSTRAINT "filtros_salvos_autor_id_fkey"
  FOREIGN KEY ("autor_id") REFERENCES "usuarios"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE membro_direitos (
    "membro_id" UUID NOT NULL,
    "direito" TEXT NOT NULL,
    "empresa_id" UUID NOT NULL,
    "concedido_por" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "membro_direitos_pkey" PRIMARY KEY ("membro_id", "direito")
);
ALTER TABLE "membro_direitos" ADD CONSTRAINT "membro_direitos_membro_id_fkey"
  FOREIGN KEY ("membro_id") REFERENCES "membros"("id") ON DELETE CASCADE ON UPDATE CASCADE;
