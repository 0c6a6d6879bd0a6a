-- fase: expandir
SET lock_timeout = '3s';

-- What the review page says of a period, counted as it comes (docs/decisions/0004-rollups.md): insights in force by day of their analysis, and
-- what people and AI said of the same criteria by day of the verdict. Both are the sum of rows that triggers only add, so that nobody waits for
-- anybody's row; a worker adds them up (worker/src/sweep.ts): "somada" says which are.

CREATE TABLE "insight_dia" (
    -- squawk-ignore prefer-identity
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "auditoria_id" UUID NOT NULL,
    "categoria" TEXT NOT NULL,
    "dia" DATE NOT NULL,
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

    CONSTRAINT "insight_dia_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "insight_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "insight_dia_projeto_id_dia_idx" ON "insight_dia"("projeto_id", "dia");
CREATE INDEX "insight_dia_auditoria_id_dia_idx" ON "insight_dia"("auditoria_id", "dia");
CREATE INDEX "insight_dia_empresa_id_dia_idx" ON "insight_dia"("empresa_id", "dia");
CREATE INDEX "insight_dia_a_somar_idx" ON "insight_dia"("projeto_id", "dia") WHERE NOT "somada";

CREATE TABLE "concordancia_dia" (
    -- squawk-ignore prefer-identity
    "id" BIGSERIAL NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "template_id" UUID NOT NULL,
    -- Of a criterion; '' counts the verdicts themselves.
    "criterio" TEXT NOT NULL,
    "dia" DATE NOT NULL,
    "somada" BOOLEAN NOT NULL DEFAULT false,
    "n" BIGINT NOT NULL,
    "aprovados" BIGINT NOT NULL,
    "rejeitados" BIGINT NOT NULL,
    "sim_sim" BIGINT NOT NULL,
    "sim_nao" BIGINT NOT NULL,
    "nao_sim" BIGINT NOT NULL,
    "nao_nao" BIGINT NOT NULL,

    CONSTRAINT "concordancia_dia_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "concordancia_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "concordancia_dia_projeto_id_dia_idx" ON "concordancia_dia"("projeto_id", "dia");
CREATE INDEX "concordancia_dia_empresa_id_dia_idx" ON "concordancia_dia"("empresa_id", "dia");
CREATE INDEX "concordancia_dia_a_somar_idx" ON "concordancia_dia"("projeto_id", "dia") WHERE NOT "somada";

-- What an insight in force counts for; its rules stand in shared/src/node/insight-attention-sql.ts too, and a test holds the two together.
-- A figure is rounded once, here, so that what comes and goes leaves nothing behind.
CREATE FUNCTION escuta_insight_conta(g "insights", sinal INTEGER) RETURNS TABLE (
  "n" BIGINT,
  "pendente" BIGINT,
  "processando" BIGINT,
  "concluido" BIGINT,
  "erro" BIGINT,
  "alta" BIGINT,
  "media" BIGINT,
  "baixa" BIGINT,
  "atencao" BIGINT,
  "na_fila" BIGINT,
  "validados" BIGINT,
  "aprovados" BIGINT,
  "rejeitados" BIGINT,
  "n_pontuacao" BIGINT,
  "n_confianca" BIGINT,
  "soma_revisao" BIGINT,
  "n_revisao" BIGINT,
  "alertas" BIGINT,
  "com_alertas" BIGINT,
  "soma_pontuacao" DECIMAL,
  "soma_confianca" DECIMAL
) LANGUAGE sql IMMUTABLE AS $$
  SELECT sinal * 1::bigint,
    sinal * (g.status_processamento = 'pendente')::int::bigint,
    sinal * (g.status_processamento = 'processando')::int::bigint,
    sinal * (g.status_processamento = 'concluido')::int::bigint,
    sinal * (g.status_processamento = 'erro')::int::bigint,
    sinal * coalesce(g.score_confianca >= 0.8, false)::int::bigint,
    sinal * coalesce(g.score_confianca >= 0.5 AND g.score_confianca < 0.8, false)::int::bigint,
    sinal * coalesce(g.score_confianca < 0.5, false)::int::bigint,
    sinal * (g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false) OR coalesce(g.n_alertas > 0, false) OR (NOT g.validado_humano
      AND (g.sem_evidencia OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false)))))::int::bigint,
    sinal * (NOT g.validado_humano AND (g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false) OR coalesce(g.n_alertas > 0, false) OR g.sem_evidencia
      OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false))))::int::bigint,
    sinal * g.validado_humano::int::bigint,
    sinal * coalesce(g.veredito = 'aprovado', false)::int::bigint,
    sinal * coalesce(g.veredito = 'rejeitado', false)::int::bigint,
    sinal * (g.pontuacao IS NOT NULL)::int::bigint,
    sinal * (g.score_confianca IS NOT NULL)::int::bigint,
    sinal * coalesce(g.revisao_ms, 0)::bigint,
    sinal * (g.revisao_ms IS NOT NULL)::int::bigint,
    sinal * coalesce(g.n_alertas, 0)::bigint,
    sinal * (coalesce(g.n_alertas > 0, false))::int::bigint,
    sinal * coalesce(g.pontuacao, 0)::numeric(20,10),
    sinal * coalesce(g.score_confianca, 0)::numeric(20,10)
