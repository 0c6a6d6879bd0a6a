-- fase: migrar
SET lock_timeout = '3s';

-- Numbers are counted by escuta_numero. Functions and counts change at one moment, at which nobody writes a call: a call that goes takes away
-- what it brought. The numbers kept are looked at, never the calls, and only those that are written in another way are changed.
LOCK TABLE "auditoria_itens" IN SHARE ROW EXCLUSIVE MODE;

CREATE OR REPLACE FUNCTION escuta_itens_incluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; lista text[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
    INTO empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes
    FROM (
      SELECT empresa_id, projeto_id, escuta_dia(created_at) AS dia, status, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao
      FROM (SELECT 1 AS sinal, n.* FROM novos n) AS linhas
      GROUP BY 1, 2, 3, 4
      HAVING sum(sinal) <> 0 OR sum(sinal * coalesce(call_duration, 0)) <> 0
        OR sum(sinal) FILTER (WHERE call_duration IS NOT NULL) <> 0
      ORDER BY 2, 3, 4
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_dias(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes);
  END IF;

  SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
    INTO projetos, lista, quantidades
    FROM (
      SELECT projeto_id, escuta_numero(numero_destino) AS numero, sum(sinal) AS n
      FROM (SELECT 1 AS sinal, n.* FROM novos n) AS linhas
      WHERE numero_destino <> ''
      GROUP BY 1, 2 HAVING sum(sinal) <> 0 ORDER BY 1, 2
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_numeros(projetos, lista, quantidades);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_itens_excluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; lista text[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
    INTO empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes
    FROM (
      SELECT empresa_id, projeto_id, escuta_dia(created_at) AS dia, status, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao
      FROM (SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      GROUP BY 1, 2, 3, 4
      HAVING sum(sinal) <> 0 OR sum(sinal * coalesce(call_duration, 0)) <> 0
        OR sum(sinal) FILTER (WHERE call_duration IS NOT NULL) <> 0
      ORDER BY 2, 3, 4
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_dias(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes);
  END IF;

  SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
    INTO projetos, lista, quantidades
    FROM (
      SELECT projeto_id, escuta_numero(numero_destino) AS numero, sum(sinal) AS n
      FROM (SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      WHERE numero_destino <> ''
      GROUP BY 1, 2 HAVING sum(sinal) <> 0 ORDER BY 1, 2
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_numeros(projetos, lista, quantidades);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_itens_alterados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[]; projetos uuid[]; dias date[]; situacoes status_processamento[];
  quantidades bigint[]; duracoes bigint[]; com_duracoes bigint[]; lista text[];
BEGIN
  SELECT array_agg(empresa_id), array_agg(projeto_id), array_agg(dia), array_agg(status),
      array_agg(n), array_agg(duracao_s), array_agg(com_duracao)
    INTO empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes
    FROM (
      SELECT empresa_id, projeto_id, escuta_dia(created_at) AS dia, status, sum(sinal) AS n,
        sum(sinal * coalesce(call_duration, 0)) AS duracao_s,
        coalesce(sum(sinal) FILTER (WHERE call_duration IS NOT NULL), 0) AS com_duracao
      FROM (SELECT 1 AS sinal, n.* FROM novos n UNION ALL SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      GROUP BY 1, 2, 3, 4
      HAVING sum(sinal) <> 0 OR sum(sinal * coalesce(call_duration, 0)) <> 0
        OR sum(sinal) FILTER (WHERE call_duration IS NOT NULL) <> 0
      ORDER BY 2, 3, 4
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_dias(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes);
  END IF;

  SELECT array_agg(projeto_id), array_agg(numero), array_agg(n)
    INTO projetos, lista, quantidades
    FROM (
      SELECT projeto_id, escuta_numero(numero_destino) AS numero, sum(sinal) AS n
      FROM (SELECT 1 AS sinal, n.* FROM novos n UNION ALL SELECT -1 AS sinal, a.* FROM antigos a) AS linhas
      WHERE numero_destino <> ''
      GROUP BY 1, 2 HAVING sum(sinal) <> 0 ORDER BY 1, 2
    ) AS delta;
  IF projetos IS NOT NULL THEN
    PERFORM escuta_soma_numeros(projetos, lista, quantidades);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar_itens(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE auditoria_itens, auditorias IN SHARE MODE;
  DELETE FROM projeto_rollup_dia WHERE projeto_id = projeto;
  INSERT INTO projeto_rollup_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao)
    SELECT empresa_id, projeto_id, escuta_dia(created_at), status, count(*), coalesce(sum(call_duration), 0), count(call_duration)
    FROM auditoria_itens WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4;
  DELETE FROM projeto_numeros WHERE projeto_id = projeto;
  INSERT INTO projeto_numeros (projeto_id, numero, n)
    SELECT projeto_id, escuta_numero(numero_destino), count(*) FROM auditoria_itens
    WHERE projeto_id = projeto AND numero_destino <> '' GROUP BY 1, 2;
  INSERT INTO projeto_contadores (projeto_id, numeros_distintos, auditorias)
    SELECT projeto,
      (SELECT count(*) FROM projeto_numeros WHERE projeto_id = projeto),
      (SELECT count(*) FROM auditorias WHERE projeto_id = projeto)
  ON CONFLICT (projeto_id) DO UPDATE SET
    numeros_distintos = excluded.numeros_distintos, auditorias = excluded.auditorias;
END $$;

CREATE TEMPORARY TABLE "numeros_mudados" ON COMMIT DROP AS
  SELECT projeto_id, numero, escuta_numero(numero) AS novo, n FROM "projeto_numeros" WHERE escuta_numero(numero) <> numero;
DELETE FROM "projeto_numeros" p USING "numeros_mudados" m WHERE p.projeto_id = m.projeto_id AND p.numero = m.numero;
INSERT INTO "projeto_numeros" AS p (projeto_id, numero, n)
  SELECT projeto_id, novo, sum(n) FROM "numeros_mudados" GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (projeto_id, numero) DO UPDATE SET n = p.n + excluded.n;
UPDATE "projeto_contadores" c SET numeros_distintos = (SELECT count(*) FROM "projeto_numeros" p WHERE p.projeto_id = c.projeto_id)
  WHERE c.projeto_id IN (SELECT projeto_id FROM "numeros_mudados");
