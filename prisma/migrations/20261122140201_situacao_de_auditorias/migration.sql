-- auditorias.status was written once and never again: 'Pendente' for ever. It is now what its items say (processando if
-- any item is, else pendente if any is, else concluido if one is, else erro), kept with the counts of each audit in the
-- transaction of the change (docs/decisions/0004-rollups.md).
CREATE TABLE "auditoria_totais" (
    "auditoria_id" UUID NOT NULL,
    "empresa_id" UUID NOT NULL,
    "pendentes" BIGINT NOT NULL DEFAULT 0,
    "processando" BIGINT NOT NULL DEFAULT 0,
    "concluidos" BIGINT NOT NULL DEFAULT 0,
    "erros" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "auditoria_totais_pkey" PRIMARY KEY ("auditoria_id")
);
ALTER TABLE "auditoria_totais" ADD CONSTRAINT "auditoria_totais_auditoria_id_fkey"
  FOREIGN KEY ("auditoria_id") REFERENCES "auditorias" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE auditoria_totais SET (fillfactor = 50);

-- The one place that says what an audit's items make of it. Without items it waits for them.
CREATE FUNCTION escuta_situacao(pendentes bigint, processando bigint, concluidos bigint, erros bigint)
  RETURNS status_processamento
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN processando > 0 THEN 'processando' WHEN pendentes > 0 THEN 'pendente'
    WHEN concluidos > 0 THEN 'concluido' WHEN erros > 0 THEN 'erro' ELSE 'pendente' END::status_processamento;

-- One row an audit, so that whoever changes its items waits at it and then sees every count. Two statements: the second
-- has its own view of the rows, after that wait.
CREATE FUNCTION escuta_soma_lotes(
  lotes uuid[], empresas uuid[], p bigint[], r bigint[], c bigint[], e bigint[]
) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO auditoria_totais AS t (auditoria_id, empresa_id, pendentes, processando, concluidos, erros)
    SELECT * FROM unnest(lotes, empresas, p, r, c, e)
  ON CONFLICT (auditoria_id) DO UPDATE SET
    pendentes = t.pendentes + excluded.pendentes,
    processando = t.processando + excluded.processando,
    concluidos = t.concluidos + excluded.concluidos,
    erros = t.erros + excluded.erros;
  UPDATE auditorias a SET status = escuta_situacao(t.pendentes, t.processando, t.concluidos, t.erros), updated_at = now()
    FROM auditoria_totais t
    WHERE a.id = t.auditoria_id AND t.auditoria_id = ANY (lotes)
      AND a.status <> escuta_situacao(t.pendentes, t.processando, t.concluidos, t.erros);
END $$;

CREATE FUNCTION escuta_lotes_incluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  lotes uuid[]; empresas uuid[]; p bigint[]; r bigint[]; c bigint[]; e bigint[];
BEGIN
  SELECT array_agg(auditoria_id), array_agg(empresa_id), array_agg(np), array_agg(nr), array_agg(nc), array_agg(ne)
    INTO lotes, empresas, p, r, c, e
    FROM (
      SELECT auditoria_id, empresa_id,
        count(*) FILTER (WHERE status = 'pendente') AS np, count(*) FILTER (WHERE status = 'processando') AS nr,
        count(*) FILTER (WHERE status = 'concluido') AS nc, count(*) FILTER (WHERE status = 'erro') AS ne
      FROM novos GROUP BY 1, 2 ORDER BY 1
    ) AS delta;
  IF lotes IS NOT NULL THEN PERFORM escuta_soma_lotes(lotes, empresas, p, r, c, e); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION escuta_lotes_excluidos() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  lotes uuid[]; empresas uuid[]; p bigint[]; r bigint[]; c bigint[]; e bigint[];
BEGIN
  SELECT array_agg(auditoria_id), array_agg(empresa_id), array_agg(-np), array_agg(-nr), array_agg(-nc), array_agg(-ne)
    INTO lotes, empresas, p, r, c, e
    FROM (
      SELECT auditoria_id, empresa_id,
        count(*) FILTER (WHERE status = 'pendente') AS np, count(*) FILTER (WHERE status = 'processando') AS nr,
        count(*) FILTER (WHERE status = 'concluido') AS nc, count(*) FILTER (WHERE status = 'erro') AS ne
      FROM antigos GROUP BY 1, 2 ORDER BY 1
    ) AS delta;
  IF lotes IS NOT NULL THEN PERFORM escuta_soma_lotes(lotes, empresas, p, r, c, e); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION escuta_lotes_alterados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  lotes uuid[]; empresas uuid[]; p bigint[]; r bigint[]; c bigint[]; e bigint[];
