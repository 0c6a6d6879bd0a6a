-- fase: migrar
-- Interviews out of sheets: noon was put where a sheet named no hour, an end where nobody knew one, and the moment of the import where
-- there was no day. Days stay: noon stands in its day, and an item without a beginning counts on the day on which it came in.
SET lock_timeout = '3s';
UPDATE "entrevistas" SET
  "inicio_precisao" = CASE WHEN ("iniciada_em" AT TIME ZONE 'America/Sao_Paulo')::time = '12:00' THEN 'dia' ELSE 'instante' END,
  "concluida_em" = NULL
WHERE "origem" = 'planilha';
UPDATE "auditoria_itens" i SET "inicio_precisao" = e."inicio_precisao", "call_start_time" = e."iniciada_em"
FROM "entrevistas" e
WHERE e."id" = i."entrevista_id" AND e."origem" = 'planilha'
  AND (i."inicio_precisao" <> e."inicio_precisao" OR e."iniciada_em" IS NULL);
ALTER TABLE "entrevistas" VALIDATE CONSTRAINT "entrevistas_inicio_precisao_check";
ALTER TABLE "auditoria_itens" VALIDATE CONSTRAINT "auditoria_itens_inicio_precisao_check";
