-- fase: migrar
-- A phone of more than three names is a signal now where one interviewer typed it: surveys with such a note are computed anew.
INSERT INTO "sinal_pedidos" ("pesquisa_id")
  SELECT DISTINCT s."pesquisa_id" FROM "sinais" s
  WHERE s."tipo" = 'sobreposta_ou_telefone' AND s."nota" AND s."vigente" AND s."medida" > 3 AND s."prova" -> 'fatos' ->> 'por' = 'telefone';