BEGIN
  SELECT array_agg(auditoria_id), array_agg(empresa_id), array_agg(np), array_agg(nr), array_agg(nc), array_agg(ne)
    INTO lotes, empresas, p, r, c, e
    FROM (
      SELECT auditoria_id, empresa_id,
        coalesce(sum(sinal) FILTER (WHERE status = 'pendente'), 0) AS np,
        coalesce(sum(sinal) FILTER (WHERE status = 'processando'), 0) AS nr,
        coalesce(sum(sinal) FILTER (WHERE status = 'concluido'), 0) AS nc,
        coalesce(sum(sinal) FILTER (WHERE status = 'erro'), 0) AS ne
      FROM (
        SELECT 1 AS sinal, auditoria_id, empresa_id, status FROM novos
        UNION ALL SELECT -1, auditoria_id, empresa_id, status FROM antigos
      ) AS linhas
      GROUP BY 1, 2 ORDER BY 1
    ) AS delta
    WHERE np <> 0 OR nr <> 0 OR nc <> 0 OR ne <> 0;
  IF lotes IS NOT NULL THEN PERFORM escuta_soma_lotes(lotes, empresas, p, r, c, e); END IF;
  RETURN NULL;
END $$;

-- Names that fire after the totals of the projects, which are locked first.
CREATE TRIGGER auditoria_itens_incluidos_lotes AFTER INSERT ON auditoria_itens
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_lotes_incluidos();
CREATE TRIGGER auditoria_itens_alterados_lotes AFTER UPDATE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_lotes_alterados();
CREATE TRIGGER auditoria_itens_excluidos_lotes AFTER DELETE ON auditoria_itens
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_lotes_excluidos();

CREATE FUNCTION escuta_lotes_truncados() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM auditoria_totais;
  UPDATE auditorias SET status = 'pendente' WHERE status <> 'pendente';
  RETURN NULL;
END $$;
CREATE TRIGGER auditoria_itens_truncados_lotes AFTER TRUNCATE ON auditoria_itens
  FOR EACH STATEMENT EXECUTE FUNCTION escuta_lotes_truncados();

CREATE FUNCTION escuta_recontar_lotes(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  LOCK TABLE auditoria_itens IN SHARE MODE;
  DELETE FROM auditoria_totais t USING auditorias a WHERE a.id = t.auditoria_id AND a.projeto_id = projeto;
  INSERT INTO auditoria_totais (auditoria_id, empresa_id, pendentes, processando, concluidos, erros)
    SELECT auditoria_id, empresa_id,
      count(*) FILTER (WHERE status = 'pendente'), count(*) FILTER (WHERE status = 'processando'),
      count(*) FILTER (WHERE status = 'concluido'), count(*) FILTER (WHERE status = 'erro')
    FROM auditoria_itens WHERE auditoria_id IN (SELECT id FROM auditorias WHERE projeto_id = projeto)
    GROUP BY 1, 2 ORDER BY 1;
  UPDATE auditorias a SET status = s.status
    FROM (
      SELECT x.id, escuta_situacao(coalesce(t.pendentes, 0), coalesce(t.processando, 0), coalesce(t.concluidos, 0),
        coalesce(t.erros, 0)) AS status
      FROM auditorias x LEFT JOIN auditoria_totais t ON t.auditoria_id = x.id WHERE x.projeto_id = projeto
    ) s
    WHERE a.id = s.id AND a.status <> s.status;
END $$;

CREATE OR REPLACE FUNCTION escuta_recontar(projeto uuid) RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM escuta_recontar_qualidade(projeto);
  PERFORM escuta_recontar_itens(projeto);
  PERFORM escuta_recontar_lotes(projeto);
END $$;

-- What was there before this migration.
SELECT escuta_recontar_lotes(id) FROM projetos ORDER BY id;
