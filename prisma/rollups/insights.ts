// Sums of insights. A change appends rows of +1 and -1, which the worker later adds up (worker/src/sums.ts, with its
// own list of figures). Each figure has one line here. Hand-written SQL in the baseline migration counts verdicts; this
// file only recounts the verdicts' sums, and moves them when a call's day changes.

/** Figures of an insight `g`, whose score in force is `s.nota`: whole numbers here, sums of scores in SCORES. */
const WHOLE: Readonly<Record<string, string>> = {
  n: '1',
  pendente: `(g.status_processamento = 'pendente')::int`,
  processando: `(g.status_processamento = 'processando')::int`,
  concluido: `(g.status_processamento = 'concluido')::int`,
  erro: `(g.status_processamento = 'erro')::int`,
  alta: 'coalesce(g.score_confianca >= 0.8, false)::int',
  media: 'coalesce(g.score_confianca >= 0.5 AND g.score_confianca < 0.8, false)::int',
  baixa: 'coalesce(g.score_confianca < 0.5, false)::int',
  atencao: `(g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false)
      OR coalesce(g.n_alertas > 0, false) OR (NOT g.validado_humano AND (g.sem_evidencia
        OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false)))))::int`,
  na_fila: `(NOT g.validado_humano AND (g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false)
      OR coalesce(g.n_alertas > 0, false) OR g.sem_evidencia
      OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false))))::int`,
  validados: 'g.validado_humano::int',
  aprovados: `coalesce(g.veredito = 'aprovado', false)::int`,
  rejeitados: `coalesce(g.veredito = 'rejeitado', false)::int`,
  n_pontuacao: '(s.nota IS NOT NULL)::int',
  n_confianca: '(g.score_confianca IS NOT NULL)::int',
  soma_revisao: 'coalesce(g.revisao_ms, 0)',
  n_revisao: '(g.revisao_ms IS NOT NULL)::int',
  alertas: 'coalesce(g.n_alertas, 0)',
  com_alertas: '(coalesce(g.n_alertas > 0, false))::int',
};
const SCORES: Readonly<Record<string, string>> = {
  soma_pontuacao: 'coalesce(s.nota, 0)',
  soma_confianca: 'coalesce(g.score_confianca, 0)',
};

/** SQL of figures: names; sums over counted rows `c`; condition that a sum is not 0; negated values of rows `d`. */
const listsOf = (names: readonly string[]) => ({
  columns: names.map((name) => `"${name}"`).join(', '),
  sums: names.map((name) => `sum(c."${name}")`).join(', '),
  changed: names.map((name) => `sum(c."${name}") <> 0`).join(' OR '),
  taken: names.map((name) => `-d."${name}"`).join(', '),
});
const { columns, sums, changed, taken } = listsOf([...Object.keys(WHOLE), ...Object.keys(SCORES)]);

const VERDICTS = ['n', 'aprovados', 'rejeitados', 'sim_sim', 'sim_nao', 'nao_sim', 'nao_nao'];
const verdicts = listsOf(VERDICTS);
const verdictsMoved = VERDICTS.map((name) =>
  name === 'n' ? 'sum(d.sinal)' : `sum(d.sinal * c.${name})`,
).join(', ');
const verdictsCounted = '1 AS n, x.aprovados, x.rejeitados, x.sim_sim, x.sim_nao, x.nao_sim, x.nao_nao';

const BY_ANALYSIS = `"insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia"`;
const BY_CALL = `"insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada"`;

const verdictKeys = '"empresa_id", "projeto_id", "template_id", "criterio", "dia"';
const VERDICTS_BY_DAY = `"concordancia_dia" (${verdictKeys}`;
const VERDICTS_BY_CALL = `"concordancia_chamada_dia" (${verdictKeys}, "dia_entrada"`;

const HEAD = 'LANGUAGE plpgsql SET search_path FROM CURRENT AS $$';

// DROP comes first: CREATE OR REPLACE cannot change the columns of the function's return type.
const COUNTED = `DROP FUNCTION IF EXISTS escuta_insight_conta("insights", INTEGER);

-- Counts the score in force in place of the AI's.
CREATE FUNCTION escuta_insight_conta(g "insights", sinal INTEGER) RETURNS TABLE (
  ${[
    ...Object.keys(WHOLE).map((name) => `"${name}" BIGINT`),
    ...Object.keys(SCORES).map((name) => `"${name}" DECIMAL`),
  ].join(',\n  ')}
) LANGUAGE sql IMMUTABLE AS $$
  SELECT ${[
    ...Object.values(WHOLE).map((value) => `sinal * ${value}::bigint`),
    ...Object.values(SCORES).map((value) => `sinal * ${value}::numeric(20,10)`),
  ].join(',\n    ')}
  FROM (SELECT CASE WHEN g.veredito IS NOT NULL AND g.validado_em = g.pontuacao_revisada_em THEN g.pontuacao_revisada
    ELSE g.pontuacao END AS nota) AS s
$$;`;

