-- fase: migrar
-- Survey by survey, with no lock on interviews or counts: those in which an interview was ever held or rejected.
SELECT escuta_recontar_cotas(s."pesquisa_id") FROM (
  SELECT DISTINCT e."pesquisa_id" FROM "entrevista_revisoes" r JOIN "entrevistas" e ON e."id" = r."entrevista_id"
  WHERE r."para" IN ('em_espera', 'rejeitada')) s;
