-- fase: expandir
-- How exactly the beginning of an interview is known: 'instante', or 'dia' where a sheet says the day alone. The beginning is kept at noon of
-- São Paulo then, which stands in no other day; nobody is shown that hour.
SET lock_timeout = '3s';
ALTER TABLE "entrevistas" ADD COLUMN "inicio_precisao" TEXT NOT NULL DEFAULT 'instante';
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_inicio_precisao_check"
  CHECK (inicio_precisao IN ('instante', 'dia')) NOT VALID;
ALTER TABLE "auditoria_itens" ADD COLUMN "inicio_precisao" TEXT NOT NULL DEFAULT 'instante';
ALTER TABLE "auditoria_itens" ADD CONSTRAINT "auditoria_itens_inicio_precisao_check"
  CHECK (inicio_precisao IN ('instante', 'dia')) NOT VALID;
