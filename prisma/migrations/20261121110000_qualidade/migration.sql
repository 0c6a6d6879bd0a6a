-- What the analyses found, ready to be read by the dashboard: one row an item, and its sums by project and day.
-- Decisions and rules: docs/decisions/0004-rollups.md.

-- CreateTable
CREATE TABLE "item_qualidade" (
    "item_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "execucao_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "pontuacao" DECIMAL(5,4),
    "sentimento" TEXT,
    "palavras" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "item_qualidade_pkey" PRIMARY KEY ("item_id")
);

-- CreateTable
CREATE TABLE "projeto_qualidade_dia" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "n" BIGINT NOT NULL,
    "n_pontuacao" BIGINT NOT NULL,
    "soma_pontuacao" DECIMAL(20,4) NOT NULL,
    "positivos" BIGINT NOT NULL,
    "neutros" BIGINT NOT NULL,
    "negativos" BIGINT NOT NULL,

    CONSTRAINT "projeto_qualidade_dia_pkey" PRIMARY KEY ("projeto_id","dia")
);

-- CreateTable
CREATE TABLE "projeto_palavra_dia" (
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "dia" DATE NOT NULL,
    "termo" TEXT NOT NULL,
    "n" BIGINT NOT NULL,
    "itens" BIGINT NOT NULL,

    CONSTRAINT "projeto_palavra_dia_pkey" PRIMARY KEY ("projeto_id","dia","termo")
);

-- CreateIndex
CREATE INDEX "item_qualidade_projeto_id_dia_idx" ON "item_qualidade"("projeto_id", "dia");

-- CreateIndex
CREATE INDEX "projeto_qualidade_dia_empresa_id_dia_idx" ON "projeto_qualidade_dia"("empresa_id", "dia");

-- CreateIndex
CREATE INDEX "projeto_palavra_dia_empresa_id_dia_idx" ON "projeto_palavra_dia"("empresa_id", "dia");

-- AddForeignKey
ALTER TABLE "item_qualidade" ADD CONSTRAINT "item_qualidade_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projeto_qualidade_dia" ADD CONSTRAINT "projeto_qualidade_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projeto_palavra_dia" ADD CONSTRAINT "projeto_palavra_dia_projeto_id_fkey" FOREIGN KEY ("projeto_id") REFERENCES "projetos"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ───────────────────────────── keeping the sums ─────────────────────────────
--
-- As with the other roll-ups: once a statement, over its transition tables, rows in the order of their keys. The
-- tables come in the order item_qualidade, projeto_qualidade_dia, projeto_palavra_dia, and all of them BEFORE those of
-- the items (rollup, totais, numeros, contadores): the worker writes quality before it ends the run, and what follows a
-- deletion is named so that it fires first. Who keeps that order never waits in a circle.

ALTER TABLE projeto_qualidade_dia SET (fillfactor = 50);
ALTER TABLE projeto_palavra_dia SET (fillfactor = 70);

