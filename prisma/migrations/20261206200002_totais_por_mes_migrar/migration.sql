-- fase: migrar
SET lock_timeout = '3s';

-- What was there before: a row a project, month and state.
SELECT escuta_recontar_meses();

-- As 20261205200001 made it, but for the months: those before the page are passed over as wholes, from the nearer end, and days are walked in the
-- one in which it lies. The sums of half a year of days cost as much as all the rest of a page.
CREATE OR REPLACE FUNCTION escuta_dias_da_pagina(projeto UUID, estado status_processamento, inicio BIGINT, fim BIGINT,
  OUT total BIGINT, OUT dia_ini DATE, OUT salto_ini BIGINT, OUT dia_fim DATE, OUT salto_fim BIGINT)
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path FROM CURRENT SET enable_hashagg = off SET enable_seqscan = off SET enable_sort = off AS $$
DECLARE
  um RECORD;
  ate BIGINT := 0;
  borda DATE;
BEGIN
  SELECT coalesce(sum(t.n), 0) INTO total FROM "projeto_totais" t
    WHERE t.projeto_id = projeto AND (estado IS NULL OR t.status = estado);
  IF inicio >= total THEN RETURN; END IF;
  IF inicio + fim <= total THEN
    FOR um IN SELECT m.mes, sum(m.n::int) AS n FROM "projeto_rollup_mes" m
      WHERE m.projeto_id = projeto AND (estado IS NULL OR m.status = estado) GROUP BY m.mes ORDER BY m.mes DESC LOOP
      borda := (um.mes + interval '1 month')::date;
      EXIT WHEN ate + um.n > inicio;
      ate := ate + um.n;
    END LOOP;
    FOR um IN SELECT r.dia, sum(r.n::int) AS n FROM "projeto_rollup_dia" r
      WHERE r.projeto_id = projeto AND r.dia < borda AND (estado IS NULL OR r.status = estado) GROUP BY r.dia ORDER BY r.dia DESC LOOP
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
    FOR um IN SELECT m.mes, sum(m.n::int) AS n FROM "projeto_rollup_mes" m
      WHERE m.projeto_id = projeto AND (estado IS NULL OR m.status = estado) GROUP BY m.mes ORDER BY m.mes LOOP
      borda := um.mes;
      EXIT WHEN ate - um.n < fim;
      ate := ate - um.n;
    END LOOP;
    FOR um IN SELECT r.dia, sum(r.n::int) AS n FROM "projeto_rollup_dia" r
      WHERE r.projeto_id = projeto AND r.dia >= borda AND (estado IS NULL OR r.status = estado) GROUP BY r.dia ORDER BY r.dia LOOP
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
