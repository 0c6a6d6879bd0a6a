-- Sums by the day of the call and by agent, and of what was paid to providers by day (docs/decisions/0004-rollups.md, 0023): kept
-- by triggers, once a statement, rows in the order of their keys. Order of locks, as before: item_qualidade, the sums of quality
-- (projeto_qualidade_dia, projeto_palavra_dia, chamada_qualidade_dia), then those of the items (projeto_rollup_dia, projeto_totais,
-- projeto_numeros, projeto_contadores, auditoria_totais, chamada_dia). custo_dia is taken by statements that take no other.

-- With a recording: how many of the n. Scores in tenths of 100, as the list shows them (rounded): 0–9, 10–19, … 90–100.
ALTER TABLE chamada_dia ADD COLUMN com_gravacao BIGINT NOT NULL DEFAULT 0;
ALTER TABLE chamada_qualidade_dia ADD COLUMN notas BIGINT[];
ALTER TABLE chamada_dia SET (fillfactor = 50);
ALTER TABLE chamada_qualidade_dia SET (fillfactor = 50);

CREATE TABLE "custo_dia" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "etapa" "etapa" NOT NULL,
    "modelo" TEXT NOT NULL,
    "n" BIGINT NOT NULL,
    "usd" DECIMAL(20,8) NOT NULL,
    "minutos" DECIMAL(20,6) NOT NULL,
    "tokens_entrada" BIGINT NOT NULL,
    "tokens_saida" BIGINT NOT NULL,

    CONSTRAINT "custo_dia_pkey" PRIMARY KEY ("projeto_id", "dia", "etapa", "modelo")
);
CREATE INDEX "custo_dia_empresa_id_dia_idx" ON "custo_dia"("empresa_id", "dia");
ALTER TABLE "custo_dia" ADD CONSTRAINT "custo_dia_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE custo_dia SET (fillfactor = 50);

-- Nobody known, where an agent is part of a key.
CREATE FUNCTION escuta_agente(agente uuid) RETURNS uuid
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN coalesce(agente, '00000000-0000-0000-0000-000000000000'::uuid);

-- ───────────────────────────── calls ─────────────────────────────

