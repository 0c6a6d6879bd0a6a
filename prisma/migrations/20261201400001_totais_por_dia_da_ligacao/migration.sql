-- The sums of a home, by the day of the call as well as by that of entry (docs/decisions/0004-rollups.md, 0023): what
-- projeto_rollup_dia and projeto_palavra_dia are by entry. chamada_dia has a row for each agent, of which half a year of 200 agents
-- are 146,000: a page that says no agent reads one row a day and state. Order of locks: as before, with chamada_palavra_dia after
-- chamada_qualidade_dia, and projeto_chamada_dia after chamada_dia, in whose function it is written.

CREATE TABLE "projeto_chamada_dia" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "status" "status_processamento" NOT NULL,
    "n" BIGINT NOT NULL,
    "duracao_s" BIGINT NOT NULL,
    "com_duracao" BIGINT NOT NULL,
    "com_gravacao" BIGINT NOT NULL,

    CONSTRAINT "projeto_chamada_dia_pkey" PRIMARY KEY ("projeto_id", "dia", "status")
);
CREATE INDEX "projeto_chamada_dia_empresa_id_dia_idx" ON "projeto_chamada_dia"("empresa_id", "dia");
CREATE INDEX "projeto_chamada_dia_dia_idx" ON "projeto_chamada_dia"("dia");
ALTER TABLE "projeto_chamada_dia" ADD CONSTRAINT "projeto_chamada_dia_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE projeto_chamada_dia SET (fillfactor = 50);

CREATE TABLE "chamada_palavra_dia" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "termo" TEXT NOT NULL,
    "n" BIGINT NOT NULL,
    "itens" BIGINT NOT NULL,

    CONSTRAINT "chamada_palavra_dia_pkey" PRIMARY KEY ("projeto_id", "dia", "termo")
);
CREATE INDEX "chamada_palavra_dia_empresa_id_dia_idx" ON "chamada_palavra_dia"("empresa_id", "dia");
ALTER TABLE "chamada_palavra_dia" ADD CONSTRAINT "chamada_palavra_dia_projeto_id_fkey"
  FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE chamada_palavra_dia SET (fillfactor = 70);

-- ───────────────────────────── calls ─────────────────────────────

