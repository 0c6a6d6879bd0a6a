-- A template that cannot be used in a project as it is configured there: said once, however many calls it concerns.

-- CreateTable
CREATE TABLE "erros_configuracao" (
    "vinculo_id" UUID NOT NULL,
    "codigo" TEXT NOT NULL,
    "empresa_id" UUID NOT NULL,
    "projeto_id" UUID NOT NULL,
    "versao" INTEGER NOT NULL,
    "processamentos" INTEGER NOT NULL DEFAULT 1,
    "primeira_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ultima_em" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "erros_configuracao_pkey" PRIMARY KEY ("vinculo_id", "codigo"),
    CONSTRAINT "erros_configuracao_codigo" CHECK ("codigo" IN ('parametros', 'criterios')),
    CONSTRAINT "erros_configuracao_processamentos" CHECK ("processamentos" > 0)
);

-- CreateIndex
CREATE INDEX "erros_configuracao_empresa_id_ultima_em_idx" ON "erros_configuracao"("empresa_id", "ultima_em");

-- AddForeignKey
ALTER TABLE "erros_configuracao" ADD CONSTRAINT "erros_configuracao_vinculo_id_fkey" FOREIGN KEY ("vinculo_id") REFERENCES "projeto_insight_templates"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until now each call had an insight in erro for it, at the top of the review queue: they become the one error, and stay
-- in the item's history.
CREATE TEMPORARY TABLE antigos AS
  SELECT g.id, g.projeto_id, g.empresa_id, g.created_at, v.template_id, v.versao,
    CASE WHEN g.motivo = 'Os critérios do template são inválidos.' THEN 'criterios' ELSE 'parametros' END AS codigo
  FROM insights g JOIN insight_template_versoes v ON v.id = g.template_versao_id
  WHERE g.vigente AND NOT g.validado_humano AND g.status_processamento = 'erro'
    AND (g.motivo LIKE 'Parâmetros obrigatórios sem valor neste projeto:%'
      OR g.motivo = 'Os critérios do template são inválidos.');

INSERT INTO "erros_configuracao" (vinculo_id, codigo, empresa_id, projeto_id, versao, processamentos, primeira_em, ultima_em)
  SELECT l.id, a.codigo, l.empresa_id, l.projeto_id, max(a.versao), count(*), min(a.created_at), max(a.created_at)
  FROM antigos a JOIN projeto_insight_templates l
    ON l.projeto_id = a.projeto_id AND l.insight_template_id = a.template_id
  GROUP BY l.id, a.codigo, l.empresa_id, l.projeto_id;

UPDATE insights g SET vigente = false FROM antigos a WHERE a.id = g.id;

DROP TABLE antigos;
