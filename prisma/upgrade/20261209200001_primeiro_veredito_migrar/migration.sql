-- fase: migrar
SET lock_timeout = '3s';
-- The map's AI letters are its first verdicts. Corrections of the transcript had moved them in some rows.
UPDATE "entrevista_matriz" m SET codigos_ia = n.letras, updated_at = now()
FROM (
  SELECT c.entrevista_id, string_agg(escuta_letra_veredito(coalesce(c.veredito_inicial, c.veredito)), '' ORDER BY c.ordem) AS letras
  FROM "confrontos" c
  WHERE c.vigente AND c.entrevista_id IN (
    SELECT o.entrevista_id FROM "confrontos" o WHERE o.vigente AND o.veredito_inicial <> o.veredito)
  GROUP BY c.entrevista_id
) n
WHERE n.entrevista_id = m.entrevista_id AND m.codigos_ia <> n.letras;
