-- What an interview of the field waits for, and why it has no sound, where people look for it.
ALTER TABLE "entrevistas"
  ADD COLUMN "quarentena_tambem" TEXT[] NOT NULL DEFAULT '{}',
  ADD COLUMN "sem_som_motivo" TEXT;

-- Few rows each: counted by the field board, listed by the filters that its numbers lead to.
CREATE INDEX "entrevistas_sem_som_idx" ON "entrevistas" ("pesquisa_id", "agente_id")
  WHERE "gravacao" <> 'esperada' AND "situacao" = 'concluida';
CREATE INDEX "entrevistas_parcial_idx" ON "entrevistas" ("pesquisa_id") WHERE "sincronia" = 'parcial';
CREATE INDEX "entrevistas_nao_montada_idx" ON "entrevistas" ("pesquisa_id") WHERE "montagem" = 'falhou';

-- Held under a reason that named three things: the one that is certain from the row gets its own.
UPDATE "entrevistas" SET "quarentena" = 'sem_consentimento'
  WHERE "quarentena" = 'registro_invalido' AND "situacao" = 'concluida' AND "consentimento" IS NULL;

-- What devices said of interviews without sound.
UPDATE "entrevistas" e SET "sem_som_motivo" = v."motivo"
  FROM "entrevista_eventos" v
  WHERE e."gravacao" = 'sem_gravacao' AND v."entrevista_id" = e."id" AND v."fonte" = 'aparelho' AND v."tipo" = 'iniciada';
