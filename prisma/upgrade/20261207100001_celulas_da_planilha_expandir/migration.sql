-- fase: expandir
SET lock_timeout = '3s';

-- A cell of a sheet that could not be read is an answer's row without an answer: why, and its text.
ALTER TABLE "respostas" ADD COLUMN "celula_estado" TEXT, ADD COLUMN "celula" TEXT;
ALTER TABLE "respostas" ADD CONSTRAINT "respostas_celula_check" CHECK (
  CASE WHEN "celula_estado" IS NULL THEN "celula" IS NULL
    ELSE "opcoes" = '{}' AND "texto_resposta" IS NULL AND CASE "celula_estado"
      WHEN 'nao_reconhecida' THEN "celula" IS NOT NULL AND char_length("celula") <= 1000
      WHEN 'planilha_indisponivel' THEN "celula" IS NULL ELSE false END
  END) NOT VALID;

-- The fault of the sheet that a verdict rests on.
ALTER TABLE "confrontos" ADD COLUMN "planilha" TEXT;
ALTER TABLE "confrontos" ADD CONSTRAINT "confrontos_planilha_check"
  CHECK ("planilha" IN ('nao_reconhecida', 'planilha_indisponivel', 'filtro_desconhecido')) NOT VALID;

-- How far an interview of a sheet's row is; null: its cells that could not be read are not kept yet.
ALTER TABLE "entrevistas" ADD COLUMN "celulas_planilha" TEXT;
ALTER TABLE "entrevistas" ADD CONSTRAINT "entrevistas_celulas_check"
  CHECK ("celulas_planilha" IN ('a_julgar', 'guardadas')) NOT VALID;
