-- fase: expandir
SET lock_timeout = '3s';

-- What the review page says of a period by the day of the call or of its entry, counted as it comes (docs/decisions/0004-rollups.md): beside
-- insight_dia and concordancia_dia, which know the days of the analysis and of the verdict, and kept as they are: rows that triggers only add. Tables of
-- their own: the version before reads those two, and adds up their rows, without knowing of further days.

CREATE TABLE "insight_chamada_dia" (
    -- squawk-ignore prefer-identity
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "auditoria_id" UUID NOT NULL,
    "categoria" TEXT NOT NULL,
    -- Of the call.
    "dia" DATE NOT NULL,
    "dia_entrada" DATE NOT NULL,
    "somada" BOOLEAN NOT NULL DEFAULT false,
    "n" BIGINT NOT NULL,
    "pendente" BIGINT NOT NULL,
    "processando" BIGINT NOT NULL,
    "concluido" BIGINT NOT NULL,
    "erro" BIGINT NOT NULL,
    "alta" BIGINT NOT NULL,
    "media" BIGINT NOT NULL,
    "baixa" BIGINT NOT NULL,
    "atencao" BIGINT NOT NULL,
    "na_fila" BIGINT NOT NULL,
    "validados" BIGINT NOT NULL,
    "aprovados" BIGINT NOT NULL,
    "rejeitados" BIGINT NOT NULL,
    "n_pontuacao" BIGINT NOT NULL,
    "n_confianca" BIGINT NOT NULL,
    "soma_revisao" BIGINT NOT NULL,
    "n_revisao" BIGINT NOT NULL,
    "alertas" BIGINT NOT NULL,
    "com_alertas" BIGINT NOT NULL,
    "soma_pontuacao" DECIMAL(20,10) NOT NULL,
    "soma_confianca" DECIMAL(20,10) NOT NULL,

    CONSTRAINT "insight_chamada_dia_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "insight_chamada_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "insight_chamada_dia_projeto_id_dia_idx" ON "insight_chamada_dia"("projeto_id", "dia");
CREATE INDEX "insight_chamada_dia_projeto_id_dia_entrada_idx" ON "insight_chamada_dia"("projeto_id", "dia_entrada");
CREATE INDEX "insight_chamada_dia_auditoria_id_dia_idx" ON "insight_chamada_dia"("auditoria_id", "dia");
CREATE INDEX "insight_chamada_dia_empresa_id_dia_idx" ON "insight_chamada_dia"("empresa_id", "dia");
CREATE INDEX "insight_chamada_dia_empresa_id_dia_entrada_idx" ON "insight_chamada_dia"("empresa_id", "dia_entrada");
CREATE INDEX "insight_chamada_dia_a_somar_idx" ON "insight_chamada_dia"("projeto_id", "dia") WHERE NOT "somada";

CREATE TABLE "concordancia_chamada_dia" (
    -- squawk-ignore prefer-identity
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    -- Of a criterion; '' counts the verdicts themselves.
    "criterio" TEXT NOT NULL,
    -- Of the call.
    "dia" DATE NOT NULL,
    "dia_entrada" DATE NOT NULL,
    "somada" BOOLEAN NOT NULL DEFAULT false,
    "n" BIGINT NOT NULL,
    "aprovados" BIGINT NOT NULL,
    "rejeitados" BIGINT NOT NULL,
    "sim_sim" BIGINT NOT NULL,
    "sim_nao" BIGINT NOT NULL,
    "nao_sim" BIGINT NOT NULL,
    "nao_nao" BIGINT NOT NULL,

    CONSTRAINT "concordancia_chamada_dia_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "concordancia_chamada_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "concordancia_chamada_dia_projeto_id_dia_idx" ON "concordancia_chamada_dia"("projeto_id", "dia");
CREATE INDEX "concordancia_chamada_dia_projeto_id_dia_entrada_idx" ON "concordancia_chamada_dia"("projeto_id", "dia_entrada");
CREATE INDEX "concordancia_chamada_dia_empresa_id_dia_idx" ON "concordancia_chamada_dia"("empresa_id", "dia");
CREATE INDEX "concordancia_chamada_dia_empresa_id_dia_entrada_idx" ON "concordancia_chamada_dia"("empresa_id", "dia_entrada");
CREATE INDEX "concordancia_chamada_dia_a_somar_idx" ON "concordancia_chamada_dia"("projeto_id", "dia") WHERE NOT "somada";

-- Whoever writes what is counted ends first: who still counted by the functions of before would be missing in the count of the next file, which locks
-- nothing. In the order of everybody: item, insights, verdicts.
LOCK TABLE "auditoria_itens", "insights", "insight_revisoes", "insight_revisao_criterios" IN SHARE ROW EXCLUSIVE MODE;

-- ───────────────────────────── insights ─────────────────────────────

-- One statement, one row a project, audit, category and day: what comes counts +1, what goes -1. By the call's day it counts where its call stands: one
-- that is deleted took what it counted for along before (escuta_item_leva_insights).
CREATE OR REPLACE FUNCTION escuta_insights_somam() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Who moves a call to another day meanwhile would not see these to move them along: held until they are there. In the order of everybody (item, insights).
    PERFORM FROM "auditoria_itens" i WHERE i.id IN (SELECT item_id FROM novos) ORDER BY i.id FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM novos WHERE vigente) THEN RETURN NULL; END IF;
    WITH c AS MATERIALIZED (
      SELECT g.item_id, g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at) AS dia, x.*
        FROM novos g, LATERAL escuta_insight_conta(g::"insights", 1) x WHERE g.vigente
    ), por_analise AS (
      INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia",
          "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
          "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
        SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
          sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
          sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"),
          sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
        FROM c GROUP BY 1, 2, 3, 4, 5
        HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0
          OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0
          OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0
          OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0
    )
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
        "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, i.dia_chamada, escuta_dia(i.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
        sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"),
        sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0
        OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0
        OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0
        OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM antigos WHERE vigente) THEN RETURN NULL; END IF;
    WITH c AS MATERIALIZED (
      SELECT g.item_id, g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at) AS dia, x.*
        FROM antigos g, LATERAL escuta_insight_conta(g::"insights", -1) x WHERE g.vigente
    ), por_analise AS (
      INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia",
          "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
          "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
        SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
          sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
          sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"),
          sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
        FROM c GROUP BY 1, 2, 3, 4, 5
        HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0
          OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0
          OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0
          OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0
    )
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
        "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, i.dia_chamada, escuta_dia(i.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
        sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"),
        sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0
        OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0
        OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0
        OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  ELSE
    IF NOT EXISTS (SELECT FROM novos WHERE vigente) AND NOT EXISTS (SELECT FROM antigos WHERE vigente) THEN RETURN NULL; END IF;
    WITH c AS MATERIALIZED (
      SELECT g.item_id, g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at) AS dia, x.*
        FROM novos g, LATERAL escuta_insight_conta(g::"insights", 1) x WHERE g.vigente
      UNION ALL
      SELECT g.item_id, g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at) AS dia, x.*
        FROM antigos g, LATERAL escuta_insight_conta(g::"insights", -1) x WHERE g.vigente
    ), por_analise AS (
      INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia",
          "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
          "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
        SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
          sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
          sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"),
          sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
        FROM c GROUP BY 1, 2, 3, 4, 5
        HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0
          OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0
          OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0
          OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0
    )
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
        "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, i.dia_chamada, escuta_dia(i.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
        sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"),
        sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0
        OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0
        OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0
        OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  END IF;
  RETURN NULL;
