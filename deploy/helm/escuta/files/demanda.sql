-- How much there is to do for one part of the workers, for KEDA: one number. The chart (and tests/integration/kubernetes.test.ts) puts in
-- what psql's variables name: parte 'audio' | 'ia', limite COMPANY_MAX_RUNNING, medida demanda | espera_clique_s.
-- demanda: runs under way of which a stage of this part is due or being done, and as many waiting ones as their company may still have
-- under way. A queue of 100,000 items of one company is no reason for 1,000 machines: no more than its limit is ever admitted. Of 'ia'
-- are all of them, since every run that begins with its sound goes on to the provider. What waits out a pause needs nobody.
-- espera_clique_s: for how long the oldest run that somebody waits for has been due and lain.
-- Costs the runs under way and an index lookup for each company with waiting ones, however long its queue.
WITH RECURSIVE esperam AS (
  (SELECT empresa_id FROM execucoes WHERE status = 'na_fila' AND admitida_em IS NULL ORDER BY empresa_id LIMIT 1)
  UNION ALL
  SELECT (SELECT x.empresa_id FROM execucoes x
          WHERE x.status = 'na_fila' AND x.admitida_em IS NULL AND x.empresa_id > e.empresa_id
          ORDER BY x.empresa_id LIMIT 1)
  FROM esperam e WHERE e.empresa_id IS NOT NULL
), em_andamento AS (
  SELECT x.empresa_id, x.prioridade, :'parte' = 'ia' AS conta_todas, x.etapa_atual = 'audio' AS no_audio,
    CASE WHEN e.status = 'executando' AND e.lease_ate >= now() THEN 'executando'
      WHEN e.status = 'pendente' AND e.proxima_em > now() THEN 'adiado' ELSE 'na_fila' END AS estado,
    greatest(x.created_at, x.iniciada_em, e.proxima_em, e.lease_ate,
      (SELECT max(a.terminada_em) FROM execucao_etapas a WHERE a.execucao_id = x.id)) AS desde
  FROM execucoes x JOIN execucao_etapas e ON e.execucao_id = x.id AND e.etapa = x.etapa_atual
  WHERE x.status IN ('na_fila', 'executando') AND x.admitida_em IS NOT NULL
), por_empresa AS (
  SELECT empresa_id, count(*) AS n, count(*) FILTER (WHERE estado <> 'adiado' AND (conta_todas OR no_audio)) AS da_parte
  FROM em_andamento GROUP BY 1
), a_admitir AS (
  SELECT w.n, w.clique FROM esperam e LEFT JOIN por_empresa a USING (empresa_id)
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE :'parte' = 'ia' OR v.etapa_atual = 'audio') AS n,
      min(v.created_at) FILTER (WHERE v.prioridade = 0) AS clique
    FROM (SELECT etapa_atual, prioridade, created_at FROM execucoes
          WHERE empresa_id = e.empresa_id AND status = 'na_fila' AND admitida_em IS NULL
          ORDER BY prioridade, created_at, id LIMIT greatest(0, :limite - coalesce(a.n, 0))) AS v
  ) AS w
  WHERE e.empresa_id IS NOT NULL
), medidas AS (
  SELECT coalesce((SELECT sum(da_parte) FROM por_empresa), 0) + coalesce((SELECT sum(n) FROM a_admitir), 0) AS demanda,
    coalesce(greatest(0, extract(epoch FROM now() - least(
      (SELECT min(desde) FROM em_andamento
       WHERE prioridade = 0 AND estado = 'na_fila' AND no_audio = (:'parte' = 'audio')),
      -- Whoever is not even admitted waits for room, and the provider's slots are what there is too little of.
      (SELECT min(clique) FROM a_admitir WHERE :'parte' = 'ia')))), 0) AS espera_clique_s
)
SELECT :"medida"::float8 FROM medidas
