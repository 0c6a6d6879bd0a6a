-- fase: migrar
-- Counts the goals of surveys anew that have held or rejected interviews.
SELECT escuta_recontar_cotas(p."id") FROM "pesquisas" p
WHERE EXISTS (SELECT FROM "entrevistas" e WHERE e."pesquisa_id" = p."id" AND e."revisao" IN ('em_espera', 'rejeitada'));