END $$;

-- ───────────────────────────── verdicts ─────────────────────────────

-- What a verdict says, and what it says of each criterion that the AI proved.
CREATE FUNCTION escuta_veredito_conta(revisao UUID, veredito TEXT) RETURNS TABLE (
  "criterio" TEXT,
  "aprovados" INTEGER,
  "rejeitados" INTEGER,
  "sim_sim" INTEGER,
  "sim_nao" INTEGER,
  "nao_sim" INTEGER,
  "nao_nao" INTEGER
) LANGUAGE sql STABLE AS $$
  SELECT '', (veredito = 'aprovado')::int, (veredito = 'rejeitado')::int, 0, 0, 0, 0
  UNION ALL
  SELECT c.criterio, 0, 0, (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'sim')::int, (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'nao')::int,
    (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'sim')::int, (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'nao')::int
  FROM "insight_revisao_criterios" c WHERE c.revisao_id = revisao AND c.comprovado
$$;

CREATE OR REPLACE FUNCTION escuta_soma_concordancia(insight UUID, projeto UUID, da_versao UUID, sinal INTEGER) RETURNS VOID
LANGUAGE sql SET search_path FROM CURRENT AS $$
  WITH c AS MATERIALIZED (
    SELECT r.empresa_id, v.template_id, escuta_dia(r.created_at) AS dia, x.*
    FROM "insight_revisoes" r JOIN "insight_template_versoes" v ON v.id = da_versao, LATERAL escuta_veredito_conta(r.id, r.veredito) x
    WHERE r.insight_id = insight AND r.em_vigor
  ), por_veredito AS (
    INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
      SELECT c.empresa_id, projeto, c.template_id, c.criterio, c.dia, sinal, c.aprovados * sinal, c.rejeitados * sinal, c.sim_sim * sinal,
        c.sim_nao * sinal, c.nao_sim * sinal, c.nao_nao * sinal
      FROM c
  )
  INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
    SELECT c.empresa_id, projeto, c.template_id, c.criterio, i.dia_chamada, escuta_dia(i.created_at), sinal, c.aprovados * sinal,
      c.rejeitados * sinal, c.sim_sim * sinal, c.sim_nao * sinal, c.nao_sim * sinal, c.nao_nao * sinal
    FROM c, "insights" g JOIN "auditoria_itens" i ON i.id = g.item_id WHERE g.id = insight
