-- fase: expandir
-- When an agent's name was taken away: feedback to nobody is refused.
SET lock_timeout = '3s';
ALTER TABLE "agentes" ADD COLUMN "anonimizado_em" TIMESTAMPTZ(3);
UPDATE "agentes" SET "anonimizado_em" = "updated_at"
  WHERE NOT "ativo" AND "matricula" IS NULL AND "nome" = 'Agente ' || upper(right("id"::text, 6));
