-- What a report of a year reads (docs/decisions/0004-rollups.md): a day of all agents together, a month of each agent, an hour of
-- a day. The sums by day and agent stay: they are the edges of a month, and what is asked of one agent. Each is written where
-- chamada_dia and chamada_qualidade_dia are, right after it, rows in the order of their keys.
-- Order of locks: chamada_qualidade_dia, chamada_qualidade_soma, chamada_qualidade_mes, chamada_palavra_dia; …, chamada_dia,
-- projeto_chamada_dia, chamada_mes, chamada_hora.

LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE auditoria_itens IN SHARE MODE;

CREATE TABLE "chamada_mes" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "mes" DATE NOT NULL,
    "agente_id" UUID NOT NULL,
    "n" BIGINT NOT NULL,

    CONSTRAINT "chamada_mes_pkey" PRIMARY KEY ("projeto_id", "mes", "agente_id")
);
CREATE INDEX "chamada_mes_agente_id_idx" ON "chamada_mes"("agente_id");
CREATE TABLE "chamada_hora" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "hora" SMALLINT NOT NULL,
    "n" BIGINT NOT NULL,

    CONSTRAINT "chamada_hora_pkey" PRIMARY KEY ("projeto_id", "dia", "hora")
);
CREATE TABLE "chamada_qualidade_soma" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
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
    "notas" BIGINT[],

    CONSTRAINT "chamada_qualidade_soma_pkey" PRIMARY KEY ("projeto_id", "dia")
);
CREATE INDEX "chamada_qualidade_soma_empresa_id_dia_idx" ON "chamada_qualidade_soma"("empresa_id", "dia");
CREATE TABLE "chamada_qualidade_mes" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "mes" DATE NOT NULL,
    "agente_id" UUID NOT NULL,
    "n" BIGINT NOT NULL,
    "n_pontuacao" BIGINT NOT NULL,
    "soma_pontuacao" DECIMAL(20,4) NOT NULL,
    "soma_quadrados" DECIMAL(20,8) NOT NULL,

    CONSTRAINT "chamada_qualidade_mes_pkey" PRIMARY KEY ("projeto_id", "mes", "agente_id")
);
ALTER TABLE "chamada_mes" ADD CONSTRAINT "chamada_mes_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chamada_hora" ADD CONSTRAINT "chamada_hora_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chamada_qualidade_soma" ADD CONSTRAINT "chamada_qualidade_soma_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "chamada_qualidade_mes" ADD CONSTRAINT "chamada_qualidade_mes_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE chamada_mes SET (fillfactor = 50);
ALTER TABLE chamada_hora SET (fillfactor = 50);
ALTER TABLE chamada_qualidade_soma SET (fillfactor = 50);
ALTER TABLE chamada_qualidade_mes SET (fillfactor = 50);

-- One agent's days: of a year of 200 agents, one row in 200 is read. (Nobody known is the same id in every company.)
DROP INDEX "chamada_dia_agente_id_idx";
CREATE INDEX "chamada_dia_empresa_id_agente_id_dia_idx" ON "chamada_dia"("empresa_id", "agente_id", "dia");
CREATE INDEX "chamada_qualidade_dia_empresa_id_agente_id_dia_idx" ON "chamada_qualidade_dia"("empresa_id", "agente_id", "dia");

-- The first day of a day's month.
CREATE FUNCTION escuta_mes_do_dia(dia date) RETURNS date
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN date_trunc('month', dia::timestamp)::date;

-- The hour in São Paulo at which a call began; null where that is not known (its entry is no hour of it).
CREATE FUNCTION escuta_hora(momento timestamptz) RETURNS smallint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN extract(hour FROM momento AT TIME ZONE 'America/Sao_Paulo')::smallint;

-- ───────────────────────────── calls ─────────────────────────────

DROP FUNCTION escuta_soma_chamadas(uuid[], uuid[], date[], uuid[], status_processamento[], bigint[], bigint[], bigint[], bigint[]);

