-- What people say of insights, beside what the AI said; which insights of an item are in force; the review queue.

-- AlterTable
ALTER TABLE "insights" ADD COLUMN     "motivo_rejeicao" TEXT,
ADD COLUMN     "vigente" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "n_alertas" INTEGER GENERATED ALWAYS AS (jsonb_array_length("alertas_identificados")) STORED;

-- CreateTable
CREATE TABLE "insight_revisoes" (
    "id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "insight_id" UUID NOT NULL,
    "usuario_id" UUID NOT NULL,
    "veredito" TEXT NOT NULL,
    "motivo" TEXT,
    "observacoes" TEXT,
    "revisao_ms" INTEGER,
    "em_vigor" BOOLEAN NOT NULL DEFAULT true,
    "desfeita_em" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "insight_revisoes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "insight_revisoes_veredito" CHECK ("veredito" IN ('aprovado', 'rejeitado')),
    CONSTRAINT "insight_revisoes_tempo" CHECK ("revisao_ms" >= 0),
    CONSTRAINT "insight_revisoes_desfeita" CHECK (NOT ("em_vigor" AND "desfeita_em" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "insight_revisao_criterios" (
    "revisao_id" UUID NOT NULL,
    "criterio" TEXT NOT NULL,
    "empresa_id" UUID NOT NULL,
    "atendido_ia" TEXT NOT NULL,
    "atendido_pessoa" TEXT NOT NULL,
    "comprovado" BOOLEAN NOT NULL,

    CONSTRAINT "insight_revisao_criterios_pkey" PRIMARY KEY ("revisao_id","criterio"),
    CONSTRAINT "insight_revisao_criterios_respostas" CHECK (
      "atendido_ia" IN ('sim', 'nao', 'nao_se_aplica') AND "atendido_pessoa" IN ('sim', 'nao', 'nao_se_aplica'))
);

-- CreateIndex
CREATE INDEX "insight_revisoes_insight_id_idx" ON "insight_revisoes"("insight_id");
CREATE INDEX "insight_revisoes_usuario_id_created_at_idx" ON "insight_revisoes"("usuario_id", "created_at" DESC);
-- At most one verdict of an insight is in force.
CREATE UNIQUE INDEX "insight_revisoes_em_vigor" ON "insight_revisoes"("insight_id") WHERE "em_vigor";
-- The verdicts of a period, for the agreement between people and AI.
CREATE INDEX "insight_revisoes_periodo" ON "insight_revisoes"("empresa_id", "created_at") INCLUDE ("insight_id", "veredito") WHERE "em_vigor";

-- AddForeignKey
ALTER TABLE "insight_revisoes" ADD CONSTRAINT "insight_revisoes_insight_id_fkey" FOREIGN KEY ("insight_id") REFERENCES "insights"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "insight_revisao_criterios" ADD CONSTRAINT "insight_revisao_criterios_revisao_id_fkey" FOREIGN KEY ("revisao_id") REFERENCES "insight_revisoes"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ───────────────────────────── which insights are in force ─────────────────────────────
-- Those of the item's latest concluded run (item_qualidade), and, where its newest run ended in error, those that this run
-- left in erro. A column kept by triggers, not a join: the queue and the figures go by an index of the insights alone.

CREATE FUNCTION escuta_insight_nasce() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  NEW.vigente := EXISTS (SELECT 1 FROM item_qualidade q WHERE q.item_id = NEW.item_id AND q.execucao_id = NEW.execucao_id)
    OR (NEW.status_processamento = 'erro' AND EXISTS (
      SELECT 1 FROM execucoes x WHERE x.id = NEW.execucao_id AND x.status = 'erro' AND NOT EXISTS (
        SELECT 1 FROM execucoes y WHERE y.item_id = x.item_id AND (y.created_at, y.id) > (x.created_at, x.id))));
  RETURN NEW;
END $$;

CREATE TRIGGER insights_nascem BEFORE INSERT ON insights FOR EACH ROW EXECUTE FUNCTION escuta_insight_nasce();

CREATE FUNCTION escuta_insights_da_execucao() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE insights s SET vigente = (s.execucao_id = n.execucao_id)
    FROM novos n WHERE s.item_id = n.item_id AND s.vigente <> (s.execucao_id = n.execucao_id);
  RETURN NULL;
END $$;

CREATE TRIGGER item_qualidade_incluida_vigora AFTER INSERT ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_da_execucao();
CREATE TRIGGER item_qualidade_alterada_vigora AFTER UPDATE ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_da_execucao();

CREATE FUNCTION escuta_insights_da_falha() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE insights s SET vigente = (s.execucao_id = NEW.id)
    WHERE s.item_id = NEW.item_id AND s.status_processamento = 'erro' AND s.vigente <> (s.execucao_id = NEW.id)
      AND NOT EXISTS (SELECT 1 FROM item_qualidade q WHERE q.item_id = s.item_id AND q.execucao_id = s.execucao_id);
  RETURN NULL;
END $$;

-- A run is the newest of its item while it goes on: an item has one at a time.
CREATE TRIGGER execucoes_falham AFTER UPDATE OF status ON execucoes FOR EACH ROW
  WHEN (NEW.status = 'erro' AND OLD.status <> 'erro')
  EXECUTE FUNCTION escuta_insights_da_falha();

-- What stands already.
UPDATE insights s SET vigente = true FROM item_qualidade q WHERE q.item_id = s.item_id AND q.execucao_id = s.execucao_id;
UPDATE insights s SET vigente = true FROM execucoes x
  WHERE x.id = s.execucao_id AND x.status = 'erro' AND s.status_processamento = 'erro' AND NOT EXISTS (
    SELECT 1 FROM execucoes y WHERE y.item_id = x.item_id AND (y.created_at, y.id) > (x.created_at, x.id));

-- ───────────────────────────── indices ─────────────────────────────

-- The review queue in its order (errors first, then the oldest): shared/src/domain/insight-attention.ts in SQL, as in
-- api/src/features/insights/attention-sql.ts.
CREATE INDEX insights_revisao_idx ON insights (empresa_id, (CASE WHEN status_processamento = 'erro' THEN 0 ELSE 1 END), created_at, id)
  WHERE vigente AND NOT validado_humano AND (status_processamento = 'erro' OR score_confianca < 0.5 OR n_alertas > 0
    OR sem_evidencia OR (status_processamento = 'concluido' AND score_confianca < 0.7));
CREATE INDEX insights_revisao_projeto_idx ON insights (projeto_id, (CASE WHEN status_processamento = 'erro' THEN 0 ELSE 1 END), created_at, id)
  WHERE vigente AND NOT validado_humano AND (status_processamento = 'erro' OR score_confianca < 0.5 OR n_alertas > 0
    OR sem_evidencia OR (status_processamento = 'concluido' AND score_confianca < 0.7));

-- Lists and figures, the figures from the index alone.
CREATE INDEX insights_empresa_vigentes_idx ON insights (empresa_id, created_at DESC, id DESC)
  INCLUDE (projeto_id, status_processamento, categoria, score_confianca, pontuacao, n_alertas, sem_evidencia, validado_humano, veredito, revisao_ms)
  WHERE vigente;
CREATE INDEX insights_projeto_vigentes_idx ON insights (projeto_id, created_at DESC, id DESC)
  INCLUDE (empresa_id, status_processamento, categoria, score_confianca, pontuacao, n_alertas, sem_evidencia, validado_humano, veredito, revisao_ms)
  WHERE vigente;
CREATE INDEX insights_auditoria_idx ON insights (auditoria_id, created_at DESC, id DESC);