-- As it was, and the same sums without the agent. A call that only changes its agent changes nothing there.
CREATE OR REPLACE FUNCTION escuta_soma_chamadas(
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
  INSERT INTO projeto_chamada_dia AS r (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
    SELECT empresa_id, projeto_id, dia, status, sum(n), sum(duracao_s), sum(com_duracao), sum(com_gravacao)
    FROM unnest(empresas, projetos, dias, situacoes, quantidades, duracoes, com_duracoes, com_gravacoes)
      AS d (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
    GROUP BY 1, 2, 3, 4
    HAVING sum(n) <> 0 OR sum(duracao_s) <> 0 OR sum(com_duracao) <> 0 OR sum(com_gravacao) <> 0
    ORDER BY 2, 3, 4
  ON CONFLICT (projeto_id, dia, status) DO UPDATE SET
    n = r.n + excluded.n,
    duracao_s = r.duracao_s + excluded.duracao_s,
    com_duracao = r.com_duracao + excluded.com_duracao,
    com_gravacao = r.com_gravacao + excluded.com_gravacao;
  IF 0 > ANY (quantidades) THEN
    DELETE FROM chamada_dia r
      USING unnest(projetos, dias, agentes, situacoes) AS d (projeto_id, dia, agente_id, status)
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.agente_id = d.agente_id AND r.status = d.status AND r.n = 0;
    DELETE FROM projeto_chamada_dia r
      USING (SELECT DISTINCT projeto_id, dia, status FROM unnest(projetos, dias, situacoes) AS d (projeto_id, dia, status)) AS d
      WHERE r.projeto_id = d.projeto_id AND r.dia = d.dia AND r.status = d.status AND r.n = 0;
  END IF;
END $$;

CREATE OR REPLACE FUNCTION escuta_chamadas_truncadas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM chamada_dia;
  DELETE FROM projeto_chamada_dia;
  RETURN NULL;
END $$;

-- ───────────────────────────── words ─────────────────────────────

-- Adds to the words. A row for each word an item has, with how often it stands there; `sinais`: 1 comes, -1 goes.
CREATE FUNCTION escuta_soma_palavras_chamadas(
  empresas uuid[], projetos uuid[], dias date[], termos text[], quantidades bigint[], sinais int[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO chamada_palavra_dia AS p (empresa_id, projeto_id, dia, termo, n, itens)
    SELECT empresa_id, projeto_id, dia, termo, sum(sinal * n), sum(sinal)
    FROM unnest(empresas, projetos, dias, termos, quantidades, sinais)
      AS d (empresa_id, projeto_id, dia, termo, n, sinal)
    GROUP BY 1, 2, 3, 4
    HAVING sum(sinal * n) <> 0 OR sum(sinal) <> 0
    ORDER BY 2, 3, 4
  ON CONFLICT (projeto_id, dia, termo) DO UPDATE SET n = p.n + excluded.n, itens = p.itens + excluded.itens;
  IF -1 = ANY (sinais) THEN
    DELETE FROM chamada_palavra_dia p
      USING (SELECT DISTINCT projeto_id, dia, termo FROM unnest(projetos, dias, termos) AS d (projeto_id, dia, termo)) AS d
      WHERE p.projeto_id = d.projeto_id AND p.dia = d.dia AND p.termo = d.termo AND p.itens = 0;
  END IF;
END $$;

CREATE FUNCTION escuta_palavras_chamadas_mudadas() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[] := '{}'; projetos uuid[] := '{}'; dias date[] := '{}'; termos text[] := '{}';
  quantidades bigint[] := '{}'; sinais int[] := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(dia),
        termos || array_agg(termo), quantidades || array_agg(n), sinais || array_agg(1)
      INTO empresas, projetos, dias, termos, quantidades, sinais
      FROM (SELECT empresa_id, projeto_id, coalesce(dia_chamada, dia) AS dia, item_id, termo, count(*) AS n
        FROM novos, unnest(palavras) AS termo GROUP BY 1, 2, 3, 4, 5) AS linhas;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(dia),
        termos || array_agg(termo), quantidades || array_agg(n), sinais || array_agg(-1)
      INTO empresas, projetos, dias, termos, quantidades, sinais
      FROM (SELECT empresa_id, projeto_id, coalesce(dia_chamada, dia) AS dia, item_id, termo, count(*) AS n
        FROM antigos, unnest(palavras) AS termo GROUP BY 1, 2, 3, 4, 5) AS linhas;
  END IF;
  IF cardinality(projetos) > 0 THEN
    PERFORM escuta_soma_palavras_chamadas(empresas, projetos, dias, termos, quantidades, sinais);
  END IF;
  RETURN NULL;
END $$;

-- Names that fire after the sums of quality by day of the call.
CREATE TRIGGER item_qualidade_incluida_por_chamada_palavra AFTER INSERT ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_palavras_chamadas_mudadas();
CREATE TRIGGER item_qualidade_alterada_por_chamada_palavra AFTER UPDATE ON item_qualidade
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_palavras_chamadas_mudadas();
CREATE TRIGGER item_qualidade_excluida_por_chamada_palavra AFTER DELETE ON item_qualidade
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_palavras_chamadas_mudadas();

CREATE OR REPLACE FUNCTION escuta_qualidade_truncada() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM item_qualidade;
  DELETE FROM projeto_qualidade_dia;
  DELETE FROM projeto_palavra_dia;
  DELETE FROM chamada_qualidade_dia;
  DELETE FROM chamada_palavra_dia;
  RETURN NULL;
END $$;

-- ───────────────────────────── counting anew ─────────────────────────────

CREATE FUNCTION escuta_recontar_dias_da_ligacao(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  LOCK TABLE auditoria_itens IN SHARE MODE;
  DELETE FROM chamada_palavra_dia WHERE projeto_id = projeto;
  INSERT INTO chamada_palavra_dia (empresa_id, projeto_id, dia, termo, n, itens)
    SELECT empresa_id, projeto_id, coalesce(dia_chamada, dia), termo, count(*), count(DISTINCT item_id)
    FROM item_qualidade, unnest(palavras) AS termo WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4;
  DELETE FROM projeto_chamada_dia WHERE projeto_id = projeto;
  INSERT INTO projeto_chamada_dia (empresa_id, projeto_id, dia, status, n, duracao_s, com_duracao, com_gravacao)
    SELECT empresa_id, projeto_id, dia_chamada, status, count(*), coalesce(sum(call_duration), 0), count(call_duration),
      count(arquivo_path)
    FROM auditoria_itens WHERE projeto_id = projeto GROUP BY 1, 2, 3, 4;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_lotes(projeto);
  PERFORM escuta_recontar_chamadas(projeto);
  PERFORM escuta_recontar_dias_da_ligacao(projeto);
END $$;

-- What was there before this migration.
SELECT escuta_recontar_dias_da_ligacao(id) FROM projetos ORDER BY id;