$$;

-- One statement, one row a project, audit, category and day: what comes counts +1, what goes -1.
CREATE FUNCTION escuta_insights_somam() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM novos g, LATERAL escuta_insight_conta(g::"insights", 1) c WHERE g.vigente
      GROUP BY 1, 2, 3, 4, 5
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM antigos g, LATERAL escuta_insight_conta(g::"insights", -1) c WHERE g.vigente
      GROUP BY 1, 2, 3, 4, 5
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  ELSE
    INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM (
        SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at) AS dia, x.*
          FROM novos g, LATERAL escuta_insight_conta(g::"insights", 1) x WHERE g.vigente
        UNION ALL
        SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at), x.*
          FROM antigos g, LATERAL escuta_insight_conta(g::"insights", -1) x WHERE g.vigente
      ) c
      GROUP BY 1, 2, 3, 4, 5
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "insights_incluidos_somam" AFTER INSERT ON "insights" REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();
CREATE TRIGGER "insights_alterados_somam" AFTER UPDATE ON "insights" REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();
CREATE TRIGGER "insights_excluidos_somam" AFTER DELETE ON "insights" REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();

-- The verdict of an insight in force and its criteria, as of this project and this version of a template: `sinal` +1 or -1.
CREATE FUNCTION escuta_soma_concordancia(insight UUID, projeto UUID, da_versao UUID, sinal INTEGER) RETURNS VOID
LANGUAGE sql SET search_path FROM CURRENT AS $$
  INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim",
      "sim_nao", "nao_sim", "nao_nao")
    SELECT r.empresa_id, projeto, v.template_id, x.criterio, escuta_dia(r.created_at), sinal, x.aprovado * sinal, x.rejeitado * sinal,
      x.sim_sim * sinal, x.sim_nao * sinal, x.nao_sim * sinal, x.nao_nao * sinal
    FROM "insight_revisoes" r JOIN "insight_template_versoes" v ON v.id = da_versao, LATERAL (
      SELECT '' AS criterio, (r.veredito = 'aprovado')::int AS aprovado, (r.veredito = 'rejeitado')::int AS rejeitado, 0 AS sim_sim,
        0 AS sim_nao, 0 AS nao_sim, 0 AS nao_nao
      UNION ALL
      SELECT c.criterio, 0, 0, (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'sim')::int, (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'nao')::int,
        (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'sim')::int, (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'nao')::int
      FROM "insight_revisao_criterios" c WHERE c.revisao_id = r.id AND c.comprovado
    ) x
    WHERE r.insight_id = insight AND r.em_vigor
$$;

