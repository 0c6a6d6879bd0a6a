-- fase: expandir
-- The day of an interviewer's sheet, whose rows are feedback, and the sounds cut for its moments.
SET lock_timeout = '3s';

ALTER TABLE "agente_retornos" ADD COLUMN "folha_dia" DATE;
-- No foreign key: the sound of a withdrawn moment stays known as one, so that the worker deletes it.
ALTER TABLE "momentos" ADD COLUMN "retorno_id" UUID;
