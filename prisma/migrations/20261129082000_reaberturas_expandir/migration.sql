-- fase: expandir
-- A line of the review's history that is no decision: the interview went on after one.
SET lock_timeout = '3s';
ALTER TABLE "entrevista_revisoes" ADD COLUMN "reabertura" BOOLEAN NOT NULL DEFAULT false;
