-- What came in of an upload, bytes: a part that comes in adds to it, instead of all parts being added up for each.
ALTER TABLE "envios" ADD COLUMN "tamanho" BIGINT NOT NULL DEFAULT 0;
UPDATE "envios" v SET "tamanho" = p.n FROM (SELECT "envio_id", sum("tamanho") AS n FROM "envio_partes" GROUP BY 1) p WHERE p."envio_id" = v."id";