/** SQL: selects a relation's insights in force, with their figures times `sign`. */
const counted = (relation: 'novos' | 'antigos' | 'insights', sign: 1 | -1) => `
      SELECT g.item_id, g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at) AS dia, x.*
        FROM ${relation} g, LATERAL escuta_insight_conta(g::"insights", ${sign}) x WHERE g.vigente`;

/** SQL: adds a statement's changed insights to the sums by the insight's day and by the call's day. */
const added = (...rows: string[]) => `WITH c AS MATERIALIZED (${rows.join(`
      UNION ALL`)}
    ), por_analise AS (
      INSERT INTO ${BY_ANALYSIS},
          ${columns})
        SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
          ${sums}
        FROM c GROUP BY 1, 2, 3, 4, 5
        HAVING ${changed}
    )
    INSERT INTO ${BY_CALL},
        ${columns})
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, i.dia_chamada, escuta_dia(i.created_at),
        ${sums}
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id GROUP BY 1, 2, 3, 4, 5, 6
      HAVING ${changed};`;

const ADDED = `-- One statement, one row a project, audit, category and day: what comes counts +1, what goes -1. By the call's day it counts where its call stands: one
-- that is deleted took what it counted for along before (escuta_item_leva_insights).
CREATE OR REPLACE FUNCTION escuta_insights_somam() RETURNS TRIGGER ${HEAD}
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- Who moves a call to another day meanwhile would not see these to move them along: held until they are there. In the order of everybody (item, insights).
    PERFORM FROM "auditoria_itens" i WHERE i.id IN (SELECT item_id FROM novos) ORDER BY i.id FOR NO KEY UPDATE;
    IF NOT EXISTS (SELECT FROM novos WHERE vigente) THEN RETURN NULL; END IF;
    ${added(counted('novos', 1))}
  ELSIF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM antigos WHERE vigente) THEN RETURN NULL; END IF;
    ${added(counted('antigos', -1))}
  ELSE
    IF NOT EXISTS (SELECT FROM novos WHERE vigente) AND NOT EXISTS (SELECT FROM antigos WHERE vigente) THEN RETURN NULL; END IF;
    ${added(counted('novos', 1), counted('antigos', -1))}
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER insights_alterados_somam AFTER UPDATE ON insights REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();
CREATE OR REPLACE TRIGGER insights_excluidos_somam AFTER DELETE ON insights REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();
CREATE OR REPLACE TRIGGER insights_incluidos_somam AFTER INSERT ON insights REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();`;

