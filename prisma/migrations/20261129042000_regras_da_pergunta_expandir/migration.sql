-- fase: expandir
-- Rules of questions and options beyond their kind, and interviews that end politely by their own rules.
SET lock_timeout = '3s';
ALTER TABLE "perguntas" ADD COLUMN "regras" JSONB;
ALTER TABLE "respostas_definidas" ADD COLUMN "regras" JSONB;
ALTER TABLE "entrevistas" ADD COLUMN "desfecho" TEXT;
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_desfecho_check" CHECK ("desfecho" IN ('filtro', 'cota')) NOT VALID;
