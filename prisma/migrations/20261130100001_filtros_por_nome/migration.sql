-- A name is one filter of its author, whatever two tabs save at once.
CREATE UNIQUE INDEX "filtros_salvos_empresa_id_autor_id_nome_key" ON "filtros_salvos"("empresa_id", "autor_id", "nome");
