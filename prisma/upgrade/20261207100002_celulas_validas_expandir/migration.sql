-- fase: expandir
SET lock_timeout = '3s';

ALTER TABLE "respostas" VALIDATE CONSTRAINT "respostas_celula_check";
ALTER TABLE "confrontos" VALIDATE CONSTRAINT "confrontos_planilha_check";
ALTER TABLE "entrevistas" VALIDATE CONSTRAINT "entrevistas_celulas_check";