const CARRIED = `-- A call that moves to another day takes its insights and verdicts along; one that goes takes away what they counted for, while they are still there
-- to be read: what becomes of them afterwards finds no call and counts nothing. Held first: what somebody changes of them meanwhile counted by the old day.
CREATE OR REPLACE FUNCTION escuta_item_leva_insights() RETURNS TRIGGER ${HEAD}
DECLARE
  sinais INTEGER[] := CASE WHEN TG_OP = 'DELETE' THEN '{-1}' ELSE '{-1,1}' END;
  dias DATE[] := CASE WHEN TG_OP = 'DELETE' THEN ARRAY[OLD.dia_chamada] ELSE ARRAY[OLD.dia_chamada, NEW.dia_chamada] END;
  entradas DATE[] := CASE WHEN TG_OP = 'DELETE' THEN ARRAY[escuta_dia(OLD.created_at)] ELSE ARRAY[escuta_dia(OLD.created_at), escuta_dia(NEW.created_at)] END;
BEGIN
  PERFORM FROM "insights" g WHERE g.item_id = OLD.id ORDER BY g.id FOR NO KEY UPDATE;
  IF FOUND THEN
    INSERT INTO ${BY_CALL},
        ${columns})
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, d.dia, d.entrada,
        ${sums}
      FROM "insights" g, unnest(sinais, dias, entradas) AS d (sinal, dia, entrada), LATERAL escuta_insight_conta(g, d.sinal) c
      WHERE g.item_id = OLD.id AND g.vigente
      GROUP BY 1, 2, 3, 4, 5, 6
      HAVING ${changed};
    INSERT INTO ${VERDICTS_BY_CALL}, ${verdicts.columns})
      SELECT r.empresa_id, g.projeto_id, v.template_id, c.criterio, d.dia, d.entrada, ${verdictsMoved}
      FROM "insights" g JOIN "insight_revisoes" r ON r.insight_id = g.id AND r.em_vigor JOIN "insight_template_versoes" v ON v.id = g.template_versao_id,
        LATERAL escuta_veredito_conta(r.id, r.veredito) c, unnest(sinais, dias, entradas) AS d (sinal, dia, entrada)
      WHERE g.item_id = OLD.id AND g.levado_para IS NULL
      GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(d.sinal) <> 0;
  END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER auditoria_itens_excluidos_levam_insights BEFORE DELETE ON auditoria_itens FOR EACH ROW EXECUTE FUNCTION escuta_item_leva_insights();
CREATE OR REPLACE TRIGGER auditoria_itens_movidos_levam_insights AFTER UPDATE ON auditoria_itens FOR EACH ROW
  WHEN (OLD.dia_chamada IS DISTINCT FROM NEW.dia_chamada OR OLD.created_at IS DISTINCT FROM NEW.created_at)
  EXECUTE FUNCTION escuta_item_leva_insights();`;

const decided = (veredito: string) =>
  `count(*) FILTER (WHERE c.revisao_id IS NULL AND r.veredito = '${veredito}')`;
const judged = (ia: string, pessoa: string) =>
  `count(*) FILTER (WHERE c.atendido_ia = '${ia}' AND c.atendido_pessoa = '${pessoa}')`;

const RECOUNTED = `-- Recounts a project's insights and verdicts, or all projects'. Nobody writes these meanwhile, nor adds up their sums (worker/src/sums.ts):
-- the row that was made of rows not yet gone would have stayed beside what was counted anew, and everything counted twice.
CREATE OR REPLACE FUNCTION escuta_recontar_insights(projeto UUID DEFAULT NULL) RETURNS VOID ${HEAD}
BEGIN
  LOCK TABLE "insights", "insight_revisoes" IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE "insight_dia", "concordancia_dia" IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM "insight_dia" WHERE projeto IS NULL OR "projeto_id" = projeto;
  INSERT INTO ${BY_ANALYSIS}, "somada",
      ${columns})
    SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at), true,
      ${sums}
    FROM "insights" g, LATERAL escuta_insight_conta(g, 1) c
    WHERE g.vigente AND (projeto IS NULL OR g.projeto_id = projeto)
    GROUP BY 1, 2, 3, 4, 5;
  DELETE FROM "concordancia_dia" WHERE projeto IS NULL OR "projeto_id" = projeto;
  INSERT INTO ${VERDICTS_BY_DAY}, "somada", ${verdicts.columns})
    SELECT r.empresa_id, g.projeto_id, v.template_id, coalesce(c.criterio, ''), escuta_dia(r.created_at), true, count(*),
      ${decided('aprovado')}, ${decided('rejeitado')},
      ${judged('sim', 'sim')}, ${judged('sim', 'nao')},
      ${judged('nao', 'sim')}, ${judged('nao', 'nao')}
    FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id JOIN "insight_template_versoes" v ON v.id = g.template_versao_id, LATERAL (
      SELECT NULL::uuid AS revisao_id, NULL::text AS criterio, NULL::text AS atendido_ia, NULL::text AS atendido_pessoa
      UNION ALL
      SELECT x.revisao_id, x.criterio, x.atendido_ia, x.atendido_pessoa FROM "insight_revisao_criterios" x WHERE x.revisao_id = r.id AND x.comprovado
    ) c
    WHERE r.em_vigor AND g.levado_para IS NULL AND (projeto IS NULL OR g.projeto_id = projeto)
    GROUP BY 1, 2, 3, 4, 5;
END $$;`;

