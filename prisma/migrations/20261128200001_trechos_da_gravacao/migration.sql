-- Several rows of one recording where parts of it never came: which one, and from where on in it.
ALTER TABLE "entrevista_gravacoes" ADD COLUMN "gravacao" INTEGER, ADD COLUMN "som_ms" INTEGER NOT NULL DEFAULT 0;
UPDATE "entrevista_gravacoes" SET "gravacao" = "n";
