-- The example of 'Primeiros passos': a project whose call nobody paid for, one a company, and the templates made for it.
ALTER TABLE "projetos" ADD COLUMN "exemplo_item_id" UUID;
ALTER TABLE "insight_templates" ADD COLUMN "exemplo_de" UUID;

-- One a company; also how figures find what they leave out.
CREATE UNIQUE INDEX "projetos_exemplo_key" ON "projetos" ("empresa_id") WHERE "exemplo_item_id" IS NOT NULL;