/** SQL: recounted minus stored sums by the call's day, if they differ. */
const INSIGHTS_LACKING = (counted: string, kept: string) => `(
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, i.dia_chamada AS dia, escuta_dia(i.created_at) AS dia_entrada, x.*
        FROM "insights" g JOIN "auditoria_itens" i ON i.id = g.item_id, LATERAL escuta_insight_conta(g, 1) x
        WHERE g.vigente AND ${counted}
      UNION ALL
      SELECT d.empresa_id, d.projeto_id, d.auditoria_id, d.categoria, d.dia, d.dia_entrada,
          ${taken}
        FROM "insight_chamada_dia" d WHERE ${kept}
    ) c
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING ${changed}`;
const VERDICTS_LACKING = (counted: string, kept: string) => `(
      SELECT r.empresa_id, g.projeto_id, v.template_id, x.criterio, i.dia_chamada AS dia, escuta_dia(i.created_at) AS dia_entrada, ${verdictsCounted}
        FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id JOIN "auditoria_itens" i ON i.id = g.item_id
          JOIN "insight_template_versoes" v ON v.id = g.template_versao_id, LATERAL escuta_veredito_conta(r.id, r.veredito) x
        WHERE r.em_vigor AND g.levado_para IS NULL AND ${counted}
      UNION ALL
      SELECT d.empresa_id, d.projeto_id, d.template_id, d.criterio, d.dia, d.dia_entrada, ${verdicts.taken}
        FROM "concordancia_chamada_dia" d WHERE ${kept}
    ) c
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING ${verdicts.changed}`;

/** SQL conditions on counted rows `g` and stored rows `d`: only the project `projeto`, or all if `projeto` is NULL. */
const OF_THE_PROJECT = [
  '(projeto IS NULL OR g.projeto_id = projeto)',
  'projeto IS NULL OR d.projeto_id = projeto',
] as const;

const RECOUNTED_BY_CALL = `-- Puts beside what is kept of a project's insights and verdicts, or all projects', what it lacks to be what a count gives: both are seen at one moment, so that
-- nobody is kept from writing. Two at once would both put it there: one after the other.
CREATE OR REPLACE FUNCTION escuta_recontar_insights_por_ligacao(projeto UUID DEFAULT NULL) RETURNS VOID ${HEAD}
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('escuta_recontar_insights_por_ligacao', 0));
  INSERT INTO ${BY_CALL}, "somada",
      ${columns})
    SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia, c.dia_entrada, true,
      ${sums}
    FROM ${INSIGHTS_LACKING(...OF_THE_PROJECT)};
  INSERT INTO ${VERDICTS_BY_CALL}, "somada", ${verdicts.columns})
    SELECT c.empresa_id, c.projeto_id, c.template_id, c.criterio, c.dia, c.dia_entrada, true, ${verdicts.sums}
    FROM ${VERDICTS_LACKING(...OF_THE_PROJECT)};
END $$;`;

export const INSIGHT_SUMS: readonly string[] = [COUNTED, ADDED, CARRIED, RECOUNTED, RECOUNTED_BY_CALL];

/** Queries by table for the rows that differ from a recount. */
export const INSIGHT_DRIFT: Readonly<Record<string, string>> = {
  insight_dia: `SELECT c.projeto_id, c.categoria, c.dia FROM (${counted('insights', 1)}
      UNION ALL SELECT NULL, d.empresa_id, d.projeto_id, d.auditoria_id, d.categoria, d.dia, ${taken}
        FROM "insight_dia" d
    ) c GROUP BY c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia HAVING ${changed}`,
  concordancia_dia: `SELECT c.projeto_id, c.criterio, c.dia FROM (
      SELECT r.empresa_id, g.projeto_id, v.template_id, x.criterio, escuta_dia(r.created_at) AS dia, ${verdictsCounted}
        FROM "insight_revisoes" r JOIN "insights" g ON g.id = r.insight_id
          JOIN "insight_template_versoes" v ON v.id = g.template_versao_id,
          LATERAL escuta_veredito_conta(r.id, r.veredito) x
        WHERE r.em_vigor AND g.levado_para IS NULL
      UNION ALL SELECT d.empresa_id, d.projeto_id, d.template_id, d.criterio, d.dia, ${verdicts.taken}
        FROM "concordancia_dia" d
    ) c GROUP BY c.empresa_id, c.projeto_id, c.template_id, c.criterio, c.dia HAVING ${verdicts.changed}`,
  insight_chamada_dia: `SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia, c.dia_entrada
    FROM ${INSIGHTS_LACKING('true', 'true')}`,
  concordancia_chamada_dia: `SELECT c.empresa_id, c.projeto_id, c.template_id, c.criterio, c.dia, c.dia_entrada
    FROM ${VERDICTS_LACKING('true', 'true')}`,
};
