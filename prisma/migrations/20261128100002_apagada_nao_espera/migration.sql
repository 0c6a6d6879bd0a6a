-- What was erased while it still came in is waited for no more: neither counted nor listed as such.
UPDATE "entrevistas" e SET "sincronia" = 'completa'
  WHERE e."sincronia" = 'parcial' AND EXISTS (
    SELECT FROM "auditoria_itens" i WHERE i."entrevista_id" = e."id" AND i."dados_apagados_em" IS NOT NULL);
