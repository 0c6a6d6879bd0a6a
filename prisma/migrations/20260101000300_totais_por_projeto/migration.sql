-- How many items a project has in each status: four numbers, so that the first page of the call list need not add up
-- every day. Kept from the daily roll-up, by whatever writes that; same order of locks: after it, before the numbers.
CREATE TABLE projeto_totais (
  empresa_id UUID NOT NULL,
  projeto_id UUID NOT NULL,
  status status_processamento NOT NULL,
  n BIGINT NOT NULL,
  CONSTRAINT projeto_totais_pkey PRIMARY KEY (projeto_id, status),
  CONSTRAINT projeto_totais_projeto_id_fkey FOREIGN KEY (projeto_id) REFERENCES projetos (id)
    ON DELETE CASCADE ON UPDATE CASCADE
);
ALTER TABLE projeto_totais SET (fillfactor = 50);

CREATE FUNCTION escuta_soma_totais() RETURNS trigger
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO projeto_totais AS t (empresa_id, projeto_id, status, n)
      SELECT empresa_id, projeto_id, status, sum(n) FROM novos GROUP BY 1, 2, 3 ORDER BY 2, 3
    ON CONFLICT (projeto_id, status) DO UPDATE SET n = t.n + excluded.n;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO projeto_totais AS t (empresa_id, projeto_id, status, n)
      SELECT empresa_id, projeto_id, status, sum(n) FROM (
        SELECT empresa_id, projeto_id, status, n FROM novos
        UNION ALL SELECT empresa_id, projeto_id, status, -n FROM antigos
      ) AS mudancas
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 2, 3
    ON CONFLICT (projeto_id, status) DO UPDATE SET n = t.n + excluded.n;
  ELSE
    -- Rows that reached 0, and those that go with their project: nothing is left to insert for either.
    UPDATE projeto_totais t SET n = t.n - d.n
      FROM (SELECT projeto_id, status, sum(n) AS n FROM antigos GROUP BY 1, 2 HAVING sum(n) <> 0) AS d
      WHERE t.projeto_id = d.projeto_id AND t.status = d.status;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER projeto_rollup_dia_incluido AFTER INSERT ON projeto_rollup_dia
  REFERENCING NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_soma_totais();
CREATE TRIGGER projeto_rollup_dia_alterado AFTER UPDATE ON projeto_rollup_dia
  REFERENCING OLD TABLE AS antigos NEW TABLE AS novos FOR EACH STATEMENT EXECUTE FUNCTION escuta_soma_totais();
CREATE TRIGGER projeto_rollup_dia_excluido AFTER DELETE ON projeto_rollup_dia
  REFERENCING OLD TABLE AS antigos FOR EACH STATEMENT EXECUTE FUNCTION escuta_soma_totais();

INSERT INTO projeto_totais (empresa_id, projeto_id, status, n)
  SELECT empresa_id, projeto_id, status, sum(n) FROM projeto_rollup_dia GROUP BY 1, 2, 3;
