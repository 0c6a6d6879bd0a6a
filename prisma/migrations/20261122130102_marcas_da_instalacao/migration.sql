-- What happened once to this installation and must never happen again.
CREATE TABLE "instalacao_marcas" (
    "nome" TEXT NOT NULL,
    "iniciada_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "concluida_em" TIMESTAMPTZ(3),

    CONSTRAINT "instalacao_marcas_pkey" PRIMARY KEY ("nome")
);

-- An installation that has companies had its demonstration, or was never to have one: what people deleted of it since must
-- not come back.
INSERT INTO "instalacao_marcas" ("nome", "concluida_em")
  SELECT 'demonstracao', CURRENT_TIMESTAMP WHERE EXISTS (SELECT FROM "empresas");
