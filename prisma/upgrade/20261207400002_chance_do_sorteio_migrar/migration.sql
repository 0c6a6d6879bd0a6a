-- fase: migrar
SET lock_timeout = '3s';

-- The chance of what was drawn before it was kept. What one draw took of one interviewer came in one transaction: of the interviews that had been
-- concluded by then and not drawn before, the rule's share, or as many as the minimum still asked for. The rule may have been another one then; the
-- exact chance is a little higher (chanceOf of verification-sample.ts). A survey has some hundreds of these.
WITH sorteios AS (
  SELECT v."pesquisa_id", coalesce(g."fundido_em_id", g."id") AS agente, v."created_at", array_agg(v."id") AS ids, count(*) AS n,
    sum(count(*)) OVER (PARTITION BY v."pesquisa_id", coalesce(g."fundido_em_id", g."id") ORDER BY v."created_at") - count(*) AS antes
  FROM "verificacoes" v JOIN "entrevistas" e ON e."id" = v."entrevista_id" LEFT JOIN "agentes" g ON g."id" = e."agente_id"
  GROUP BY 1, 2, 3
), vistos AS (
  SELECT s.ids, s.n, s.antes, p."verificacao_percentual" / 100.0 AS parte, p."verificacao_minimo" AS minimo,
    greatest(s.antes + s.n, (
      SELECT count(*) FROM "entrevistas" e LEFT JOIN "agentes" g ON g."id" = e."agente_id"
      WHERE e."pesquisa_id" = s."pesquisa_id" AND e."situacao" = 'concluida' AND e."concluida_em" <= s."created_at"
        AND coalesce(g."fundido_em_id", g."id") IS NOT DISTINCT FROM s.agente
    )) AS concluidas
  FROM sorteios s JOIN "pesquisas" p ON p."id" = s."pesquisa_id"
)
UPDATE "verificacoes" v SET "chance" = c.chance
FROM (
  SELECT unnest(ids) AS id, nullif(least(1, greatest(parte, (least(concluidas, minimo) - antes)::float8 / (concluidas - antes))), 0) AS chance FROM vistos
) c WHERE c.id = v."id" AND v."chance" IS NULL;