-- A word as people count it: one spelling for 'Droga!' and 'droga'. Accents stay, they are shown.
CREATE FUNCTION escuta_termo(texto text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN left(lower(regexp_replace(texto, '(^[^[:alnum:]]+)|([^[:alnum:]]+$)', '', 'g')), 80);

-- Adds to the days. The arrays run side by side, a row each; `sinais`: 1 comes, -1 goes.
CREATE FUNCTION escuta_soma_qualidade(
  empresas uuid[], projetos uuid[], dias date[], pontuacoes numeric[], sentimentos text[], sinais int[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO projeto_qualidade_dia AS q
      (empresa_id, projeto_id, dia, n, n_pontuacao, soma_pontuacao, positivos, neutros, negativos)
    SELECT * FROM (
      SELECT empresa_id, projeto_id, dia, sum(sinal) AS n,
        coalesce(sum(sinal) FILTER (WHERE pontuacao IS NOT NULL), 0) AS n_pontuacao,
        coalesce(sum(sinal * pontuacao), 0) AS soma_pontuacao,
        coalesce(sum(sinal) FILTER (WHERE sentimento = 'positivo'), 0) AS positivos,
        coalesce(sum(sinal) FILTER (WHERE sentimento = 'neutro'), 0) AS neutros,
        coalesce(sum(sinal) FILTER (WHERE sentimento = 'negativo'), 0) AS negativos
      FROM unnest(empresas, projetos, dias, pontuacoes, sentimentos, sinais)
        AS d (empresa_id, projeto_id, dia, pontuacao, sentimento, sinal)
      GROUP BY 1, 2, 3
    ) AS delta
    WHERE n <> 0 OR n_pontuacao <> 0 OR soma_pontuacao <> 0 OR positivos <> 0 OR neutros <> 0 OR negativos <> 0
    ORDER BY projeto_id, dia
  ON CONFLICT (projeto_id, dia) DO UPDATE SET
    n = q.n + excluded.n,
    n_pontuacao = q.n_pontuacao + excluded.n_pontuacao,
    soma_pontuacao = q.soma_pontuacao + excluded.soma_pontuacao,
    positivos = q.positivos + excluded.positivos,
    neutros = q.neutros + excluded.neutros,
    negativos = q.negativos + excluded.negativos;
  IF -1 = ANY (sinais) THEN
    DELETE FROM projeto_qualidade_dia q
      USING (SELECT DISTINCT projeto_id, dia FROM unnest(projetos, dias) AS d (projeto_id, dia)) AS d
      WHERE q.projeto_id = d.projeto_id AND q.dia = d.dia AND q.n = 0;
  END IF;
END $$;

-- Adds to the words. A row for each word an item has, with how often it stands there.
CREATE FUNCTION escuta_soma_palavras(
  empresas uuid[], projetos uuid[], dias date[], termos text[], quantidades bigint[], sinais int[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO projeto_palavra_dia AS p (empresa_id, projeto_id, dia, termo, n, itens)
    SELECT empresa_id, projeto_id, dia, termo, sum(sinal * n), sum(sinal)
    FROM unnest(empresas, projetos, dias, termos, quantidades, sinais)
      AS d (empresa_id, projeto_id, dia, termo, n, sinal)
    GROUP BY 1, 2, 3, 4
    HAVING sum(sinal * n) <> 0 OR sum(sinal) <> 0
    ORDER BY 2, 3, 4
  ON CONFLICT (projeto_id, dia, termo) DO UPDATE SET n = p.n + excluded.n, itens = p.itens + excluded.itens;
  IF -1 = ANY (sinais) THEN
    DELETE FROM projeto_palavra_dia p
      USING (SELECT DISTINCT projeto_id, dia, termo FROM unnest(projetos, dias, termos) AS d (projeto_id, dia, termo)) AS d
      WHERE p.projeto_id = d.projeto_id AND p.dia = d.dia AND p.termo = d.termo AND p.itens = 0;
  END IF;
END $$;

CREATE FUNCTION escuta_qualidade_mudada() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  empresas uuid[] := '{}'; projetos uuid[] := '{}'; dias date[] := '{}';
  pontuacoes numeric[] := '{}'; sentimentos text[] := '{}'; sinais int[] := '{}';
  p_empresas uuid[] := '{}'; p_projetos uuid[] := '{}'; p_dias date[] := '{}';
  termos text[] := '{}'; quantidades bigint[] := '{}'; p_sinais int[] := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(dia),
        pontuacoes || array_agg(pontuacao), sentimentos || array_agg(sentimento), sinais || array_agg(1)
      INTO empresas, projetos, dias, pontuacoes, sentimentos, sinais FROM novos;
    SELECT p_empresas || array_agg(empresa_id), p_projetos || array_agg(projeto_id), p_dias || array_agg(dia),
        termos || array_agg(termo), quantidades || array_agg(n), p_sinais || array_agg(1)
      INTO p_empresas, p_projetos, p_dias, termos, quantidades, p_sinais
      FROM (SELECT empresa_id, projeto_id, dia, item_id, termo, count(*) AS n
        FROM novos, unnest(palavras) AS termo GROUP BY 1, 2, 3, 4, 5) AS linhas;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    SELECT empresas || array_agg(empresa_id), projetos || array_agg(projeto_id), dias || array_agg(dia),
        pontuacoes || array_agg(pontuacao), sentimentos || array_agg(sentimento), sinais || array_agg(-1)
      INTO empresas, projetos, dias, pontuacoes, sentimentos, sinais FROM antigos;
    SELECT p_empresas || array_agg(empresa_id), p_projetos || array_agg(projeto_id), p_dias || array_agg(dia),
        termos || array_agg(termo), quantidades || array_agg(n), p_sinais || array_agg(-1)
      INTO p_empresas, p_projetos, p_dias, termos, quantidades, p_sinais
      FROM (SELECT empresa_id, projeto_id, dia, item_id, termo, count(*) AS n
        FROM antigos, unnest(palavras) AS termo GROUP BY 1, 2, 3, 4, 5) AS linhas;
  END IF;
  IF cardinality(projetos) > 0 THEN
    PERFORM escuta_soma_qualidade(empresas, projetos, dias, pontuacoes, sentimentos, sinais);
  END IF;
  IF cardinality(p_projetos) > 0 THEN
    PERFORM escuta_soma_palavras(p_empresas, p_projetos, p_dias, termos, quantidades, p_sinais);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER item_qualidade_incluida AFTER INSERT ON item_qualidade
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_mudada();
CREATE TRIGGER item_qualidade_alterada AFTER UPDATE ON item_qualidade
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_mudada();
CREATE TRIGGER item_qualidade_excluida AFTER DELETE ON item_qualidade
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_mudada();

-- Instead of a cascading foreign key, which would delete row by row in no order. The name makes it fire before
-- auditoria_itens_excluidos.
CREATE FUNCTION escuta_qualidade_sem_item() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  ids uuid[];
BEGIN
  SELECT array_agg(id) INTO ids FROM antigos;
  IF ids IS NOT NULL THEN
    DELETE FROM item_qualidade WHERE item_id = ANY (ids);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER auditoria_itens_apagam_qualidade AFTER DELETE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_sem_item();

-- An item that is moved to another project or day: a repair by hand, so a row at a time will do, and the WHEN costs
-- every other update nothing.
CREATE FUNCTION escuta_qualidade_acompanha() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE item_qualidade SET empresa_id = NEW.empresa_id, projeto_id = NEW.projeto_id, dia = escuta_dia(NEW.created_at)
    WHERE item_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER auditoria_itens_movem_qualidade AFTER UPDATE ON auditoria_itens FOR EACH ROW
  WHEN (OLD.projeto_id <> NEW.projeto_id OR OLD.created_at <> NEW.created_at)
  EXECUTE FUNCTION escuta_qualidade_acompanha();

CREATE FUNCTION escuta_qualidade_truncada() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM item_qualidade;
  DELETE FROM projeto_qualidade_dia;
  DELETE FROM projeto_palavra_dia;
  RETURN NULL;
END $$;

CREATE TRIGGER auditoria_itens_truncam_qualidade AFTER TRUNCATE ON auditoria_itens
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_truncada();
CREATE TRIGGER item_qualidade_truncada AFTER TRUNCATE ON item_qualidade
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_qualidade_truncada();

-- ───────────────────────────── what a run found ─────────────────────────────

-- Puts down what runs found about their items, in place of what an earlier run had. The worker calls it in the
-- transaction that ends a run; nobody else has to know how the figures come about.
CREATE FUNCTION escuta_grava_qualidade(lista uuid[]) RETURNS void
  LANGUAGE sql SET search_path FROM CURRENT
BEGIN ATOMIC
  INSERT INTO item_qualidade (item_id, empresa_id, projeto_id, execucao_id, dia, pontuacao, sentimento, palavras)
    SELECT i.id, i.empresa_id, i.projeto_id, x.id, escuta_dia(i.created_at),
      (SELECT round(avg(s.pontuacao)::numeric, 4) FROM insights s
        WHERE s.execucao_id = x.id AND s.status_processamento = 'concluido'),
      r.analise_texto ->> 'sentimentoGeral',
      coalesce((SELECT array_agg(t.termo ORDER BY t.termo)
        FROM (SELECT escuta_termo(o.ofensa ->> 'termo') AS termo
          FROM jsonb_array_elements(r.analise_texto -> 'ofensas') AS o (ofensa)) AS t
        WHERE t.termo <> ''), '{}')
    FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
      LEFT JOIN auditoria_resultados r ON r.execucao_id = x.id
    WHERE x.id = ANY (lista)
    ORDER BY i.id
  ON CONFLICT (item_id) DO UPDATE SET
    empresa_id = excluded.empresa_id, projeto_id = excluded.projeto_id, execucao_id = excluded.execucao_id,
    dia = excluded.dia, pontuacao = excluded.pontuacao, sentimento = excluded.sentimento, palavras = excluded.palavras;
END;

-- escuta_recontar(project) goes on rebuilding everything.
ALTER FUNCTION escuta_recontar(uuid) RENAME TO escuta_recontar_itens;

CREATE FUNCTION escuta_recontar_qualidade(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE item_qualidade IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM item_qualidade WHERE projeto_id = projeto;
  DELETE FROM projeto_qualidade_dia WHERE projeto_id = projeto;
  DELETE FROM projeto_palavra_dia WHERE projeto_id = projeto;
  PERFORM escuta_grava_qualidade(ARRAY(
    SELECT DISTINCT ON (x.item_id) x.id FROM execucoes x JOIN auditoria_itens i ON i.id = x.item_id
    WHERE i.projeto_id = projeto AND x.status = 'concluida'
    ORDER BY x.item_id, x.terminada_em DESC, x.id DESC));
END $$;

CREATE FUNCTION escuta_recontar(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_itens(projeto);
END $$;

-- What was analysed before this migration.
SELECT escuta_recontar_qualidade(id) FROM projetos ORDER BY id;

-- ───────────────────────────── indices of the dashboards ─────────────────────────────

-- Insights that may need a person (shared/src/domain/insight-attention.ts): few among many.
CREATE INDEX insights_atencao_idx ON insights (empresa_id, created_at DESC)
  WHERE NOT validado_humano
    AND (status_processamento = 'erro' OR score_confianca < 0.7 OR alertas_identificados <> '[]'::jsonb);
-- The latest runs of a company that ended with a result or an error.
CREATE INDEX execucoes_encerradas_idx ON execucoes (empresa_id, terminada_em DESC)
  WHERE status IN ('concluida', 'erro');
-- What was done, without the sign-ins, which are most of the log.
CREATE INDEX registros_acesso_acoes_idx ON registros_acesso (created_at DESC) WHERE acao <> 'login';