$$;

-- A verdict that comes counts; its criteria come after it, each by itself. One that is replaced or undone goes with them, one that holds again comes with them.
CREATE OR REPLACE FUNCTION escuta_veredito_soma() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    WITH c AS MATERIALIZED (
      SELECT g.item_id, g.projeto_id, v.template_id, (NEW.veredito = 'aprovado')::int AS aprovados, (NEW.veredito = 'rejeitado')::int AS rejeitados
      FROM "insights" g JOIN "insight_template_versoes" v ON v.id = g.template_versao_id WHERE g.id = NEW.insight_id AND g.levado_para IS NULL
    ), por_veredito AS (
      INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
        SELECT NEW.empresa_id, c.projeto_id, c.template_id, '', escuta_dia(NEW.created_at), 1, c.aprovados, c.rejeitados, 0, 0, 0, 0 FROM c
    )
    INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
      SELECT NEW.empresa_id, c.projeto_id, c.template_id, '', i.dia_chamada, escuta_dia(i.created_at), 1, c.aprovados, c.rejeitados, 0, 0, 0, 0
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.em_vigor THEN
    PERFORM escuta_soma_concordancia(g.id, g.projeto_id, g.template_versao_id, 1) FROM "insights" g
      WHERE g.id = NEW.insight_id AND g.levado_para IS NULL;
    RETURN NEW;
  END IF;
  PERFORM escuta_soma_concordancia(g.id, g.projeto_id, g.template_versao_id, -1) FROM "insights" g
    WHERE g.id = OLD.insight_id AND g.levado_para IS NULL;
  RETURN coalesce(NEW, OLD);
END $$;

