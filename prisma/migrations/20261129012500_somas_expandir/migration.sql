-- fase: expandir
-- The roll-ups of docs/decisions/0004-rollups.md. Made by npm run somas from prisma/rollups/table.ts: change that, not this.

SET lock_timeout = '3s';

-- In the order of everybody.
LOCK TABLE auditoria_itens, insights, item_qualidade, projeto_rollup_dia, auditorias, linhas_custo, projetos, credito_lancamentos IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION escuta_somas_de_auditoria_itens() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  d_empresa_id uuid[];
  d_projeto_id uuid[];
  d_dia date[];
  d_status status_processamento[];
  d_n bigint[];
  d_duracao_s bigint[];
  d_com_duracao bigint[];
  d_numero text[];
  d_auditoria_id uuid[];
  d_pendentes bigint[];
  d_processando bigint[];
  d_concluidos bigint[];
  d_erros bigint[];
  d_agente_id uuid[];
  d_com_gravacao bigint[];
  d_hora smallint[];
  vazias bigint;
BEGIN
  -- projeto_rollup_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status), array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
      INTO d_empresa_id, d_projeto_id, d_dia, d_status, d_n, d_duracao_s, d_com_duracao
      FROM (
      SELECT empresa_id, projeto_id, dia, status, sum(n)::bigint AS n, sum(duracao_s)::bigint AS duracao_s, sum(com_duracao)::bigint AS com_duracao
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao
        FROM novos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, status
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status), array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
      INTO d_empresa_id, d_projeto_id, d_dia, d_status, d_n, d_duracao_s, d_com_duracao
      FROM (
      SELECT empresa_id, projeto_id, dia, status, (-sum(n))::bigint AS n, (-sum(duracao_s))::bigint AS duracao_s, (-sum(com_duracao))::bigint AS com_duracao
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, status
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status), array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
      INTO d_empresa_id, d_projeto_id, d_dia, d_status, d_n, d_duracao_s, d_com_duracao
      FROM (
      SELECT empresa_id, projeto_id, dia, status, sum(sinal * n)::bigint AS n, sum(sinal * duracao_s)::bigint AS duracao_s, sum(sinal * com_duracao)::bigint AS com_duracao
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, status
      ) AS mudancas
      WHERE n <> 0 OR duracao_s <> 0 OR com_duracao <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO projeto_rollup_dia AS r (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.status, l.n, l.duracao_s, l.com_duracao
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_status, d_n, d_duracao_s, d_com_duracao) AS l (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao)
    ON CONFLICT (projeto_id, dia, status) DO UPDATE SET n = r.n + excluded.n, duracao_s = r.duracao_s + excluded.duracao_s, com_duracao = r.com_duracao + excluded.com_duracao
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM projeto_rollup_dia r
      USING (SELECT l.projeto_id, l.dia, l.status FROM unnest(d_projeto_id, d_dia, d_status) AS l (projeto_id, dia, status)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.status = d.status AND r.n = 0;
    END IF;
  END IF;
  -- projeto_numeros
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
      INTO d_projeto_id, d_numero, d_n
      FROM (
      SELECT projeto_id, numero, sum(n)::bigint AS n
      FROM (
        SELECT l.projeto_id, escuta_numero(l.numero_destino) AS numero, 1 AS n
        FROM novos l WHERE l.numero_destino <> ''
      ) AS linhas
      GROUP BY 1, 2 ORDER BY projeto_id, numero
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
      INTO d_projeto_id, d_numero, d_n
      FROM (
      SELECT projeto_id, numero, (-sum(n))::bigint AS n
      FROM (
        SELECT l.projeto_id, escuta_numero(l.numero_destino) AS numero, 1 AS n
        FROM antigos l WHERE l.numero_destino <> ''
      ) AS linhas
      GROUP BY 1, 2 ORDER BY projeto_id, numero
      ) AS mudancas;
  ELSE
    SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
      INTO d_projeto_id, d_numero, d_n
      FROM (
      SELECT projeto_id, numero, sum(sinal * n)::bigint AS n
      FROM (
        SELECT l.projeto_id, escuta_numero(l.numero_destino) AS numero, 1 AS n, 1 AS sinal
        FROM novos l WHERE l.numero_destino <> ''
        UNION ALL SELECT l.projeto_id, escuta_numero(l.numero_destino) AS numero, 1 AS n, -1 AS sinal
        FROM antigos l WHERE l.numero_destino <> ''
      ) AS linhas
      GROUP BY 1, 2 ORDER BY projeto_id, numero
      ) AS mudancas
      WHERE n <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    -- A row that was not there has exactly what was added; one at 0 is about to go.
    WITH escritas AS (
      INSERT INTO projeto_numeros AS r (projeto_id, numero, n)
      SELECT l.projeto_id, l.numero, l.n
      FROM unnest(d_projeto_id, d_numero, d_n) AS l (projeto_id, numero, n)
    ON CONFLICT (projeto_id, numero) DO UPDATE SET n = r.n + excluded.n
      RETURNING r.projeto_id, r.numero, r.n
    ), mudancas AS (
      SELECT l.projeto_id, count(*) FILTER (WHERE e.n = l.n) - count(*) FILTER (WHERE e.n = 0) AS linhas
      FROM unnest(d_projeto_id, d_numero, d_n) AS l (projeto_id, numero, n) JOIN escritas e USING (projeto_id, numero) GROUP BY 1
    )
    INSERT INTO projeto_contadores AS r (projeto_id, numeros_distintos)
      SELECT projeto_id, linhas FROM mudancas WHERE linhas <> 0 ORDER BY 1
    ON CONFLICT (projeto_id) DO UPDATE SET numeros_distintos = r.numeros_distintos + excluded.numeros_distintos;
    IF 0 > ANY (d_n) THEN
      DELETE FROM projeto_numeros r
      USING (SELECT l.projeto_id, l.numero FROM unnest(d_projeto_id, d_numero) AS l (projeto_id, numero)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.numero = d.numero AND r.n = 0;
    END IF;
  END IF;
  -- auditoria_totais
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(auditoria_id), array_agg(pendentes), array_agg(processando), array_agg(concluidos), array_agg(erros)
      INTO d_empresa_id, d_auditoria_id, d_pendentes, d_processando, d_concluidos, d_erros
      FROM (
      SELECT empresa_id, auditoria_id, sum(pendentes)::bigint AS pendentes, sum(processando)::bigint AS processando, sum(concluidos)::bigint AS concluidos, sum(erros)::bigint AS erros
      FROM (
        SELECT l.empresa_id, l.auditoria_id, (l.status = 'pendente')::int AS pendentes, (l.status = 'processando')::int AS processando, (l.status = 'concluido')::int AS concluidos, (l.status = 'erro')::int AS erros
        FROM novos l
      ) AS linhas
      GROUP BY 1, 2 ORDER BY auditoria_id
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(auditoria_id), array_agg(pendentes), array_agg(processando), array_agg(concluidos), array_agg(erros)
      INTO d_empresa_id, d_auditoria_id, d_pendentes, d_processando, d_concluidos, d_erros
      FROM (
      SELECT empresa_id, auditoria_id, (-sum(pendentes))::bigint AS pendentes, (-sum(processando))::bigint AS processando, (-sum(concluidos))::bigint AS concluidos, (-sum(erros))::bigint AS erros
      FROM (
        SELECT l.empresa_id, l.auditoria_id, (l.status = 'pendente')::int AS pendentes, (l.status = 'processando')::int AS processando, (l.status = 'concluido')::int AS concluidos, (l.status = 'erro')::int AS erros
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2 ORDER BY auditoria_id
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(auditoria_id), array_agg(pendentes), array_agg(processando), array_agg(concluidos), array_agg(erros)
      INTO d_empresa_id, d_auditoria_id, d_pendentes, d_processando, d_concluidos, d_erros
      FROM (
      SELECT empresa_id, auditoria_id, sum(sinal * pendentes)::bigint AS pendentes, sum(sinal * processando)::bigint AS processando, sum(sinal * concluidos)::bigint AS concluidos, sum(sinal * erros)::bigint AS erros
      FROM (
        SELECT l.empresa_id, l.auditoria_id, (l.status = 'pendente')::int AS pendentes, (l.status = 'processando')::int AS processando, (l.status = 'concluido')::int AS concluidos, (l.status = 'erro')::int AS erros, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.auditoria_id, (l.status = 'pendente')::int AS pendentes, (l.status = 'processando')::int AS processando, (l.status = 'concluido')::int AS concluidos, (l.status = 'erro')::int AS erros, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2 ORDER BY auditoria_id
      ) AS mudancas
      WHERE pendentes <> 0 OR processando <> 0 OR concluidos <> 0 OR erros <> 0;
  END IF;
  IF d_auditoria_id IS NOT NULL THEN
    INSERT INTO auditoria_totais AS r (empresa_id, auditoria_id, pendentes, processando, concluidos, erros)
      SELECT l.empresa_id, l.auditoria_id, l.pendentes, l.processando, l.concluidos, l.erros
      FROM unnest(d_empresa_id, d_auditoria_id, d_pendentes, d_processando, d_concluidos, d_erros) AS l (empresa_id, auditoria_id, pendentes, processando, concluidos, erros)
    ON CONFLICT (auditoria_id) DO UPDATE SET pendentes = r.pendentes + excluded.pendentes, processando = r.processando + excluded.processando, concluidos = r.concluidos + excluded.concluidos, erros = r.erros + excluded.erros;
    UPDATE auditorias a SET status = escuta_situacao(t.pendentes, t.processando, t.concluidos, t.erros), updated_at = now()
      FROM auditoria_totais t
      WHERE a.id = t.auditoria_id AND t.auditoria_id = ANY (d_auditoria_id)
        AND a.status <> escuta_situacao(t.pendentes, t.processando, t.concluidos, t.erros);
  END IF;
  -- chamada_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(status), array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_status, d_n, d_duracao_s, d_com_duracao, d_com_gravacao
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, status, sum(n)::bigint AS n, sum(duracao_s)::bigint AS duracao_s, sum(com_duracao)::bigint AS com_duracao, sum(com_gravacao)::bigint AS com_gravacao
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_agente(l.agente_id) AS agente_id, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao, (l.arquivo_path IS NOT NULL)::int AS com_gravacao
        FROM novos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5 ORDER BY projeto_id, dia, agente_id, status
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(status), array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_status, d_n, d_duracao_s, d_com_duracao, d_com_gravacao
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, status, (-sum(n))::bigint AS n, (-sum(duracao_s))::bigint AS duracao_s, (-sum(com_duracao))::bigint AS com_duracao, (-sum(com_gravacao))::bigint AS com_gravacao
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_agente(l.agente_id) AS agente_id, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao, (l.arquivo_path IS NOT NULL)::int AS com_gravacao
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5 ORDER BY projeto_id, dia, agente_id, status
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(status), array_agg(n), array_agg(duracao_s), array_agg(com_duracao), array_agg(com_gravacao)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_status, d_n, d_duracao_s, d_com_duracao, d_com_gravacao
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, status, sum(sinal * n)::bigint AS n, sum(sinal * duracao_s)::bigint AS duracao_s, sum(sinal * com_duracao)::bigint AS com_duracao, sum(sinal * com_gravacao)::bigint AS com_gravacao
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_agente(l.agente_id) AS agente_id, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao, (l.arquivo_path IS NOT NULL)::int AS com_gravacao, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_agente(l.agente_id) AS agente_id, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao, (l.arquivo_path IS NOT NULL)::int AS com_gravacao, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5 ORDER BY projeto_id, dia, agente_id, status
      ) AS mudancas
      WHERE n <> 0 OR duracao_s <> 0 OR com_duracao <> 0 OR com_gravacao <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO chamada_dia AS r (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.agente_id, l.status, l.n, l.duracao_s, l.com_duracao, l.com_gravacao
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_status, d_n, d_duracao_s, d_com_duracao, d_com_gravacao) AS l (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
    ON CONFLICT (projeto_id, dia, agente_id, status) DO UPDATE SET n = r.n + excluded.n, duracao_s = r.duracao_s + excluded.duracao_s, com_duracao = r.com_duracao + excluded.com_duracao, com_gravacao = r.com_gravacao + excluded.com_gravacao
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_dia r
      USING (SELECT l.projeto_id, l.dia, l.agente_id, l.status FROM unnest(d_projeto_id, d_dia, d_agente_id, d_status) AS l (projeto_id, dia, agente_id, status)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.agente_id = d.agente_id AND r.status = d.status AND r.n = 0;
    END IF;
    WITH escritas AS (INSERT INTO projeto_chamada_dia AS r (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.status, sum(l.n), sum(l.duracao_s), sum(l.com_duracao), sum(l.com_gravacao)
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_status, d_n, d_duracao_s, d_com_duracao, d_com_gravacao) AS l (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
      GROUP BY 1, 2, 3, 4 HAVING sum(l.n) <> 0 OR sum(l.duracao_s) <> 0 OR sum(l.com_duracao) <> 0 OR sum(l.com_gravacao) <> 0
      ORDER BY 2, 3, 4
    ON CONFLICT (projeto_id, dia, status) DO UPDATE SET n = r.n + excluded.n, duracao_s = r.duracao_s + excluded.duracao_s, com_duracao = r.com_duracao + excluded.com_duracao, com_gravacao = r.com_gravacao + excluded.com_gravacao
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM projeto_chamada_dia r
      USING (SELECT DISTINCT l.projeto_id AS projeto_id, l.dia AS dia, l.status AS status FROM unnest(d_projeto_id, d_dia, d_agente_id, d_status) AS l (projeto_id, dia, agente_id, status)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.status = d.status AND r.n = 0;
    END IF;
    WITH escritas AS (INSERT INTO chamada_mes AS r (empresa_id, projeto_id, mes, agente_id, n)
      SELECT l.empresa_id, l.projeto_id, escuta_mes_do_dia(l.dia), l.agente_id, sum(l.n)
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_status, d_n, d_duracao_s, d_com_duracao, d_com_gravacao) AS l (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
      GROUP BY 1, 2, 3, 4 HAVING sum(l.n) <> 0
      ORDER BY 2, 3, 4
    ON CONFLICT (projeto_id, mes, agente_id) DO UPDATE SET n = r.n + excluded.n
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_mes r
      USING (SELECT DISTINCT l.projeto_id AS projeto_id, escuta_mes_do_dia(l.dia) AS mes, l.agente_id AS agente_id FROM unnest(d_projeto_id, d_dia, d_agente_id, d_status) AS l (projeto_id, dia, agente_id, status)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.mes = d.mes AND r.agente_id = d.agente_id AND r.n = 0;
    END IF;
  END IF;
  -- chamada_hora
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(hora), array_agg(n)
      INTO d_empresa_id, d_projeto_id, d_dia, d_hora, d_n
      FROM (
      SELECT empresa_id, projeto_id, dia, hora, sum(n)::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_hora(l.call_start_time) AS hora, 1 AS n
        FROM novos l WHERE l.call_start_time IS NOT NULL
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, hora
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(hora), array_agg(n)
      INTO d_empresa_id, d_projeto_id, d_dia, d_hora, d_n
      FROM (
      SELECT empresa_id, projeto_id, dia, hora, (-sum(n))::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_hora(l.call_start_time) AS hora, 1 AS n
        FROM antigos l WHERE l.call_start_time IS NOT NULL
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, hora
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(hora), array_agg(n)
      INTO d_empresa_id, d_projeto_id, d_dia, d_hora, d_n
      FROM (
      SELECT empresa_id, projeto_id, dia, hora, sum(sinal * n)::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_hora(l.call_start_time) AS hora, 1 AS n, 1 AS sinal
        FROM novos l WHERE l.call_start_time IS NOT NULL
        UNION ALL SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_hora(l.call_start_time) AS hora, 1 AS n, -1 AS sinal
        FROM antigos l WHERE l.call_start_time IS NOT NULL
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, hora
      ) AS mudancas
      WHERE n <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO chamada_hora AS r (empresa_id, projeto_id, dia, hora, n)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.hora, l.n
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_hora, d_n) AS l (empresa_id, projeto_id, dia, hora, n)
    ON CONFLICT (projeto_id, dia, hora) DO UPDATE SET n = r.n + excluded.n
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_hora r
      USING (SELECT l.projeto_id, l.dia, l.hora FROM unnest(d_projeto_id, d_dia, d_hora) AS l (projeto_id, dia, hora)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.hora = d.hora AND r.n = 0;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_esvazia_auditoria_itens() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM projeto_rollup_dia;
  DELETE FROM projeto_numeros;
  UPDATE projeto_contadores SET numeros_distintos = 0;
  DELETE FROM auditoria_totais;
  DELETE FROM chamada_dia;
  DELETE FROM projeto_chamada_dia;
  DELETE FROM chamada_mes;
  DELETE FROM chamada_hora;
  UPDATE auditorias SET status = 'pendente' WHERE status <> 'pendente';
  DELETE FROM item_qualidade;
  DELETE FROM projeto_qualidade_dia;
  DELETE FROM projeto_palavra_dia;
  DELETE FROM chamada_qualidade_dia;
  DELETE FROM chamada_qualidade_soma;
  DELETE FROM chamada_qualidade_mes;
  DELETE FROM chamada_palavra_dia;
  DELETE FROM criterio_dia;
  DELETE FROM criterio_soma;
  DELETE FROM criterio_mes;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER auditoria_itens_incluidos AFTER INSERT ON auditoria_itens
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_auditoria_itens();
CREATE OR REPLACE TRIGGER auditoria_itens_alterados AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_auditoria_itens();
CREATE OR REPLACE TRIGGER auditoria_itens_excluidos AFTER DELETE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_auditoria_itens();
CREATE OR REPLACE TRIGGER auditoria_itens_truncados AFTER TRUNCATE ON auditoria_itens
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_esvazia_auditoria_itens();

CREATE OR REPLACE FUNCTION escuta_somas_de_item_qualidade() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  d_empresa_id uuid[];
  d_projeto_id uuid[];
  d_dia date[];
  d_n bigint[];
  d_n_pontuacao bigint[];
  d_soma_pontuacao numeric[];
  d_positivos bigint[];
  d_neutros bigint[];
  d_negativos bigint[];
  d_termo text[];
  d_itens bigint[];
  d_agente_id uuid[];
  d_soma_quadrados numeric[];
  d_alertas bigint[];
  d_com_alerta bigint[];
  d_revisadas bigint[];
  d_notas_1 bigint[];
  d_notas_2 bigint[];
  d_notas_3 bigint[];
  d_notas_4 bigint[];
  d_notas_5 bigint[];
  d_notas_6 bigint[];
  d_notas_7 bigint[];
  d_notas_8 bigint[];
  d_notas_9 bigint[];
  d_notas_10 bigint[];
  d_template_id uuid[];
  d_criterio text[];
  d_serie text[];
  d_falhas bigint[];
  vazias bigint;
BEGIN
  -- projeto_qualidade_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(n), array_agg(n_pontuacao), array_agg(soma_pontuacao), array_agg(positivos), array_agg(neutros), array_agg(negativos)
      INTO d_empresa_id, d_projeto_id, d_dia, d_n, d_n_pontuacao, d_soma_pontuacao, d_positivos, d_neutros, d_negativos
      FROM (
      SELECT empresa_id, projeto_id, dia, sum(n)::bigint AS n, sum(n_pontuacao)::bigint AS n_pontuacao, sum(soma_pontuacao) AS soma_pontuacao, sum(positivos)::bigint AS positivos, sum(neutros)::bigint AS neutros, sum(negativos)::bigint AS negativos
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos
        FROM novos l
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, dia
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(n), array_agg(n_pontuacao), array_agg(soma_pontuacao), array_agg(positivos), array_agg(neutros), array_agg(negativos)
      INTO d_empresa_id, d_projeto_id, d_dia, d_n, d_n_pontuacao, d_soma_pontuacao, d_positivos, d_neutros, d_negativos
      FROM (
      SELECT empresa_id, projeto_id, dia, (-sum(n))::bigint AS n, (-sum(n_pontuacao))::bigint AS n_pontuacao, -sum(soma_pontuacao) AS soma_pontuacao, (-sum(positivos))::bigint AS positivos, (-sum(neutros))::bigint AS neutros, (-sum(negativos))::bigint AS negativos
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, dia
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(n), array_agg(n_pontuacao), array_agg(soma_pontuacao), array_agg(positivos), array_agg(neutros), array_agg(negativos)
      INTO d_empresa_id, d_projeto_id, d_dia, d_n, d_n_pontuacao, d_soma_pontuacao, d_positivos, d_neutros, d_negativos
      FROM (
      SELECT empresa_id, projeto_id, dia, sum(sinal * n)::bigint AS n, sum(sinal * n_pontuacao)::bigint AS n_pontuacao, sum(sinal * soma_pontuacao) AS soma_pontuacao, sum(sinal * positivos)::bigint AS positivos, sum(sinal * neutros)::bigint AS neutros, sum(sinal * negativos)::bigint AS negativos
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.projeto_id, l.dia, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, dia
      ) AS mudancas
      WHERE n <> 0 OR n_pontuacao <> 0 OR soma_pontuacao <> 0 OR positivos <> 0 OR neutros <> 0 OR negativos <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO projeto_qualidade_dia AS r (empresa_id, projeto_id, dia, n, n_pontuacao, soma_pontuacao, positivos, neutros, negativos)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.n, l.n_pontuacao, l.soma_pontuacao, l.positivos, l.neutros, l.negativos
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_n, d_n_pontuacao, d_soma_pontuacao, d_positivos, d_neutros, d_negativos) AS l (empresa_id, projeto_id, dia, n, n_pontuacao, soma_pontuacao, positivos, neutros, negativos)
    ON CONFLICT (projeto_id, dia) DO UPDATE SET n = r.n + excluded.n, n_pontuacao = r.n_pontuacao + excluded.n_pontuacao, soma_pontuacao = r.soma_pontuacao + excluded.soma_pontuacao, positivos = r.positivos + excluded.positivos, neutros = r.neutros + excluded.neutros, negativos = r.negativos + excluded.negativos
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM projeto_qualidade_dia r
      USING (SELECT l.projeto_id, l.dia FROM unnest(d_projeto_id, d_dia) AS l (projeto_id, dia)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.n = 0;
    END IF;
  END IF;
  -- projeto_palavra_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(termo), array_agg(n), array_agg(itens)
      INTO d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens
      FROM (
      SELECT empresa_id, projeto_id, dia, termo, sum(n)::bigint AS n, sum(itens)::bigint AS itens
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia, p.termo AS termo, p.vezes AS n, 1 AS itens
        FROM novos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, termo
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(termo), array_agg(n), array_agg(itens)
      INTO d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens
      FROM (
      SELECT empresa_id, projeto_id, dia, termo, (-sum(n))::bigint AS n, (-sum(itens))::bigint AS itens
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia, p.termo AS termo, p.vezes AS n, 1 AS itens
        FROM antigos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, termo
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(termo), array_agg(n), array_agg(itens)
      INTO d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens
      FROM (
      SELECT empresa_id, projeto_id, dia, termo, sum(sinal * n)::bigint AS n, sum(sinal * itens)::bigint AS itens
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia, p.termo AS termo, p.vezes AS n, 1 AS itens, 1 AS sinal
        FROM novos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
        UNION ALL SELECT l.empresa_id, l.projeto_id, l.dia, p.termo AS termo, p.vezes AS n, 1 AS itens, -1 AS sinal
        FROM antigos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, termo
      ) AS mudancas
      WHERE n <> 0 OR itens <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO projeto_palavra_dia AS r (empresa_id, projeto_id, dia, termo, n, itens)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.termo, l.n, l.itens
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens) AS l (empresa_id, projeto_id, dia, termo, n, itens)
    ON CONFLICT (projeto_id, dia, termo) DO UPDATE SET n = r.n + excluded.n, itens = r.itens + excluded.itens
    RETURNING r.itens) SELECT count(*) INTO vazias FROM escritas WHERE itens = 0;
    IF vazias > 0 THEN
      DELETE FROM projeto_palavra_dia r
      USING (SELECT l.projeto_id, l.dia, l.termo FROM unnest(d_projeto_id, d_dia, d_termo) AS l (projeto_id, dia, termo)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.termo = d.termo AND r.itens = 0;
    END IF;
  END IF;
  -- chamada_qualidade_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(n), array_agg(n_pontuacao), array_agg(soma_pontuacao), array_agg(soma_quadrados), array_agg(positivos), array_agg(neutros), array_agg(negativos), array_agg(alertas), array_agg(com_alerta), array_agg(revisadas), array_agg(notas_1), array_agg(notas_2), array_agg(notas_3), array_agg(notas_4), array_agg(notas_5), array_agg(notas_6), array_agg(notas_7), array_agg(notas_8), array_agg(notas_9), array_agg(notas_10)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_n, d_n_pontuacao, d_soma_pontuacao, d_soma_quadrados, d_positivos, d_neutros, d_negativos, d_alertas, d_com_alerta, d_revisadas, d_notas_1, d_notas_2, d_notas_3, d_notas_4, d_notas_5, d_notas_6, d_notas_7, d_notas_8, d_notas_9, d_notas_10
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, sum(n)::bigint AS n, sum(n_pontuacao)::bigint AS n_pontuacao, sum(soma_pontuacao) AS soma_pontuacao, sum(soma_quadrados) AS soma_quadrados, sum(positivos)::bigint AS positivos, sum(neutros)::bigint AS neutros, sum(negativos)::bigint AS negativos, sum(alertas)::bigint AS alertas, sum(com_alerta)::bigint AS com_alerta, sum(revisadas)::bigint AS revisadas, count(*) FILTER (WHERE notas = 1) AS notas_1, count(*) FILTER (WHERE notas = 2) AS notas_2, count(*) FILTER (WHERE notas = 3) AS notas_3, count(*) FILTER (WHERE notas = 4) AS notas_4, count(*) FILTER (WHERE notas = 5) AS notas_5, count(*) FILTER (WHERE notas = 6) AS notas_6, count(*) FILTER (WHERE notas = 7) AS notas_7, count(*) FILTER (WHERE notas = 8) AS notas_8, count(*) FILTER (WHERE notas = 9) AS notas_9, count(*) FILTER (WHERE notas = 10) AS notas_10
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.pontuacao * l.pontuacao, 0) AS soma_quadrados, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos, l.alertas AS alertas, (l.alertas > 0)::int AS com_alerta, (l.revisado_por IS NOT NULL)::int AS revisadas, escuta_faixa_nota(l.pontuacao) AS notas
        FROM novos l OFFSET 0
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, agente_id
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(n), array_agg(n_pontuacao), array_agg(soma_pontuacao), array_agg(soma_quadrados), array_agg(positivos), array_agg(neutros), array_agg(negativos), array_agg(alertas), array_agg(com_alerta), array_agg(revisadas), array_agg(notas_1), array_agg(notas_2), array_agg(notas_3), array_agg(notas_4), array_agg(notas_5), array_agg(notas_6), array_agg(notas_7), array_agg(notas_8), array_agg(notas_9), array_agg(notas_10)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_n, d_n_pontuacao, d_soma_pontuacao, d_soma_quadrados, d_positivos, d_neutros, d_negativos, d_alertas, d_com_alerta, d_revisadas, d_notas_1, d_notas_2, d_notas_3, d_notas_4, d_notas_5, d_notas_6, d_notas_7, d_notas_8, d_notas_9, d_notas_10
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, (-sum(n))::bigint AS n, (-sum(n_pontuacao))::bigint AS n_pontuacao, -sum(soma_pontuacao) AS soma_pontuacao, -sum(soma_quadrados) AS soma_quadrados, (-sum(positivos))::bigint AS positivos, (-sum(neutros))::bigint AS neutros, (-sum(negativos))::bigint AS negativos, (-sum(alertas))::bigint AS alertas, (-sum(com_alerta))::bigint AS com_alerta, (-sum(revisadas))::bigint AS revisadas, -count(*) FILTER (WHERE notas = 1) AS notas_1, -count(*) FILTER (WHERE notas = 2) AS notas_2, -count(*) FILTER (WHERE notas = 3) AS notas_3, -count(*) FILTER (WHERE notas = 4) AS notas_4, -count(*) FILTER (WHERE notas = 5) AS notas_5, -count(*) FILTER (WHERE notas = 6) AS notas_6, -count(*) FILTER (WHERE notas = 7) AS notas_7, -count(*) FILTER (WHERE notas = 8) AS notas_8, -count(*) FILTER (WHERE notas = 9) AS notas_9, -count(*) FILTER (WHERE notas = 10) AS notas_10
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.pontuacao * l.pontuacao, 0) AS soma_quadrados, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos, l.alertas AS alertas, (l.alertas > 0)::int AS com_alerta, (l.revisado_por IS NOT NULL)::int AS revisadas, escuta_faixa_nota(l.pontuacao) AS notas
        FROM antigos l OFFSET 0
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, agente_id
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(n), array_agg(n_pontuacao), array_agg(soma_pontuacao), array_agg(soma_quadrados), array_agg(positivos), array_agg(neutros), array_agg(negativos), array_agg(alertas), array_agg(com_alerta), array_agg(revisadas), array_agg(notas_1), array_agg(notas_2), array_agg(notas_3), array_agg(notas_4), array_agg(notas_5), array_agg(notas_6), array_agg(notas_7), array_agg(notas_8), array_agg(notas_9), array_agg(notas_10)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_n, d_n_pontuacao, d_soma_pontuacao, d_soma_quadrados, d_positivos, d_neutros, d_negativos, d_alertas, d_com_alerta, d_revisadas, d_notas_1, d_notas_2, d_notas_3, d_notas_4, d_notas_5, d_notas_6, d_notas_7, d_notas_8, d_notas_9, d_notas_10
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, sum(sinal * n)::bigint AS n, sum(sinal * n_pontuacao)::bigint AS n_pontuacao, sum(sinal * soma_pontuacao) AS soma_pontuacao, sum(sinal * soma_quadrados) AS soma_quadrados, sum(sinal * positivos)::bigint AS positivos, sum(sinal * neutros)::bigint AS neutros, sum(sinal * negativos)::bigint AS negativos, sum(sinal * alertas)::bigint AS alertas, sum(sinal * com_alerta)::bigint AS com_alerta, sum(sinal * revisadas)::bigint AS revisadas, coalesce(sum(sinal) FILTER (WHERE notas = 1), 0) AS notas_1, coalesce(sum(sinal) FILTER (WHERE notas = 2), 0) AS notas_2, coalesce(sum(sinal) FILTER (WHERE notas = 3), 0) AS notas_3, coalesce(sum(sinal) FILTER (WHERE notas = 4), 0) AS notas_4, coalesce(sum(sinal) FILTER (WHERE notas = 5), 0) AS notas_5, coalesce(sum(sinal) FILTER (WHERE notas = 6), 0) AS notas_6, coalesce(sum(sinal) FILTER (WHERE notas = 7), 0) AS notas_7, coalesce(sum(sinal) FILTER (WHERE notas = 8), 0) AS notas_8, coalesce(sum(sinal) FILTER (WHERE notas = 9), 0) AS notas_9, coalesce(sum(sinal) FILTER (WHERE notas = 10), 0) AS notas_10
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.pontuacao * l.pontuacao, 0) AS soma_quadrados, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos, l.alertas AS alertas, (l.alertas > 0)::int AS com_alerta, (l.revisado_por IS NOT NULL)::int AS revisadas, escuta_faixa_nota(l.pontuacao) AS notas, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.pontuacao * l.pontuacao, 0) AS soma_quadrados, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos, l.alertas AS alertas, (l.alertas > 0)::int AS com_alerta, (l.revisado_por IS NOT NULL)::int AS revisadas, escuta_faixa_nota(l.pontuacao) AS notas, -1 AS sinal
        FROM antigos l OFFSET 0
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, agente_id
      ) AS mudancas
      WHERE n <> 0 OR n_pontuacao <> 0 OR soma_pontuacao <> 0 OR soma_quadrados <> 0 OR positivos <> 0 OR neutros <> 0 OR negativos <> 0 OR alertas <> 0 OR com_alerta <> 0 OR revisadas <> 0 OR notas_1 <> 0 OR notas_2 <> 0 OR notas_3 <> 0 OR notas_4 <> 0 OR notas_5 <> 0 OR notas_6 <> 0 OR notas_7 <> 0 OR notas_8 <> 0 OR notas_9 <> 0 OR notas_10 <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO chamada_qualidade_dia AS r (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.agente_id, l.n, l.n_pontuacao, l.soma_pontuacao, l.soma_quadrados, l.positivos, l.neutros, l.negativos, l.alertas, l.com_alerta, l.revisadas, ARRAY[l.notas_1, l.notas_2, l.notas_3, l.notas_4, l.notas_5, l.notas_6, l.notas_7, l.notas_8, l.notas_9, l.notas_10]
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_n, d_n_pontuacao, d_soma_pontuacao, d_soma_quadrados, d_positivos, d_neutros, d_negativos, d_alertas, d_com_alerta, d_revisadas, d_notas_1, d_notas_2, d_notas_3, d_notas_4, d_notas_5, d_notas_6, d_notas_7, d_notas_8, d_notas_9, d_notas_10) AS l (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas_1, notas_2, notas_3, notas_4, notas_5, notas_6, notas_7, notas_8, notas_9, notas_10)
    ON CONFLICT (projeto_id, dia, agente_id) DO UPDATE SET n = r.n + excluded.n, n_pontuacao = r.n_pontuacao + excluded.n_pontuacao, soma_pontuacao = r.soma_pontuacao + excluded.soma_pontuacao, soma_quadrados = r.soma_quadrados + excluded.soma_quadrados, positivos = r.positivos + excluded.positivos, neutros = r.neutros + excluded.neutros, negativos = r.negativos + excluded.negativos, alertas = r.alertas + excluded.alertas, com_alerta = r.com_alerta + excluded.com_alerta, revisadas = r.revisadas + excluded.revisadas, notas = escuta_soma_notas(r.notas, excluded.notas)
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_qualidade_dia r
      USING (SELECT l.projeto_id, l.dia, l.agente_id FROM unnest(d_projeto_id, d_dia, d_agente_id) AS l (projeto_id, dia, agente_id)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.agente_id = d.agente_id AND r.n = 0;
    END IF;
    WITH escritas AS (INSERT INTO chamada_qualidade_soma AS r (empresa_id, projeto_id, dia, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
      SELECT l.empresa_id, l.projeto_id, l.dia, sum(l.n), sum(l.n_pontuacao), sum(l.soma_pontuacao), sum(l.soma_quadrados), sum(l.positivos), sum(l.neutros), sum(l.negativos), sum(l.alertas), sum(l.com_alerta), sum(l.revisadas), ARRAY[sum(l.notas_1), sum(l.notas_2), sum(l.notas_3), sum(l.notas_4), sum(l.notas_5), sum(l.notas_6), sum(l.notas_7), sum(l.notas_8), sum(l.notas_9), sum(l.notas_10)]
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_n, d_n_pontuacao, d_soma_pontuacao, d_soma_quadrados, d_positivos, d_neutros, d_negativos, d_alertas, d_com_alerta, d_revisadas, d_notas_1, d_notas_2, d_notas_3, d_notas_4, d_notas_5, d_notas_6, d_notas_7, d_notas_8, d_notas_9, d_notas_10) AS l (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas_1, notas_2, notas_3, notas_4, notas_5, notas_6, notas_7, notas_8, notas_9, notas_10)
      GROUP BY 1, 2, 3 HAVING sum(l.n) <> 0 OR sum(l.n_pontuacao) <> 0 OR sum(l.soma_pontuacao) <> 0 OR sum(l.soma_quadrados) <> 0 OR sum(l.positivos) <> 0 OR sum(l.neutros) <> 0 OR sum(l.negativos) <> 0 OR sum(l.alertas) <> 0 OR sum(l.com_alerta) <> 0 OR sum(l.revisadas) <> 0 OR sum(l.notas_1) <> 0 OR sum(l.notas_2) <> 0 OR sum(l.notas_3) <> 0 OR sum(l.notas_4) <> 0 OR sum(l.notas_5) <> 0 OR sum(l.notas_6) <> 0 OR sum(l.notas_7) <> 0 OR sum(l.notas_8) <> 0 OR sum(l.notas_9) <> 0 OR sum(l.notas_10) <> 0
      ORDER BY 2, 3
    ON CONFLICT (projeto_id, dia) DO UPDATE SET n = r.n + excluded.n, n_pontuacao = r.n_pontuacao + excluded.n_pontuacao, soma_pontuacao = r.soma_pontuacao + excluded.soma_pontuacao, soma_quadrados = r.soma_quadrados + excluded.soma_quadrados, positivos = r.positivos + excluded.positivos, neutros = r.neutros + excluded.neutros, negativos = r.negativos + excluded.negativos, alertas = r.alertas + excluded.alertas, com_alerta = r.com_alerta + excluded.com_alerta, revisadas = r.revisadas + excluded.revisadas, notas = escuta_soma_notas(r.notas, excluded.notas)
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_qualidade_soma r
      USING (SELECT DISTINCT l.projeto_id AS projeto_id, l.dia AS dia FROM unnest(d_projeto_id, d_dia, d_agente_id) AS l (projeto_id, dia, agente_id)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.n = 0;
    END IF;
    WITH escritas AS (INSERT INTO chamada_qualidade_mes AS r (empresa_id, projeto_id, mes, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados)
      SELECT l.empresa_id, l.projeto_id, escuta_mes_do_dia(l.dia), l.agente_id, sum(l.n), sum(l.n_pontuacao), sum(l.soma_pontuacao), sum(l.soma_quadrados)
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_n, d_n_pontuacao, d_soma_pontuacao, d_soma_quadrados, d_positivos, d_neutros, d_negativos, d_alertas, d_com_alerta, d_revisadas, d_notas_1, d_notas_2, d_notas_3, d_notas_4, d_notas_5, d_notas_6, d_notas_7, d_notas_8, d_notas_9, d_notas_10) AS l (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas_1, notas_2, notas_3, notas_4, notas_5, notas_6, notas_7, notas_8, notas_9, notas_10)
      GROUP BY 1, 2, 3, 4 HAVING sum(l.n) <> 0 OR sum(l.n_pontuacao) <> 0 OR sum(l.soma_pontuacao) <> 0 OR sum(l.soma_quadrados) <> 0
      ORDER BY 2, 3, 4
    ON CONFLICT (projeto_id, mes, agente_id) DO UPDATE SET n = r.n + excluded.n, n_pontuacao = r.n_pontuacao + excluded.n_pontuacao, soma_pontuacao = r.soma_pontuacao + excluded.soma_pontuacao, soma_quadrados = r.soma_quadrados + excluded.soma_quadrados
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_qualidade_mes r
      USING (SELECT DISTINCT l.projeto_id AS projeto_id, escuta_mes_do_dia(l.dia) AS mes, l.agente_id AS agente_id FROM unnest(d_projeto_id, d_dia, d_agente_id) AS l (projeto_id, dia, agente_id)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.mes = d.mes AND r.agente_id = d.agente_id AND r.n = 0;
    END IF;
  END IF;
  -- chamada_palavra_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(termo), array_agg(n), array_agg(itens)
      INTO d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens
      FROM (
      SELECT empresa_id, projeto_id, dia, termo, sum(n)::bigint AS n, sum(itens)::bigint AS itens
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, p.termo AS termo, p.vezes AS n, 1 AS itens
        FROM novos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, termo
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(termo), array_agg(n), array_agg(itens)
      INTO d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens
      FROM (
      SELECT empresa_id, projeto_id, dia, termo, (-sum(n))::bigint AS n, (-sum(itens))::bigint AS itens
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, p.termo AS termo, p.vezes AS n, 1 AS itens
        FROM antigos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, termo
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(termo), array_agg(n), array_agg(itens)
      INTO d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens
      FROM (
      SELECT empresa_id, projeto_id, dia, termo, sum(sinal * n)::bigint AS n, sum(sinal * itens)::bigint AS itens
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, p.termo AS termo, p.vezes AS n, 1 AS itens, 1 AS sinal
        FROM novos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
        UNION ALL SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, p.termo AS termo, p.vezes AS n, 1 AS itens, -1 AS sinal
        FROM antigos l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, dia, termo
      ) AS mudancas
      WHERE n <> 0 OR itens <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO chamada_palavra_dia AS r (empresa_id, projeto_id, dia, termo, n, itens)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.termo, l.n, l.itens
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_termo, d_n, d_itens) AS l (empresa_id, projeto_id, dia, termo, n, itens)
    ON CONFLICT (projeto_id, dia, termo) DO UPDATE SET n = r.n + excluded.n, itens = r.itens + excluded.itens
    RETURNING r.itens) SELECT count(*) INTO vazias FROM escritas WHERE itens = 0;
    IF vazias > 0 THEN
      DELETE FROM chamada_palavra_dia r
      USING (SELECT l.projeto_id, l.dia, l.termo FROM unnest(d_projeto_id, d_dia, d_termo) AS l (projeto_id, dia, termo)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.termo = d.termo AND r.itens = 0;
    END IF;
  END IF;
  -- criterio_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(template_id), array_agg(criterio), array_agg(serie), array_agg(n), array_agg(falhas)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie, d_n, d_falhas
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, sum(n)::bigint AS n, sum(falhas)::bigint AS falhas
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, p.template_id AS template_id, p.criterio AS criterio, p.serie AS serie, 1 AS n, p.falhou AS falhas
        FROM novos l, LATERAL (SELECT left(t, 36)::uuid AS template_id, substr(t, 38, 8) AS serie, (substr(t, 47, 1) = 'n')::int AS falhou,
      substr(t, 49) AS criterio FROM unnest(l.criterios) AS t) AS p WHERE l.criterios <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY projeto_id, dia, agente_id, template_id, criterio, serie
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(template_id), array_agg(criterio), array_agg(serie), array_agg(n), array_agg(falhas)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie, d_n, d_falhas
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, (-sum(n))::bigint AS n, (-sum(falhas))::bigint AS falhas
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, p.template_id AS template_id, p.criterio AS criterio, p.serie AS serie, 1 AS n, p.falhou AS falhas
        FROM antigos l, LATERAL (SELECT left(t, 36)::uuid AS template_id, substr(t, 38, 8) AS serie, (substr(t, 47, 1) = 'n')::int AS falhou,
      substr(t, 49) AS criterio FROM unnest(l.criterios) AS t) AS p WHERE l.criterios <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY projeto_id, dia, agente_id, template_id, criterio, serie
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(agente_id), array_agg(template_id), array_agg(criterio), array_agg(serie), array_agg(n), array_agg(falhas)
      INTO d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie, d_n, d_falhas
      FROM (
      SELECT empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, sum(sinal * n)::bigint AS n, sum(sinal * falhas)::bigint AS falhas
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, p.template_id AS template_id, p.criterio AS criterio, p.serie AS serie, 1 AS n, p.falhou AS falhas, 1 AS sinal
        FROM novos l, LATERAL (SELECT left(t, 36)::uuid AS template_id, substr(t, 38, 8) AS serie, (substr(t, 47, 1) = 'n')::int AS falhou,
      substr(t, 49) AS criterio FROM unnest(l.criterios) AS t) AS p WHERE l.criterios <> '{}'
        UNION ALL SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, p.template_id AS template_id, p.criterio AS criterio, p.serie AS serie, 1 AS n, p.falhou AS falhas, -1 AS sinal
        FROM antigos l, LATERAL (SELECT left(t, 36)::uuid AS template_id, substr(t, 38, 8) AS serie, (substr(t, 47, 1) = 'n')::int AS falhou,
      substr(t, 49) AS criterio FROM unnest(l.criterios) AS t) AS p WHERE l.criterios <> '{}'
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY projeto_id, dia, agente_id, template_id, criterio, serie
      ) AS mudancas
      WHERE n <> 0 OR falhas <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    WITH escritas AS (INSERT INTO criterio_dia AS r (empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, n, falhas)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.agente_id, l.template_id, l.criterio, l.serie, l.n, l.falhas
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie, d_n, d_falhas) AS l (empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, n, falhas)
    ON CONFLICT (projeto_id, dia, agente_id, template_id, criterio, serie) DO UPDATE SET n = r.n + excluded.n, falhas = r.falhas + excluded.falhas
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM criterio_dia r
      USING (SELECT l.projeto_id, l.dia, l.agente_id, l.template_id, l.criterio, l.serie FROM unnest(d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie) AS l (projeto_id, dia, agente_id, template_id, criterio, serie)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.agente_id = d.agente_id AND r.template_id = d.template_id AND r.criterio = d.criterio AND r.serie = d.serie AND r.n = 0;
    END IF;
    WITH escritas AS (INSERT INTO criterio_soma AS r (empresa_id, projeto_id, dia, template_id, criterio, serie, n, falhas)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.template_id, l.criterio, l.serie, sum(l.n), sum(l.falhas)
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie, d_n, d_falhas) AS l (empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, n, falhas)
      GROUP BY 1, 2, 3, 4, 5, 6 HAVING sum(l.n) <> 0 OR sum(l.falhas) <> 0
      ORDER BY 2, 3, 4, 5, 6
    ON CONFLICT (projeto_id, dia, template_id, criterio, serie) DO UPDATE SET n = r.n + excluded.n, falhas = r.falhas + excluded.falhas
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM criterio_soma r
      USING (SELECT DISTINCT l.projeto_id AS projeto_id, l.dia AS dia, l.template_id AS template_id, l.criterio AS criterio, l.serie AS serie FROM unnest(d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie) AS l (projeto_id, dia, agente_id, template_id, criterio, serie)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.template_id = d.template_id AND r.criterio = d.criterio AND r.serie = d.serie AND r.n = 0;
    END IF;
    WITH escritas AS (INSERT INTO criterio_mes AS r (empresa_id, projeto_id, mes, agente_id, template_id, criterio, serie, n, falhas)
      SELECT l.empresa_id, l.projeto_id, escuta_mes_do_dia(l.dia), l.agente_id, l.template_id, l.criterio, l.serie, sum(l.n), sum(l.falhas)
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie, d_n, d_falhas) AS l (empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, n, falhas)
      GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(l.n) <> 0 OR sum(l.falhas) <> 0
      ORDER BY 2, 3, 4, 5, 6, 7
    ON CONFLICT (projeto_id, mes, agente_id, template_id, criterio, serie) DO UPDATE SET n = r.n + excluded.n, falhas = r.falhas + excluded.falhas
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM criterio_mes r
      USING (SELECT DISTINCT l.projeto_id AS projeto_id, escuta_mes_do_dia(l.dia) AS mes, l.agente_id AS agente_id, l.template_id AS template_id, l.criterio AS criterio, l.serie AS serie FROM unnest(d_projeto_id, d_dia, d_agente_id, d_template_id, d_criterio, d_serie) AS l (projeto_id, dia, agente_id, template_id, criterio, serie)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.mes = d.mes AND r.agente_id = d.agente_id AND r.template_id = d.template_id AND r.criterio = d.criterio AND r.serie = d.serie AND r.n = 0;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_esvazia_item_qualidade() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM projeto_qualidade_dia;
  DELETE FROM projeto_palavra_dia;
  DELETE FROM chamada_qualidade_dia;
  DELETE FROM chamada_qualidade_soma;
  DELETE FROM chamada_qualidade_mes;
  DELETE FROM chamada_palavra_dia;
  DELETE FROM criterio_dia;
  DELETE FROM criterio_soma;
  DELETE FROM criterio_mes;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER item_qualidade_incluida AFTER INSERT ON item_qualidade
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_item_qualidade();
CREATE OR REPLACE TRIGGER item_qualidade_alterada AFTER UPDATE ON item_qualidade
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_item_qualidade();
CREATE OR REPLACE TRIGGER item_qualidade_excluida AFTER DELETE ON item_qualidade
  REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_item_qualidade();
CREATE OR REPLACE TRIGGER item_qualidade_truncada AFTER TRUNCATE ON item_qualidade
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_esvazia_item_qualidade();

CREATE OR REPLACE FUNCTION escuta_somas_de_projeto_rollup_dia() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- projeto_totais
  IF TG_OP = 'INSERT' THEN
    INSERT INTO projeto_totais AS r (empresa_id, projeto_id, status, n)
      SELECT l.empresa_id, l.projeto_id, l.status, l.n FROM (
      SELECT empresa_id, projeto_id, status, sum(n)::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.status, l.n AS n
        FROM novos l
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, status
      ) AS l
      ON CONFLICT (projeto_id, status) DO UPDATE SET n = r.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE projeto_totais r SET n = r.n + l.n
      FROM (
      SELECT empresa_id, projeto_id, status, (-sum(n))::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.status, l.n AS n
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, status
      ) AS l WHERE r.projeto_id = l.projeto_id AND r.status = l.status;
  ELSE
    INSERT INTO projeto_totais AS r (empresa_id, projeto_id, status, n)
      SELECT l.empresa_id, l.projeto_id, l.status, l.n FROM (
      SELECT empresa_id, projeto_id, status, sum(sinal * n)::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.status, l.n AS n, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.projeto_id, l.status, l.n AS n, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, status
      ) AS l WHERE l.n <> 0
      ON CONFLICT (projeto_id, status) DO UPDATE SET n = r.n + excluded.n;
  END IF;
  -- projeto_rollup_mes
  IF TG_OP = 'INSERT' THEN
    INSERT INTO projeto_rollup_mes AS r (empresa_id, projeto_id, mes, status, n)
      SELECT l.empresa_id, l.projeto_id, l.mes, l.status, l.n FROM (
      SELECT empresa_id, projeto_id, mes, status, sum(n)::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_mes(l.dia) AS mes, l.status, l.n AS n
        FROM novos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, mes, status
      ) AS l
      ON CONFLICT (projeto_id, mes, status) DO UPDATE SET n = r.n + excluded.n;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE projeto_rollup_mes r SET n = r.n + l.n
      FROM (
      SELECT empresa_id, projeto_id, mes, status, (-sum(n))::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_mes(l.dia) AS mes, l.status, l.n AS n
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, mes, status
      ) AS l WHERE r.projeto_id = l.projeto_id AND r.mes = l.mes AND r.status = l.status;
  ELSE
    INSERT INTO projeto_rollup_mes AS r (empresa_id, projeto_id, mes, status, n)
      SELECT l.empresa_id, l.projeto_id, l.mes, l.status, l.n FROM (
      SELECT empresa_id, projeto_id, mes, status, sum(sinal * n)::bigint AS n
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_mes(l.dia) AS mes, l.status, l.n AS n, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.projeto_id, escuta_mes(l.dia) AS mes, l.status, l.n AS n, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4 ORDER BY projeto_id, mes, status
      ) AS l WHERE l.n <> 0
      ON CONFLICT (projeto_id, mes, status) DO UPDATE SET n = r.n + excluded.n;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER projeto_rollup_dia_incluido AFTER INSERT ON projeto_rollup_dia
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_projeto_rollup_dia();
CREATE OR REPLACE TRIGGER projeto_rollup_dia_alterado AFTER UPDATE ON projeto_rollup_dia
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_projeto_rollup_dia();
CREATE OR REPLACE TRIGGER projeto_rollup_dia_excluido AFTER DELETE ON projeto_rollup_dia
  REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_projeto_rollup_dia();

CREATE OR REPLACE FUNCTION escuta_somas_de_auditorias() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- projeto_contadores
  IF TG_OP = 'INSERT' THEN
    INSERT INTO projeto_contadores AS r (projeto_id, auditorias)
      SELECT l.projeto_id, l.auditorias FROM (
      SELECT projeto_id, sum(auditorias)::bigint AS auditorias
      FROM (
        SELECT l.projeto_id, 1 AS auditorias
        FROM novos l
      ) AS linhas
      GROUP BY 1 ORDER BY projeto_id
      ) AS l
      ON CONFLICT (projeto_id) DO UPDATE SET auditorias = r.auditorias + excluded.auditorias;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO projeto_contadores AS r (projeto_id, auditorias)
      SELECT l.projeto_id, l.auditorias FROM (
      SELECT projeto_id, (-sum(auditorias))::bigint AS auditorias
      FROM (
        SELECT l.projeto_id, 1 AS auditorias
        FROM antigos l
      ) AS linhas
      GROUP BY 1 ORDER BY projeto_id
      ) AS l
      ON CONFLICT (projeto_id) DO UPDATE SET auditorias = r.auditorias + excluded.auditorias;
  ELSE
    INSERT INTO projeto_contadores AS r (projeto_id, auditorias)
      SELECT l.projeto_id, l.auditorias FROM (
      SELECT projeto_id, sum(sinal * auditorias)::bigint AS auditorias
      FROM (
        SELECT l.projeto_id, 1 AS auditorias, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.projeto_id, 1 AS auditorias, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1 ORDER BY projeto_id
      ) AS l WHERE l.auditorias <> 0
      ON CONFLICT (projeto_id) DO UPDATE SET auditorias = r.auditorias + excluded.auditorias;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER auditorias_incluidas AFTER INSERT ON auditorias
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_auditorias();
CREATE OR REPLACE TRIGGER auditorias_alteradas AFTER UPDATE ON auditorias
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_auditorias();
CREATE OR REPLACE TRIGGER auditorias_excluidas AFTER DELETE ON auditorias
  REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_auditorias();

CREATE OR REPLACE FUNCTION escuta_somas_de_linhas_custo() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  d_empresa_id uuid[];
  d_projeto_id uuid[];
  d_dia date[];
  d_etapa etapa[];
  d_modelo text[];
  d_n bigint[];
  d_usd numeric[];
  d_minutos numeric[];
  d_tokens_entrada numeric[];
  d_tokens_saida numeric[];
  vazias bigint;
BEGIN
  -- custo_dia
  IF TG_OP = 'INSERT' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(etapa), array_agg(modelo), array_agg(n), array_agg(usd), array_agg(minutos), array_agg(tokens_entrada), array_agg(tokens_saida)
      INTO d_empresa_id, d_projeto_id, d_dia, d_etapa, d_modelo, d_n, d_usd, d_minutos, d_tokens_entrada, d_tokens_saida
      FROM (
      SELECT empresa_id, projeto_id, dia, etapa, modelo, sum(n)::bigint AS n, sum(usd) AS usd, sum(minutos) AS minutos, sum(tokens_entrada) AS tokens_entrada, sum(tokens_saida) AS tokens_saida
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.etapa, l.modelo, 1 AS n, l.total_usd AS usd, CASE WHEN l.unidade = 'minuto_audio' THEN l.quantidade ELSE 0 END AS minutos, CASE WHEN l.unidade = 'token_entrada' THEN l.quantidade ELSE 0 END AS tokens_entrada, CASE WHEN l.unidade = 'token_saida' THEN l.quantidade ELSE 0 END AS tokens_saida
        FROM novos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5 ORDER BY projeto_id, dia, etapa, modelo
      ) AS mudancas;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(etapa), array_agg(modelo), array_agg(n), array_agg(usd), array_agg(minutos), array_agg(tokens_entrada), array_agg(tokens_saida)
      INTO d_empresa_id, d_projeto_id, d_dia, d_etapa, d_modelo, d_n, d_usd, d_minutos, d_tokens_entrada, d_tokens_saida
      FROM (
      SELECT empresa_id, projeto_id, dia, etapa, modelo, (-sum(n))::bigint AS n, -sum(usd) AS usd, -sum(minutos) AS minutos, -sum(tokens_entrada) AS tokens_entrada, -sum(tokens_saida) AS tokens_saida
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.etapa, l.modelo, 1 AS n, l.total_usd AS usd, CASE WHEN l.unidade = 'minuto_audio' THEN l.quantidade ELSE 0 END AS minutos, CASE WHEN l.unidade = 'token_entrada' THEN l.quantidade ELSE 0 END AS tokens_entrada, CASE WHEN l.unidade = 'token_saida' THEN l.quantidade ELSE 0 END AS tokens_saida
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5 ORDER BY projeto_id, dia, etapa, modelo
      ) AS mudancas;
  ELSE
    SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(etapa), array_agg(modelo), array_agg(n), array_agg(usd), array_agg(minutos), array_agg(tokens_entrada), array_agg(tokens_saida)
      INTO d_empresa_id, d_projeto_id, d_dia, d_etapa, d_modelo, d_n, d_usd, d_minutos, d_tokens_entrada, d_tokens_saida
      FROM (
      SELECT empresa_id, projeto_id, dia, etapa, modelo, sum(sinal * n)::bigint AS n, sum(sinal * usd) AS usd, sum(sinal * minutos) AS minutos, sum(sinal * tokens_entrada) AS tokens_entrada, sum(sinal * tokens_saida) AS tokens_saida
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.etapa, l.modelo, 1 AS n, l.total_usd AS usd, CASE WHEN l.unidade = 'minuto_audio' THEN l.quantidade ELSE 0 END AS minutos, CASE WHEN l.unidade = 'token_entrada' THEN l.quantidade ELSE 0 END AS tokens_entrada, CASE WHEN l.unidade = 'token_saida' THEN l.quantidade ELSE 0 END AS tokens_saida, 1 AS sinal
        FROM novos l
        UNION ALL SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.etapa, l.modelo, 1 AS n, l.total_usd AS usd, CASE WHEN l.unidade = 'minuto_audio' THEN l.quantidade ELSE 0 END AS minutos, CASE WHEN l.unidade = 'token_entrada' THEN l.quantidade ELSE 0 END AS tokens_entrada, CASE WHEN l.unidade = 'token_saida' THEN l.quantidade ELSE 0 END AS tokens_saida, -1 AS sinal
        FROM antigos l
      ) AS linhas
      GROUP BY 1, 2, 3, 4, 5 ORDER BY projeto_id, dia, etapa, modelo
      ) AS mudancas
      WHERE n <> 0 OR usd <> 0 OR minutos <> 0 OR tokens_entrada <> 0 OR tokens_saida <> 0;
  END IF;
  IF d_projeto_id IS NOT NULL THEN
    IF TG_OP <> 'INSERT' OR cardinality(d_n) > 1 THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('custo_dia ' || e, 0))
        FROM (SELECT DISTINCT e FROM unnest(d_empresa_id) AS e ORDER BY 1) AS empresas;
    END IF;
    WITH escritas AS (INSERT INTO custo_dia AS r (empresa_id, projeto_id, dia, etapa, modelo, n, usd, minutos, tokens_entrada, tokens_saida)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.etapa, l.modelo, l.n, l.usd, l.minutos, l.tokens_entrada, l.tokens_saida
      FROM unnest(d_empresa_id, d_projeto_id, d_dia, d_etapa, d_modelo, d_n, d_usd, d_minutos, d_tokens_entrada, d_tokens_saida) AS l (empresa_id, projeto_id, dia, etapa, modelo, n, usd, minutos, tokens_entrada, tokens_saida)
    ON CONFLICT (projeto_id, dia, etapa, modelo) DO UPDATE SET n = r.n + excluded.n, usd = r.usd + excluded.usd, minutos = r.minutos + excluded.minutos, tokens_entrada = r.tokens_entrada + excluded.tokens_entrada, tokens_saida = r.tokens_saida + excluded.tokens_saida
    RETURNING r.n) SELECT count(*) INTO vazias FROM escritas WHERE n = 0;
    IF vazias > 0 THEN
      DELETE FROM custo_dia r
      USING (SELECT l.projeto_id, l.dia, l.etapa, l.modelo FROM unnest(d_projeto_id, d_dia, d_etapa, d_modelo) AS l (projeto_id, dia, etapa, modelo)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.etapa = d.etapa AND r.modelo = d.modelo AND r.n = 0;
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_esvazia_linhas_custo() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM custo_dia;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER linhas_custo_incluidas AFTER INSERT ON linhas_custo
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_linhas_custo();
CREATE OR REPLACE TRIGGER linhas_custo_alteradas AFTER UPDATE ON linhas_custo
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_linhas_custo();
CREATE OR REPLACE TRIGGER linhas_custo_excluidas AFTER DELETE ON linhas_custo
  REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_linhas_custo();
CREATE OR REPLACE TRIGGER linhas_custo_truncadas AFTER TRUNCATE ON linhas_custo
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_esvazia_linhas_custo();

CREATE OR REPLACE FUNCTION escuta_somas_de_projetos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- projeto_contadores
  INSERT INTO projeto_contadores AS r (projeto_id)
      SELECT l.projeto_id FROM (
      SELECT projeto_id
      FROM (
        SELECT l.id AS projeto_id
        FROM novos l
      ) AS linhas
      GROUP BY 1 ORDER BY projeto_id
      ) AS l
      ON CONFLICT (projeto_id) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER projetos_incluidos AFTER INSERT ON projetos
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_projetos();

CREATE OR REPLACE FUNCTION escuta_somas_de_credito_lancamentos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  -- projeto_consumo_mes
  INSERT INTO projeto_consumo_mes AS r (empresa_id, projeto_id, mes, creditos, itens)
      SELECT l.empresa_id, l.projeto_id, l.mes, l.creditos, l.itens FROM (
      SELECT empresa_id, projeto_id, mes, sum(creditos)::bigint AS creditos, sum(itens)::bigint AS itens
      FROM (
        SELECT x.empresa_id AS empresa_id, x.projeto_id AS projeto_id, date_trunc('month', escuta_dia(x.created_at))::date AS mes, -l.quantidade AS creditos, CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END AS itens
        FROM novos l JOIN execucoes x ON x.id = l.execucao_id WHERE l.tipo IN ('reserva', 'estorno')
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, mes
      ) AS l
      ON CONFLICT (projeto_id, mes) DO UPDATE SET creditos = r.creditos + excluded.creditos, itens = r.itens + excluded.itens;
  -- projeto_consumo_dia
  INSERT INTO projeto_consumo_dia AS r (empresa_id, projeto_id, dia, creditos, itens)
      SELECT l.empresa_id, l.projeto_id, l.dia, l.creditos, l.itens FROM (
      SELECT empresa_id, projeto_id, dia, sum(creditos)::bigint AS creditos, sum(itens)::bigint AS itens
      FROM (
        SELECT x.empresa_id AS empresa_id, x.projeto_id AS projeto_id, escuta_dia(x.created_at) AS dia, -l.quantidade AS creditos, CASE l.tipo WHEN 'reserva' THEN 1 ELSE -1 END AS itens
        FROM novos l JOIN execucoes x ON x.id = l.execucao_id WHERE l.tipo IN ('reserva', 'estorno')
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY projeto_id, dia
      ) AS l
      ON CONFLICT (projeto_id, dia) DO UPDATE SET creditos = r.creditos + excluded.creditos, itens = r.itens + excluded.itens;
  -- credito_rollup_dia
  INSERT INTO credito_rollup_dia AS r (empresa_id, dia, tipo, n, entrada, saida, valor_centavos)
      SELECT l.empresa_id, l.dia, l.tipo, l.n, l.entrada, l.saida, l.valor_centavos FROM (
      SELECT empresa_id, dia, tipo, sum(n)::bigint AS n, sum(entrada)::bigint AS entrada, sum(saida)::bigint AS saida, sum(valor_centavos)::bigint AS valor_centavos
      FROM (
        SELECT l.empresa_id, escuta_dia(l.created_at) AS dia, l.tipo, 1 AS n, greatest(l.quantidade, 0) AS entrada, greatest(-l.quantidade, 0) AS saida, coalesce(l.valor_centavos, 0) AS valor_centavos
        FROM novos l WHERE l.tipo <> 'captura'
      ) AS linhas
      GROUP BY 1, 2, 3 ORDER BY empresa_id, dia, tipo
      ) AS l
      ON CONFLICT (empresa_id, dia, tipo) DO UPDATE SET n = r.n + excluded.n, entrada = r.entrada + excluded.entrada, saida = r.saida + excluded.saida, valor_centavos = r.valor_centavos + excluded.valor_centavos;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER credito_lancamentos_incluidos AFTER INSERT ON credito_lancamentos
  REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_somas_de_credito_lancamentos();

CREATE OR REPLACE FUNCTION escuta_recontar_itens(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE auditoria_itens, auditorias IN SHARE MODE;
  DELETE FROM projeto_rollup_dia WHERE projeto_id = projeto;
  INSERT INTO projeto_rollup_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao)
    SELECT empresa_id, projeto_id, dia, status, sum(n), sum(duracao_s), sum(com_duracao)
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao
        FROM auditoria_itens l WHERE projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3, 4;
  -- Rows of which nothing is left stay, at 0.
  INSERT INTO projeto_totais AS r (empresa_id, projeto_id, status, n)
    SELECT empresa_id, projeto_id, status, sum(n) FROM (
    SELECT empresa_id, projeto_id, status, sum(n)
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.status, l.n AS n
        FROM projeto_rollup_dia l WHERE projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3
    UNION ALL SELECT empresa_id, projeto_id, status, 0 FROM projeto_totais WHERE projeto_id = projeto
    ) AS todas (empresa_id, projeto_id, status, n)
    GROUP BY 1, 2, 3
  ON CONFLICT (projeto_id, status) DO UPDATE SET n = excluded.n;
  DELETE FROM projeto_numeros WHERE projeto_id = projeto;
  INSERT INTO projeto_numeros (projeto_id, numero, n)
    SELECT projeto_id, numero, sum(n)
      FROM (
        SELECT l.projeto_id, escuta_numero(l.numero_destino) AS numero, 1 AS n
        FROM auditoria_itens l WHERE l.numero_destino <> '' AND projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2;
  INSERT INTO projeto_contadores (projeto_id, numeros_distintos, auditorias)
    SELECT projeto, (SELECT count(*) FROM projeto_numeros WHERE projeto_id = projeto), (SELECT count(*) FROM auditorias WHERE projeto_id = projeto)
  ON CONFLICT (projeto_id) DO UPDATE SET numeros_distintos = excluded.numeros_distintos, auditorias = excluded.auditorias;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar_meses(projeto uuid DEFAULT NULL) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE projeto_rollup_dia IN SHARE ROW EXCLUSIVE MODE;
  -- Rows of which nothing is left stay, at 0.
  INSERT INTO projeto_rollup_mes AS r (empresa_id, projeto_id, mes, status, n)
    SELECT empresa_id, projeto_id, mes, status, sum(n) FROM (
    SELECT empresa_id, projeto_id, mes, status, sum(n)
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_mes(l.dia) AS mes, l.status, l.n AS n
        FROM projeto_rollup_dia l WHERE (projeto IS NULL OR projeto_id = projeto)
      ) AS linhas
    GROUP BY 1, 2, 3, 4
    UNION ALL SELECT empresa_id, projeto_id, mes, status, 0 FROM projeto_rollup_mes WHERE (projeto IS NULL OR projeto_id = projeto)
    ) AS todas (empresa_id, projeto_id, mes, status, n)
    GROUP BY 1, 2, 3, 4
  ON CONFLICT (projeto_id, mes, status) DO UPDATE SET n = excluded.n;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar_lotes(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE auditoria_itens IN SHARE MODE;
  -- Rows of which nothing is left stay, at 0.
  INSERT INTO auditoria_totais AS r (empresa_id, auditoria_id, pendentes, processando, concluidos, erros)
    SELECT empresa_id, auditoria_id, sum(pendentes), sum(processando), sum(concluidos), sum(erros) FROM (
    SELECT empresa_id, auditoria_id, sum(pendentes), sum(processando), sum(concluidos), sum(erros)
      FROM (
        SELECT l.empresa_id, l.auditoria_id, (l.status = 'pendente')::int AS pendentes, (l.status = 'processando')::int AS processando, (l.status = 'concluido')::int AS concluidos, (l.status = 'erro')::int AS erros
        FROM auditoria_itens l WHERE auditoria_id IN (SELECT id FROM auditorias WHERE projeto_id = projeto)
      ) AS linhas
    GROUP BY 1, 2
    UNION ALL SELECT empresa_id, auditoria_id, 0, 0, 0, 0 FROM auditoria_totais WHERE auditoria_id IN (SELECT id FROM auditorias WHERE projeto_id = projeto)
    ) AS todas (empresa_id, auditoria_id, pendentes, processando, concluidos, erros)
    GROUP BY 1, 2
  ON CONFLICT (auditoria_id) DO UPDATE SET pendentes = excluded.pendentes, processando = excluded.processando, concluidos = excluded.concluidos, erros = excluded.erros;
  UPDATE auditorias a SET status = s.status
    FROM (
      SELECT x.id, escuta_situacao(coalesce(t.pendentes, 0), coalesce(t.processando, 0), coalesce(t.concluidos, 0), coalesce(t.erros, 0)) AS status
      FROM auditorias x LEFT JOIN auditoria_totais t ON t.auditoria_id = x.id WHERE x.projeto_id = projeto
    ) AS s
    WHERE a.id = s.id AND a.status <> s.status;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar_chamadas(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE auditoria_itens, linhas_custo IN SHARE MODE;
  DELETE FROM chamada_qualidade_dia WHERE projeto_id = projeto;
  INSERT INTO chamada_qualidade_dia (empresa_id, projeto_id, dia, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
    SELECT empresa_id, projeto_id, dia, agente_id, sum(n), sum(n_pontuacao), sum(soma_pontuacao), sum(soma_quadrados), sum(positivos), sum(neutros), sum(negativos), sum(alertas), sum(com_alerta), sum(revisadas), ARRAY[count(*) FILTER (WHERE notas = 1), count(*) FILTER (WHERE notas = 2), count(*) FILTER (WHERE notas = 3), count(*) FILTER (WHERE notas = 4), count(*) FILTER (WHERE notas = 5), count(*) FILTER (WHERE notas = 6), count(*) FILTER (WHERE notas = 7), count(*) FILTER (WHERE notas = 8), count(*) FILTER (WHERE notas = 9), count(*) FILTER (WHERE notas = 10)]
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, 1 AS n, (l.pontuacao IS NOT NULL)::int AS n_pontuacao, coalesce(l.pontuacao, 0) AS soma_pontuacao, coalesce(l.pontuacao * l.pontuacao, 0) AS soma_quadrados, coalesce(l.sentimento = 'positivo', false)::int AS positivos, coalesce(l.sentimento = 'neutro', false)::int AS neutros, coalesce(l.sentimento = 'negativo', false)::int AS negativos, l.alertas AS alertas, (l.alertas > 0)::int AS com_alerta, (l.revisado_por IS NOT NULL)::int AS revisadas, escuta_faixa_nota(l.pontuacao) AS notas
        FROM item_qualidade l WHERE projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3, 4;
  DELETE FROM chamada_qualidade_soma WHERE projeto_id = projeto;
  INSERT INTO chamada_qualidade_soma (empresa_id, projeto_id, dia, n, n_pontuacao, soma_pontuacao, soma_quadrados, positivos, neutros, negativos, alertas, com_alerta, revisadas, notas)
    SELECT l.empresa_id, l.projeto_id, l.dia, sum(n), sum(n_pontuacao), sum(soma_pontuacao), sum(soma_quadrados), sum(positivos), sum(neutros), sum(negativos), sum(alertas), sum(com_alerta), sum(revisadas), ARRAY[sum(l.notas[1]), sum(l.notas[2]), sum(l.notas[3]), sum(l.notas[4]), sum(l.notas[5]), sum(l.notas[6]), sum(l.notas[7]), sum(l.notas[8]), sum(l.notas[9]), sum(l.notas[10])] FROM chamada_qualidade_dia l WHERE projeto_id = projeto
    GROUP BY 1, 2, 3;
  DELETE FROM chamada_qualidade_mes WHERE projeto_id = projeto;
  INSERT INTO chamada_qualidade_mes (empresa_id, projeto_id, mes, agente_id, n, n_pontuacao, soma_pontuacao, soma_quadrados)
    SELECT l.empresa_id, l.projeto_id, escuta_mes_do_dia(l.dia), l.agente_id, sum(n), sum(n_pontuacao), sum(soma_pontuacao), sum(soma_quadrados) FROM chamada_qualidade_dia l WHERE projeto_id = projeto
    GROUP BY 1, 2, 3, 4;
  DELETE FROM criterio_dia WHERE projeto_id = projeto;
  INSERT INTO criterio_dia (empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, n, falhas)
    SELECT empresa_id, projeto_id, dia, agente_id, template_id, criterio, serie, sum(n), sum(falhas)
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, escuta_agente(l.agente_id) AS agente_id, p.template_id AS template_id, p.criterio AS criterio, p.serie AS serie, 1 AS n, p.falhou AS falhas
        FROM item_qualidade l, LATERAL (SELECT left(t, 36)::uuid AS template_id, substr(t, 38, 8) AS serie, (substr(t, 47, 1) = 'n')::int AS falhou,
      substr(t, 49) AS criterio FROM unnest(l.criterios) AS t) AS p WHERE l.criterios <> '{}' AND projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3, 4, 5, 6, 7;
  DELETE FROM criterio_soma WHERE projeto_id = projeto;
  INSERT INTO criterio_soma (empresa_id, projeto_id, dia, template_id, criterio, serie, n, falhas)
    SELECT l.empresa_id, l.projeto_id, l.dia, l.template_id, l.criterio, l.serie, sum(n), sum(falhas) FROM criterio_dia l WHERE projeto_id = projeto
    GROUP BY 1, 2, 3, 4, 5, 6;
  DELETE FROM criterio_mes WHERE projeto_id = projeto;
  INSERT INTO criterio_mes (empresa_id, projeto_id, mes, agente_id, template_id, criterio, serie, n, falhas)
    SELECT l.empresa_id, l.projeto_id, escuta_mes_do_dia(l.dia), l.agente_id, l.template_id, l.criterio, l.serie, sum(n), sum(falhas) FROM criterio_dia l WHERE projeto_id = projeto
    GROUP BY 1, 2, 3, 4, 5, 6, 7;
  DELETE FROM chamada_dia WHERE projeto_id = projeto;
  INSERT INTO chamada_dia (empresa_id, projeto_id, dia, agente_id, status, n, duracao_s, com_duracao, com_gravacao)
    SELECT empresa_id, projeto_id, dia, agente_id, status, sum(n), sum(duracao_s), sum(com_duracao), sum(com_gravacao)
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_agente(l.agente_id) AS agente_id, l.status, 1 AS n, coalesce(l.call_duration, 0) AS duracao_s, (l.call_duration IS NOT NULL)::int AS com_duracao, (l.arquivo_path IS NOT NULL)::int AS com_gravacao
        FROM auditoria_itens l WHERE projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3, 4, 5;
  DELETE FROM projeto_chamada_dia WHERE projeto_id = projeto;
  INSERT INTO projeto_chamada_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
    SELECT l.empresa_id, l.projeto_id, l.dia, l.status, sum(n), sum(duracao_s), sum(com_duracao), sum(com_gravacao) FROM chamada_dia l WHERE projeto_id = projeto
    GROUP BY 1, 2, 3, 4;
  DELETE FROM chamada_mes WHERE projeto_id = projeto;
  INSERT INTO chamada_mes (empresa_id, projeto_id, mes, agente_id, n)
    SELECT l.empresa_id, l.projeto_id, escuta_mes_do_dia(l.dia), l.agente_id, sum(n) FROM chamada_dia l WHERE projeto_id = projeto
    GROUP BY 1, 2, 3, 4;
  DELETE FROM chamada_hora WHERE projeto_id = projeto;
  INSERT INTO chamada_hora (empresa_id, projeto_id, dia, hora, n)
    SELECT empresa_id, projeto_id, dia, hora, sum(n)
      FROM (
        SELECT l.empresa_id, l.projeto_id, l.dia_chamada AS dia, escuta_hora(l.call_start_time) AS hora, 1 AS n
        FROM auditoria_itens l WHERE l.call_start_time IS NOT NULL AND projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3, 4;
  DELETE FROM custo_dia WHERE projeto_id = projeto;
  INSERT INTO custo_dia (empresa_id, projeto_id, dia, etapa, modelo, n, usd, minutos, tokens_entrada, tokens_saida)
    SELECT empresa_id, projeto_id, dia, etapa, modelo, sum(n), sum(usd), sum(minutos), sum(tokens_entrada), sum(tokens_saida)
      FROM (
        SELECT l.empresa_id, l.projeto_id, escuta_dia(l.created_at) AS dia, l.etapa, l.modelo, 1 AS n, l.total_usd AS usd, CASE WHEN l.unidade = 'minuto_audio' THEN l.quantidade ELSE 0 END AS minutos, CASE WHEN l.unidade = 'token_entrada' THEN l.quantidade ELSE 0 END AS tokens_entrada, CASE WHEN l.unidade = 'token_saida' THEN l.quantidade ELSE 0 END AS tokens_saida
        FROM linhas_custo l WHERE projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3, 4, 5;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar_dias_da_ligacao(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE auditoria_itens IN SHARE MODE;
  DELETE FROM chamada_palavra_dia WHERE projeto_id = projeto;
  INSERT INTO chamada_palavra_dia (empresa_id, projeto_id, dia, termo, n, itens)
    SELECT empresa_id, projeto_id, dia, termo, sum(n), sum(itens)
      FROM (
        SELECT l.empresa_id, l.projeto_id, coalesce(l.dia_chamada, l.dia) AS dia, p.termo AS termo, p.vezes AS n, 1 AS itens
        FROM item_qualidade l, LATERAL (SELECT termo, count(*) AS vezes FROM unnest(l.palavras) AS termo GROUP BY 1) AS p WHERE l.palavras <> '{}' AND projeto_id = projeto
      ) AS linhas
    GROUP BY 1, 2, 3, 4;
  DELETE FROM projeto_chamada_dia WHERE projeto_id = projeto;
  INSERT INTO projeto_chamada_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
    SELECT l.empresa_id, l.projeto_id, l.dia, l.status, sum(n), sum(duracao_s), sum(com_duracao), sum(com_gravacao) FROM chamada_dia l WHERE projeto_id = projeto
    GROUP BY 1, 2, 3, 4;
END $$;

DROP FUNCTION IF EXISTS escuta_insight_conta("insights", INTEGER);

-- Counts the score in force in place of the AI's.
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
    sinal * (g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false)
      OR coalesce(g.n_alertas > 0, false) OR (NOT g.validado_humano AND (g.sem_evidencia
        OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false)))))::int::bigint,
    sinal * (NOT g.validado_humano AND (g.status_processamento = 'erro' OR coalesce(g.score_confianca < 0.5, false)
      OR coalesce(g.n_alertas > 0, false) OR g.sem_evidencia
      OR (g.status_processamento = 'concluido' AND coalesce(g.score_confianca < 0.7, false))))::int::bigint,
    sinal * g.validado_humano::int::bigint,
    sinal * coalesce(g.veredito = 'aprovado', false)::int::bigint,
    sinal * coalesce(g.veredito = 'rejeitado', false)::int::bigint,
    sinal * (s.nota IS NOT NULL)::int::bigint,
    sinal * (g.score_confianca IS NOT NULL)::int::bigint,
    sinal * coalesce(g.revisao_ms, 0)::bigint,
    sinal * (g.revisao_ms IS NOT NULL)::int::bigint,
    sinal * coalesce(g.n_alertas, 0)::bigint,
    sinal * (coalesce(g.n_alertas > 0, false))::int::bigint,
    sinal * coalesce(s.nota, 0)::numeric(20,10),
    sinal * coalesce(g.score_confianca, 0)::numeric(20,10)
  FROM (SELECT CASE WHEN g.veredito IS NOT NULL AND g.validado_em = g.pontuacao_revisada_em THEN g.pontuacao_revisada
    ELSE g.pontuacao END AS nota) AS s
$$;

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
          "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
        SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
          sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
        FROM c GROUP BY 1, 2, 3, 4, 5
        HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0
    )
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, i.dia_chamada, escuta_dia(i.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  ELSIF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT FROM antigos WHERE vigente) THEN RETURN NULL; END IF;
    WITH c AS MATERIALIZED (
      SELECT g.item_id, g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, escuta_dia(g.created_at) AS dia, x.*
        FROM antigos g, LATERAL escuta_insight_conta(g::"insights", -1) x WHERE g.vigente
    ), por_analise AS (
      INSERT INTO "insight_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia",
          "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
        SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
          sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
        FROM c GROUP BY 1, 2, 3, 4, 5
        HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0
    )
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, i.dia_chamada, escuta_dia(i.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
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
          "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
        SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia,
          sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
        FROM c GROUP BY 1, 2, 3, 4, 5
        HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0
    )
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, i.dia_chamada, escuta_dia(i.created_at),
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM c JOIN "auditoria_itens" i ON i.id = c.item_id GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER insights_alterados_somam AFTER UPDATE ON insights REFERENCING OLD TABLE AS antigos NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();
CREATE OR REPLACE TRIGGER insights_excluidos_somam AFTER DELETE ON insights REFERENCING OLD TABLE AS antigos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();
CREATE OR REPLACE TRIGGER insights_incluidos_somam AFTER INSERT ON insights REFERENCING NEW TABLE AS novos
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_insights_somam();

-- A call that moves to another day takes its insights and verdicts along; one that goes takes away what they counted for, while they are still there
-- to be read: what becomes of them afterwards finds no call and counts nothing. Held first: what somebody changes of them meanwhile counted by the old day.
CREATE OR REPLACE FUNCTION escuta_item_leva_insights() RETURNS TRIGGER LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  sinais INTEGER[] := CASE WHEN TG_OP = 'DELETE' THEN '{-1}' ELSE '{-1,1}' END;
  dias DATE[] := CASE WHEN TG_OP = 'DELETE' THEN ARRAY[OLD.dia_chamada] ELSE ARRAY[OLD.dia_chamada, NEW.dia_chamada] END;
  entradas DATE[] := CASE WHEN TG_OP = 'DELETE' THEN ARRAY[escuta_dia(OLD.created_at)] ELSE ARRAY[escuta_dia(OLD.created_at), escuta_dia(NEW.created_at)] END;
BEGIN
  PERFORM FROM "insights" g WHERE g.item_id = OLD.id ORDER BY g.id FOR NO KEY UPDATE;
  IF FOUND THEN
    INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada",
        "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, d.dia, d.entrada,
        sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
      FROM "insights" g, unnest(sinais, dias, entradas) AS d (sinal, dia, entrada), LATERAL escuta_insight_conta(g, d.sinal) c
      WHERE g.item_id = OLD.id AND g.vigente
      GROUP BY 1, 2, 3, 4, 5, 6
      HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
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
CREATE OR REPLACE TRIGGER auditoria_itens_excluidos_levam_insights BEFORE DELETE ON auditoria_itens FOR EACH ROW EXECUTE FUNCTION escuta_item_leva_insights();
CREATE OR REPLACE TRIGGER auditoria_itens_movidos_levam_insights AFTER UPDATE ON auditoria_itens FOR EACH ROW
  WHEN (OLD.dia_chamada IS DISTINCT FROM NEW.dia_chamada OR OLD.created_at IS DISTINCT FROM NEW.created_at)
  EXECUTE FUNCTION escuta_item_leva_insights();

-- Recounts a project's insights and verdicts, or all projects'. Nobody writes these meanwhile, nor adds up their sums (worker/src/sums.ts):
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
  INSERT INTO "concordancia_dia" ("empresa_id", "projeto_id", "template_id", "criterio", "dia", "somada", "n", "aprovados", "rejeitados", "sim_sim", "sim_nao", "nao_sim", "nao_nao")
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

-- Puts beside what is kept of a project's insights and verdicts, or all projects', what it lacks to be what a count gives: both are seen at one moment, so that
-- nobody is kept from writing. Two at once would both put it there: one after the other.
CREATE OR REPLACE FUNCTION escuta_recontar_insights_por_ligacao(projeto UUID DEFAULT NULL) RETURNS VOID LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('escuta_recontar_insights_por_ligacao', 0));
  INSERT INTO "insight_chamada_dia" ("empresa_id", "projeto_id", "auditoria_id", "categoria", "dia", "dia_entrada", "somada",
      "n", "pendente", "processando", "concluido", "erro", "alta", "media", "baixa", "atencao", "na_fila", "validados", "aprovados", "rejeitados", "n_pontuacao", "n_confianca", "soma_revisao", "n_revisao", "alertas", "com_alertas", "soma_pontuacao", "soma_confianca")
    SELECT c.empresa_id, c.projeto_id, c.auditoria_id, c.categoria, c.dia, c.dia_entrada, true,
      sum(c."n"), sum(c."pendente"), sum(c."processando"), sum(c."concluido"), sum(c."erro"), sum(c."alta"), sum(c."media"), sum(c."baixa"), sum(c."atencao"), sum(c."na_fila"), sum(c."validados"), sum(c."aprovados"), sum(c."rejeitados"), sum(c."n_pontuacao"), sum(c."n_confianca"), sum(c."soma_revisao"), sum(c."n_revisao"), sum(c."alertas"), sum(c."com_alertas"), sum(c."soma_pontuacao"), sum(c."soma_confianca")
    FROM (
      SELECT g.empresa_id, g.projeto_id, g.auditoria_id, g.categoria, i.dia_chamada AS dia, escuta_dia(i.created_at) AS dia_entrada, x.*
        FROM "insights" g JOIN "auditoria_itens" i ON i.id = g.item_id, LATERAL escuta_insight_conta(g, 1) x
        WHERE g.vigente AND (projeto IS NULL OR g.projeto_id = projeto)
      UNION ALL
      SELECT d.empresa_id, d.projeto_id, d.auditoria_id, d.categoria, d.dia, d.dia_entrada,
          -d."n", -d."pendente", -d."processando", -d."concluido", -d."erro", -d."alta", -d."media", -d."baixa", -d."atencao", -d."na_fila", -d."validados", -d."aprovados", -d."rejeitados", -d."n_pontuacao", -d."n_confianca", -d."soma_revisao", -d."n_revisao", -d."alertas", -d."com_alertas", -d."soma_pontuacao", -d."soma_confianca"
        FROM "insight_chamada_dia" d WHERE projeto IS NULL OR d.projeto_id = projeto
    ) c
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING sum(c."n") <> 0 OR sum(c."pendente") <> 0 OR sum(c."processando") <> 0 OR sum(c."concluido") <> 0 OR sum(c."erro") <> 0 OR sum(c."alta") <> 0 OR sum(c."media") <> 0 OR sum(c."baixa") <> 0 OR sum(c."atencao") <> 0 OR sum(c."na_fila") <> 0 OR sum(c."validados") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."n_pontuacao") <> 0 OR sum(c."n_confianca") <> 0 OR sum(c."soma_revisao") <> 0 OR sum(c."n_revisao") <> 0 OR sum(c."alertas") <> 0 OR sum(c."com_alertas") <> 0 OR sum(c."soma_pontuacao") <> 0 OR sum(c."soma_confianca") <> 0;
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
    HAVING sum(c."n") <> 0 OR sum(c."aprovados") <> 0 OR sum(c."rejeitados") <> 0 OR sum(c."sim_sim") <> 0 OR sum(c."sim_nao") <> 0 OR sum(c."nao_sim") <> 0 OR sum(c."nao_nao") <> 0;
END $$;
