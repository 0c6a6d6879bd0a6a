-- Calls whose clients gave a unique_id in the metadata get it as their own, the first of a project where several have it. This is one
-- statement, and so no transaction: each batch ends its own, and whoever writes a call waits for 2,000 rows at most. Again, it goes on
-- where it stopped: what is filled stays.
DO $$
DECLARE
  ultimo uuid := '00000000-0000-0000-0000-000000000000';
  fim uuid;
BEGIN
  LOOP
    SELECT max(lote.id::text)::uuid INTO fim
      FROM (SELECT id FROM auditoria_itens WHERE id > ultimo ORDER BY id LIMIT 2000) lote;
    EXIT WHEN fim IS NULL;
    UPDATE auditoria_itens i SET unique_id = v.dado
    FROM (
      SELECT DISTINCT ON (j.projeto_id, d.dado) j.id, d.dado
      FROM auditoria_itens j
      CROSS JOIN LATERAL (SELECT btrim(j.metadata ->> 'unique_id', E' \t\n\r') AS dado) d
      WHERE j.id > ultimo AND j.id <= fim AND j.unique_id IS NULL
        AND j.tipo_item IN ('ligacao', 'arquivo', 'call_data')
        AND jsonb_typeof(j.metadata -> 'unique_id') IN ('string', 'number')
        AND length(d.dado) BETWEEN 1 AND 200
        AND NOT EXISTS (SELECT FROM auditoria_itens o WHERE o.projeto_id = j.projeto_id AND o.unique_id = d.dado)
      ORDER BY j.projeto_id, d.dado, j.id
    ) v
    WHERE i.id = v.id;
    ultimo := fim;
    COMMIT;
  END LOOP;
END $$;
