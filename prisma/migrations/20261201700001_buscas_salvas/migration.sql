-- A kept search of conversations: what was said, and by whom, beside the filter of the calls in which it is looked for.
ALTER TABLE "filtros_salvos" ADD COLUMN "dito" TEXT, ADD COLUMN "dito_por" TEXT;
ALTER TABLE "filtros_salvos" ADD CONSTRAINT "filtros_salvos_dito_por_check"
  CHECK (dito_por IS NULL OR (dito IS NOT NULL AND dito_por IN ('agente', 'cliente'))) NOT VALID;
ALTER TABLE "filtros_salvos" VALIDATE CONSTRAINT "filtros_salvos_dito_por_check";