CREATE OR REPLACE FUNCTION escuta_criterio_soma() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  k "insight_revisao_criterios" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  sinal INTEGER := CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  WITH c AS MATERIALIZED (
    SELECT r.empresa_id, g.projeto_id, v.template_id, g.item_id, escuta_dia(r.created_at) AS dia,
      sinal * (k.atendido_ia = 'sim' AND k.atendido_pessoa = 'sim')::int AS sim_sim, sinal * (k.atendido_ia = 'sim' AND k.atendido_pessoa = 'nao')::int AS sim_nao,
      sinal * (k.atendido_ia = 'nao' AND k.atendido_pessoa = 'sim')::int AS nao_sim, sinal * (k.atendido_ia = 'nao' AND k.atendido_pessoa = 'nao')::int AS nao_nao
    FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id JOIN "insight_template_versoes" v ON v.id = g.template_versao_id
    WHERE r.id = k.revisao_id AND r.em_vigor AND g.levado_para IS NULL
  ), por_veredito AS (
    INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
      SELECT c.empresa_id, c.projeto_id, c.template_id, k.criterio, c.dia, sinal, 0, 0, c.sim_sim, c.sim_nao, c.nao_sim, c.nao_nao FROM c
  )
  INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
    SELECT c.empresa_id, c.projeto_id, c.template_id, k.criterio, i.dia_chamada, escuta_dia(i.created_at), sinal, 0, 0, c.sim_sim, c.sim_nao,
      c.nao_sim, c.nao_nao
    FROM c JOIN "auditoria_itens" i ON i.id = c.item_id;
  RETURN NULL;
END $$;

-- ───────────────────────────── calls ─────────────────────────────

-- A call that moves to another day takes its insights and verdicts along; one that goes takes away what they counted for, while they are still there
-- to be read: what becomes of them afterwards finds no call and counts nothing. Held first: what somebody changes of them meanwhile counted by the old day.
CREATE FUNCTION escuta_item_leva_insights() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  sinais INTEGER[] := CASE WHEN TG_OP = 'DELETE' THEN '{-1}' ELSE '{-1,1}' END;
  dias DATE[] := CASE WHEN TG_OP = 'DELETE' THEN ARRAY[OLD.dia_chamada] ELSE ARRAY[OLD.dia_chamada, NEW.dia_chamada] END;
  entradas DATE[] := CASE WHEN TG_OP = 'DELETE' THEN ARRAY[escuta_dia(OLD.created_at)] ELSE ARRAY[escuta_dia(OLD.created_at), escuta_dia(NEW.created_at)] END;
BEGIN
  PERFORM FROM "insights" g WHERE g.item_id = OLD.id ORDER BY g.id FOR NO KEY UPDATE;
  IF FOUND THEN
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
        "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, d.dia, d.entrada,
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
        sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"),
        sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM "insights" g, unnest(sinais, dias, entradas) AS d (sinal, dia, entrada), LATERAL escuta_insight_conta(g, d.sinal) c
      WHERE g.item_id = OLD.id AND g.vigente
      GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0
        OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0
        OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0
        OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
    INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
      SELECT r.empresa_id, g.projeto_id, v.template_id, c.criterio, d.dia, d.entrada, sum(d.sinal), sum(d.sinal * c.aprovados), sum(d.sinal * c.rejeitados), sum(d.sinal * c.sim_sim), sum(d.sinal * c.sim_nao), sum(d.sinal * c.nao_sim), sum(d.sinal * c.nao_nao)
      FROM "insights" g JOIN "insight_revisoes" r ON r.insight_id = g.id AND r.em_vigor JOIN "insight_template_versoes" v ON v.id = g.template_versao_id,
        LATERAL escuta_veredito_conta(r.id, r.veredito) c, unnest(sinais, dias, entradas) AS d (sinal, dia, entrada)
      WHERE g.item_id = OLD.id AND g.levado_para IS NULL
      GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(d.sinal) <> 0;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "auditoria_itens_excluidos_levam_insights" BEFORE DELETE ON "auditoria_itens" FOR EACH ROW EXECUTE FUNCTION escuta_item_leva_insights();
-- Row by row, so that a change that moves no call costs nothing.
CREATE TRIGGER "auditoria_itens_movidos_levam_insights" AFTER UPDATE ON "auditoria_itens" FOR EACH ROW
  WHEN (OLD.dia_chamada IS DISTINCT FROM NEW.dia_chamada OR OLD.created_at IS DISTINCT FROM NEW.created_at)
  EXECUTE FUNCTION escuta_item_leva_insights();

