-- fase: expandir
-- Read whole while everybody goes on writing, so that nothing is read while the next one holds the tables.
SET lock_timeout = '3s';
ALTER TABLE "eventos_timeline" VALIDATE CONSTRAINT "eventos_timeline_antes_check";
ALTER TABLE "chamadas_provedor" VALIDATE CONSTRAINT "chamadas_provedor_antes_check";
ALTER TABLE "registros_acesso" VALIDATE CONSTRAINT "registros_acesso_antes_check";
