-- Of an interview whose data were erased nothing more comes in: nobody waits for its device.
UPDATE "entrevistas" e SET "sincronia" = 'completa'
WHERE e."sincronia" = 'parcial'
  AND EXISTS (SELECT FROM "auditoria_itens" i WHERE i."entrevista_id" = e."id" AND i."dados_apagados_em" IS NOT NULL);