CREATE OR REPLACE FUNCTION escuta_insights_truncados() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "insight_dia";
  DELETE FROM "concordancia_dia";
  DELETE FROM "insight_chamada_dia";
  DELETE FROM "concordancia_chamada_dia";
  RETURN NULL;
END $$;

-- ───────────────────────────── counting anew ─────────────────────────────

-- Puts beside what is kept of a project's insights and verdicts, or all projects', what it lacks to be what a count gives: both are seen at one moment, so that
-- nobody is kept from writing. Two at once would both put it there: one after the other.
CREATE FUNCTION escuta_recontar_insights_por_ligacao(projeto UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('escuta_recontar_insights_por_ligacao', 0));
  INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada", "somada",
      "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao",
      "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
    SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia, c.dia_entrada, true,
      sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"),
      sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"),
      sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
    FROM (
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, i.dia_chamada AS dia, escuta_dia(i.created_at) AS dia_entrada, x.*
        FROM "insights" g JOIN "auditoria_itens" i ON i.id = g.item_id, LATERAL escuta_insight_conta(g, 1) x
        WHERE g.vigente AND (projeto IS NULL OR g.projeto_id = projeto)
      UNION ALL
      SELECT d.empresa_id, d.projeto_id, d.auditoria_id, d.categoria, d.dia, d.dia_entrada,
          -d."n", -d."pendente", -d."processando", -d."concluido", -d."erro", -d."alta", -d."media", -d."baixa", -d."atencao", -d."na_fila", -d."validados",
          -d."aprovados", -d."rejeitados", -d."n_pontuacao", -d."n_confianca", -d."soma_revisao", -d."n_revisao", -d."alertas", -d."com_alertas", -d."soma_pontuacao",
          -d."soma_confianca"
        FROM "insight_chamada_dia" d WHERE projeto IS NULL OR d.projeto_id = projeto
    ) c
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0
      OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0
      OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0
      OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  INSERT INTO "concordancia_chamada_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "dia_entrada", "somada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
    SELECT c.empresa_id, c.projeto_id, c.template_id, c.criterio, c.dia, c.dia_entrada, true, sum(c."n"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."sim_sim"), sum(c."sim_nao"), sum(c."nao_sim"), sum(c."nao_nao")
    FROM (
      SELECT r.empresa_id, g.projeto_id, v.template_id, x.criterio, i.dia_chamada AS dia, escuta_dia(i.created_at) AS dia_entrada, 1 AS n, x.aprovados, x.rejeitados, x.sim_sim, x.sim_nao, x.nao_sim, x.nao_nao
        FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id JOIN "auditoria_itens" i ON i.id = g.item_id
          JOIN "insight_template_versoes" v ON v.id = g.template_versao_id, LATERAL escuta_veredito_conta(r.id, r.veredito) x
        WHERE r.em_vigor AND g.levado_para IS NULL AND (projeto IS NULL OR g.projeto_id = projeto)
      UNION ALL
      SELECT d.empresa_id, d.projeto_id, d.template_id, d.criterio, d.dia, d.dia_entrada, -d."n", -d."aprovados", -d."rejeitados", -d."sim_sim", -d."sim_nao", -d."nao_sim", -d."nao_nao"
        FROM "concordancia_chamada_dia" d WHERE projeto IS NULL OR d.projeto_id = projeto
    ) c
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(c."n") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."sim_sim") <> 0 OR sum(c."sim_nao") <> 0 OR sum(c."nao_sim") <> 0
      OR sum(c."nao_nao") <> 0;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar(projeto uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE "insights", "insight_revisoes" IN SHARE ROW EXCLUSIVE MODE;
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_insights(projeto);
  PERFORM escuta_recontar_insights_por_ligacao(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_lotes(projeto);
  PERFORM escuta_recontar_chamadas(projeto);
  PERFORM escuta_recontar_dias_da_ligacao(projeto);
  PERFORM escuta_recontar_consumo(projeto);
END $$;
