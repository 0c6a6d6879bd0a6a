-- Default audits were named after calls, whatever their project holds. A name that somebody gave stays.
UPDATE "auditorias" a SET "nome" = CASE p."tipo_projeto" WHEN 'pesquisa' THEN 'Entrevistas' ELSE 'Arquivos' END,
  "updated_at" = now()
FROM "projetos" p
WHERE p."id" = a."projeto_id" AND a."padrao" AND a."nome" = 'Ligações' AND p."tipo_projeto" IN ('pesquisa', 'auditoria');
