-- fase: expandir
SET lock_timeout = '3s';

-- Recounts a project's insights and verdicts, or all projects'. Nobody writes these meanwhile, nor adds up their sums (worker/src/insight-sums.ts):
-- the row that was made of rows not yet gone would have stayed beside what was counted anew, and everything counted twice.
CREATE OR REPLACE FUNCTION escuta_recontar_insights(projeto UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE "insights", "insight_revisoes" IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE "insight_dia", "concordancia_dia" IN SHARE ROW EXCLUSIVE MODE;
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
