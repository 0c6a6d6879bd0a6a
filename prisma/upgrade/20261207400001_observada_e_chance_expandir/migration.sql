-- fase: expandir
SET lock_timeout = '3s';

-- A question that the interviewer fills in by sight: not asked, and no verdict is given on it (shared/src/domain/interview/questionnaire/questionnaire.ts).
ALTER TABLE "perguntas" ADD COLUMN "observada" BOOLEAN NOT NULL DEFAULT false;

-- An interview's chance of being drawn for verification; what is estimated from the sample weighs it by 1 / chance
-- (shared/src/domain/interview/verdicts/verification-sample.ts). Null: drawn by a version that kept none.
ALTER TABLE "verificacoes" ADD COLUMN "chance" DOUBLE PRECISION;
