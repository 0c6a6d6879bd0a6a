-- That a person said that a recording is of no row: it is not paired again by itself when columns are corrected.
ALTER TABLE "preparo_gravacoes" ADD COLUMN "solta" BOOLEAN NOT NULL DEFAULT false;
