-- fase: expandir
SET lock_timeout = '3s';

-- The days in which a numbered page of a project's calls begins and ends, and how many entries of those days lie before it, from the newer and
-- from the older edge (api/src/features/auditoria-items/list-repo.ts). Days are walked from the nearer end only as far as the page lies: the
-- sums of a year of days cost more than all the rest of a page. Read in the order of their index, they come one by one.
CREATE FUNCTION escuta_dias_da_pagina(projeto UUID, estado status_processamento, inicio BIGINT, fim BIGINT,
  OUT total BIGINT, OUT dia_ini DATE, OUT salto_ini BIGINT, OUT dia_fim DATE, OUT salto_fim BIGINT)
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path FROM CURRENT SET enable_hashagg = off SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  um RECORD;
  ate BIGINT := 0;
BEGIN
  SELECT coalesce(sum(t.n), 0) INTO total FROM "projeto_totais" t
    WHERE t.projeto_id = projeto AND (estado IS NULL OR t.status = estado);
  IF inicio >= total THEN RETURN; END IF;
  IF inicio + fim <= total THEN
    FOR um IN SELECT r.dia, sum(r.n::int) AS n FROM "projeto_rollup_dia" r
      WHERE r.projeto_id = projeto AND (estado IS NULL OR r.status = estado) GROUP BY r.dia ORDER BY r.dia DESC LOOP
      ate := ate + um.n;
      IF dia_ini IS NULL AND ate > inicio THEN
        dia_ini := um.dia;
        salto_ini := inicio - (ate - um.n);
      END IF;
      IF ate >= fim THEN
        dia_fim := um.dia;
        salto_fim := ate - fim;
        RETURN;
      END IF;
    END LOOP;
  ELSE
    ate := total;
    FOR um IN SELECT r.dia, sum(r.n::int) AS n FROM "projeto_rollup_dia" r
      WHERE r.projeto_id = projeto AND (estado IS NULL OR r.status = estado) GROUP BY r.dia ORDER BY r.dia LOOP
      ate := ate - um.n;
      IF dia_fim IS NULL AND ate < fim THEN
        dia_fim := um.dia;
        salto_fim := greatest(ate + um.n - fim, 0);
      END IF;
      IF ate <= inicio THEN
        dia_ini := um.dia;
        salto_ini := inicio - ate;
        RETURN;
      END IF;
    END LOOP;
  END IF;
END $$;