-- Adds to the days. The arrays run side by side, ordered by (project, day, agent, status).
CREATE FUNCTION escuta_soma_chamadas(
  empresas uuid[], projetos uuid[], dias date[], agentes uuid[], situacoes status_processamento[],
  quantidades bigint[], duracoes bigint[], com_duracoes bigint[], com_gravacoes bigint[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO chamada_dia AS r (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
    SELECT * FROM unnest(empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes)
  ON CONFLICT (projeto_id, dia, agente_id, status) DO UPDATE SET
    n = r.n + excluded.n,
    duracao_s = r.duracao_s + excluded.duracao_s,
    com_duracao = r.com_duracao + excluded.com_duracao,
    com_gravacao = r.com_gravacao + excluded.com_gravacao;
  IF 0 > ANY (quantidades) THEN
    DELETE FROM chamada_dia r
      USING unnest(projetos, dias, agentes, situacoes) AS d (projeto_id, dia, agente_id, status)
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.agente_id = d.agente_id AND r.status = d.status AND r.n = 0;
  END IF;
END $$;

CREATE FUNCTION escuta_chamadas_incluidas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; agentes uuid[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; com_gravacoes bigint[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao)
    INTO empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes
    FROM (
      SELECT empresa_id, projeto_id, dia_chamada AS dia, escuta_agente(agente_id) AS agente, status, count(*) AS n,
        coalesce(sum(call_duration), 0) AS duracao_s, count(call_duration) AS com_duracao, count(arquivo_path) AS com_gravacao
      FROM novos GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_chamadas(empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION escuta_chamadas_excluidas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; agentes uuid[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; com_gravacoes bigint[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente), array_agg(status),
      array_agg(-n), array_agg(-duracao_s), array_agg(-com_duracao), array_agg(-com_gravacao)
    INTO empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes
    FROM (
      SELECT empresa_id, projeto_id, dia_chamada AS dia, escuta_agente(agente_id) AS agente, status, count(*) AS n,
        coalesce(sum(call_duration), 0) AS duracao_s, count(call_duration) AS com_duracao, count(arquivo_path) AS com_gravacao
      FROM antigos GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_chamadas(empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION escuta_chamadas_alteradas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; agentes uuid[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; com_gravacoes bigint[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao)
    INTO empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes
    FROM (
      SELECT empresa_id, projeto_id, dia_chamada AS dia, escuta_agente(agente_id) AS agente, status, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao,
        coalesce(sum(sinal) FILTER (WHERE arquivo_path IS NOT NULL), 0) AS com_gravacao
      FROM (
        SELECT 1 AS sinal, empresa_id, projeto_id, dia_chamada, agente_id, status, call_duration, arquivo_path FROM novos
        UNION ALL SELECT -1, empresa_id, projeto_id, dia_chamada, agente_id, status, call_duration, arquivo_path FROM antigos
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ) AS delta
    WHERE n <> 0 OR duracao_s <> 0 OR com_duracao <> 0 OR com_gravacao <> 0;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_chamadas(empresas, projetos, dias, agentes, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes);
  END IF;
  RETURN NULL;
END $$;

-- Names that fire after the totals of the projects and the audits.
CREATE TRIGGER auditoria_itens_incluidos_por_chamada AFTER INSERT ON auditoria_itens
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_chamadas_incluidas();
CREATE TRIGGER auditoria_itens_alterados_por_chamada AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_chamadas_alteradas();
CREATE TRIGGER auditoria_itens_excluidos_por_chamada AFTER DELETE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_chamadas_excluidas();

CREATE FUNCTION escuta_chamadas_truncadas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM chamada_dia;
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_truncados_por_chamada AFTER TRUNCATE ON auditoria_itens
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_chamadas_truncadas();

-- ───────────────────────────── quality ─────────────────────────────

-- Which items moved is told by what is equal on both sides: a join of the two, planned once for one row, costs 1,000 rows of a bulk
-- change 150 ms. The rest is as it was (20261130300001_fatos_da_ligacao).
CREATE OR REPLACE FUNCTION escuta_qualidade_acompanha() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  itens uuid[];
BEGIN
  SELECT array_agg(DISTINCT id) INTO itens FROM (
    SELECT id FROM (
      SELECT id, empresa_id, projeto_id, created_at, momento_chamada, agente_id FROM novos
      UNION ALL SELECT id, empresa_id, projeto_id, created_at, momento_chamada, agente_id FROM antigos
    ) AS linhas
    GROUP BY id, empresa_id, projeto_id, created_at, momento_chamada, agente_id HAVING count(*) = 1
  ) AS mudadas;
  IF itens IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM item_qualidade q WHERE q.item_id = ANY (itens) ORDER BY q.item_id FOR NO KEY UPDATE;
  UPDATE item_qualidade q SET empresa_id = i.empresa_id, projeto_id = i.projeto_id, dia = escuta_dia(i.created_at),
      entrada = i.created_at, momento = i.momento_chamada, dia_chamada = i.dia_chamada, agente_id = i.agente_id
    FROM auditoria_itens i WHERE i.id = ANY (itens) AND q.item_id = i.id;
  RETURN NULL;
END $$;

-- In which tenth a score lies: 1 to 10.
CREATE FUNCTION escuta_faixa_nota(pontuacao numeric) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN least(floor(round(pontuacao * 100) / 10), 9)::int + 1;

CREATE FUNCTION escuta_soma_notas(a bigint[], b bigint[]) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN ARRAY[a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5], a[6] + b[6], a[7] + b[7], a[8] + b[8],
    a[9] + b[9], a[10] + b[10]];

-- Adds to the days. The arrays run side by side, a row each; `sinais`: 1 comes, -1 goes.
CREATE FUNCTION escuta_soma_qualidade_chamadas(
  empresas uuid[], projetos uuid[], dias date[], agentes uuid[], pontuacoes numeric[], sentimentos text[], avisos int[],
  revistas boolean[], sinais int[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO chamada_qualidade_dia AS q (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao,
      soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
    SELECT empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros,
      negativos, alertas, com_alerta, revisadas, ARRAY[f1, f2, f3, f4, f5, f6, f7, f8, f9, f10]
    FROM (
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
  IF -1 = ANY (sinais) THEN
    DELETE FROM chamada_qualidade_dia q
      USING (SELECT DISTINCT projeto_id, dia, agente_id FROM unnest(projetos, dias, agentes) AS d (projeto_id, dia, agente_id)) AS d
      WHERE q.projeto_id = d.projeto_id AND q.dia = d.dia AND q.agente_id = d.agente_id AND q.n = 0;
  END IF;
END $$;

CREATE FUNCTION escuta_qualidade_chamadas_mudada() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[] := '{}'; projetos uuid[] := '{}'; dias date[] := '{}'; agentes uuid[] := '{}'; pontuacoes numeric[] := '{}';
  sentimentos text[] := '{}'; avisos int[] := '{}'; revistas boolean[] := '{}'; sinais int[] := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(coalesce(dia_chamada, dia)),
        agentes || array_agg(escuta_agente(agente_id)), pontuacoes || array_agg(pontuacao), sentimentos || array_agg(sentimento),
        avisos || array_agg(alertas), revistas || array_agg(revisado_por IS NOT NULL), sinais || array_agg(1)
      INTO empresas, projetos, dias, agentes, pontuacoes, sentimentos, avisos, revistas, sinais FROM novos;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(coalesce(dia_chamada, dia)),
        agentes || array_agg(escuta_agente(agente_id)), pontuacoes || array_agg(pontuacao), sentimentos || array_agg(sentimento),
        avisos || array_agg(alertas), revistas || array_agg(revisado_por IS NOT NULL), sinais || array_agg(-1)
      INTO empresas, projetos, dias, agentes, pontuacoes, sentimentos, avisos, revistas, sinais FROM antigos;
  END IF;
  IF cardinality(projetos) > 0 THEN
    PERFORM escuta_soma_qualidade_chamadas(empresas, projetos, dias, agentes, pontuacoes, sentimentos, avisos, revistas, sinais);
  END IF;
  RETURN NULL;
END $$;

-- Names that fire after those of the projects' quality.
CREATE TRIGGER item_qualidade_incluida_por_chamada AFTER INSERT ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_chamadas_mudada();
CREATE TRIGGER item_qualidade_alterada_por_chamada AFTER UPDATE ON item_qualidade
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_chamadas_mudada();
CREATE TRIGGER item_qualidade_excluida_por_chamada AFTER DELETE ON item_qualidade
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_chamadas_mudada();

CREATE OR REPLACE FUNCTION escuta_qualidade_truncada() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM item_qualidade;
  DELETE FROM projeto_qualidade_dia;
  DELETE FROM projeto_palavra_dia;
  DELETE FROM chamada_qualidade_dia;
  RETURN NULL;
END $$;

-- ───────────────────────────── costs ─────────────────────────────

-- By the day on which it was booked. `sinais` as above.
CREATE FUNCTION escuta_soma_custos(
  empresas uuid[], projetos uuid[], dias date[], etapas etapa[], modelos text[], unidades unidade_preco[],
  quantidades numeric[], totais numeric[], sinais int[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO custo_dia AS c (empresa_id, projeto_id, dia, etapa, modelo, n, usd, minutos, tokens_entrada, tokens_saida)
    SELECT * FROM (
      SELECT empresa_id, projeto_id, dia, etapa, modelo, sum(sinal) AS n, sum(sinal * total) AS usd,
        coalesce(sum(sinal * quantidade) FILTER (WHERE unidade = 'minuto_audio'), 0) AS minutos,
        coalesce(sum(sinal * quantidade) FILTER (WHERE unidade = 'token_entrada'), 0) AS tokens_entrada,
        coalesce(sum(sinal * quantidade) FILTER (WHERE unidade = 'token_saida'), 0) AS tokens_saida
      FROM unnest(empresas, projetos, dias, etapas, modelos, unidades, quantidades, totais, sinais)
        AS d (empresa_id, projeto_id, dia, etapa, modelo, unidade, quantidade, total, sinal)
      GROUP BY 1, 2, 3, 4, 5
    ) AS delta
    WHERE n <> 0 OR usd <> 0 OR minutos <> 0 OR tokens_entrada <> 0 OR tokens_saida <> 0
    ORDER BY projeto_id, dia, etapa, modelo
  ON CONFLICT (projeto_id, dia, etapa, modelo) DO UPDATE SET
    n = c.n + excluded.n,
    usd = c.usd + excluded.usd,
    minutos = c.minutos + excluded.minutos,
    tokens_entrada = c.tokens_entrada + excluded.tokens_entrada,
    tokens_saida = c.tokens_saida + excluded.tokens_saida;
  IF -1 = ANY (sinais) THEN
    DELETE FROM custo_dia c
      USING (SELECT DISTINCT projeto_id, dia, etapa, modelo FROM unnest(projetos, dias, etapas, modelos)
        AS d (projeto_id, dia, etapa, modelo)) AS d
      WHERE c.projeto_id = d.projeto_id AND c.dia = d.dia AND c.etapa = d.etapa AND c.modelo = d.modelo AND c.n = 0;
  END IF;
END $$;

CREATE FUNCTION escuta_custos_mudados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[] := '{}'; projetos uuid[] := '{}'; dias date[] := '{}'; etapas etapa[] := '{}'; modelos text[] := '{}';
  unidades unidade_preco[] := '{}'; quantidades numeric[] := '{}'; totais numeric[] := '{}'; sinais int[] := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(escuta_dia(created_at)),
        etapas || array_agg(etapa), modelos || array_agg(modelo), unidades || array_agg(unidade),
        quantidades || array_agg(quantidade), totais || array_agg(total_usd), sinais || array_agg(1)
      INTO empresas, projetos, dias, etapas, modelos, unidades, quantidades, totais, sinais FROM novos;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(escuta_dia(created_at)),
        etapas || array_agg(etapa), modelos || array_agg(modelo), unidades || array_agg(unidade),
        quantidades || array_agg(quantidade), totais || array_agg(total_usd), sinais || array_agg(-1)
      INTO empresas, projetos, dias, etapas, modelos, unidades, quantidades, totais, sinais FROM antigos;
  END IF;
  IF cardinality(projetos) > 0 THEN
    PERFORM escuta_soma_custos(empresas, projetos, dias, etapas, modelos, unidades, quantidades, totais, sinais);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER linhas_custo_incluidas AFTER INSERT ON linhas_custo
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_custos_mudados();
CREATE TRIGGER linhas_custo_alteradas AFTER UPDATE ON linhas_custo
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_custos_mudados();
CREATE TRIGGER linhas_custo_excluidas AFTER DELETE ON linhas_custo
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_custos_mudados();

CREATE FUNCTION escuta_custos_truncados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM custo_dia;
  RETURN NULL;
END $$;
CREATE TRIGGER linhas_custo_truncadas AFTER TRUNCATE ON linhas_custo
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_custos_truncados();

-- ───────────────────────────── counting anew ─────────────────────────────

CREATE FUNCTION escuta_recontar_chamadas(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE auditoria_itens, linhas_custo IN SHARE MODE;
  DELETE FROM chamada_qualidade_dia WHERE projeto_id = projeto;
  PERFORM escuta_soma_qualidade_chamadas(array_agg(empresa_id), array_agg(projeto_id), array_agg(coalesce(dia_chamada, dia)),
      array_agg(escuta_agente(agente_id)), array_agg(pontuacao), array_agg(sentimento), array_agg(alertas),
      array_agg(revisado_por IS NOT NULL), array_agg(1))
    FROM item_qualidade WHERE projeto_id = projeto;
  DELETE FROM chamada_dia WHERE projeto_id = projeto;
  INSERT INTO chamada_dia (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
    SELECT empresa_id, projeto_id, dia_chamada, escuta_agente(agente_id), status, count(*), coalesce(sum(call_duration), 0),
      count(call_duration), count(arquivo_path)
    FROM auditoria_itens WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4, 5;
  DELETE FROM custo_dia WHERE projeto_id = projeto;
  INSERT INTO custo_dia (empresa_id, projeto_id, dia, etapa, modelo, n, usd, minutos, tokens_entrada, tokens_saida)
    SELECT empresa_id, projeto_id, escuta_dia(created_at), etapa, modelo, count(*), sum(total_usd),
      coalesce(sum(quantidade) FILTER (WHERE unidade = 'minuto_audio'), 0),
      coalesce(sum(quantidade) FILTER (WHERE unidade = 'token_entrada'), 0),
      coalesce(sum(quantidade) FILTER (WHERE unidade = 'token_saida'), 0)
    FROM linhas_custo WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4, 5;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_lotes(projeto);
  PERFORM escuta_recontar_chamadas(projeto);
END $$;

-- What was there before this migration.
SELECT escuta_recontar_chamadas(id) FROM projetos ORDER BY id;