-- A verdict that comes counts; its criteria come after it, each by itself. One that is replaced or undone goes with them, one that holds again comes with them.
CREATE FUNCTION escuta_veredito_soma() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim",
        "sim_nao", "nao_sim", "nao_nao")
      SELECT NEW.empresa_id, g.projeto_id, v.template_id, '', escuta_dia(NEW.created_at), 1, (NEW.veredito = 'aprovado')::int,
        (NEW.veredito = 'rejeitado')::int, 0, 0, 0, 0
      FROM "insights" g JOIN "insight_template_versoes" v ON v.id = g.template_versao_id WHERE g.id = NEW.insight_id AND g.levado_para IS NULL;
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
CREATE TRIGGER "insight_revisoes_nova_soma" AFTER INSERT ON "insight_revisoes" FOR EACH ROW
  WHEN (NEW.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();
CREATE TRIGGER "insight_revisoes_valida_soma" AFTER UPDATE OF "em_vigor" ON "insight_revisoes" FOR EACH ROW
  WHEN (NEW.em_vigor AND NOT OLD.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();
-- Before it: what it counted for is still there to be read.
CREATE TRIGGER "insight_revisoes_ida_soma" BEFORE UPDATE OF "em_vigor" ON "insight_revisoes" FOR EACH ROW
  WHEN (OLD.em_vigor AND NOT NEW.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();
CREATE TRIGGER "insight_revisoes_excluida_soma" BEFORE DELETE ON "insight_revisoes" FOR EACH ROW
  WHEN (OLD.em_vigor) EXECUTE FUNCTION escuta_veredito_soma();

CREATE FUNCTION escuta_criterio_soma() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  c "insight_revisao_criterios" := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
  sinal INTEGER := CASE WHEN TG_OP = 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "n", "aprovados", "rejeitados", "sim_sim",
      "sim_nao", "nao_sim", "nao_nao")
    SELECT r.empresa_id, g.projeto_id, v.template_id, c.criterio, escuta_dia(r.created_at), sinal, 0, 0,
      sinal * (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'sim')::int, sinal * (c.atendido_ia = 'sim' AND c.atendido_pessoa = 'nao')::int,
      sinal * (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'sim')::int, sinal * (c.atendido_ia = 'nao' AND c.atendido_pessoa = 'nao')::int
    FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id JOIN "insight_template_versoes" v ON v.id = g.template_versao_id
    WHERE r.id = c.revisao_id AND r.em_vigor AND g.levado_para IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "insight_revisao_criterios_novo_soma" AFTER INSERT ON "insight_revisao_criterios" FOR EACH ROW
  WHEN (NEW.comprovado) EXECUTE FUNCTION escuta_criterio_soma();
-- With its verdict it goes silently: that one took it along.
CREATE TRIGGER "insight_revisao_criterios_excluido_soma" AFTER DELETE ON "insight_revisao_criterios" FOR EACH ROW
  WHEN (OLD.comprovado) EXECUTE FUNCTION escuta_criterio_soma();

-- An insight that goes takes its verdict along; one whose verdict was carried to a newer run counts there; one that changes its project, too.
CREATE FUNCTION escuta_insight_concorda() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.levado_para IS NULL THEN
    PERFORM escuta_soma_concordancia(OLD.id, OLD.projeto_id, OLD.template_versao_id, -1);
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.levado_para IS NULL THEN
    PERFORM escuta_soma_concordancia(NEW.id, NEW.projeto_id, NEW.template_versao_id, 1);
  END IF;
  RETURN coalesce(NEW, OLD);
END $$;
CREATE TRIGGER "insights_excluidos_concordam" BEFORE DELETE ON "insights" FOR EACH ROW
  EXECUTE FUNCTION escuta_insight_concorda();
CREATE TRIGGER "insights_alterados_concordam" BEFORE UPDATE ON "insights" FOR EACH ROW
  WHEN (OLD.levado_para IS DISTINCT FROM NEW.levado_para OR OLD.projeto_id <> NEW.projeto_id OR OLD.template_versao_id <> NEW.template_versao_id)
  EXECUTE FUNCTION escuta_insight_concorda();

CREATE FUNCTION escuta_insights_truncados() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "insight_dia";
  DELETE FROM "concordancia_dia";
  RETURN NULL;
END $$;
CREATE TRIGGER "insights_truncados" AFTER TRUNCATE ON "insights" FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_truncados();

-- Counts a project's insights and verdicts anew, or all projects'. Nobody writes insights or verdicts meanwhile.
CREATE FUNCTION escuta_recontar_insights(projeto UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE "insights", "insight_revisoes" IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM "insight_dia" WHERE projeto IS NULL OR "projeto_id" = projeto;
  INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "somada",
      "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
    SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at), true,
      sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
    FROM "insights" g, LATERAL escuta_insight_conta(g, 1) c
    WHERE g.vigente AND (projeto IS NULL OR g.projeto_id = projeto)
    GROUP BY 1, 2, 3, 4, 5;
  DELETE FROM "concordancia_dia" WHERE projeto IS NULL OR "projeto_id" = projeto;
  INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "somada", "n", "aprovados", "rejeitados",
      "sim_sim", "sim_nao", "nao_sim", "nao_nao")
    SELECT r.empresa_id, g.projeto_id, v.template_id, coalesce(c.criterio, ''), escuta_dia(r.created_at), true, count(*),
      count(*) FILTER (WHERE c.revisao_id IS NULL AND r.veredito = 'aprovado'), count(*) FILTER (WHERE c.revisao_id IS NULL AND r.veredito = 'rejeitado'),
      count(*) FILTER (WHERE c.atendido_ia = 'sim' AND c.atendido_pessoa = 'sim'), count(*) FILTER (WHERE c.atendido_ia = 'sim' AND c.atendido_pessoa = 'nao'),
      count(*) FILTER (WHERE c.atendido_ia = 'nao' AND c.atendido_pessoa = 'sim'), count(*) FILTER (WHERE c.atendido_ia = 'nao' AND c.atendido_pessoa = 'nao')
    FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id JOIN "insight_template_versoes" v ON v.id = g.template_versao_id, LATERAL (
      SELECT NULL::uuid AS revisao_id, NULL::text AS criterio, NULL::text AS atendido_ia, NULL::text AS atendido_pessoa
      UNION ALL
      SELECT x.revisao_id, x.criterio, x.atendido_ia, x.atendido_pessoa FROM "insight_revisao_criterios" x WHERE x.revisao_id = r.id AND x.comprovado
    ) c
    WHERE r.em_vigor AND g.levado_para IS NULL AND (projeto IS NULL OR g.projeto_id = projeto)
    GROUP BY 1, 2, 3, 4, 5;
END $$;

-- Insights first, as everybody takes them before what is summed up of them.
CREATE OR REPLACE FUNCTION escuta_recontar(projeto uuid) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE "insights", "insight_revisoes" IN SHARE ROW EXCLUSIVE MODE;
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_insights(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_lotes(projeto);
  PERFORM escuta_recontar_chamadas(projeto);
  PERFORM escuta_recontar_dias_da_ligacao(projeto);
  PERFORM escuta_recontar_consumo(projeto);
END $$;