-- Adds to the days, the months and the hours. The arrays run side by side.
CREATE FUNCTION escuta_soma_chamadas(
  empresas uuid[], projetos uuid[], dias date[], agentes uuid[], situacoes status_processamento[], horas smallint[],
  quantidades bigint[], duracoes bigint[], com_duracoes bigint[], com_gravacoes bigint[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  deltas chamada_dia[];
  idas boolean := 0 > ANY (quantidades);
  vazias int;
BEGIN
  SELECT array_agg(ROW(empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)::chamada_dia)
    INTO deltas FROM (
    SELECT empresa_id, projeto_id, dia, agente_id, status, sum(n)::bigint AS n, sum(duracao_s)::bigint AS duracao_s,
      sum(com_duracao)::bigint AS com_duracao, sum(com_gravacao)::bigint AS com_gravacao
    FROM unnest(empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes)
      AS d (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
    GROUP BY 1, 2, 3, 4, 5
    HAVING sum(n) <> 0 OR sum(duracao_s) <> 0 OR sum(com_duracao) <> 0 OR sum(com_gravacao) <> 0
    ORDER BY 2, 3, 4, 5
  ) AS d;
  IF deltas IS NOT NULL THEN
    INSERT INTO chamada_dia AS r (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
      SELECT empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao FROM unnest(deltas)
    ON CONFLICT (projeto_id, dia, agente_id, status) DO UPDATE SET
      n = r.n + excluded.n,
      duracao_s = r.duracao_s + excluded.duracao_s,
      com_duracao = r.com_duracao + excluded.com_duracao,
      com_gravacao = r.com_gravacao + excluded.com_gravacao;
    IF idas THEN
      DELETE FROM chamada_dia r USING unnest(deltas) AS d
        WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.agente_id = d.agente_id AND r.status = d.status AND r.n = 0;
    END IF;
    -- Another agent changes nothing of a day.
    WITH escritas AS (INSERT INTO projeto_chamada_dia AS r
        (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
      SELECT empresa_id, projeto_id, dia, status, sum(n), sum(duracao_s), sum(com_duracao), sum(com_gravacao)
      FROM unnest(deltas) GROUP BY 1, 2, 3, 4
      HAVING sum(n) <> 0 OR sum(duracao_s) <> 0 OR sum(com_duracao) <> 0 OR sum(com_gravacao) <> 0
      ORDER BY 2, 3, 4
    ON CONFLICT (projeto_id, dia, status) DO UPDATE SET
      n = r.n + excluded.n,
      duracao_s = r.duracao_s + excluded.duracao_s,
      com_duracao = r.com_duracao + excluded.com_duracao,
      com_gravacao = r.com_gravacao + excluded.com_gravacao
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM projeto_chamada_dia r USING (SELECT DISTINCT projeto_id, dia, status FROM unnest(deltas)) AS d
        WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.status = d.status AND r.n = 0;
    END IF;
    -- A state changes nothing of a month.
    WITH escritas AS (INSERT INTO chamada_mes AS r (empresa_id, projeto_id, mes, agente_id, n)
      SELECT empresa_id, projeto_id, escuta_mes_do_dia(dia) AS mes, agente_id, sum(n) FROM unnest(deltas)
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 2, 3, 4
    ON CONFLICT (projeto_id, mes, agente_id) DO UPDATE SET n = r.n + excluded.n
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_mes r
        USING (SELECT DISTINCT projeto_id, escuta_mes_do_dia(dia) AS mes, agente_id FROM unnest(deltas)) AS d
        WHERE r.projeto_id = d.projeto_id AND r.mes = d.mes AND r.agente_id = d.agente_id AND r.n = 0;
    END IF;
  END IF;
  WITH escritas AS (INSERT INTO chamada_hora AS r (empresa_id, projeto_id, dia, hora, n)
    SELECT empresa_id, projeto_id, dia, hora, sum(n)
    FROM unnest(empresas, projetos, dias, horas, quantidades) AS d (empresa_id, projeto_id, dia, hora, n)
    WHERE hora IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 2, 3, 4
  ON CONFLICT (projeto_id, dia, hora) DO UPDATE SET n = r.n + excluded.n
  RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
  IF vazias > 0 THEN
    DELETE FROM chamada_hora r USING (SELECT DISTINCT projeto_id, dia, hora FROM unnest(projetos, dias, horas)
        AS d (projeto_id, dia, hora)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.hora = d.hora AND r.n = 0;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION escuta_chamadas_incluidas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; agentes uuid[]; situacoes status_processamento[]; horas smallint[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; com_gravacoes bigint[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente), array_agg(status), array_agg(hora),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao)
    INTO empresas, projetos, dias, agentes, situacoes, horas, quantidades, duracoes, com_duracoes, com_gravacoes
    FROM (
      SELECT empresa_id, projeto_id, dia_chamada AS dia, escuta_agente(agente_id) AS agente, status,
        escuta_hora(call_start_time) AS hora, count(*) AS n,
        coalesce(sum(call_duration), 0) AS duracao_s, count(call_duration) AS com_duracao, count(arquivo_path) AS com_gravacao
      FROM novos GROUP BY 1, 2, 3, 4, 5, 6
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_chamadas(empresas, projetos, dias, agentes, situacoes, horas, quantidades, duracoes, com_duracoes, com_gravacoes);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_chamadas_excluidas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; agentes uuid[]; situacoes status_processamento[]; horas smallint[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; com_gravacoes bigint[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente), array_agg(status), array_agg(hora),
      array_agg(-n), array_agg(-duracao_s), array_agg(-com_duracao), array_agg(-com_gravacao)
    INTO empresas, projetos, dias, agentes, situacoes, horas, quantidades, duracoes, com_duracoes, com_gravacoes
    FROM (
      SELECT empresa_id, projeto_id, dia_chamada AS dia, escuta_agente(agente_id) AS agente, status,
        escuta_hora(call_start_time) AS hora, count(*) AS n,
        coalesce(sum(call_duration), 0) AS duracao_s, count(call_duration) AS com_duracao, count(arquivo_path) AS com_gravacao
      FROM antigos GROUP BY 1, 2, 3, 4, 5, 6
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_chamadas(empresas, projetos, dias, agentes, situacoes, horas, quantidades, duracoes, com_duracoes, com_gravacoes);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_chamadas_alteradas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; agentes uuid[]; situacoes status_processamento[]; horas smallint[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; com_gravacoes bigint[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente), array_agg(status), array_agg(hora),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao)
    INTO empresas, projetos, dias, agentes, situacoes, horas, quantidades, duracoes, com_duracoes, com_gravacoes
    FROM (
      SELECT empresa_id, projeto_id, dia_chamada AS dia, escuta_agente(agente_id) AS agente, status,
        escuta_hora(call_start_time) AS hora, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao,
        coalesce(sum(sinal) FILTER (WHERE arquivo_path IS NOT NULL), 0) AS com_gravacao
      FROM (
        SELECT 1 AS sinal, empresa_id, projeto_id, dia_chamada, agente_id, status, call_start_time, call_duration, arquivo_path
          FROM novos
        UNION ALL SELECT -1, empresa_id, projeto_id, dia_chamada, agente_id, status, call_start_time, call_duration, arquivo_path
          FROM antigos
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5, 6
    ) AS delta
    WHERE n <> 0 OR duracao_s <> 0 OR com_duracao <> 0 OR com_gravacao <> 0;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_chamadas(empresas, projetos, dias, agentes, situacoes, horas, quantidades, duracoes, com_duracoes, com_gravacoes);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_chamadas_truncadas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM chamada_dia;
  DELETE FROM projeto_chamada_dia;
  DELETE FROM chamada_mes;
  DELETE FROM chamada_hora;
  RETURN NULL;
END $$;

-- ───────────────────────────── quality ─────────────────────────────

-- Adds to the days and the months. The arrays run side by side, a row each; `sinais`: 1 comes, -1 goes.
CREATE OR REPLACE FUNCTION escuta_soma_qualidade_chamadas(
  empresas uuid[], projetos uuid[], dias date[], agentes uuid[], pontuacoes numeric[], sentimentos text[], avisos int[],
  revistas boolean[], sinais int[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  deltas chamada_qualidade_dia[];
  idas boolean := -1 = ANY (sinais);
  vazias int;
BEGIN
  SELECT array_agg(ROW(empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros,
      negativos, alertas, com_alerta, revisadas, ARRAY[f1, f2, f3, f4, f5, f6, f7, f8, f9, f10])::chamada_qualidade_dia)
    INTO deltas FROM (
    SELECT * FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, sum(sinal) AS n,
        coalesce(sum(sinal) FILTER (WHERE pontuacao IS NOT NULL), 0) AS n_pontuacao,
        coalesce(sum(sinal * pontuacao), 0) AS soma_pontuacao,
        coalesce(sum(sinal * pontuacao * pontuacao), 0) AS soma_quadrados,
        coalesce(sum(sinal) FILTER (WHERE sentimento = 'positivo'), 0) AS positivos,
        coalesce(sum(sinal) FILTER (WHERE sentimento = 'neutro'), 0) AS neutros,
        coalesce(sum(sinal) FILTER (WHERE sentimento = 'negativo'), 0) AS negativos,
        sum(sinal * aviso) AS alertas,
        coalesce(sum(sinal) FILTER (WHERE aviso > 0), 0) AS com_alerta,
        coalesce(sum(sinal) FILTER (WHERE revista), 0) AS revisadas,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 1), 0) AS f1,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 2), 0) AS f2,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 3), 0) AS f3,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 4), 0) AS f4,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 5), 0) AS f5,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 6), 0) AS f6,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 7), 0) AS f7,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 8), 0) AS f8,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 9), 0) AS f9,
        coalesce(sum(sinal) FILTER (WHERE escuta_faixa_nota(pontuacao) = 10), 0) AS f10
      FROM unnest(empresas, projetos, dias, agentes, pontuacoes, sentimentos, avisos, revistas, sinais)
        AS d (empresa_id, projeto_id, dia, agente_id, pontuacao, sentimento, aviso, revista, sinal)
      GROUP BY 1, 2, 3, 4
    ) AS delta
    WHERE n <> 0 OR n_pontuacao <> 0 OR soma_pontuacao <> 0 OR soma_quadrados <> 0 OR positivos <> 0 OR neutros <> 0
      OR negativos <> 0 OR alertas <> 0 OR com_alerta <> 0 OR revisadas <> 0
      OR ARRAY[f1, f2, f3, f4, f5, f6, f7, f8, f9, f10] <> ARRAY[0,0,0,0,0,0,0,0,0,0]::bigint[]
    ORDER BY projeto_id, dia, agente_id
  ) AS d;
  IF deltas IS NULL THEN RETURN; END IF;
  INSERT INTO chamada_qualidade_dia AS q (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao,
      soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
    SELECT empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros,
      negativos, alertas, com_alerta, revisadas, notas FROM unnest(deltas)
  ON CONFLICT (projeto_id, dia, agente_id) DO UPDATE SET
    n = q.n + excluded.n,
    n_pontuacao = q.n_pontuacao + excluded.n_pontuacao,
    soma_pontuacao = q.soma_pontuacao + excluded.soma_pontuacao,
    soma_quadrados = q.soma_quadrados + excluded.soma_quadrados,
    positivos = q.positivos + excluded.positivos,
    neutros = q.neutros + excluded.neutros,
    negativos = q.negativos + excluded.negativos,
    alertas = q.alertas + excluded.alertas,
    com_alerta = q.com_alerta + excluded.com_alerta,
    revisadas = q.revisadas + excluded.revisadas,
    notas = escuta_soma_notas(q.notas, excluded.notas);
  IF idas THEN
    DELETE FROM chamada_qualidade_dia q USING unnest(deltas) AS d
      WHERE q.projeto_id = d.projeto_id AND q.dia = d.dia AND q.agente_id = d.agente_id AND q.n = 0;
  END IF;
  WITH escritas AS (INSERT INTO chamada_qualidade_soma AS q (empresa_id, projeto_id, dia, n, n_pontuacao, soma_pontuacao, soma_quadrados,
      positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
    SELECT * FROM (
      SELECT empresa_id, projeto_id, dia, sum(n) AS n, sum(n_pontuacao) AS n_pontuacao, sum(soma_pontuacao) AS soma_pontuacao,
        sum(soma_quadrados) AS soma_quadrados, sum(positivos) AS positivos, sum(neutros) AS neutros, sum(negativos) AS negativos,
        sum(alertas) AS alertas, sum(com_alerta) AS com_alerta, sum(revisadas) AS revisadas, ARRAY[sum(notas[1]), sum(notas[2]),
        sum(notas[3]), sum(notas[4]), sum(notas[5]), sum(notas[6]), sum(notas[7]), sum(notas[8]), sum(notas[9]), sum(notas[10])] AS notas
      FROM unnest(deltas) GROUP BY 1, 2, 3
    ) AS delta
    WHERE n <> 0 OR n_pontuacao <> 0 OR soma_pontuacao <> 0 OR soma_quadrados <> 0 OR positivos <> 0 OR neutros <> 0
      OR negativos <> 0 OR alertas <> 0 OR com_alerta <> 0 OR revisadas <> 0 OR notas <> ARRAY[0,0,0,0,0,0,0,0,0,0]::numeric[]
    ORDER BY projeto_id, dia
  ON CONFLICT (projeto_id, dia) DO UPDATE SET
    n = q.n + excluded.n,
    n_pontuacao = q.n_pontuacao + excluded.n_pontuacao,
    soma_pontuacao = q.soma_pontuacao + excluded.soma_pontuacao,
    soma_quadrados = q.soma_quadrados + excluded.soma_quadrados,
    positivos = q.positivos + excluded.positivos,
    neutros = q.neutros + excluded.neutros,
    negativos = q.negativos + excluded.negativos,
    alertas = q.alertas + excluded.alertas,
    com_alerta = q.com_alerta + excluded.com_alerta,
    revisadas = q.revisadas + excluded.revisadas,
    notas = escuta_soma_notas(q.notas, excluded.notas)
  RETURNING q.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
  IF vazias > 0 THEN
    DELETE FROM chamada_qualidade_soma q USING (SELECT DISTINCT projeto_id, dia FROM unnest(deltas)) AS d
      WHERE q.projeto_id = d.projeto_id AND q.dia = d.dia AND q.n = 0;
  END IF;
  -- A verdict or an alert changes nothing of a month.
  WITH escritas AS (INSERT INTO chamada_qualidade_mes AS q (empresa_id, projeto_id, mes, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados)
    SELECT empresa_id, projeto_id, escuta_mes_do_dia(dia) AS mes, agente_id, sum(n), sum(n_pontuacao), sum(soma_pontuacao),
      sum(soma_quadrados)
    FROM unnest(deltas) GROUP BY 1, 2, 3, 4
    HAVING sum(n) <> 0 OR sum(n_pontuacao) <> 0 OR sum(soma_pontuacao) <> 0 OR sum(soma_quadrados) <> 0 ORDER BY 2, 3, 4
  ON CONFLICT (projeto_id, mes, agente_id) DO UPDATE SET
    n = q.n + excluded.n,
    n_pontuacao = q.n_pontuacao + excluded.n_pontuacao,
    soma_pontuacao = q.soma_pontuacao + excluded.soma_pontuacao,
    soma_quadrados = q.soma_quadrados + excluded.soma_quadrados
  RETURNING q.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
  IF vazias > 0 THEN
    DELETE FROM chamada_qualidade_mes q
      USING (SELECT DISTINCT projeto_id, escuta_mes_do_dia(dia) AS mes, agente_id FROM unnest(deltas)) AS d
      WHERE q.projeto_id = d.projeto_id AND q.mes = d.mes AND q.agente_id = d.agente_id AND q.n = 0;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION escuta_qualidade_truncada() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM item_qualidade;
  DELETE FROM projeto_qualidade_dia;
  DELETE FROM projeto_palavra_dia;
  DELETE FROM chamada_qualidade_dia;
  DELETE FROM chamada_qualidade_soma;
  DELETE FROM chamada_qualidade_mes;
  DELETE FROM chamada_palavra_dia;
  RETURN NULL;
END $$;

-- ───────────────────────────── counting anew ─────────────────────────────

CREATE OR REPLACE FUNCTION escuta_recontar_chamadas(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE auditoria_itens, linhas_custo IN SHARE MODE;
  DELETE FROM chamada_qualidade_dia WHERE projeto_id = projeto;
  DELETE FROM chamada_qualidade_soma WHERE projeto_id = projeto;
  DELETE FROM chamada_qualidade_mes WHERE projeto_id = projeto;
  PERFORM escuta_soma_qualidade_chamadas(array_agg(empresa_id), array_agg(projeto_id), array_agg(coalesce(dia_chamada, dia)),
      array_agg(escuta_agente(agente_id)), array_agg(pontuacao), array_agg(sentimento), array_agg(alertas),
      array_agg(revisado_por IS NOT NULL), array_agg(1))
    FROM item_qualidade WHERE projeto_id = projeto;
  DELETE FROM chamada_dia WHERE projeto_id = projeto;
  DELETE FROM projeto_chamada_dia WHERE projeto_id = projeto;
  DELETE FROM chamada_mes WHERE projeto_id = projeto;
  DELETE FROM chamada_hora WHERE projeto_id = projeto;
  PERFORM escuta_soma_chamadas(array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente), array_agg(status),
      array_agg(hora), array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao))
    FROM (
      SELECT empresa_id, projeto_id, dia_chamada AS dia, escuta_agente(agente_id) AS agente, status,
        escuta_hora(call_start_time) AS hora, count(*) AS n,
        coalesce(sum(call_duration), 0) AS duracao_s, count(call_duration) AS com_duracao, count(arquivo_path) AS com_gravacao
      FROM auditoria_itens WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4, 5, 6
    ) AS todas;
  DELETE FROM custo_dia WHERE projeto_id = projeto;
  INSERT INTO custo_dia (empresa_id, projeto_id, dia, etapa, modelo, n, usd, minutos, tokens_entrada, tokens_saida)
    SELECT empresa_id, projeto_id, escuta_dia(created_at), etapa, modelo, count(*), sum(total_usd),
      coalesce(sum(quantidade) FILTER (WHERE unidade = 'minuto_audio'), 0),
      coalesce(sum(quantidade) FILTER (WHERE unidade = 'token_entrada'), 0),
      coalesce(sum(quantidade) FILTER (WHERE unidade = 'token_saida'), 0)
    FROM linhas_custo WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4, 5;
END $$;

-- What was there before this migration: the sums of the sums, and one look at the calls for their hours.
INSERT INTO chamada_mes
  SELECT empresa_id, projeto_id, escuta_mes_do_dia(dia), agente_id, sum(n) FROM chamada_dia GROUP BY 1, 2, 3, 4;
INSERT INTO chamada_hora
  SELECT empresa_id, projeto_id, dia_chamada, escuta_hora(call_start_time), count(*) FROM auditoria_itens
  WHERE call_start_time IS NOT NULL GROUP BY 1, 2, 3, 4;
INSERT INTO chamada_qualidade_soma
  SELECT empresa_id, projeto_id, dia, sum(n), sum(n_pontuacao), sum(soma_pontuacao), sum(soma_quadrados), sum(positivos),
    sum(neutros), sum(negativos), sum(alertas), sum(com_alerta), sum(revisadas), ARRAY[sum(notas[1]), sum(notas[2]),
    sum(notas[3]), sum(notas[4]), sum(notas[5]), sum(notas[6]), sum(notas[7]), sum(notas[8]), sum(notas[9]), sum(notas[10])]
  FROM chamada_qualidade_dia GROUP BY 1, 2, 3;
INSERT INTO chamada_qualidade_mes
  SELECT empresa_id, projeto_id, escuta_mes_do_dia(dia), agente_id, sum(n), sum(n_pontuacao), sum(soma_pontuacao),
    sum(soma_quadrados)
  FROM chamada_qualidade_dia GROUP BY 1, 2, 3, 4;
