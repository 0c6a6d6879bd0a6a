-- fase: expandir
-- A firing names the insights that hold the criteria it is about, and the verdict that corrected them.
SET lock_timeout = '3s';

ALTER TABLE "regra_disparos" ADD COLUMN "insights" UUID[] NOT NULL DEFAULT '{}', ADD COLUMN "revisao_id" UUID;
