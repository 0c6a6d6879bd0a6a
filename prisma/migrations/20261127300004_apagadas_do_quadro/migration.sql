-- The field board leaves out of what is to be verified what was erased: few of all items of a survey.
CREATE INDEX "auditoria_itens_apagadas_idx" ON "auditoria_itens" ("pesquisa_id") WHERE "dados_apagados_em" IS NOT NULL;
